// @ts-check
/**
 * Our part in a fair deal: pledge a share of the next game's seed, remember what everyone has
 * committed to, then open the share. After that, remember what is shown of the game.
 */

import { keepNote, keepShare, keptNote, keptShares } from "./keeping.js";
import { noted, notedBefore, withChanged } from "./notes.js";
import { commitment, newShare } from "./seed.js";

/** @typedef {import("../types/fairness").Note} Note */
/** @typedef {import("../types/fairness").Share} Share */
/** @typedef {import("../types/protocol").Answer} Answer */
/** @typedef {import("../types/protocol").DealInfo} DealInfo */
/** @typedef {import("../types/protocol").GameInfo} GameInfo */
/** @typedef {import("../types/protocol").TableInfo} TableInfo */
/** @typedef {import("../store/table.js").TableState} TableState */

/** @typedef {{ type: "pledge", pledge: string } | { type: "open", share: string }} Ask */
/** @typedef {(ask: Ask) => Promise<Answer | undefined>} Request */

/**
 * A share with its pledge, for a table that is still to be made.
 * @returns {Omit<Share, "table">}
 */
export function makeShare() {
  const share = newShare();
  return { pledge: commitment(share), share, chance: false, opened: "" };
}

export class Ceremony {
  /** @param {Request} request */
  constructor(request) {
    this.request = request;
    /** Whether the next game has our pledge, as far as this connection knows. */
    this.pledged = false;
    /** Which deal we have answered on this connection. */
    this.answered = "";
    /** The game for which the server has taken our share, on this connection. */
    this.taken = "";
    /** Whether the player, as the host, has let a game begin without saying who goes first. */
    this.chance = false;
    /** @type {Note | null} */
    this.note = null;
  }

  /**
   * Look at the table, whenever something has changed, and do what there is to do.
   * @param {TableState} state
   */
  see(state) {
    const { status, table } = state;
    if (status !== "open") {
      this.pledged = false;
      this.answered = "";
      // A server that was started again has forgotten the shares, and asks for them again.
      this.taken = "";
      return;
    }
    if (!table) return;
    if (!table.daily) this.takePart(state, table);
    if (table.game) this.watch(state, table.game);
  }

  /**
   * @param {TableState} state
   * @param {TableInfo} table
   */
  takePart(state, table) {
    const running = table.game != null && table.game.result == null;
    if (running) this.chance = false;
    // A pledge is for one game, even if that is called off.
    if (running || table.deal) this.pledged = false;
    else if (state.seat !== null && !this.pledged) this.pledge(table.id);
    if (table.deal) this.answer(state, table.deal);
  }

  /** @param {string} table */
  pledge(table) {
    this.pledged = true;
    // Two tabs of one browser share a share, so it does not matter whose pledge came last.
    const unopened = keptShares().find((share) => share.table === table && !share.opened);
    const share = unopened ?? { table, ...makeShare() };
    keepShare(share);
    this.request({ type: "pledge", pledge: share.pledge });
  }

  /**
   * Everyone has committed: remember to what, then open our share.
   * @param {TableState} state
   * @param {DealInfo} deal
   */
  answer(state, deal) {
    const print = JSON.stringify([deal.game, deal.secret_hash, deal.pledges]);
    const known = this.recall(deal.game, state.seat);
    let note = notedBefore(known, state, deal);
    const pledge = state.seat === null ? "" : deal.pledges[state.seat];
    const share = keptShares().find((each) => pledge && each.pledge === pledge);
    if (this.chance || share?.chance) note = { ...note, chance: true };
    // A share is opened for one deal only: who has seen it could choose a secret to go with it.
    const spent = share && share.opened !== "" && share.opened !== print;
    if (spent) note = withChanged(note, "twice");
    else if (share) note = { ...note, share: share.share };
    this.keep(known, note);
    if (!share || spent || this.answered === print) return;
    this.answered = print;
    keepShare({ ...share, opened: print });
    this.request({ type: "open", share: share.share }).then((answer) => {
      if (answer && !answer.error && this.answered === print) this.taken = deal.game;
    });
  }

  /**
   * Note what is shown of a game.
   * @param {TableState} state
   * @param {GameInfo} game
   */
  watch(state, { id, deal }) {
    const before = this.recall(id, state.seat);
    let note = noted(before, state);
    const left = state.seat !== null && deal && !deal.shares?.[state.seat];
    if (note && left && this.taken === id) note = withChanged(note, "dropped");
    this.keep(before, note);
  }

  /**
   * What we have noted of a game.
   * @param {string} game
   * @param {number | null} seat
   */
  recall(game, seat) {
    if (this.note?.game !== game || this.note.seat !== seat) this.note = keptNote(game, seat);
    return this.note;
  }

  /**
   * @param {Note | null} before
   * @param {Note | null} now
   */
  keep(before, now) {
    if (!now || now === before || JSON.stringify(now) === JSON.stringify(before)) return;
    this.note = now;
    keepNote(now);
  }
}
