// @ts-check
/** The table: everything about one game, from the empty chairs to the medal. */

import { forgetSeat, keepSeat, seatToken, takeSeatFromLink } from "../device.js";
import { onLanguage, t } from "../i18n.js";
import { choosing } from "../input/choosing.js";
import { listenToTable } from "../input/table.js";
import { tableInfo } from "../net/http.js";
import { TableSocket } from "../net/socket.js";
import { onSettings } from "../settings.js";
import { sound } from "../sound.js";
import { START, isMyMove, isRunning, plannedMove, reduce } from "../store/table.js";
import { Store } from "../store/store.js";
import { makeActions } from "../view/table/actions.js";
import { makeBanner } from "../view/around/banner.js";
import { makeBar } from "../view/around/bar.js";
import { makeCastle } from "../view/table/castle.js";
import { makeInvitation } from "../view/daily/facts.js";
import { el } from "../view/parts/dom.js";
import { makeEnemy } from "../view/table/enemy.js";
import { makeFlips } from "../view/table/flips.js";
import { makeHand } from "../view/table/hand.js";
import { HelpDialog } from "../view/around/help.js";
import { HintDialog } from "../view/table/hints.js";
import { JoinDialog } from "../view/room/join.js";
import { makeLog } from "../view/around/log.js";
import { makeLookUp } from "../view/rulebook/look_up.js";
import { MenuDialog } from "../view/around/menu.js";
import { look, move } from "../view/table/motion.js";
import { makePiles } from "../view/table/piles.js";
import { makePlayed } from "../view/table/played.js";
import { problemPanel } from "../view/parts/problem.js";
import { makeResult } from "../view/around/result.js";
import { makeSay } from "../view/table/say.js";
import { makeSeats } from "../view/table/seats.js";
import { TalkDialog } from "../view/table/talk.js";
import { toast } from "../view/parts/toast.js";
import { makeVoice } from "../view/around/voice.js";
import { makeWaiting } from "../view/room/waiting.js";
import { changeText } from "../words/events.js";
import { ruleOfProblem } from "../words/links.js";
import { problemText } from "../words/problems.js";
import { readerOf } from "../view/parts/part.js";

/** @typedef {import("../store/table.js").TableState} TableState */
/** @typedef {import("../store/table.js").Action} Action */
/** @typedef {import("../net/socket.js").Ask} Ask */
/** @typedef {import("../view/parts/part.js").Part} Part */
/** @typedef {import("../view/parts/part.js").Intents} Intents */

class TablePage extends HTMLElement {
  /** @type {string[]} */
  params = [];

  connectedCallback() {
    this.code = (this.params[0] ?? "").replace(/-/g, "").toUpperCase();
    takeSeatFromLink(this.code);
    /** @type {Store<TableState, Action>} */
    this.store = new Store(reduce, START);
    this.leaving = new AbortController();
    this.classList.add("board");
    this.setAttribute("role", "main");
    this.build();
    this.store.subscribe((now, before) => this.changed(now, before));
    this.endings = [onLanguage(() => this.render()), onSettings(() => this.render())];
    this.connect();
    this.render();
  }

  disconnectedCallback() {
    this.leaving?.abort();
    this.socket?.close();
    this.bar?.stop();
    for (const end of this.endings ?? []) end();
  }

  build() {
    const intents = this.intents();
    const menu = new MenuDialog({ help: () => help.show(), leave: intents.leave });
    const help = new HelpDialog();
    const talk = new TalkDialog(intents);
    this.hints = new HintDialog(intents);
    const log = makeLog(makeLookUp(this));
    this.join = new JoinDialog((token) => this.sat(token));
    this.bar = makeBar({
      menu: () => menu.show(this.state),
      talk: () => talk.show(this.state),
      log: log.toggle,
    });
    const enemy = makeEnemy();
    const castle = makeCastle();
    const piles = makePiles();
    const flips = makeFlips();
    const keep = el("div", { class: "keep" }, castle.root, flips.root);
    const arena = el("div", { class: "arena" }, keep, enemy.root, piles.root);
    const hand = makeHand(intents);
    const field = [
      makePlayed(),
      makeSay(),
      hand,
      makeActions(intents, () => talk.show(this.state)),
    ];
    const seats = makeSeats(intents);
    const over = [makeWaiting(intents), makeResult(intents), makeBanner(), makeVoice()];
    /** @type {Part[]} */
    this.parts = [this.bar, seats, castle, flips, enemy, piles, ...field, log, ...over];
    this.replaceChildren(
      this.bar.root,
      seats.root,
      arena,
      ...field.map(({ root }) => root),
      log.root,
      ...over.map(({ root }) => root),
      ...[menu, help, talk, this.hints, this.join].map(({ root }) => root),
    );
    listenToTable({
      root: this,
      hand: hand.root,
      state: () => this.state,
      dispatch: (action) => this.store?.dispatch(action),
      intents,
      confirm: () => this.confirm(),
      log: log.toggle,
      help: () => help.show(),
      signal: /** @type {AbortController} */ (this.leaving).signal,
    });
  }

  /** @returns {TableState} */
  get state() {
    return this.store?.state ?? START;
  }

  connect() {
    this.socket?.close();
    this.store?.dispatch({ type: "anew" });
    this.socket = new TableSocket(this.code ?? "", {
      token: () => seatToken(this.code ?? ""),
      version: () => this.state.version,
      onMessage: (message) => this.store?.dispatch({ type: "message", message, at: Date.now() }),
      onStatus: (status, problem) => this.store?.dispatch({ type: "status", status, problem }),
    });
  }

  /** @returns {Intents} */
  intents() {
    /** @param {Action} action */
    const dispatch = (action) => this.store?.dispatch(action);
    /** @param {Ask} ask */
    const ask = (ask) => this.ask(ask);
    return {
      ...choosing(() => this.state, dispatch, () => this.confirm()),
      say: (phrase) => ask({ type: "say", phrase }),
      chat: (text) => ask({ type: "chat", text }),
      begin: (first) => ask({ type: "begin", first }),
      seatBot: (seat, bot) => ask({ type: "seat_bot", seat, bot }),
      configure: (changed) => ask({ type: "configure", settings: changed }),
      vote: (seat, bot) => ask({ type: "vote", seat, bot }),
      comeBack: () => ask({ type: "return" }),
      leave: async () => {
        await ask({ type: "leave" });
        forgetSeat(this.code ?? "");
        this.connect();
      },
      sit: () => this.join?.ask(this.code ?? ""),
      hint: () => this.hints?.show(() => this.state),
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

  /** @param {string} token */
  sat(token) {
    keepSeat(this.code ?? "", token);
    // Whoever was not let in has no table on the screen yet.
    if (this.state.status === "refused") this.restart();
    else this.connect();
  }

  /**
   * @param {TableState} now
   * @param {TableState} before
   */
  changed(now, before) {
    if (now.status === "refused") {
      this.refuse();
      return;
    }
    const fresh =
      now.log.length > before.log.length && before.version !== null
        ? now.log.slice(before.log.length)
        : [];
    const events = fresh.flatMap((change) => change.events ?? []);
    const places = events.length ? look(this) : null;
    this.render();
    if (places) move(this, places, events);
    for (const code of new Set(events.map((event) => event.code))) sound(code);
    if (isMyMove(now) && !isMyMove(before) && now.version !== before.version) sound("turn");
    for (const change of fresh) {
      const heard = change.what === "said" || change.what === "chatted";
      if (heard && change.seat !== now.seat) toast(changeText(change, readerOf(now)), "talk");
    }
  }

  render() {
    const { state } = this;
    this.classList.toggle("ready", state.table !== null);
    this.classList.toggle("playing", isRunning(state));
    this.classList.toggle("solo", state.table?.seats.length === 1);
    this.classList.toggle("watching", state.seat === null);
    for (const part of this.parts ?? []) part.update(state);
  }

  /** The server will not have us here: say why, and what to do. */
  refuse() {
    const problem = this.state.problem ?? { code: "table.unknown", values: {} };
    if (problem.code === "seat.token") forgetSeat(this.code ?? "");
    this.classList.remove("playing", "solo", "watching");
    document.title = t("web.title");
    const again = problem.code === "seat.token" ? () => this.restart() : null;
    this.replaceChildren(problemPanel(problem, { again }));
    if (problem.code === "table.no_spectators") this.offerSeat(problem);
  }

  /**
   * Whoever may not watch may perhaps play.
   * @param {import("../types/protocol").Problem} problem
   */
  async offerSeat(problem) {
    const { join, code = "" } = this;
    const info = await tableInfo(code).catch(() => null);
    if (!join || !info?.seats.some(({ holder }) => holder === "free")) return;
    const sit = () => join.ask(code);
    const panel = info.daily ? makeInvitation(info, sit) : problemPanel(problem, { sit });
    this.replaceChildren(panel, join.root);
  }

  restart() {
    this.disconnectedCallback();
    this.connectedCallback();
  }
}

customElements.define("table-page", TablePage);
