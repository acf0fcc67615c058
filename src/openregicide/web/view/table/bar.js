// @ts-check
/** The bar on top: the way out, whose turn it is, the clock, the log; and a lost connection. */

import { t } from "../../i18n.js";
import { isMyMove, isRunning } from "../../store/table.js";
import { button, el, icon, setAttrs, setShown, setText } from "../parts/dom.js";
import { titleText, turnText } from "../../words/turn.js";

/** @typedef {import("../parts/part.js").Part} Part */

/**
 * @param {{ menu: () => void, talk: () => void, log: () => void }} open
 * @returns {Part & { stop: () => void }}
 */
export function makeBar(open) {
  const menu = button("icon-button", open.menu);
  menu.append(icon("menu"));
  const turn = el("p", { class: "turn-text", attrs: { role: "status" } });
  const clock = el("span", { class: "clock", attrs: { role: "timer" } });
  const watched = el("span", { class: "watchers" });
  const talk = button("icon-button", open.talk);
  talk.append(icon("talk"));
  const log = button("icon-button log-button", open.log);
  log.append(icon("log"));
  const root = el("div", { class: "bar" }, menu, turn, clock, watched, talk, log);
  /** @type {number | null} */
  let moveBy = null;

  function tick() {
    const seconds = moveBy === null ? 0 : Math.max(0, Math.ceil((moveBy - Date.now()) / 1000));
    setText(
      clock,
      t("ui.clock", {
        minutes: Math.floor(seconds / 60),
        seconds: String(seconds % 60).padStart(2, "0"),
      }),
    );
  }
  const ticking = setInterval(() => moveBy !== null && tick(), 500);

  return {
    root,
    stop: () => clearInterval(ticking),
    update(state) {
      const company = state.table?.seats.length ?? 1;
      setText(turn, turnText(state));
      document.title = titleText(state);
      root.classList.toggle("mine", isMyMove(state));
      root.classList.toggle("struck", isMyMove(state) && state.view?.phase === "discard");
      moveBy = isRunning(state) ? state.moveBy : null;
      setShown(clock, moveBy !== null);
      tick();
      setShown(watched, state.spectators > 0 || (state.table !== null && state.seat === null));
      watched.replaceChildren(icon("eye"), document.createTextNode(String(state.spectators)));
      watched.title =
        state.seat === null ? t("ui.watching") : t("ui.spectators", { count: state.spectators });
      // While a game runs, talking has its place beside the other buttons.
      setShown(talk, state.seat !== null && company > 1 && !isRunning(state));
      setAttrs(talk, { "aria-label": t("ui.talk"), title: t("ui.talk") });
      setAttrs(menu, { "aria-label": t("ui.menu") });
      setAttrs(log, { "aria-label": t("ui.log") });
    },
  };
}

/** A calm word while the connection is gone, or the server's disk refuses. @returns {Part} */
export function makeBanner() {
  const text = el("p");
  const root = el(
    "div",
    { class: "banner", attrs: { role: "status" } },
    el("i", { class: "pulse" }),
    text,
  );
  return {
    root,
    update({ status, disk }) {
      setShown(root, status === "lost" || disk);
      setText(text, status === "lost" ? t("ui.lost") : disk ? t("ui.disk") : "");
    },
  };
}
