// @ts-check
/** A lesson: the table itself, with a coach beside it. */

import { language, onLanguage, sentence, t } from "../i18n.js";
import { choosing, listenToTable } from "../input/table.js";
import { courseInfo, takeLesson } from "../net/http.js";
import { lessonTexts } from "../net/lessons.js";
import { finishLesson } from "../progress.js";
import { go } from "../router.js";
import { onSettings } from "../settings.js";
import { sound } from "../sound.js";
import { openTable } from "../start.js";
import { laidOut, moved, stepAfter, whereIn } from "../store/lesson.js";
import { partsOf, takesCards } from "../store/moves.js";
import { Store } from "../store/store.js";
import { START, plannedMove, reduce } from "../store/table.js";
import { makeActions } from "../view/board/actions.js";
import { makeBoard } from "../view/board/board.js";
import { makeLessonBar } from "../view/lesson/bar.js";
import { makeCoach } from "../view/lesson/coach.js";
import { button, el, setShown, setText } from "../view/parts/dom.js";
import { NO_INTENTS } from "../view/parts/part.js";
import { HelpDialog } from "../view/rulebook/help.js";
import { coachSpeech, lessonTitle, onwardText, useProse } from "../words/lessons.js";
import { refusalPanel } from "./page.js";

/** @typedef {import("../types/protocol").CourseInfo} CourseInfo */
/** @typedef {import("../types/protocol").LessonStep} Lesson */
/** @typedef {import("../store/lesson.js").CurrentStep} CurrentStep */
/** @typedef {import("../store/table.js").TableState} TableState */
/** @typedef {import("../store/table.js").Action} Action */
/** @typedef {import("../view/parts/part.js").Intents} Intents */

class LessonPage extends HTMLElement {
  /** @type {string[]} */
  params = [];
  /** @type {CourseInfo | null} */
  course = null;
  /** @type {CurrentStep} */
  current = { lesson: "", step: 0, made: [] };
  /** @type {Lesson | null} what the step said last */
  told = null;
  answer = "";
  /** The move that the step asked for; empty until it is made. */
  done = "";

  connectedCallback() {
    this.current = { lesson: this.params[0] ?? "", step: 0, made: [] };
    /** @type {Store<TableState, Action>} */
    this.store = new Store(reduce, START);
    this.leaving = new AbortController();
    this.classList.add("lesson");
    this.build();
    this.store.subscribe((now, before) => this.changed(now, before));
    this.endings = [onLanguage(() => this.changeLanguage()), onSettings(() => this.render())];
    this.open();
  }

  disconnectedCallback() {
    this.leaving?.abort();
    for (const end of this.endings ?? []) end();
  }

  build() {
    const intents = this.intents();
    const help = new HelpDialog();
    const bar = makeLessonBar(() => help.show());
    const coach = makeCoach(() => this.showAnswer());
    const actions = makeActions(intents, () => {});
    const next = button("go", () => this.goOn());
    const onward = el("div", { class: "acts" }, next);
    this.actions = actions;
    this.next = next;
    this.board = makeBoard(this, {
      intents,
      above: [
        {
          root: bar.root,
          update: () => bar.update({ title: lessonTitle(this.where), ...this.where }),
        },
        {
          root: coach.root,
          update: () => {
            if (this.told) coach.update(coachSpeech(this.where, this.told, this.done !== ""));
          },
        },
      ],
      below: [
        {
          root: actions.root,
          update: (state) => {
            actions.update(state);
            setShown(actions.root, !this.done);
          },
        },
        {
          root: onward,
          update: () => {
            setShown(onward, this.done !== "");
            setText(next, onwardText(this.where));
          },
        },
      ],
      dialogs: [help],
    });
    listenToTable({
      root: this,
      hand: this.board.hand,
      state: () => this.state,
      dispatch: (action) => this.store?.dispatch(action),
      intents,
      confirm: () => (this.done ? this.goOn() : this.confirm()),
      log: () => {},
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
      ...NO_INTENTS,
      ...choosing(
        () => this.state,
        dispatch,
        () => this.confirm(),
      ),
    };
  }

  /** Fetch the words and the first step. */
  async open() {
    try {
      const [course, texts] = await Promise.all([courseInfo(), lessonTexts(language())]);
      this.course = course;
      useProse(texts);
      await this.layOut();
    } catch (problem) {
      this.refuse(problem);
    }
  }

  async changeLanguage() {
    useProse(await lessonTexts(language()));
    this.render();
  }

  /** Lay out the current step. */
  async layOut() {
    const told = await takeLesson(this.current);
    this.told = told;
    this.answer = told.answer ?? "";
    this.done = "";
    const names = told.view.hands.map((_, seat) =>
      sentence(t("player.name", { number: seat + 1 })),
    );
    const message = laidOut(this.current, told, names);
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
    const told = await takeLesson({ ...this.current, move: wanted });
    this.told = told;
    if (told.done) {
      this.done = wanted;
      if (this.where.step === this.where.steps) finishLesson(this.current.lesson);
      const message = moved(this.current, wanted, told);
      this.store?.dispatch({ type: "message", message, at: 0 });
      this.next?.focus({ preventScroll: true });
      return;
    }
    this.store?.dispatch({ type: "sending", move: null });
    this.store?.dispatch({ type: "clear" });
    sound("struck");
  }

  /** Select the answer; the learner plays it. */
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
    const { step, steps, following } = this.where;
    if (step < steps) {
      this.current = stepAfter(this.current, this.done, this.told);
      next.disabled = true;
      this.layOut()
        .catch((problem) => this.refuse(problem))
        .finally(() => (next.disabled = false));
    } else if (following) go(`/learn/${following}`);
    else openTable({ settings: course.first_battle, begin: true }, next);
    return true;
  }

  get where() {
    return whereIn(this.course, this.current);
  }

  /**
   * @param {TableState} now
   * @param {TableState} before
   */
  changed(now, before) {
    const fresh = this.done && now.version !== before.version ? (this.told?.events ?? []) : [];
    this.board?.show(fresh, () => this.render());
  }

  render() {
    const { course, told, state } = this;
    if (!course || !told || !state.view) return;
    document.title = t("web.title_of", { what: lessonTitle(this.where) });
    const { selection, armed, puzzled } = state;
    this.classList.toggle("considering", Boolean(selection.length || armed || puzzled));
    this.board?.update(state);
  }

  /**
   * There is no such lesson, or no server: say so, and what to do.
   * @param {unknown} problem
   */
  refuse(problem) {
    this.replaceChildren(refusalPanel(problem));
  }
}

customElements.define("lesson-page", LessonPage);
