// @ts-check
/** What a move will do, in sentences before it is made. */

import { sentence, t } from "../i18n.js";
import { worth } from "../store/cards.js";
import { partsOf } from "../store/moves.js";
import { rankName, suitName } from "./cards.js";
import { saidOf, seatName } from "./seats.js";

/** @typedef {import("../types/protocol").LegalMove} LegalMove */
/** @typedef {import("../types/protocol").PreviewData} PreviewData */
/** @typedef {import("../types/protocol").ViewData} ViewData */
/** @typedef {import("../store/table.js").Viewer} Viewer */

/**
 * A preview's sentences; `tone` says how the eye should take one.
 * @typedef {{ text: string, tone: "plain" | "good" | "bad" }} Line
 */

/**
 * @param {LegalMove} move
 * @param {ViewData} view
 * @param {Viewer} viewer
 * @returns {Line[]}
 */
export function previewLines({ move, preview }, view, viewer) {
  const { verb, cards, seat } = partsOf(move);
  if (verb === "n") return [plain(saidOf("preview.next", seat, viewer)), ...stuck(preview, viewer)];
  if (verb === "d") return [paid(preview, view), ...stuck(preview, viewer)];
  /** @type {Line[]} */
  let lines;
  if (verb === "y") lines = [plain(t("preview.yield"))];
  else if (verb === "j") {
    const draw = (preview.draws ?? []).reduce((sum, count) => sum + count, 0);
    lines = [plain(t("preview.flip", { draw, count: view.flips - 1 }))];
  } else lines = cards.includes("X") ? jester(preview, view) : attack(preview, view, viewer);
  return [
    ...lines,
    ...strike(preview, view, verb === "j" ? null : cards),
    ...stuck(preview, viewer),
  ];
}

/**
 * @param {PreviewData} preview
 * @param {ViewData} view
 * @returns {Line}
 */
function paid({ paid = 0 }, { due }) {
  const over = paid - due;
  if (over > 0) return plain(t("preview.pay_over", { paid, due, over }));
  return good(t("preview.pay_exact", { due }));
}

/**
 * @param {PreviewData} preview
 * @param {ViewData} view
 * @returns {Line[]}
 */
function jester(preview, view) {
  const broken = view.immune
    ? t("preview.jester", { suit: suitName(view.immune) })
    : t("preview.jester_again");
  return [plain(broken), ...shield(preview, view), plain(t("preview.choose_next"))];
}

/**
 * @param {PreviewData} preview
 * @param {ViewData} view
 * @param {Viewer} viewer
 * @returns {Line[]}
 */
function attack(preview, view, viewer) {
  const { attack = 0, damage = 0 } = preview;
  const key = preview.doubled ? "preview.attack_doubled" : "preview.attack";
  const lines = [plain(t(key, { attack, damage }))];
  if (preview.blocked && view.immune) {
    lines.push(plain(t("preview.blocked", { suit: suitName(view.immune) })));
  }
  if (preview.heal) lines.push(plain(t("web.preview.heal", { count: preview.heal })));
  lines.push(...draws(preview.draws ?? [], viewer));
  if (!view.enemy) return lines;
  const enemy = rankName(view.enemy);
  if (preview.falls) {
    const falls = preview.exact ? "preview.falls_exactly" : "preview.falls";
    lines.push(good(t(falls, { enemy })));
    return preview.wins ? [...lines, good(t("preview.wins"))] : lines;
  }
  const left = view.health - (preview.damage_after ?? view.damage);
  const still = sentence(t("web.preview.left", { enemy, left }));
  return [...lines, ...shield(preview, view), plain(still)];
}

/**
 * How many cards are drawn, and who gets them.
 * @param {readonly number[]} counts  by seat
 * @param {Viewer} viewer
 * @returns {Line[]}
 */
function draws(counts, viewer) {
  const count = counts.reduce((sum, some) => sum + some, 0);
  if (!count) return [];
  if (counts.length === 1) return [plain(t("web.preview.draw", { count }))];
  const shares = counts
    .map((some, seat) => {
      if (!some) return "";
      const name = seat === viewer.seat ? t("player.self") : seatName(viewer.seats, seat);
      return t("web.preview.share", { name, count: some });
    })
    .filter(Boolean);
  return [plain(t("web.preview.draw_shares", { count, shares: shares.join(", ") }))];
}

/**
 * @param {PreviewData} preview
 * @param {ViewData} view
 * @returns {Line[]}
 */
function shield({ shield_after = 0 }, view) {
  return shield_after > view.shield
    ? [plain(t("web.preview.shield", { shield: shield_after }))]
    : [];
}

/**
 * What the enemy does then, with a warning if it is more than the hand can bear.
 * @param {PreviewData} preview
 * @param {ViewData} view
 * @param {string[] | null} given  the cards that leave the hand; `null` is all of them
 * @returns {Line[]}
 */
function strike({ strike, loses, draws = [] }, view, given) {
  if (strike == null) return [];
  if (strike === 0) return [good(t("preview.no_strike"))];
  const lines = [plain(t("web.preview.strike", { strike }))];
  if (view.seat === null || given === null) return lines;
  const left = worthOf(view.hands[view.seat]?.cards ?? []) - worthOf(given);
  if (!loses && left >= strike) return lines;
  return [...lines, bad(fatal(draws[view.seat] ?? 0, view.flips, left))];
}

/**
 * What it takes not to lose.
 * @param {number} drawn  how many cards the player gets before they are struck
 * @param {number} flips  jesters that may still be flipped
 * @param {number} worth  what is left in the hand without either
 */
function fatal(drawn, flips, worth) {
  if (drawn && flips) return t("web.preview.fatal_unless_drawn_or_flipped", { worth });
  if (drawn) return t("web.preview.fatal_unless_drawn", { worth });
  return flips
    ? t("web.preview.fatal_unless_flipped", { worth })
    : t("web.preview.fatal", { worth });
}

/**
 * A warning of a move after which a player can do nothing.
 * @param {PreviewData} preview
 * @param {Viewer} viewer
 * @returns {Line[]}
 */
function stuck({ stuck: seat }, viewer) {
  return seat == null ? [] : [bad(saidOf("preview.stuck", seat, viewer))];
}

/** @param {readonly string[]} cards */
function worthOf(cards) {
  return cards.reduce((sum, card) => sum + worth(card), 0);
}

/** @param {string} text @returns {Line} */
function plain(text) {
  return { text, tone: "plain" };
}

/** @param {string} text @returns {Line} */
function good(text) {
  return { text, tone: "good" };
}

/** @param {string} text @returns {Line} */
function bad(text) {
  return { text, tone: "bad" };
}
