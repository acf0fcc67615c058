// @ts-check
/** The beginning: words first, then whatever page the address asks for. */

import { needsAddress } from "./address.js";
import { loadLanguage, onLanguage, repeatLanguage } from "./i18n.js";
import { serverInfo } from "./net/http.js";
import { follow, show } from "./router.js";
import { onSettings, settings } from "./settings.js";

/** Addresses and the pages behind them. @type {import("./router.js").Route[]} */
const ROUTES = [
  { path: /^\/$/, element: "home-page", load: () => import("./pages/home.js") },
  { path: /^\/new$/, element: "setup-page", load: () => import("./pages/setup.js") },
  { path: /^\/lobby$/, element: "lobby-page", load: () => import("./pages/lobby.js") },
  { path: /^\/t\/([A-Za-z0-9-]+)$/, element: "table-page", load: () => import("./pages/table.js") },
  { path: /^\/g\/([\w-]+)$/, element: "replay-page", load: () => import("./pages/replay.js") },
  { path: /^\/history$/, element: "history-page", load: () => import("./pages/history.js") },
  { path: /^\/daily$/, element: "daily-page", load: () => import("./pages/daily.js") },
  { path: /^\/rules(?:\/(\w+))?$/, element: "rules-page", load: () => import("./pages/rules.js") },
  { path: /^\/learn$/, element: "learn-page", load: () => import("./pages/learn.js") },
  { path: /^\/learn\/([a-z_]+)$/, element: "lesson-page", load: () => import("./pages/lesson.js") },
  { path: /^\/companion$/, element: "companion-page", load: () => import("./pages/companion.js") },
  { path: /^\/settings$/, element: "settings-page", load: () => import("./pages/settings.js") },
  { path: /^/, element: "lost-page", load: () => import("./pages/lost.js") },
];

/** When to begin to keep everything on the device, in milliseconds after the page is there. */
const KEEP_AFTER = 2000;

/**
 * The settings that change how everything looks.
 * @param {import("./settings.js").Settings} settings
 */
function dressDocument({ theme, cloth, face, back, suits, large, contrast, motion }) {
  const { dataset } = document.documentElement;
  dataset["theme"] = theme;
  dataset["cloth"] = cloth;
  dataset["face"] = face;
  dataset["back"] = back;
  dataset["suits"] = suits;
  dataset["index"] = large ? "large" : "normal";
  dataset["contrast"] = contrast ? "high" : "normal";
  dataset["motion"] = motion;
  // The colour of the browser's own frame: one for each theme.
  for (const frame of document.querySelectorAll("meta[data-theme]")) {
    const own = frame.getAttribute("data-theme");
    const media = theme === own ? "all" : "not all";
    frame.setAttribute("media", theme === "system" ? `(prefers-color-scheme: ${own})` : media);
  }
}

dressDocument(settings());
onSettings(async (now, before) => {
  dressDocument(now);
  if (now.language !== before.language) await loadLanguage(now.language);
});
await loadLanguage(settings().language);
onLanguage(() => document.dispatchEvent(new CustomEvent("language")));
follow(ROUTES);
await show(location.pathname);
// What is shared has to lead here from other devices, too.
if (needsAddress()) serverInfo().catch(() => {});
if ("serviceWorker" in navigator) {
  // The worker has not seen what was loaded before it started.
  navigator.serviceWorker.addEventListener("controllerchange", repeatLanguage);
  // What people wait for comes first.
  setTimeout(() => navigator.serviceWorker.register("/sw.js").catch(() => {}), KEEP_AFTER);
}
