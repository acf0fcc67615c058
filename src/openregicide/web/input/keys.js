// @ts-check
/** The keyboard: digits toggle cards, Enter confirms, Esc clears. */

/**
 * @typedef {object} Keys
 * @property {(index: number) => void} card  counted from 0
 * @property {() => boolean} confirm  whether there was something to do
 * @property {() => void} clear
 * @property {() => void} yields
 * @property {() => void} flip
 * @property {() => void} suggest
 * @property {() => void} hint
 * @property {() => void} log
 * @property {() => void} help
 */

const DIGITS = "1234567890-=";

/**
 * Listen until the signal.
 * @param {Keys} keys
 * @param {AbortSignal} signal
 */
export function listenToKeys(keys, signal) {
  /** @type {Record<string, () => void>} */
  const others = {
    Escape: keys.clear,
    y: keys.yields,
    j: keys.flip,
    s: keys.suggest,
    h: keys.hint,
    l: keys.log,
    "?": keys.help,
  };
  document.addEventListener(
    "keydown",
    (event) => {
      const { target, key } = event;
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
      if (document.querySelector("dialog[open]")) return;
      if (target instanceof Element && target.matches("input, select, textarea")) return;
      const onControl =
        target instanceof Element && target.matches("button:not(.card), a, summary");
      const index = DIGITS.indexOf(key);
      if (index >= 0) keys.card(index);
      else if (key in others) others[key]?.();
      // With nothing to confirm, Enter presses the card that has the focus, as on any button.
      else if (key !== "Enter" || onControl || !keys.confirm()) return;
      event.preventDefault();
    },
    { signal },
  );
}
