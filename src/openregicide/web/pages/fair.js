// @ts-check
/**
 * The fair deal beside a table: our part in it while games are played, the seal when they are over.
 * Its modules are fetched while the table is there already.
 */

import { replaySteps } from "../net/http.js";
import { el } from "../view/parts/dom.js";
import { sheet } from "./page.js";

/** @typedef {import("../fairness/ceremony.js").Ceremony} Ceremony */
/** @typedef {import("../store/table.js").TableState} TableState */
/** @typedef {import("../types/fairness").Verdict} Verdict */
/** @typedef {import("../types/protocol").GameInfo} GameInfo */
/** @typedef {import("../types/protocol").GameSummary} GameSummary */
/** @typedef {import("../types/protocol").ReplayStep} ReplayStep */

/**
 * Judge a finished game by its record and its replay, and by what is remembered of it here.
 * @param {GameSummary} game
 * @param {readonly ReplayStep[]} steps
 * @param {HTMLElement} page  where the dialog goes
 */
export async function sealOf(game, steps, page) {
  const { id, rules, players, seed, seed_hash: seedHash, daily } = game;
  const [{ judge }, { anyNote }, { againInRecord, dealInRecord }, { recordText }, { makeSeal }] =
    await Promise.all([
      import("../fairness/judge.js"),
      import("../fairness/keeping.js"),
      import("../fairness/record.js"),
      import("../net/record.js"),
      import("../view/fairness/seal.js"),
      sheet("fairness"),
    ]);
  const record = seed === null ? "" : await recordText(id);
  const deal = dealInRecord(record, id, players);
  const again = againInRecord(record);
  const first = steps[0]?.view.turn ?? 0;
  const result = { game: id, rules, first, seed, seedHash, deal, daily, again };
  return { verdict: judge(result, anyNote(id, players), steps), seal: makeSeal(page) };
}

export class FairPlay {
  /**
   * @param {HTMLElement} page
   * @param {import("../fairness/ceremony.js").Request} request
   */
  constructor(page, request) {
    this.page = page;
    this.request = request;
    this.root = el("div", { class: "fair-slot" });
    /** @type {Ceremony | null} */
    this.ceremony = null;
    this.judged = "";
    /** @type {Verdict | null} */
    this.verdict = null;
    /** @type {ReturnType<typeof import("../view/fairness/seal.js").makeSeal> | null} */
    this.seal = null;
  }

  /**
   * Take part from now on.
   * @param {() => TableState} state
   */
  async start(state) {
    const { Ceremony } = await import("../fairness/ceremony.js");
    this.ceremony = new Ceremony(this.request);
    this.see(state());
  }

  /** The player, as the host, lets a game begin. @param {number | null} first */
  begins(first) {
    if (this.ceremony) this.ceremony.chance = first === null;
  }

  /** @param {TableState} state */
  see(state) {
    this.ceremony?.see(state);
    const game = state.table?.game;
    const over = this.ceremony && game && game.result != null ? `${game.id} ${state.seat}` : "";
    if (over === this.judged) return;
    this.judged = over;
    this.verdict = null;
    if (game && over) this.judge(state, game, over).catch(() => (this.judged = ""));
    else this.update(state);
  }

  /**
   * A game is over: was its deal fair?
   * @param {TableState} state
   * @param {GameInfo} game
   * @param {string} over
   */
  async judge(state, game, over) {
    const [{ judge }, { keptNote }, { makeSeal }] = await Promise.all([
      import("../fairness/judge.js"),
      import("../fairness/keeping.js"),
      import("../view/fairness/seal.js"),
      sheet("fairness"),
    ]);
    const note = keptNote(game.id, state.seat);
    // Who has not seen every move needs the replay, and may see it once the seed is public.
    const gap = !note?.whole && game.seed !== null;
    const steps = gap ? await replaySteps(game.id, state.seat, null).catch(() => []) : [];
    const verdict = judge({ ...game, game: game.id, seedHash: game.seed_hash }, note, steps);
    if (this.judged !== over) return;
    this.verdict = verdict;
    if (!this.seal) {
      this.seal = makeSeal(this.page);
      this.root.append(this.seal.root);
    }
    this.update(state);
  }

  /** @param {TableState} state */
  update({ table }) {
    this.seal?.update(this.verdict, table?.seats ?? []);
  }
}
