// @ts-check
/** A lesson: the table itself, with a coach beside it. */

import { onLanguage, sentence, t } from "../i18n.js";
import { choosing } from "../input/choosing.js";
import { listenToTable } from "../input/table.js";
import { Refused, courseInfo, takeLesson } from "../net/http.js";
import { finishLesson } from "../progress.js";
import { go } from "../router.js";
import { onSettings } from "../settings.js";
import { sound } from "../sound.js";
import { openTable } from "../start.js";
import { laidOut, moved, placeAfter } from "../store/lesson.js";
import { partsOf, takesCards } from "../store/moves.js";
import { Store } from "../store/store.js";
import { START, plannedMove, reduce } from "../store/table.js";
import { makeActions } from "../view/table/actions.js";
import { makeCastle } from "../view/table/castle.js";
import { makeCoach } from "../view/lesson/coach.js";
import { button, el, icon, setAttrs, setShown, setText } from "../view/parts/dom.js";
import { makeEnemy } from "../view/table/enemy.js";
import { makeFlips } from "../view/table/flips.js";
import { makeHand } from "../view/table/hand.js";
import { HelpDialog } from "../view/around/help.js";
import { look, move } from "../view/table/motion.js";
import { makePiles } from "../view/table/piles.js";
import { makePlayed } from "../view/table/played.js";
import { problemPanel } from "../view/parts/problem.js";
import { makeSay } from "../view/table/say.js";
import { makeSeats } from "../view/table/seats.js";
import { makeVoice } from "../view/around/voice.js";
import { loadProse, prose } from "../words/lessons.js";
import { problemText } from "../words/problems.js";

/** @typedef {import("../types/protocol").CourseInfo} CourseInfo */
/** @typedef {import("../types/protocol").Lesson} Lesson */
/** @typedef {import("../store/lesson.js").Place} Place */
/** @typedef {import("../store/table.js").TableState} TableState */
/** @typedef {import("../store/table.js").Action} Action */
/** @typedef {import("../view/parts/part.js").Intents} Intents */

class LessonPage extends HTMLElement {
  /** @type {string[]} */
  params = [];
  /** @type {CourseInfo | null} */
  course = null;
  /** @type {Place} */
  place = { lesson: "", step: 0, made: [] };
  /** @type {Lesson | null} what the step said last */
  told = null;
  answer = "";
  /** The move that did it; empty as long as there is none. */
  done = "";

  connectedCallback() {
    this.place = { lesson: this.params[0] ?? "", step: 0, made: [] };
    /** @type {Store<TableState, Action>} */
    this.store = new Store(reduce, START);
    this.leaving = new AbortController();
    this.classList.add("board", "lesson");
    this.setAttribute("role", "main");
    this.build();
    this.store.subscribe((now, before) => this.changed(now, before));
    this.endings = [onLanguage(() => this.speakAnew()), onSettings(() => this.render())];
    this.open();
  }

  disconnectedCallback() {
    this.leaving?.abort();
    for (const end of this.endings ?? []) end();
  }

  build() {
    const intents = this.intents();
    const help = new HelpDialog();
    this.home = el("a", { class: "icon-button", attrs: { href: "/learn" } }, icon("crown"));
    this.heading = el("h2", { class: "turn-text" });
    this.count = el("small", { class: "step-count" });
    this.ask = button("icon-button", () => help.show());
    this.ask.append(icon("info"));
    const bar = el("div", { class: "bar" }, this.home, this.heading, this.count, this.ask);
    this.coach = makeCoach(() => this.showAnswer());
    const [enemy, castle, piles, flips] = [makeEnemy(), makeCastle(), makePiles(), makeFlips()];
    const keep = el("div", { class: "keep" }, castle.root, flips.root);
    const arena = el("div", { class: "arena" }, keep, enemy.root, piles.root);
    const seats = makeSeats({ vote: nothing });
    const hand = makeHand(intents);
    const field = [makePlayed(), makeSay(), hand];
    this.actions = makeActions(intents, nothing);
    this.next = button("go", () => this.goOn());
    this.onward = el("div", { class: "acts" }, this.next);
    const voice = makeVoice();
    this.parts = [seats, castle, flips, enemy, piles, ...field, this.actions, voice];
    this.replaceChildren(
      bar,
      this.coach.root,
      seats.root,
      arena,
      ...field.map(({ root }) => root),
      this.actions.root,
      this.onward,
      voice.root,
      help.root,
    );
    listenToTable({
      root: this,
      hand: hand.root,
      state: () => this.state,
      dispatch: (action) => this.store?.dispatch(action),
      intents,
      confirm: () => (this.done ? this.goOn() : this.confirm()),
      log: nothing,
      help: () => help.show(),
      signal: /** @type {AbortController} */ (this.leaving).signal,
    });
  }

  /** @returns {TableState} */
  get state() {
    return this.store?.state ?? START;
  }

  /** @returns {Intents} */
  intents() {
    /** @param {Action} action */
    const dispatch = (action) => this.store?.dispatch(action);
    return {
      ...choosing(() => this.state, dispatch, () => this.confirm()),
      say: nothing,
      chat: nothing,
      begin: nothing,
      seatBot: nothing,
      configure: nothing,
      vote: nothing,
      comeBack: nothing,
      leave: nothing,
      sit: nothing,
      hint: nothing,
    };
  }

  /** Fetch the words and the first step. */
  async open() {
    try {
      [this.course] = await Promise.all([courseInfo(), loadProse()]);
      await this.layOut();
    } catch (problem) {
      this.refuse(problem);
    }
  }

  async speakAnew() {
    await loadProse();
    this.render();
  }

  /** Lay out the step that one stands at. */
  async layOut() {
    const told = await takeLesson(this.place);
    this.told = told;
    this.answer = told.answer ?? "";
    this.done = "";
    const names = told.view.hands.map((_, seat) =>
      sentence(t("player.name", { number: seat + 1 })),
    );
    const message = laidOut(this.place, told, names);
    this.store?.dispatch({ type: "message", message, at: 0 });
  }

  /**
   * Try the move that is selected, if it is one.
   * @returns {boolean} whether there was one
   */
  confirm() {
    const planned = plannedMove(this.state);
    if (!planned || this.state.sending) return false;
    this.store?.dispatch({ type: "sending", move: planned.move });
    this.attempt(planned.move).catch((problem) => this.refuse(problem));
    return true;
  }

  /** @param {string} wanted */
  async attempt(wanted) {
    const told = await takeLesson({ ...this.place, move: wanted });
    this.told = told;
    if (told.done) {
      this.done = wanted;
      if (this.place.step + 1 === this.steps) finishLesson(this.place.lesson);
      const message = moved(this.place, wanted, told);
      this.store?.dispatch({ type: "message", message, at: 0 });
      this.next?.focus({ preventScroll: true });
      return;
    }
    this.store?.dispatch({ type: "sending", move: null });
    this.store?.dispatch({ type: "clear" });
    sound("struck");
  }

  /** Put the answer into the hand; to play it is left to the learner. */
  showAnswer() {
    const { cards } = partsOf(this.answer);
    if (takesCards(this.answer)) this.intents().select(cards);
    else this.intents().arm(this.answer);
    const confirm = this.actions?.root.querySelector(".acts > .go:not([hidden])");
    if (confirm instanceof HTMLElement) confirm.focus();
  }

  /**
   * The next step, the next lesson, or the battle after the last one.
   * @returns {boolean} that there was something to do
   */
  goOn() {
    const { course, next } = this;
    if (!this.told || !this.done || !course || !next || next.disabled) return true;
    if (this.place.step + 1 < this.steps) {
      this.place = placeAfter(this.place, this.done, this.told);
      next.disabled = true;
      this.layOut()
        .catch((problem) => this.refuse(problem))
        .finally(() => (next.disabled = false));
    } else if (this.following) go(`/learn/${this.following}`);
    else openTable({ settings: course.first_battle, begin: true }, next);
    return true;
  }

  get number() {
    return this.course?.lessons.findIndex(({ id }) => id === this.place.lesson) ?? -1;
  }

  get steps() {
    return this.course?.lessons[this.number]?.steps.length ?? 0;
  }

  /** The lesson after this one, if there is one. */
  get following() {
    return this.course?.lessons[this.number + 1]?.id ?? null;
  }

  /**
   * @param {TableState} now
   * @param {TableState} before
   */
  changed(now, before) {
    const fresh = this.done && now.version !== before.version ? (this.told?.events ?? []) : [];
    const places = fresh.length ? look(this) : null;
    this.render();
    if (places) move(this, places, fresh);
    for (const code of new Set(fresh.map((event) => event.code))) sound(code);
  }

  render() {
    const { course, told, state } = this;
    if (!course || !told || !state.view) return;
    const { lesson } = this.place;
    const title = t("learn.lesson", { number: this.number + 1, title: prose(`${lesson}.title`) });
    document.title = t("web.title_of", { what: title });
    this.classList.add("ready");
    this.classList.toggle("solo", state.view.hands.length === 1);
    const { selection, armed, puzzled } = state;
    this.classList.toggle("considering", Boolean(selection.length || armed || puzzled));
    for (const part of this.parts ?? []) part.update(state);
    if (this.heading) setText(this.heading, title);
    const step = t("learn.step", { step: this.place.step + 1, count: this.steps });
    if (this.count) {
      setText(this.count, `${this.place.step + 1}/${this.steps}`);
      setAttrs(this.count, { "aria-label": step, title: step });
    }
    if (this.home) setAttrs(this.home, { "aria-label": t("learn.course") });
    if (this.ask) setAttrs(this.ask, { "aria-label": t("ui.help"), title: t("ui.help") });
    this.coach?.update(this.speech(told));
    if (this.actions) setShown(this.actions.root, !this.done);
    if (this.onward) setShown(this.onward, this.done !== "");
    if (this.next) setText(this.next, this.onwardText());
  }

  /**
   * What the coach says now.
   * @param {Lesson} told
   * @returns {import("../view/lesson/coach.js").Speech}
   */
  speech(told) {
    const { lesson, step } = this.place;
    const here = `${lesson}.${this.course?.lessons[this.number]?.steps[step]}`;
    if (this.done) {
      return { text: prose(`${here}.done`, told), task: "", tone: "done", how: false, show: false };
    }
    const task = prose(`${here}.task`);
    const how = this.number === 0 && step === 0;
    if (told.say || told.problem) {
      const refused = told.problem ? problemText(told.problem) : "";
      const text = told.say ? prose(`${here}.${told.say}`, told) : refused;
      return { text, task, tone: "wrong", how: false, show: true };
    }
    return { text: prose(`${here}.tell`), task, tone: "tell", how, show: false };
  }

  onwardText() {
    if (this.place.step + 1 < this.steps) return t("learn.next");
    return this.following ? t("learn.next_lesson") : t("learn.battle.begin");
  }

  /**
   * There is no such lesson, or no server: say so, and what to do.
   * @param {unknown} problem
   */
  refuse(problem) {
    if (!(problem instanceof Refused)) throw problem;
    const gone = problem.problem.code === "web.unreachable";
    const retry = gone ? () => location.reload() : null;
    this.replaceChildren(problemPanel(problem.problem, { retry }));
  }
}

/** A lesson has no company to talk to. */
function nothing() {}

customElements.define("lesson-page", LessonPage);
