// @ts-check
/** The keyboard: digits toggle cards, arrows go from card to card, Enter confirms, Esc clears. */

/**
 * @typedef {object} Keys
 * @property {(index: number) => void} card  counted from 0
 * @property {(step: 1 | -1) => void} walk  to the next card, or to the one before
 * @property {() => boolean} confirm  whether there was something to do
 * @property {() => void} clear
 * @property {() => void} yields
 * @property {() => void} flip
 * @property {() => void} suggest
 * @property {() => void} hint
 * @property {() => void} undo
 * @property {() => void} log
 * @property {() => void} help
 */

/** For up to twelve cards, from left to right: what the keys say, and where they are. */
const DIGITS = "1234567890-=";
const CODES = [...[..."1234567890"].map((digit) => `Digit${digit}`), "Minus", "Equal"];

/**
 * Listen until the signal.
 * @param {Keys} keys
 * @param {AbortSignal} signal
 */
export function listenToKeys(keys, signal) {
  /** @type {Record<string, () => void>} */
  const others = {
    ArrowLeft: () => keys.walk(-1),
    ArrowRight: () => keys.walk(1),
    Escape: keys.clear,
    y: keys.yields,
    j: keys.flip,
    s: keys.suggest,
    h: keys.hint,
    u: keys.undo,
    l: keys.log,
    "?": keys.help,
  };
  document.addEventListener(
    "keydown",
    (event) => {
      const { target, key, code, shiftKey } = event;
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
      if (document.querySelector("dialog[open]")) return;
      if (target instanceof Element && target.matches("input, select, textarea")) return;
      const onControl =
        target instanceof Element && target.matches("button:not(.card), a, summary");
      // Where digits need Shift, as in France, the keys themselves will do.
      const index = DIGITS.includes(key) ? DIGITS.indexOf(key) : shiftKey ? -1 : CODES.indexOf(code);
      if (key in others) others[key]?.();
      else if (index >= 0) keys.card(index);
      // With nothing to confirm, Enter presses the card that has the focus, as on any button.
      else if (key !== "Enter" || onControl || !keys.confirm()) return;
      event.preventDefault();
    },
    { signal },
  );
}
