// @ts-check
/** Which lessons this device has finished. */

const PLACE = "regicide.lessons";

/** @type {string[]} What is known where the browser keeps nothing. */
let known = [];

/**
 * The ids of the finished lessons.
 * @returns {string[]}
 */
export function finishedLessons() {
  try {
    const kept = JSON.parse(localStorage.getItem(PLACE) ?? "[]");
    return Array.isArray(kept) ? kept : [];
  } catch {
    return known;
  }
}

/** @param {string} lesson */
export function finishLesson(lesson) {
  known = [...new Set([...finishedLessons(), lesson])];
  try {
    localStorage.setItem(PLACE, JSON.stringify(known));
  } catch {
    // Then it is forgotten with the page.
  }
}
