// @ts-check
/**
 * Finds modules once the server has joined them into a few files (`server/browser/joining.py`),
 * and stands at the head of the first one. Where modules are served one by one, it is not used.
 *
 * A module is a function by the module's name. It is called when it is first used, with what it
 * needs instead of `import`, and returns what it exports.
 */

/** @typedef {(use: (name: string) => any, at: (name: string) => string, later: (name: string) => Promise<any>) => any} Make */

/** The files to fetch for each module that is loaded on demand. @type {Record<string, string[]>} */
const PARTS = JSON.parse('{{parts}}');

/** How often to ask again for a file that the server has no time for now. */
const MOST_TRIES = 4;
const LONGEST_WAIT = 20;

/** @type {Map<string, Make>} */
const makers = new Map();
/** What the modules that ran export. @type {Map<string, any>} */
const made = new Map();
/** Files that have come, or are on their way. @type {Map<string, Promise<void>>} */
const parts = new Map();

/** @param {Record<string, Make>} modules */
function define(modules) {
  for (const [name, make] of Object.entries(modules)) makers.set(name, make);
}

/**
 * What a module exports; a promise of it where the module itself has to wait.
 * @param {string} name
 * @returns {any}
 */
function use(name) {
  if (!made.has(name)) {
    const make = makers.get(name);
    if (!make) throw new Error(`${name} has not been loaded`);
    const exported = make(use, at, later);
    made.set(name, exported);
    // What it waited for may be there the next time.
    if (exported instanceof Promise) exported.catch(() => made.delete(name));
  }
  return made.get(name);
}

/**
 * The address that a module would have by itself.
 * @param {string} name
 */
function at(name) {
  return new URL(`../${name}`, import.meta.url).href;
}

/**
 * What `import()` does: the module, once all that it needs is here.
 * @param {string} name
 * @returns {Promise<any>}
 */
async function later(name) {
  await Promise.all((PARTS[name] ?? []).map(fetchOnce));
  return use(name);
}

/** @param {string} part */
function fetchOnce(part) {
  let coming = parts.get(part);
  if (!coming) {
    coming = fetchPart(part);
    // What did not come may come the next time.
    coming.catch(() => parts.delete(part));
    parts.set(part, coming);
  }
  return coming;
}

/** @param {string} part */
async function fetchPart(part) {
  for (let tries = 1; ; tries += 1) {
    // Some browsers never ask again for an address that once failed.
    const address = at(tries > 1 ? `${part}?${tries}` : part);
    try {
      define((await import(address)).default);
      return;
    } catch (problem) {
      const seconds = tries < MOST_TRIES ? await secondsToWait(address) : null;
      if (seconds === null) throw problem;
      await new Promise((done) => setTimeout(done, 1000 * seconds));
    }
  }
}

/**
 * Why a file did not come: how long to wait if there is too much to do at the other end, or `null`
 * if waiting does not help.
 * @param {string} address
 */
async function secondsToWait(address) {
  const answer = await fetch(address).catch(() => null);
  if (answer?.ok) return 0;
  if (answer?.status !== 429 && answer?.status !== 503) return null;
  return Math.min(Number(answer.headers.get("Retry-After")) || 1, LONGEST_WAIT);
}
