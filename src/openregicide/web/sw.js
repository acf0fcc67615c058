// @ts-check
/**
 * Keeps what never changes: assets carry a hash in their address. Pages and the API always come
 * from the server, so nobody plays in a stale page.
 */

const CACHE = "assets";
const worker = /** @type {any} */ (self);

worker.addEventListener("install", () => worker.skipWaiting());
worker.addEventListener("activate", (/** @type {any} */ event) => {
  event.waitUntil(worker.clients.claim());
});
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { pathname, origin } = new URL(event.request.url);
  if (origin === location.origin && pathname.startsWith("/a/")) {
    event.respondWith(fromCache(event.request, pathname.split("/")[2] ?? ""));
  }
});

/**
 * @param {Request} request
 * @param {string} hash  of this version; older ones are let go
 */
async function fromCache(request, hash) {
  const cache = await caches.open(`${CACHE}-${hash}`);
  const kept = await cache.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) {
    await cache.put(request, answer.clone());
    for (const name of await caches.keys()) {
      if (name.startsWith(CACHE) && name !== `${CACHE}-${hash}`) await caches.delete(name);
    }
  }
  return answer;
}
