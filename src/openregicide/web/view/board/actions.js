// @ts-check
/** The buttons under the hand: one golden one that does it, and quiet ones beside it. */

import { t } from "../../i18n.js";
import { bestDiscard, partsOf, plainMove, takesCards } from "../../store/moves.js";
import { isHost, isMyMove, isPlanning, isRunning, plannedMove } from "../../store/table.js";
import { cardSigns } from "../../words/cards.js";
import { seatName } from "../../words/seats.js";
import { confirmText } from "../../words/turn.js";
import { button, el, follow, icon, setAttrs, setShown, setText } from "../parts/dom.js";

/** @typedef {import("../parts/part.js").Part} Part */
/** @typedef {import("../parts/part.js").Intents} Intents */

/**
 * @param {Intents} intents
 * @param {() => void} openTalk
 * @returns {Part}
 */
export function makeActions(intents, openTalk) {
  const yields = button("quiet", () => intents.arm("y"));
  const flips = button("quiet", () => intents.arm("j"));
  const suggest = button("quiet suggest", () => {
    if (suggest.value) intents.select(partsOf(suggest.value).cards);
  });
  const lamp = button("quiet lamp", () => intents.hint());
  lamp.append(icon("lamp"));
  const confirm = button("go", () => intents.confirm());
  const clear = button("quiet", () => intents.clear());
  const undo = button("quiet undo", () => intents.undo());
  const next = el("div", { class: "next" });
  const wishes = el("div", { class: "wishes" });
  const talk = button("quiet talk", openTalk);
  talk.append(icon("talk"));
  const back = button("go", () => intents.comeBack());
  const sit = button("go", () => intents.sit());
  const root = el(
    "div",
    { class: "acts" },
    yields,
    flips,
    suggest,
    clear,
    undo,
    next,
    wishes,
    lamp,
    confirm,
    back,
    sit,
    talk,
  );

  return {
    root,
    update(state) {
      const focused = root.contains(document.activeElement);
      const { view, moves, selection, armed, table, seat } = state;
      const mine = isMyMove(state) && !state.sending;
      const running = isRunning(state);
      const phase = view?.phase;
      const playing = mine && phase === "play";
      const busy = selection.length > 0 || armed !== null;
      const away = running && seat !== null && Boolean(table?.seats[seat]?.stand_in);

      const mayYield = plainMove(moves, "y") !== null;
      const company = (view?.hands.length ?? 1) > 1;
      setShown(yields, playing && !busy && (company || mayYield));
      setText(yields, t("ui.yield"));
      setAttrs(yields, {
        "aria-disabled": mayYield ? null : "true",
        title: mayYield ? t("ui.yield.why") : t("error.yield.not_allowed"),
      });

      const flip = plainMove(moves, "j");
      setShown(flips, mine && !busy && flip !== null);
      setText(flips, t("web.flip", { count: view?.flips ?? 0 }));

      const offer = mine && phase === "discard" ? bestDiscard(moves) : null;
      setShown(suggest, offer !== null && !busy);
      suggest.value = offer?.move ?? "";
      setText(
        suggest,
        offer ? t("web.suggest", { cards: cardSigns(partsOf(offer.move).cards) }) : "",
      );

      const lit = table?.settings.hints ?? false;
      setShown(lamp, mine && !table?.game?.ranked && (lit || isHost(state)));
      lamp.classList.toggle("dark", !lit);
      const what = lit ? t("learn.hint") : t("lamp.light");
      setAttrs(lamp, { "aria-label": what, title: what });

      setShown(clear, busy && (mine || isPlanning(state)));
      setText(clear, t("ui.clear"));

      setShown(undo, running && state.mayUndo && !state.sending && !busy);
      setText(undo, t("ui.undo"));
      setAttrs(undo, { title: t("ui.undo.why") });

      setShown(confirm, mine && (busy || moves.some(({ move }) => takesCards(move))));
      confirm.disabled = plannedMove(state) === null;
      setText(confirm, confirmText(state));

      setShown(next, mine && phase === "name_next" && !busy);
      const named = mine ? moves.filter(({ move }) => move.startsWith("n")) : [];
      follow(
        next,
        named,
        ({ move }) => move,
        ({ move }) => button("go", () => intents.arm(move)),
        (item, { move }) => {
          const who = partsOf(move).seat ?? 0;
          setText(item, who === seat ? t("web.next.you") : seatName(table?.seats ?? [], who));
        },
      );

      setShown(wishes, running && phase === "name_next" && seat !== null && view?.turn !== seat);
      follow(
        wishes,
        state.info?.after_jester ?? [],
        (phrase) => phrase,
        (phrase) => button("quiet", () => intents.say(phrase)),
        (item, phrase) => setText(item, t(`ui.phrase.${phrase}`)),
      );

      setShown(back, away);
      setText(back, t("ui.come_back"));
      setShown(
        sit,
        seat === null && !running && Boolean(table?.seats.some(({ holder }) => holder === "free")),
      );
      setText(sit, t("web.sit"));
      setShown(talk, seat !== null && (table?.seats.length ?? 1) > 1);
      setAttrs(talk, { "aria-label": t("ui.talk") });
      talk.title = t("ui.talk");
      if (focused) keepFocus(root);
    },
  };
}

/**
 * If the button with the focus is gone, the focus moves to the one that matters now.
 * @param {HTMLElement} root
 */
function keepFocus(root) {
  const usable = [...root.querySelectorAll("button")].filter(
    (item) => item.offsetParent !== null && !item.disabled,
  );
  if (usable.some((item) => item === document.activeElement)) return;
  (usable.find((item) => item.classList.contains("go")) ?? usable[0])?.focus();
}
