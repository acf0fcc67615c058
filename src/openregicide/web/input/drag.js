// @ts-check
/** Dragging a card from the hand onto the table. */

/**
 * @typedef {object} Drag
 * @property {(key: string) => boolean} lift  a card begins to move; whether it may
 * @property {(onEnemy: boolean) => boolean} drop  it was let go above the table; whether it is
 *   played now, and stays where it was dropped
 * @property {() => void} putBack  it was let go elsewhere
 */

/**
 * A card under a finger.
 * @typedef {object} Held
 * @property {HTMLElement} card
 * @property {number} pointer
 * @property {number} x  where it was taken up
 * @property {number} y
 * @property {boolean} moving
 */

/** How far a finger moves before it means more than a tap; and how near the enemy is near enough. */
const FAR = 14;

/**
 * Listen to the cards of a hand.
 * @param {HTMLElement} hand
 * @param {HTMLElement} table  gets the class `target` while a card is above it, and `aimed` while
 *   it is on the enemy
 * @param {Drag} drag
 */
export function listenToDrags(hand, table, drag) {
  /** @type {Held | null} */
  let held = null;

  /** @param {PointerEvent} event */
  const above = ({ clientY }) => clientY < hand.getBoundingClientRect().top - FAR;

  /** @param {PointerEvent} event */
  function onEnemy({ clientX, clientY }) {
    const enemy = table.querySelector(".enemy:not(.was) > .card")?.getBoundingClientRect();
    return (
      enemy !== undefined &&
      Math.abs(clientX - enemy.left - enemy.width / 2) < enemy.width / 2 + FAR &&
      Math.abs(clientY - enemy.top - enemy.height / 2) < enemy.height / 2 + FAR
    );
  }

  hand.addEventListener("pointerdown", (event) => {
    const card = event.target instanceof Element ? event.target.closest(".card") : null;
    if (held || event.button !== 0 || !(card instanceof HTMLElement)) return;
    held = { card, pointer: event.pointerId, x: event.clientX, y: event.clientY, moving: false };
    // A quick mouse is outside the hand before it has moved at all.
    card.setPointerCapture(event.pointerId);
  });

  hand.addEventListener("pointermove", (event) => {
    if (!held || event.pointerId !== held.pointer) return;
    const [dx, dy] = [event.clientX - held.x, event.clientY - held.y];
    if (!held.moving) {
      if (Math.hypot(dx, dy) < FAR) return;
      if (!drag.lift(held.card.dataset["key"] ?? "")) {
        held = null;
        return;
      }
      held.moving = true;
      held.card.classList.add("dragged");
    }
    held.card.style.setProperty("--dx", `${dx}px`);
    held.card.style.setProperty("--dy", `${dy}px`);
    table.classList.toggle("target", above(event));
    table.classList.toggle("aimed", onEnemy(event));
  });

  hand.addEventListener("pointerup", (event) => {
    if (!held?.moving || event.pointerId !== held.pointer) {
      held = null;
      return;
    }
    // The click that follows a drag is no tap.
    const swallow = (/** @type {Event} */ click) => click.stopPropagation();
    hand.addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => hand.removeEventListener("click", swallow, { capture: true }), 0);
    const { card } = held;
    letGo();
    if (!above(event)) drag.putBack();
    else if (drag.drop(onEnemy(event))) card.classList.add("thrown");
  });

  hand.addEventListener("pointercancel", () => {
    if (!held?.moving) {
      held = null;
      return;
    }
    letGo();
    drag.putBack();
  });

  function letGo() {
    held?.card.classList.remove("dragged");
    table.classList.remove("target", "aimed");
    held = null;
  }
}
