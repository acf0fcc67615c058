// @ts-check
/** Addresses and the pages behind them. A page is a custom element, loaded when first asked for. */

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
  } catch {
    // The server has a new version of us, under another address: begin anew with that one.
    location.reload();
    return;
  }
  const page = /** @type {Page} */ (document.createElement(element));
  page.params = route?.path.exec(path)?.slice(1) ?? [];
  document.querySelector("#page")?.replaceChildren(page);
  scrollTo(0, 0);
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
    go(link.pathname + link.hash);
  });
}
