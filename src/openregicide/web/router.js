// @ts-check
/** Addresses and the pages behind them. A page is a custom element, loaded when first asked for. */

import { Refused, ask } from "./net/http.js";
import { problemPanel } from "./view/parts/problem.js";

/**
 * @typedef {HTMLElement & { params?: string[] }} Page
 * @typedef {object} Route
 * @property {RegExp} path
 * @property {string} element
 * @property {() => Promise<unknown>} load
 */

/** @type {Record<string, Route>} */
export const ROUTES = {
  home: { path: /^\/$/, element: "home-page", load: () => import("./pages/home.js") },
  new: { path: /^\/new$/, element: "setup-page", load: () => import("./pages/setup.js") },
  lobby: { path: /^\/lobby$/, element: "lobby-page", load: () => import("./pages/lobby.js") },
  table: {
    path: /^\/t\/([A-Za-z0-9-]+)$/,
    element: "table-page",
    load: () => import("./pages/table.js"),
  },
  replay: {
    path: /^\/g\/([\w-]+)$/,
    element: "replay-page",
    load: () => import("./pages/replay.js"),
  },
  history: {
    path: /^\/history$/,
    element: "history-page",
    load: () => import("./pages/history.js"),
  },
  daily: { path: /^\/daily$/, element: "daily-page", load: () => import("./pages/daily.js") },
  rules: {
    path: /^\/rules(?:\/(\w+))?$/,
    element: "rules-page",
    load: () => import("./pages/rules.js"),
  },
  learn: { path: /^\/learn$/, element: "learn-page", load: () => import("./pages/learn.js") },
  lesson: {
    path: /^\/learn\/([a-z_]+)$/,
    element: "lesson-page",
    load: () => import("./pages/lesson.js"),
  },
  companion: {
    path: /^\/companion$/,
    element: "companion-page",
    load: () => import("./pages/companion.js"),
  },
  settings: {
    path: /^\/settings$/,
    element: "settings-page",
    load: () => import("./pages/settings.js"),
  },
};

const LOST = { element: "lost-page", load: () => import("./pages/lost.js") };

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
  const route = Object.values(ROUTES).find((candidate) => candidate.path.test(path));
  const { element, load } = route ?? LOST;
  try {
    await load();
  } catch (problem) {
    await beginAnew(problem);
    return;
  }
  if (history.state?.anew) history.replaceState(null, "");
  const page = /** @type {Page} */ (document.createElement(element));
  page.params = route?.path.exec(path)?.slice(1) ?? [];
  document.querySelector("#page")?.replaceChildren(page);
  scrollTo(0, 0);
}

/**
 * A page would not load. Either there is no server, or it has a new version of us under another
 * address, and we begin anew with that one.
 * @param {unknown} problem
 */
async function beginAnew(problem) {
  try {
    await ask("/api/health");
    // Once is enough.
    if (history.state?.anew) throw problem;
    history.replaceState({ anew: true }, "");
    location.reload();
  } catch (gone) {
    const told = gone instanceof Refused ? gone.problem : { code: "web.unreachable", values: {} };
    const panel = problemPanel(told, { retry: () => location.reload() });
    document.querySelector("#page")?.replaceChildren(panel);
  }
}

/** From now on links within the site change the page without loading it anew. */
export function follow() {
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
