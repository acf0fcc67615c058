// @ts-check
/**
 * The line to one table. It comes back by itself, and sends again what was not answered, with the
 * same id: the server answers a repeat and does nothing twice.
 */

import { newId } from "./ids.js";
import { Nonsense, readMessage } from "./received.js";

/** @typedef {import("../types/protocol").Message} Message */
/** @typedef {import("../types/protocol").Request} Request */
/** @typedef {import("../types/protocol").Answer} Answer */
/** @typedef {import("../types/protocol").Problem} Problem */
/** @typedef {Request extends infer R ? R extends { id: string } ? Omit<R, "id"> : never : never} Ask */

/**
 * @typedef {object} Owner
 * @property {() => string | null} token
 * @property {() => number | null} version  the last one seen
 * @property {() => number | null} seats  how many the table has, as far as is known
 * @property {(message: Message) => void} onMessage
 * @property {(status: "open" | "lost" | "refused", problem: Problem | null) => void} onStatus
 * @property {(waiting: boolean) => void} onDisk  whether something waits for the server's disk
 */

const FIRST_WAIT = 400;
const LONGEST_WAIT = 8000;
const PING_EVERY = 20000;
const SILENCE = 10000;
/** A connection that held for so long was a good one: the next may be tried soon. */
const HELD = 10000;

/** Refusals after which there is no point in trying again. */
const FINAL = /^((table|seat|token|hello|origin)\.|storage\.damaged$)/;

/** The server cannot write just now; what we ask is sent again, with its id, until it can. */
const DISK = /^storage\.(full|failed)$/;
const DISK_WAIT = 3000;

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
    this.welcomed = 0;
    this.retry = 0;
    /** @type {Map<string, ReturnType<typeof setTimeout>>} */
    this.waiting = new Map();
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
    line.onmessage = ({ data }) => line === this.line && this.hear(data);
    line.onclose = () => line === this.line && this.lost();
  }

  /**
   * What makes no sense ends the connection; the next one may bring something better.
   * @param {unknown} data
   */
  hear(data) {
    try {
      const message = readMessage(data, this.owner.seats());
      if (message) this.receive(message);
    } catch (problem) {
      if (!(problem instanceof Nonsense)) throw problem;
      this.hangUp();
    }
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
    if (message.type === "answer" && this.waits(message)) return;
    if (message.type === "answer") {
      this.unanswered.get(message.id)?.settle(message);
      this.unanswered.delete(message.id);
    }
    this.owner.onMessage(message);
  }

  /**
   * Whether an answer only says that the server's disk refuses; then the request goes out again.
   * @param {Answer} answer
   */
  waits({ id, error }) {
    const asked = this.unanswered.get(id);
    const refused = asked !== undefined && error != null && DISK.test(error.code);
    clearTimeout(this.waiting.get(id));
    if (refused) {
      const again = () => this.ready && this.line?.send(JSON.stringify(asked.request));
      this.waiting.set(id, setTimeout(again, DISK_WAIT));
      this.owner.onDisk(true);
    } else if (this.waiting.delete(id) && this.waiting.size === 0) {
      this.owner.onDisk(false);
    }
    return refused;
  }

  /** The server has heard us: tell it what it may have missed. */
  welcome() {
    this.ready = true;
    this.welcomed = Date.now();
    this.owner.onStatus("open", null);
    for (const { request } of this.unanswered.values()) this.line?.send(JSON.stringify(request));
  }

  lost() {
    if (this.ready && Date.now() - this.welcomed > HELD) this.wait = FIRST_WAIT;
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
    for (const waiting of this.waiting.values()) clearTimeout(waiting);
    removeEventListener("online", this.hurry);
    removeEventListener("offline", this.drop);
    document.removeEventListener("visibilitychange", this.hurry);
    this.line?.close();
    this.line = null;
    if (problem) this.owner.onStatus("refused", problem);
  }
}
