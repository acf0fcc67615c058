// @ts-check
/** The beginning: words first, then whatever page the address asks for. */

import { loadLanguage, onLanguage, repeatLanguage } from "./i18n.js";
import { onSettings, settings } from "./settings.js";
import { follow, show } from "./router.js";
import { dressDocument } from "./view/parts/theme.js";

dressDocument(settings());
onSettings(async (now, before) => {
  dressDocument(now);
  if (now.language !== before.language) await loadLanguage(now.language);
});
await loadLanguage(settings().language);
onLanguage(() => document.dispatchEvent(new CustomEvent("language")));
follow();
await show(location.pathname);
if ("serviceWorker" in navigator) {
  // What was loaded before there was a worker, it has not seen.
  navigator.serviceWorker.addEventListener("controllerchange", repeatLanguage);
  navigator.serviceWorker.register("/sw.js").catch(() => {});
}
