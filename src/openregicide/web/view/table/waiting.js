// @ts-check
/** Before the first game: who sits where, who is still wanted, and the start. */

import { t } from "../../i18n.js";
import { isHost } from "../../store/table.js";
import { botName, invitedText, offeredBots, seatName } from "../../words/seats.js";
import { makeChance } from "../daily/facts.js";
import { Dialog } from "../parts/dialog.js";
import { button, el, follow, icon, setShown, setText } from "../parts/dom.js";
import { faceAt } from "../parts/face.js";
import { choice, labelled } from "../parts/fields.js";
import { makeOptions } from "../parts/options.js";
import { rulesText } from "../../words/options.js";
import { makeInvite } from "./invite.js";
import { SitForm } from "./join.js";

/** @typedef {import("../parts/part.js").Part} Part */
/** @typedef {import("../parts/part.js").Intents} Intents */
/** @typedef {import("../parts/part.js").TableState} TableState */

/**
 * @param {Intents} intents
 * @returns {Part}
 */
export function makeWaiting(intents) {
  const heading = el("h1");
  const rules = el("p", { class: "soft" });
  const chairs = el("ol", { class: "chairs" });
  const invite = makeInvite();
  const form = new SitForm(intents.sitDown);
  const first = el("div", { class: "first" });
  /** @type {number | null} */
  let firstSeat = null;
  const begin = button("go big", () => intents.begin(firstSeat));
  const hint = el("p", { class: "soft" });
  const chance = makeChance();
  const dialog = new Dialog();
  const options = button("quiet", () => dialog.open());
  const root = el(
    "section",
    { class: "waiting" },
    el(
      "div",
      { class: "panel" },
      heading,
      rules,
      chance.root,
      chairs,
      form.root,
      invite.root,
      first,
      el("div", { class: "row" }, options, begin),
      hint,
    ),
    dialog.root,
  );
  return {
    root,
    update(state) {
      const { table } = state;
      setShown(root, table !== null && table.game === null);
      if (root.hidden || !table) return;
      const host = isHost(state);
      const free = table.seats.filter(({ holder }) => holder === "free").length;
      const guest = state.seat === null && free > 0;
      setText(heading, guest ? invitedText(table) : headingText(table.daily, free));
      setText(rules, rulesText(table.settings));
      const numbers = table.seats.map((_, seat) => seat);
      follow(
        chairs,
        numbers,
        String,
        () => el("li", { class: "chair" }),
        (item, seat) => fillChair(item, seat, state),
      );
      setShown(form.root, guest);
      if (guest) form.update();
      invite.update(table);
      // Who is invited has no need to invite, and at a full table nobody has.
      if (guest || !free) setShown(invite.root, false);
      setShown(first, host && free === 0 && table.seats.length > 1 && !table.daily);
      setShown(chance.root, table.daily);
      if (table.daily) chance.update(state);
      fillFirst(state);
      setShown(begin, host);
      begin.disabled = free > 0 || Boolean(table.deal);
      setText(begin, t("ui.begin"));
      setShown(options, host && !table.daily);
      setText(options, t("web.options"));
      if (!dialog.root.open) {
        dialog.fill(t("web.options"), makeOptions(table.settings, intents.configure));
      }
      setText(hint, table.deal ? t("web.fair.dealing") : hintText(state, free));
    },
  };

  /**
   * @param {HTMLElement} item
   * @param {number} seat
   * @param {TableState} state
   */
  function fillChair(item, seat, state) {
    const info = state.table?.seats[seat];
    const bots = state.info?.bots ?? [];
    const print = JSON.stringify([
      info,
      state.seat,
      isHost(state),
      state.present[seat],
      bots,
      t("ui.you"),
    ]);
    if (!info || item.dataset["print"] === print) return;
    item.dataset["print"] = print;
    item.className = `chair ${info.holder}`;
    const name =
      info.holder === "free" ? t("ui.seat.free") : seatName(state.table?.seats ?? [], seat);
    const notes = [
      seat === state.seat ? t("ui.you") : "",
      seat === state.table?.host ? t("ui.host") : "",
    ].filter(Boolean);
    item.replaceChildren(
      info.holder === "free" ? icon("person") : faceAt(state.table?.seats ?? [], seat),
      el("b", { text: name }),
      el("i", { text: notes.join(" · ") }),
      controls(seat, state, bots),
    );
  }

  /**
   * @param {number} seat
   * @param {TableState} state
   * @param {readonly string[]} bots
   */
  function controls(seat, state, bots) {
    const info = state.table?.seats[seat];
    const box = el("span", { class: "controls" });
    if (isHost(state) && info?.holder === "person" && seat !== state.seat) {
      const free = () => intents.seatBot(seat, null);
      box.append(button("quiet small", free, t("ui.seat.clear")));
    } else if (isHost(state) && seat !== state.seat) {
      box.append(botChoice(seat, info?.holder === "bot" ? (info.name ?? "") : "", bots));
    }
    return box;
  }

  /** @param {TableState} state */
  function fillFirst({ table }) {
    const names = (table?.seats ?? []).map((_, seat) => seatName(table?.seats ?? [], seat));
    const print = JSON.stringify([names, t("web.first")]);
    if (first.dataset["print"] === print) return;
    first.dataset["print"] = print;
    firstSeat = null;
    const named = names.map((name, seat) => /** @type {[string, string]} */ ([String(seat), name]));
    const field = choice([["", t("web.first.chance")], ...named], "", (seat) => {
      firstSeat = seat === "" ? null : Number(seat);
    });
    first.replaceChildren(labelled(t("web.first"), t("web.first.about"), field));
  }

  /**
   * @param {number} seat
   * @param {string} now  the bot that sits there
   * @param {readonly string[]} bots
   */
  function botChoice(seat, now, bots) {
    const named = offeredBots(bots, now).map(
      (spec) => /** @type {[string, string]} */ ([spec, botName(spec)]),
    );
    const select = choice([["", t("ui.seat.person")], ...named], now, (spec) =>
      intents.seatBot(seat, spec || null),
    );
    select.setAttribute("aria-label", t("ui.seat.choose", { number: seat + 1 }));
    return select;
  }
}

/**
 * @param {boolean} daily
 * @param {number} free  seats
 */
function headingText(daily, free) {
  if (daily) return t("ui.home.daily");
  return free ? t("ui.waiting.open") : t("ui.waiting");
}

/**
 * What comes next, and who has to do something about it.
 * @param {TableState} state
 * @param {number} free  seats
 */
function hintText(state, free) {
  if (isHost(state)) return free ? t("ui.waiting.free", { count: free }) : t("ui.waiting.ready");
  if (!free) return t("ui.waiting.host");
  const values = { count: free };
  return state.seat === null ? t("ui.waiting.guest", values) : t("ui.waiting.more", values);
}
