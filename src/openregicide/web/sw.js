// @ts-check
/**
 * Keeps this version of the client on the device. Assets carry a hash in their address and never
 * change; pages come from the server as long as there is one, so nobody plays in a stale page, and
 * from here when there is none. The API is never kept.
 */

const ASSETS = "{{assets}}";

/** Everything but catalogues and icons; written by scripts/web_files.py. */
const FILES = [
  "app.js",
  "art.svg",
  "companion/game.js",
  "companion/keeping.js",
  "companion/legal.js",
  "companion/options.js",
  "companion/rules.js",
  "companion/whereabouts.js",
  "css/base.css",
  "css/book.css",
  "css/card.css",
  "css/companion.css",
  "css/fairness.css",
  "css/learn.css",
  "css/pages.css",
  "css/parts.css",
  "css/replay.css",
  "css/skyline.svg",
  "css/table.css",
  "device.js",
  "fairness/ceremony.js",
  "fairness/check.js",
  "fairness/deal.js",
  "fairness/follow.js",
  "fairness/hex.js",
  "fairness/judge.js",
  "fairness/keeping.js",
  "fairness/notes.js",
  "fairness/record.js",
  "fairness/seed.js",
  "fairness/sha256.js",
  "fairness/shake256.js",
  "i18n.js",
  "input/drag.js",
  "input/keys.js",
  "input/replay_keys.js",
  "input/table.js",
  "net/book.js",
  "net/http.js",
  "net/ids.js",
  "net/lessons.js",
  "net/received.js",
  "net/record.js",
  "net/shapes.js",
  "net/socket.js",
  "pages/companion.js",
  "pages/daily.js",
  "pages/fair.js",
  "pages/history.js",
  "pages/home.js",
  "pages/learn.js",
  "pages/lesson.js",
  "pages/lobby.js",
  "pages/lost.js",
  "pages/page.js",
  "pages/replay.js",
  "pages/rules.js",
  "pages/settings.js",
  "pages/setup.js",
  "pages/table.js",
  "progress.js",
  "router.js",
  "settings.js",
  "sound.js",
  "start.js",
  "store/book.js",
  "store/cards.js",
  "store/lesson.js",
  "store/moves.js",
  "store/options.js",
  "store/replay.js",
  "store/rules.js",
  "store/store.js",
  "store/story.js",
  "store/table.js",
  "view/board/actions.js",
  "view/board/board.js",
  "view/board/enemy.js",
  "view/board/hand.js",
  "view/board/keep.js",
  "view/board/log.js",
  "view/board/motion.js",
  "view/board/piles.js",
  "view/board/played.js",
  "view/board/say.js",
  "view/board/seats.js",
  "view/companion/answers.js",
  "view/companion/awake.js",
  "view/companion/bar.js",
  "view/companion/enemy.js",
  "view/companion/menu.js",
  "view/companion/pad.js",
  "view/companion/players.js",
  "view/companion/scene.js",
  "view/companion/setup.js",
  "view/companion/told.js",
  "view/daily/facts.js",
  "view/daily/leaderboard.js",
  "view/fairness/dialog.js",
  "view/fairness/seal.js",
  "view/history/charts.js",
  "view/history/statistics.js",
  "view/lesson/bar.js",
  "view/lesson/coach.js",
  "view/parts/card.js",
  "view/parts/dialog.js",
  "view/parts/dom.js",
  "view/parts/fields.js",
  "view/parts/options.js",
  "view/parts/part.js",
  "view/parts/problem.js",
  "view/parts/rule_link.js",
  "view/parts/settings_form.js",
  "view/parts/share.js",
  "view/parts/toast.js",
  "view/replay/bar.js",
  "view/replay/controls.js",
  "view/replay/facts.js",
  "view/replay/outcome.js",
  "view/rulebook/dialog.js",
  "view/rulebook/example.js",
  "view/rulebook/help.js",
  "view/rulebook/pictures.js",
  "view/rulebook/sections.js",
  "view/table/bar.js",
  "view/table/damaged.js",
  "view/table/hints.js",
  "view/table/join.js",
  "view/table/menu.js",
  "view/table/result.js",
  "view/table/talk.js",
  "view/table/waiting.js",
  "words/cards.js",
  "words/companion.js",
  "words/daily.js",
  "words/events.js",
  "words/fairness.js",
  "words/games.js",
  "words/lessons.js",
  "words/links.js",
  "words/options.js",
  "words/preview.js",
  "words/problems.js",
  "words/seats.js",
  "words/turn.js",
];

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

async function keep() {
  const cache = await caches.open(ASSETS);
  await cache.addAll(["/", ...FILES.map((name) => `${ASSETS}/${name}`)]);
}

async function forgetOthers() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== ASSETS).map((name) => caches.delete(name)));
}

/** @param {Request} request */
async function asset(request) {
  const cache = await caches.open(ASSETS);
  const kept = await cache.match(request);
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
  try {
    return await fetch(request);
  } catch (problem) {
    const kept = await caches.match("/");
    if (kept) return kept;
    throw problem;
  }
}
