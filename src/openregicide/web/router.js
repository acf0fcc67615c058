// @ts-check
/** From addresses to pages. A page is a custom element, loaded when first asked for. */

import { Refused, ask } from "./net/http.js";
import { problemPanel } from "./view/parts/problem.js";

/**
 * @typedef {HTMLElement & { params?: string[] }} Page
 * @typedef {object} Route
 * @property {RegExp} path
 * @property {string} element
 * @property {() => Promise<unknown>} load  defines the element
 */

/** @type {readonly Route[]} */
let routes = [];

/**
 * Go to another page.
 * @param {string} path
 */
export async function go(path) {
  history.pushState(null, "", path);
  await show(new URL(path, location.href).pathname);
}

/**
 * Put the page of an address on the screen.
 * @param {string} path
 */
export async function show(path) {
  const route = routes.find((candidate) => candidate.path.test(path));
  if (!route) return;
  try {
    await route.load();
  } catch (problem) {
    await reload(problem);
    return;
  }
  if (history.state?.reloaded) history.replaceState(null, "");
  const page = /** @type {Page} */ (document.createElement(route.element));
  page.params = route.path.exec(path)?.slice(1) ?? [];
  document.querySelector("#page")?.replaceChildren(page);
  scrollTo(0, 0);
}

/**
 * A page would not load. Either there is no server, or it has a new version of us under another
 * address, and we start again with that one.
 * @param {unknown} problem
 */
async function reload(problem) {
  try {
    await ask("/api/health");
    // Once is enough.
    if (history.state?.reloaded) throw problem;
    history.replaceState({ reloaded: true }, "");
    location.reload();
  } catch (gone) {
    const told = gone instanceof Refused ? gone.problem : { code: "web.unreachable", values: {} };
    const panel = problemPanel(told, { retry: () => location.reload() });
    document.querySelector("#page")?.replaceChildren(panel);
  }
}

/**
 * From now on links within the site change the page without reloading it.
 * @param {readonly Route[]} known  the first one that matches counts
 */
export function follow(known) {
  routes = known;
  addEventListener("popstate", () => show(location.pathname));
  document.addEventListener("click", (event) => {
    const plain = !(event.metaKey || event.ctrlKey || event.shiftKey || event.button);
    const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
    if (!plain || !(link instanceof HTMLAnchorElement) || link.target || link.download) return;
    if (link.origin !== location.origin || link.pathname.startsWith("/api/")) return;
    event.preventDefault();
    go(link.pathname + link.search + link.hash);
  });
}
