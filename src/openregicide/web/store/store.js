// @ts-check
/** A state, the one way to change it, and its listeners. */

/**
 * @template State, Action
 */
export class Store {
  /**
   * @param {(state: State, action: Action) => State} reduce
   * @param {State} start
   */
  constructor(reduce, start) {
    this.reduce = reduce;
    this.state = start;
    /** @type {Set<(now: State, before: State) => void>} */
    this.listeners = new Set();
  }

  /** @param {Action} action */
  dispatch(action) {
    const before = this.state;
    this.state = this.reduce(before, action);
    if (this.state !== before) for (const listener of this.listeners) listener(this.state, before);
  }

  /** @param {(now: State, before: State) => void} listener */
  subscribe(listener) {
    this.listeners.add(listener);
  }
}
