// @ts-check
/** The companion for a table with real cards. Once opened, it needs no server. */

import { canRedo, canUndo, enter, newGame, redo, standing, undo } from "../companion/game.js";
import { dropGame, keepGame, keptGame, onOtherTab, pastGames } from "../companion/keeping.js";
import { language, onLanguage, t } from "../i18n.js";
import { keepRulebook } from "../net/book.js";
import { newId } from "../net/ids.js";
import { settings } from "../settings.js";
import { makeAnswers } from "../view/companion/answers.js";
import { stayAwake } from "../view/companion/awake.js";
import { makeCompanionBar } from "../view/companion/bar.js";
import { makeCourt, makeFoe } from "../view/companion/enemy.js";
import { CompanionMenu } from "../view/companion/menu.js";
import { makePad } from "../view/companion/pad.js";
import { makePlayers } from "../view/companion/players.js";
import { makePreview } from "../view/companion/preview.js";
import { isComplete, tapRefusal } from "../view/companion/scene.js";
import { makePast, makeSetup, nextSetup } from "../view/companion/setup.js";
import { makeQuestion, makeTold } from "../view/companion/told.js";
import { el } from "../view/parts/dom.js";
import { HelpDialog } from "../view/rulebook/help.js";
import { toast } from "../view/parts/toast.js";
import { playerNames, refusalText } from "../words/companion.js";
import { framed, sheet } from "./page.js";

/** @typedef {import("../types/companion").Action} Action */
/** @typedef {import("../types/companion").Played} Played */
/** @typedef {import("../types/companion").Refused} Refused */
/** @typedef {import("../view/companion/scene.js").Mode} Mode */
/** @typedef {import("../view/companion/scene.js").Scene} Scene */

class CompanionPage extends HTMLElement {
  /** @type {Played | null} */
  game = keptGame();
  setup = nextSetup(pastGames());
  /** @type {string[]} */
  selected = [];
  giving = false;
  /** The number of actions when the players last read what to do. */
  read = -1;

  help = new HelpDialog();
  menu = new CompanionMenu({
    help: () => this.help.show(this.game && standing(this.game).rules),
    begin: () => this.begin(),
    act: (action) => this.act(action),
  });

  parts = this.makeParts();
  board = el(
    "main",
    { class: "companion" },
    this.parts.bar.root,
    el(
      "div",
      { class: "companion-top" },
      this.parts.foe.root,
      this.parts.court.root,
      this.parts.players.root,
    ),
    el(
      "div",
      { class: "companion-desk" },
      this.parts.told.root,
      this.parts.question.root,
      this.parts.preview.root,
      this.parts.pad.root,
      this.parts.answers.root,
    ),
  );

  connectedCallback() {
    this.ends = [
      onLanguage(() => this.draw()),
      onOtherTab(() => this.setGame(keptGame())),
      stayAwake(),
      keepRulebook(language),
    ];
    this.draw();
  }

  disconnectedCallback() {
    for (const end of this.ends ?? []) end();
  }

  makeParts() {
    const intents = {
      tap: (/** @type {string} */ card) => this.tap(card),
      confirm: () => this.confirm(),
      act: (/** @type {Action} */ action) => this.act(action),
      goOn: () => this.goOn(),
      give: (/** @type {boolean} */ on) => this.give(on),
      undo: () => this.game && this.changed(undo(this.game)),
      redo: () => this.game && this.changed(redo(this.game)),
      menu: () => this.game && this.menu.show(this.scene(this.game), this.game.setup),
      again: () => this.begin(),
    };
    return {
      bar: makeCompanionBar(intents),
      foe: makeFoe(),
      court: makeCourt(),
      players: makePlayers(),
      told: makeTold(),
      question: makeQuestion(),
      preview: makePreview(),
      pad: makePad(intents),
      answers: makeAnswers(intents),
    };
  }

  // What is shown

  draw() {
    document.title = t("web.title_of", { what: t("ui.home.companion") });
    const { game } = this;
    if (!game) {
      this.replaceChildren(this.before());
      return;
    }
    if (!this.board.isConnected) this.replaceChildren(this.board, this.menu.root, this.help.root);
    const scene = this.scene(game);
    this.board.dataset["mode"] = scene.mode;
    for (const part of Object.values(this.parts)) part.update(scene);
  }

  before() {
    const past = makePast(pastGames());
    return framed(
      t("ui.home.companion"),
      makeSetup(
        this.setup,
        (setup, again) => {
          this.setup = setup;
          if (again) this.redraw();
        },
        () => this.start(),
      ),
      ...(past ? [past] : []),
    );
  }

  /** Rebuild the form, with the focus and the open drawer as they were. */
  redraw() {
    const fields = () => [...this.querySelectorAll("input, select, button, summary")];
    const index = fields().indexOf(/** @type {Element} */ (document.activeElement));
    const open = this.querySelector("details")?.open ?? false;
    this.draw();
    const details = this.querySelector("details");
    if (details) details.open = open;
    const field = fields()[index];
    if (field instanceof HTMLElement) field.focus({ preventScroll: true });
  }

  /**
   * @param {Played} game
   * @returns {Scene}
   */
  scene(game) {
    const { selected } = this;
    return {
      state: standing(game),
      names: playerNames(game.setup.names),
      mode: this.mode(game),
      selected,
      undo: canUndo(game),
      redo: canRedo(game),
    };
  }

  /**
   * @param {Played} game
   * @returns {Mode}
   */
  mode(game) {
    const { phase, told } = standing(game);
    if (phase === "play" && told.length && this.read !== game.at) return "read";
    return phase === "discard" && this.giving ? "give" : phase;
  }

  // What is wanted

  start() {
    const game = newGame(this.setup, newId());
    if (game) this.changed(game);
  }

  /** Another game, with the same people. */
  begin() {
    this.setup = nextSetup(pastGames(), this.game?.setup);
    dropGame();
    this.setGame(null);
  }

  /** @param {Action} action */
  act(action) {
    if (!this.game) return;
    const { game, refused } = enter(this.game, action);
    if (refused) this.refuse(refused);
    else this.changed(game);
  }

  /** @param {string} card */
  tap(card) {
    if (!this.game) return;
    const scene = this.scene(this.game);
    if (this.selected.includes(card)) {
      this.selected = this.selected.filter((other) => other !== card);
    } else {
      const refused = tapRefusal(scene, card);
      if (refused) {
        this.refuse(refused);
        return;
      }
      this.selected = [...this.selected, card];
    }
    this.draw();
    const now = this.scene(this.game);
    if (!settings().confirm && now.mode === "play" && isComplete(now)) this.confirm();
  }

  confirm() {
    const kind = this.giving ? "discard" : "play";
    this.act({ kind, cards: this.selected });
  }

  goOn() {
    this.read = this.game?.at ?? -1;
    this.draw();
  }

  /** @param {boolean} on */
  give(on) {
    this.giving = on;
    this.selected = [];
    this.draw();
  }

  /** @param {Refused} refused */
  refuse(refused) {
    toast(refusalText(refused, playerNames(this.game?.setup.names ?? [])), "bad");
  }

  /** @param {Played} game */
  changed(game) {
    keepGame(game);
    this.setGame(game);
  }

  /** @param {Played | null} game */
  setGame(game) {
    this.game = game;
    this.selected = [];
    this.giving = false;
    this.read = -1;
    this.draw();
  }
}

await sheet("companion");
customElements.define("companion-page", CompanionPage);
