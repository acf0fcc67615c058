// @ts-check
/** Keeps the screen on while cards are on the table; where that cannot be done, nothing happens. */

/** @returns {() => void} ends it */
export function stayAwake() {
  /** @type {WakeLockSentinel | null} */
  let lock = null;
  let over = false;
  const ask = async () => {
    // A hidden page loses its lock and may ask again when it is back.
    if (over || document.visibilityState !== "visible" || !("wakeLock" in navigator)) return;
    try {
      lock = await navigator.wakeLock.request("screen");
      if (over) await lock.release();
    } catch {
      // A battery that is nearly empty, or a browser that would rather not.
    }
  };
  document.addEventListener("visibilitychange", ask);
  ask();
  return () => {
    over = true;
    document.removeEventListener("visibilitychange", ask);
    lock?.release().catch(() => {});
  };
}
