// @ts-check
/**
 * The players: face, name, cards in hand, there or away, who yielded, whose turn; what they did
 * since our last move, and what they say.
 */

import { t } from "../../i18n.js";
import { lastOf, sinceMine } from "../../store/since.js";
import { isRunning, viewerOf, voteAbout } from "../../store/table.js";
import { botName, seatNote, strengthOf, whoName } from "../../words/seats.js";
import { signsOf } from "../../words/signs.js";
import { button, el, follow, icon, setAttrs, setShown, setText } from "../parts/dom.js";
import { makeFace, setFace } from "../parts/face.js";
import { showSigns } from "../parts/signs.js";
import { Bubbles } from "./bubbles.js";

/** @typedef {import("../parts/part.js").Part} Part */
/** @typedef {import("../parts/part.js").Intents} Intents */

/**
 * @param {Pick<Intents, "vote">} intents
 * @returns {Part}
 */
export function makeSeats(intents) {
  const root = el("ol", { class: "seats" });
  const bubbles = new Bubbles(root);
  return {
    root,
    update(state) {
      const { table, view } = state;
      setAttrs(root, { "aria-label": t("web.seats") });
      const seats = table?.seats ?? [];
      setShown(root, seats.length > 1);
      const numbers = seats.map((_, seat) => seat);
      const turns = sinceMine(state);
      follow(
        root,
        numbers,
        String,
        (seat) => makeSeat(seat, intents),
        (item, seat) => {
          const info = seats[seat];
          if (!info) return;
          const running = isRunning(state);
          const here = info.holder === "bot" || (state.present[seat] ?? false);
          const turn = running && view?.turn === seat;
          item.dataset["seat"] = String(seat);
          item.dataset["place"] = placeOf(seat, state.seat ?? 0, seats.length);
          item.classList.toggle("turn", turn);
          item.classList.toggle("me", seat === state.seat);
          item.classList.toggle("away", !here);
          setAttrs(item, { "aria-current": turn ? "true" : null });
          const viewer = viewerOf(state);
          const name = whoName(seat, viewer);
          setName(item, name);
          setFace(part(item, ".face"), seats, seat);
          setStrength(item, info);
          const count = view?.hands[seat]?.count ?? 0;
          item.style.setProperty("--cards", String(count));
          setShown(part(item, ".count"), view !== null);
          setText(part(item, ".count"), String(count));
          setAttrs(part(item, ".count"), { "aria-label": t("web.cards", { count }) });
          const did = signsOf(lastOf(turns, seat));
          showSigns(part(item, ".did"), did, (other) => whoName(other, viewer));
          const yielded = view?.yielded[seat] ?? false;
          setText(part(item, ".note"), seatNote(info, { here, yielded }));
          const vote = /** @type {HTMLButtonElement} */ (part(item, ".vote"));
          setVote(vote, voteAbout(state, seat, Date.now()), name);
        },
      );
      bubbles.update(state);
    },
  };

  /** @param {number} seat @param {Pick<Intents, "vote">} does */
  function makeSeat(seat, does) {
    const vote = button("vote small", () => does.vote(seat, vote.dataset["does"] !== "back"));
    vote.append(icon("bot"), el("span", { class: "wait" }));
    return el(
      "li",
      { class: "seat" },
      makeFace(),
      el("span", { class: "dot", attrs: { "aria-hidden": "true" } }),
      makeName("b"),
      el("span", { class: "strength", attrs: { role: "img" } }),
      el("i", { class: "note" }),
      vote,
      el("span", { class: "count", attrs: { role: "img" } }),
      el("span", { class: "did" }),
    );
  }
}

/** Where players sit around a table, clockwise from the viewer, by their number. */
const PLACES = [
  ["south"],
  ["south", "north"],
  ["south", "west", "east"],
  ["south", "west", "north", "east"],
];

/**
 * @param {number} seat
 * @param {number} viewer  the seat from which the table is seen
 * @param {number} players
 */
function placeOf(seat, viewer, players) {
  return PLACES[players - 1]?.[(seat - viewer + players) % players] ?? "north";
}

/**
 * How well a bot plays: as many marks as it deserves, and a word for the ear and the pointer.
 * @param {HTMLElement} item
 * @param {import("../../types/protocol").SeatInfo} info
 */
function setStrength(item, info) {
  const bot = info.holder === "bot";
  const mark = part(item, ".strength");
  const kind = bot ? botName(info.name ?? "") : "";
  setShown(mark, bot);
  setText(mark, bot ? "•".repeat(strengthOf(info.name ?? "")) : "");
  setAttrs(mark, { "aria-label": kind || null });
  setAttrs(item, { title: kind || null });
}

/**
 * @param {HTMLButtonElement} vote
 * @param {ReturnType<typeof voteAbout>} about
 * @param {string} seat  the name of who is away
 */
function setVote(vote, about, seat) {
  setShown(vote, about !== null);
  if (!about) return;
  const { does, seconds } = about;
  vote.dataset["does"] = does;
  vote.disabled = seconds > 0;
  setText(part(vote, ".wait"), seconds ? String(seconds) : does === "again" ? "?" : "");
  const texts = { vote: "web.vote", again: "web.vote.again", back: "web.vote.back" };
  vote.title = seconds ? t("web.vote.in", { seat, seconds }) : t(texts[does], { seat });
  setAttrs(vote, { "aria-label": vote.title, "aria-pressed": String(does !== "vote") });
}

/**
 * @param {Element} parent
 * @param {string} selector
 * @returns {HTMLElement}
 */
function part(parent, selector) {
  return /** @type {HTMLElement} */ (parent.querySelector(selector));
}

/**
 * A name whose number stays to be seen where room is short: many bots are called the same.
 * @param {"b" | "small"} tag
 */
export function makeName(tag) {
  return el(
    tag,
    { class: "name" },
    el("span", { class: "words" }),
    el("span", { class: "number" }),
  );
}

/**
 * @param {Element} parent  somewhere around what `makeName` made
 * @param {string} name
 */
export function setName(parent, name) {
  const [number = ""] = /\s?\d{1,2}$/.exec(name) ?? [];
  const [words, figure] = parent.querySelectorAll(".name > span");
  if (words) setText(words, name.slice(0, name.length - number.length));
  if (figure) setText(figure, number);
}
