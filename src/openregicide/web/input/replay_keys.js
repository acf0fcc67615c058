// @ts-check
/** The keyboard of a replay: arrows step, space plays, Page keys go from enemy to enemy. */

/**
 * @typedef {object} ReplayKeys
 * @property {(steps: number) => void} step
 * @property {() => void} toPlay
 * @property {() => void} toStart
 * @property {() => void} toEnd
 * @property {(direction: 1 | -1) => void} toFall
 * @property {() => void} log
 */

/**
 * Listen until the signal.
 * @param {ReplayKeys} keys
 * @param {AbortSignal} signal
 */
export function listenToReplayKeys(keys, signal) {
  /** @type {Record<string, () => void>} */
  const does = {
    ArrowLeft: () => keys.step(-1),
    ArrowRight: () => keys.step(1),
    Home: keys.toStart,
    End: keys.toEnd,
    PageUp: () => keys.toFall(-1),
    PageDown: () => keys.toFall(1),
    " ": keys.toPlay,
    l: keys.log,
  };
  document.addEventListener(
    "keydown",
    (event) => {
      const { target, key } = event;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (document.querySelector("dialog[open]")) return;
      if (target instanceof Element && target.matches("select")) return;
      // A button with the focus is pressed by the space bar, as anywhere.
      const pressed = key === " " && target instanceof Element && target.matches("button, a");
      if (pressed || !(key in does)) return;
      event.preventDefault();
      does[key]?.();
    },
    { signal },
  );
}
