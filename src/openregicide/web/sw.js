// @ts-check
/**
 * Keeps this version of the client on the device. Assets carry a hash in their address and never
 * change; pages come from the server as long as there is one, so nobody plays in a stale page, and
 * from here when there is none. The API is never kept.
 */

const ASSETS = "{{assets}}";

/** The files to keep from the beginning; put in by the server. @type {string[]} */
const FILES = JSON.parse('{{files}}');

/** How many files are fetched at once, and the pause after each: people are playing meanwhile. */
const LANES = 2;
const PAUSE = 50;
/** How often a file is asked for, and the longest wait in between, in seconds. */
const MOST_TRIES = 5;
const LONGEST_WAIT = 60;
/** What a server, or one before it, says when it has no time: what is kept here may do. */
const BUSY = [429, 502, 503, 504];

const worker = /** @type {any} */ (self);

worker.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(keep());
  worker.skipWaiting();
});

worker.addEventListener("activate", (/** @type {any} */ event) => {
  event.waitUntil(forgetOthers());
  event.waitUntil(worker.clients.claim());
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const { pathname, origin } = new URL(request.url);
  if (origin !== location.origin || request.method !== "GET") return;
  if (pathname.startsWith(`${ASSETS}/`)) event.respondWith(asset(request));
  else if (request.mode === "navigate" && !pathname.startsWith("/api/")) {
    event.respondWith(page(request));
  }
});

/** Fill the cache, gently: what the page has loaded comes first, and from the browser itself. */
async function keep() {
  const cache = await caches.open(ASSETS);
  const waiting = ["/", ...FILES.map((name) => `${ASSETS}/${name}`)];
  const lane = async () => {
    for (let path = waiting.shift(); path; path = waiting.shift()) {
      if (await cache.match(path)) continue;
      await cache.put(path, await patientFetch(path));
      await sleep(PAUSE);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

/**
 * Fetch a file, and wait as long as the server asks to if it is busy.
 * @param {string} path
 */
async function patientFetch(path) {
  for (let tries = 1; ; tries += 1) {
    const answer = await fetch(path, /** @type {any} */ ({ priority: "low" }));
    if (answer.ok) return answer;
    if (tries === MOST_TRIES || !BUSY.includes(answer.status)) {
      throw new Error(`${answer.status} ${path}`);
    }
    const seconds = Number(answer.headers.get("Retry-After")) || 2 ** tries;
    await sleep(1000 * Math.min(seconds, LONGEST_WAIT));
  }
}

/** @param {number} milliseconds */
function sleep(milliseconds) {
  return new Promise((done) => setTimeout(done, milliseconds));
}

async function forgetOthers() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== ASSETS).map((name) => caches.delete(name)));
}

/** @param {Request} request */
async function asset(request) {
  const cache = await caches.open(ASSETS);
  // A second try has a number behind its address.
  const kept = await cache.match(request, { ignoreSearch: true });
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}

/**
 * Every address gets the same file, which decides what page to show.
 * @param {Request} request
 */
async function page(request) {
  const answer = await fetch(request).catch(() => null);
  if (answer && !BUSY.includes(answer.status)) return answer;
  return (await caches.match("/")) ?? answer ?? Response.error();
}
