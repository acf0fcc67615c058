// @ts-check
/**
 * The line to one table. It comes back by itself, and sends again what was not answered, with the
 * same id: the server answers a repeat and does nothing twice.
 */

import { newId } from "./ids.js";

/** @typedef {import("../types/protocol").Message} Message */
/** @typedef {import("../types/protocol").Request} Request */
/** @typedef {import("../types/protocol").Answer} Answer */
/** @typedef {import("../types/protocol").Problem} Problem */
/** @typedef {Request extends infer R ? R extends { id: string } ? Omit<R, "id"> : never : never} Ask */

/**
 * @typedef {object} Owner
 * @property {() => string | null} token
 * @property {() => number | null} version  the last one seen
 * @property {(message: Message) => void} onMessage
 * @property {(status: "open" | "lost" | "refused", problem: Problem | null) => void} onStatus
 */

const FIRST_WAIT = 400;
const LONGEST_WAIT = 8000;
const PING_EVERY = 20000;
const SILENCE = 10000;

/** Refusals after which there is no point in trying again. */
const FINAL = /^(table|seat|token|hello|origin)\./;

export class TableSocket {
  /**
   * @param {string} table
   * @param {Owner} owner
   */
  constructor(table, owner) {
    this.owner = owner;
    this.address = `${location.origin.replace(/^http/, "ws")}/api/tables/${table}/socket`;
    /** @type {WebSocket | null} */
    this.line = null;
    /** @type {Map<string, { request: Request, settle: (answer: Answer) => void }>} */
    this.unanswered = new Map();
    this.ready = false;
    this.closed = false;
    this.wait = FIRST_WAIT;
    this.retry = 0;
    this.heartbeat = setInterval(() => this.ping(), PING_EVERY);
    this.deadline = 0;
    this.hurry = () => this.line === null && this.connect();
    this.drop = () => this.hangUp();
    addEventListener("online", this.hurry);
    addEventListener("offline", this.drop);
    document.addEventListener("visibilitychange", this.hurry);
    this.connect();
  }

  connect() {
    if (this.closed) return;
    clearTimeout(this.retry);
    const line = new WebSocket(this.address);
    this.line = line;
    this.ready = false;
    line.onopen = () => {
      const token = this.owner.token();
      const version = this.owner.version();
      line.send(JSON.stringify({ type: "hello", token, version }));
    };
    line.onmessage = ({ data }) => line === this.line && this.receive(JSON.parse(data));
    line.onclose = () => line === this.line && this.lost();
  }

  /** @param {Message} message */
  receive(message) {
    clearTimeout(this.deadline);
    this.deadline = 0;
    if (message.type === "bye") {
      if (FINAL.test(message.error.code)) this.close(message.error);
      return;
    }
    if (!this.ready) this.welcome();
    if (message.type === "answer") {
      this.unanswered.get(message.id)?.settle(message);
      this.unanswered.delete(message.id);
    }
    this.owner.onMessage(message);
  }

  /** The server has heard us: tell it what it may have missed. */
  welcome() {
    this.ready = true;
    this.wait = FIRST_WAIT;
    this.owner.onStatus("open", null);
    for (const { request } of this.unanswered.values()) this.line?.send(JSON.stringify(request));
  }

  lost() {
    this.line = null;
    this.ready = false;
    if (this.closed) return;
    this.owner.onStatus("lost", null);
    this.retry = setTimeout(() => this.connect(), this.wait * (0.75 + Math.random() / 2));
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  /**
   * Ask something of the table. The promise waits as long as it takes, over any interruption.
   * @param {Ask} ask
   * @returns {Promise<Answer>}
   */
  request(ask) {
    const request = /** @type {Request} */ ({ ...ask, id: newId() });
    return new Promise((settle) => {
      this.unanswered.set(request.id, { request, settle });
      if (this.ready) this.line?.send(JSON.stringify(request));
    });
  }

  /** A connection that is silent for too long is dead, whatever the browser thinks. */
  ping() {
    if (!this.ready || this.deadline) return;
    this.line?.send(JSON.stringify({ type: "ping", id: newId() }));
    this.deadline = setTimeout(() => this.hangUp(), SILENCE);
  }

  /** Give up this connection and try another; ignore what this one still brings. */
  hangUp() {
    const { line } = this;
    clearTimeout(this.deadline);
    this.deadline = 0;
    if (!line) return;
    this.lost();
    line.close();
  }

  /**
   * Disconnect for good.
   * @param {Problem | null} [problem]
   */
  close(problem = null) {
    this.closed = true;
    clearInterval(this.heartbeat);
    clearTimeout(this.retry);
    clearTimeout(this.deadline);
    removeEventListener("online", this.hurry);
    removeEventListener("offline", this.drop);
    document.removeEventListener("visibilitychange", this.hurry);
    this.line?.close();
    this.line = null;
    if (problem) this.owner.onStatus("refused", problem);
  }
}
