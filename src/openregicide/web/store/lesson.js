// @ts-check
/** A lesson as the table's store takes it: every step is an update, as if a server had sent it. */

/** @typedef {import("../types/protocol").CourseInfo} CourseInfo */
/** @typedef {import("../types/protocol").LessonStep} Lesson */
/** @typedef {import("../types/protocol").SeatInfo} SeatInfo */
/** @typedef {import("../types/protocol").TableInfo} TableInfo */
/** @typedef {import("../types/protocol").Update} Update */

/** The learner's seat. */
export const LEARNER = 0;

/**
 * The step that the learner is at.
 * @typedef {object} CurrentStep
 * @property {string} lesson
 * @property {number} step
 * @property {string[]} made  the moves since the table was laid out
 */

/**
 * The same within the course.
 * @typedef {object} Where
 * @property {string} lesson
 * @property {number} number  of the lesson, counted from 1
 * @property {number} step  counted from 1
 * @property {number} steps
 * @property {string} key  of the step's texts
 * @property {string | null} following  the lesson after this one, if there is one
 */

/**
 * @param {CourseInfo | null} course
 * @param {CurrentStep} current
 * @returns {Where}
 */
export function whereIn(course, { lesson, step }) {
  const lessons = course?.lessons ?? [];
  const number = lessons.findIndex(({ id }) => id === lesson);
  const steps = lessons[number]?.steps ?? [];
  return {
    lesson,
    number: number + 1,
    step: step + 1,
    steps: steps.length,
    key: `${lesson}.${steps[step]}`,
    following: lessons[number + 1]?.id ?? null,
  };
}

/**
 * The step after this one.
 * @param {CurrentStep} current
 * @param {string} move
 * @param {Lesson} lesson
 * @returns {CurrentStep}
 */
export function stepAfter({ lesson, step, made }, move, { goes_on }) {
  return { lesson, step: step + 1, made: goes_on ? [...made, move] : [] };
}

/**
 * A step laid out, as someone who has just come is told of it.
 * @param {CurrentStep} current
 * @param {Lesson} lesson
 * @param {string[]} names  of the players
 * @returns {Update & { type: "update" }}
 */
export function laidOut({ lesson: id, step }, lesson, names) {
  return {
    type: "update",
    version: 2 * step,
    full: true,
    seat: LEARNER,
    table: tableOf(`${id}.${step}`, lesson, names),
    view: lesson.view,
    moves: lesson.moves,
    present: names.map(() => true),
  };
}

/**
 * The move that the step asked for, as someone who was there is told of it.
 * @param {CurrentStep} current
 * @param {string} move
 * @param {Lesson} lesson
 * @returns {Update & { type: "update" }}
 */
export function moved({ step }, move, { view, moves, events = [] }) {
  const version = 2 * step + 1;
  const news = [{ version, what: /** @type {const} */ ("moved"), seat: LEARNER, move, events }];
  return { type: "update", version, view, moves, news };
}

/**
 * @param {string} id
 * @param {Lesson} lesson
 * @param {string[]} names
 * @returns {TableInfo}
 */
function tableOf(id, { view }, names) {
  const rules = { players: view.hands.length };
  const seats = names.map((name) => /** @type {SeatInfo} */ ({ holder: "person", name }));
  const nothing = { seed_hash: "", seed: null, result: null, daily: null, ranked: false };
  const never = { again: null, undone: 0, giving_up: [], given_up: false, deal: null };
  const game = { id, number: 1, rules, first: LEARNER, ...nothing, ...never };
  return { id, settings: { rules }, seats, host: null, game, daily: false, deal: null };
}
