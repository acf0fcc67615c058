// @ts-check
/** The few words we need to make and change elements. Text is text: nothing is parsed. */

const ART = new URL("../../art.svg", import.meta.url).href;
const SVG = "http://www.w3.org/2000/svg";

/**
 * @typedef {object} Look
 * @property {string} [class]
 * @property {string} [text]
 * @property {Record<string, string | boolean | null>} [attrs]
 * @property {Record<string, (event: any) => void>} [on]
 */

/**
 * Make an element.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Look} [look]
 * @param {(Node | null)[]} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function el(tag, look = {}, ...children) {
  const element = document.createElement(tag);
  if (look.class) element.className = look.class;
  if (look.text !== undefined) element.textContent = look.text;
  if (look.attrs) setAttrs(element, look.attrs);
  for (const [type, listener] of Object.entries(look.on ?? {})) {
    element.addEventListener(type, listener);
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

/**
 * A button; its words come with `setText`, or from an icon and a name.
 * @param {string} look  class
 * @param {() => void} press
 * @param {string} [text]
 */
export function button(look, press, text) {
  const attrs = { type: "button" };
  return el("button", { class: look, attrs, on: { click: press }, ...(text && { text }) });
}

/**
 * A picture of `art.svg`.
 * @param {string} name
 * @param {string} [look]  class
 */
export function icon(name, look = "icon") {
  return draw("svg", { class: look, "aria-hidden": "true" }, use(name));
}

/**
 * An element of a picture.
 * @param {string} tag
 * @param {Record<string, string | number>} attrs
 * @param {(SVGElement | string)[]} children
 * @returns {SVGElement}
 */
export function draw(tag, attrs, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attrs)) element.setAttribute(name, String(value));
  element.append(...children);
  return /** @type {SVGElement} */ (element);
}

/**
 * A picture of `art.svg` within another.
 * @param {string} name
 * @param {Record<string, string>} [attrs]
 */
export function use(name, attrs = {}) {
  return draw("use", { href: `${ART}#${name}`, ...attrs });
}

/**
 * @param {Element} element
 * @param {Record<string, string | boolean | null>} attrs  `false` and `null` take one away
 */
export function setAttrs(element, attrs) {
  for (const [name, value] of Object.entries(attrs)) {
    if (value === false || value === null) element.removeAttribute(name);
    else if (element.getAttribute(name) !== String(value)) {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
}

/**
 * Change a text only if it differs, so that screen readers hear only what is new.
 * @param {Element} element
 * @param {string} text
 */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * @param {HTMLElement} element
 * @param {boolean} shown
 */
export function setShown(element, shown) {
  element.hidden = !shown;
}

/**
 * Make a parent's children follow a list: those with a known key stay, and keep their focus.
 * @template Item
 * @param {Element} parent
 * @param {readonly Item[]} items
 * @param {(item: Item) => string} key
 * @param {(item: Item) => HTMLElement} make
 * @param {(element: HTMLElement, item: Item, index: number) => void} update
 */
export function follow(parent, items, key, make, update) {
  const known = new Map(
    [...parent.children].map((child) => [child.getAttribute("data-key"), child]),
  );
  items.forEach((item, index) => {
    const name = key(item);
    let element = /** @type {HTMLElement | undefined} */ (known.get(name));
    if (!element) {
      element = make(item);
      element.setAttribute("data-key", name);
    }
    known.delete(name);
    const here = parent.children[index];
    if (here !== element) parent.insertBefore(element, here ?? null);
    update(element, item, index);
  });
  for (const gone of known.values()) gone.remove();
}
