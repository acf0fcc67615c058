// @ts-check
/** The table: everything about one game, from the empty chairs to the medal. */

import { deviceSecret, forgetSeat, keepSeat, seatToken, takeSeatFromLink } from "../device.js";
import { seatLink } from "../address.js";
import { onLanguage, t } from "../i18n.js";
import { choosing, listenToTable } from "../input/table.js";
import {
  Refused,
  dailyChance,
  dailyDeal,
  serverInfo,
  soundPart,
  tableInfo,
  takeSeat,
} from "../net/http.js";
import { TableSocket } from "../net/socket.js";
import { go } from "../router.js";
import { change, onSettings, settings } from "../settings.js";
import { sound } from "../sound.js";
import { fullRules } from "../store/options.js";
import { isSpoken } from "../store/speech.js";
import { freshChanges, isMyMove, plannedMove, reduce, START, viewerOf } from "../store/table.js";
import { Store } from "../store/store.js";
import { makeActions } from "../view/board/actions.js";
import { makeBoard } from "../view/board/board.js";
import { makeLog } from "../view/board/log.js";
import { AskDialog } from "../view/parts/ask.js";
import { el } from "../view/parts/dom.js";
import { problemPanel } from "../view/parts/problem.js";
import { toast } from "../view/parts/toast.js";
import { HelpDialog } from "../view/rulebook/help.js";
import { makeBanner, makeBar } from "../view/table/bar.js";
import { damagedPanel } from "../view/table/damaged.js";
import { makeGiveUpVote } from "../view/table/give_up.js";
import { guestPanel } from "../view/table/guest.js";
import { HintDialog } from "../view/table/hints.js";
import { JoinDialog } from "../view/table/join.js";
import { MenuDialog } from "../view/table/menu.js";
import { giveUpQuestion, voteQuestion } from "../view/table/questions.js";
import { makeResult } from "../view/table/result.js";
import { makeSoundOffer } from "../view/table/sound_offer.js";
import { TalkDialog } from "../view/table/talk.js";
import { makeWaiting } from "../view/table/waiting.js";
import { changeText } from "../words/events.js";
import { ruleOfProblem } from "../words/links.js";
import { problemText } from "../words/problems.js";
import { FairPlay } from "./fair.js";
import { makeLookUp } from "./page.js";

/** @typedef {import("../store/table.js").TableState} TableState */
/** @typedef {import("../store/table.js").Action} Action */
/** @typedef {import("../net/socket.js").Ask} Ask */
/** @typedef {import("../types/protocol").Problem} Problem */
/** @typedef {import("../view/parts/part.js").Intents} Intents */

/** How long the strong bot is given before we ask again what it has reached with the deal. */
const PAR_MS = 6000;

class TablePage extends HTMLElement {
  /** @type {string[]} */
  params = [];

  connectedCallback() {
    this.code = (this.params[0] ?? "").replace(/-/g, "").toUpperCase();
    takeSeatFromLink(this.code);
    /** @type {Store<TableState, Action>} */
    this.store = new Store(reduce, START);
    this.leaving = new AbortController();
    this.build();
    this.store.subscribe((now, before) => this.changed(now, before));
    this.endings = [
      onLanguage(() => this.render()),
      onSettings((now, before) => {
        if (now.portrait !== before.portrait) this.showFace(now.portrait);
        this.render();
      }),
    ];
    // Someone who is away: the seconds until there may be a vote go down.
    this.ticking = setInterval(() => this.state.voteAt.some(Boolean) && this.render(), 1000);
    this.connect();
    this.inform();
    this.fair?.start(() => this.state).catch(() => {});
    this.render();
  }

  disconnectedCallback() {
    this.leaving?.abort();
    this.socket?.close();
    this.bar?.stop();
    clearInterval(this.ticking);
    for (const end of this.endings ?? []) end();
  }

  build() {
    const intents = this.intents();
    const help = new HelpDialog();
    this.question = new AskDialog();
    const menu = new MenuDialog({
      help: () => help.show(this.rules),
      leave: intents.leave,
      giveUp: () =>
        this.question?.ask(giveUpQuestion(this.state, () => intents.giveUp(true))),
      home: () => go("/"),
      light: (on) => {
        const { table } = this.state;
        if (table) intents.configure({ ...table.settings, hints: on });
      },
      seatLink: () => seatLink(this.code ?? "", seatToken(this.code ?? "")),
    });
    const talk = new TalkDialog(intents);
    const openTalk = () => this.inform().then(() => talk.show(this.state));
    const log = makeLog(makeLookUp(this));
    this.hints = new HintDialog(intents, () => this.state, (version) =>
      this.socket?.request({ type: "hint", version }),
    );
    this.join = new JoinDialog((name) => this.sit(name));
    this.fair = new FairPlay(this, async (ask) => this.socket?.request(ask));
    this.reasons = el("div", { class: "reasons-end" });
    this.bar = makeBar({ menu: () => menu.show(this.state), talk: openTalk, log: log.toggle });
    this.board = makeBoard(this, {
      intents,
      above: [this.bar],
      below: [makeActions(intents, openTalk)],
      over: [
        makeSoundOffer(),
        log,
        makeGiveUpVote(intents),
        makeWaiting(intents),
        makeBanner(),
      ],
      last: [makeResult(intents, this.fair.root, this.reasons)],
      dialogs: [menu, help, talk, this.hints, this.join, this.question],
    });
    listenToTable({
      root: this,
      hand: this.board.hand,
      state: () => this.state,
      dispatch: (action) => this.store?.dispatch(action),
      intents,
      confirm: () => this.confirm(),
      log: log.toggle,
      help: () => help.show(this.rules),
      signal: /** @type {AbortController} */ (this.leaving).signal,
    });
  }

  /** @returns {TableState} */
  get state() {
    return this.store?.state ?? START;
  }

  /** What holds at this table, once we know. */
  get rules() {
    const chosen = this.state.table?.settings.rules;
    return chosen ? fullRules(chosen) : null;
  }

  connect() {
    this.socket?.close();
    this.store?.dispatch({ type: "restart" });
    this.socket = new TableSocket(this.code ?? "", {
      token: () => seatToken(this.code ?? ""),
      version: () => this.state.version,
      seats: () => this.state.table?.seats.length ?? null,
      onMessage: (message) => this.store?.dispatch({ type: "message", message, at: Date.now() }),
      onStatus: (status, problem) => this.store?.dispatch({ type: "status", status, problem }),
      onDisk: (waiting) => this.store?.dispatch({ type: "disk", waiting }),
    });
  }

  /** Learn what the server offers; without an answer the table is there all the same. */
  async inform() {
    if (this.state.info) return;
    const info = await serverInfo().catch(() => null);
    if (info) this.store?.dispatch({ type: "info", info });
  }

  /** @returns {Intents} */
  intents() {
    /** @param {Action} action */
    const dispatch = (action) => this.store?.dispatch(action);
    /** @param {Ask} ask */
    const ask = (ask) => this.ask(ask);
    /** @param {number | null} first */
    const begin = (first) => {
      this.fair?.begins(first);
      ask({ type: "begin", first });
    };
    return {
      ...choosing(
        () => this.state,
        dispatch,
        () => this.confirm(),
      ),
      say: (phrase) => ask({ type: "say", phrase }),
      chat: (text) => ask({ type: "chat", text }),
      begin,
      beginAgain: () => ask({ type: "begin", first: null, again: true }),
      beginWith: async (chosen) => {
        const answer = await ask({ type: "configure", settings: chosen });
        if (answer && !answer.error) begin(null);
      },
      undo: () => {
        const { version } = this.state;
        if (version !== null) ask({ type: "take_back", version });
      },
      giveUp: (wanted) => {
        const { version } = this.state;
        if (version !== null) ask({ type: "give_up", version, wanted });
      },
      seatBot: (seat, bot) => ask({ type: "seat_bot", seat, bot }),
      configure: (changed) => ask({ type: "configure", settings: changed }),
      vote: (seat, bot) => {
        const vote = () => ask({ type: "vote", seat, bot });
        if (bot) this.question?.ask(voteQuestion(this.state, seat, vote));
        else vote();
      },
      comeBack: () => ask({ type: "return" }),
      leave: async () => {
        await ask({ type: "leave" });
        forgetSeat(this.code ?? "");
        this.connect();
      },
      sit: () => this.join?.ask(),
      sitDown: (name) => this.sit(name),
      hint: () => this.hints?.show(),
    };
  }

  /** @param {Ask} ask */
  async ask(ask) {
    const answer = await this.socket?.request(ask);
    if (answer?.error) {
      toast(problemText(answer.error), "bad", ruleOfProblem(answer.error.code));
    }
    return answer;
  }

  /**
   * Let the others see a face that was just chosen.
   * @param {string} face
   */
  showFace(face) {
    if (this.state.seat !== null) this.ask({ type: "face", face });
  }

  /**
   * Make the move that is selected, if it is one.
   * @returns {boolean} whether there was one
   */
  confirm() {
    const { version, sending } = this.state;
    const planned = plannedMove(this.state);
    if (!planned || sending || version === null || !isMyMove(this.state)) return false;
    this.store?.dispatch({ type: "sending", move: planned.move });
    this.ask({ type: "move", version, move: planned.move }).then((answer) => {
      if (answer?.error) this.store?.dispatch({ type: "sending", move: null });
    });
    return true;
  }

  /**
   * Take a free seat.
   * @param {string} name
   * @returns {Promise<Problem | null>}  why not
   */
  async sit(name) {
    const { code = "" } = this;
    change({ name });
    try {
      const { portrait: face } = settings();
      const { token } = await takeSeat(code, { name, face, device: deviceSecret() });
      keepSeat(code, token);
    } catch (problem) {
      if (!(problem instanceof Refused)) throw problem;
      return problem.problem;
    }
    // A client that was refused has no table on the screen yet.
    if (this.state.status === "refused") this.restart();
    else this.connect();
    return null;
  }

  /**
   * @param {TableState} now
   * @param {TableState} before
   */
  changed(now, before) {
    this.fair?.see(now);
    if (now.status === "refused") {
      if (before.status !== "refused") this.refuse();
      return;
    }
    const fresh = freshChanges(now, before);
    this.board?.show(
      fresh.flatMap((change) => change.events ?? []),
      () => this.render(),
    );
    if (isMyMove(now) && !isMyMove(before) && now.version !== before.version) sound("turn");
    // Before the first game the seats are not to be seen, where speech has its place.
    for (const change of now.table?.game ? [] : fresh) {
      if (isSpoken(change) && change.seat !== now.seat) {
        toast(changeText(change, viewerOf(now)), "talk");
      }
    }
    for (const change of fresh.filter(({ lamp }) => lamp != null))
      toast(changeText(change, viewerOf(now)));
    const question = dailyQuestion(now);
    if (question && question !== dailyQuestion(before)) this.askDaily(question);
  }

  render() {
    this.board?.update(this.state);
    this.fair?.update(this.state);
    this.giveReasons();
  }

  /** After a game: what it has earned, and a kinder one after many losses. */
  async giveReasons() {
    const { state, reasons } = this;
    if (!reasons || state.seat === null || state.table?.game?.result == null) return;
    const { atEnd } = await import("./reasons.js");
    atEnd(reasons, this.state, this.intents());
  }

  /**
   * Ask what the daily deal says about this table, which may change before the answer comes.
   * @param {string} question
   */
  async askDaily(question) {
    const { table } = this.state;
    if (!table) return;
    const day = table.game?.daily;
    const none = () => null;
    /** @type {Action} */
    let told;
    if (day) {
      const daily = await dailyDeal(day, table.seats.length, deviceSecret()).catch(none);
      told = { type: "daily", daily };
    } else {
      const counts = await dailyChance(table.id).then(({ ranked }) => ranked, none);
      told = { type: "counts", counts };
    }
    if (dailyQuestion(this.state) !== question || !this.isConnected) return;
    this.store?.dispatch(told);
    // The strong bot still plays the deal: ask again what it has reached.
    if (told.type === "daily" && told.daily?.par_coming)
      setTimeout(() => this.isConnected && this.askDaily(question), PAR_MS);
  }

  /** The server refused us: say why, and what to do. */
  refuse() {
    const problem = this.state.problem ?? { code: "table.unknown", values: {} };
    if (problem.code === "seat.token") forgetSeat(this.code ?? "");
    this.classList.remove("solo", "watching");
    document.title = t("web.title");
    if (problem.code === "storage.damaged") {
      this.showDamage();
      return;
    }
    const again = problem.code === "seat.token" ? () => this.restart() : null;
    this.replaceChildren(problemPanel(problem, { again }));
    if (problem.code === "table.no_spectators") this.offerSeat();
  }

  /** The disk has damaged the table: say so, and offer what is sound. */
  async showDamage() {
    const { code = "" } = this;
    this.replaceChildren(damagedPanel(null));
    const part = await soundPart(code, seatToken(code)).catch(() => null);
    if (part && this.isConnected) this.replaceChildren(damagedPanel(part));
  }

  /** A user who may not watch may perhaps play. */
  async offerSeat() {
    const info = await tableInfo(this.code ?? "").catch(() => null);
    if (!info?.seats.some(({ holder }) => holder === "free")) return;
    this.replaceChildren(guestPanel(info, (name) => this.sit(name)));
  }

  restart() {
    this.disconnectedCallback();
    this.connectedCallback();
  }
}

/**
 * What to ask about the daily deal: before a game whether it will count, asked again
 * whenever someone has sat down or left; after a ranked one which rank it has.
 * @param {TableState} state
 */
function dailyQuestion({ table }) {
  if (table?.daily && !table.game) return JSON.stringify(table.seats);
  return table?.game?.ranked && table.game.result != null ? table.game.id : "";
}

customElements.define("table-page", TablePage);
