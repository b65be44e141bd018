// Elements of the table's pages, made from plain data.

/** @typedef {Node | string | number | null | undefined | false | ""} Child */
/** @typedef {Child | Children[]} Children */
/** @typedef {Record<string, any>} Attributes */

/**
 * An element. Attributes that are null, undefined or false are left out; those named `on…` are listeners.
 * @param {string} tag
 * @param {Attributes} attributes
 * @param {...Children} children
 */
export const h = (tag, attributes, ...children) => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...flattened(children));
  return element;
};

/**
 * A nested list of children as one flat list, without those that are nothing.
 * @param {Children} children
 * @returns {(Node | string)[]}
 */
export const flattened = (children) =>
  /** @type {any[]} */ ([children]).flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false && child !== "");

/**
 * A button. `key` names it, so that the focus finds it again when the page is drawn anew.
 * @param {Children} text
 * @param {(event: Event) => void} onclick
 * @param {Attributes} more
 */
export const button = (text, onclick, { kind = "", key = "", ...more } = {}) =>
  h("button", { type: "button", class: `button ${kind}`, onclick, "data-key": key || null, ...more }, text);

/**
 * A button as wide as the page.
 * @param {Children} text
 * @param {(event: Event) => void} onclick
 * @param {Attributes} more
 */
export const bigButton = (text, onclick, more = {}) =>
  button(text, onclick, { ...more, kind: `at-table__big ${more.kind || ""}` });

/** Names that keep their own direction, so that those of another script do not reorder what stands beside them. @param {string} names */
export const isolated = (names) => (names ? h("bdi", {}, names) : null);

/** The page's title, which is read out when the page is turned. @param {Children} text */
export const pageTitle = (text) => h("h2", { tabindex: "-1", class: "tt-title" }, text);

/** @param {Children} text */
export const sectionTitle = (text) => h("h2", { class: "tt-section" }, text);

/** @param {Children} text @param {Attributes} more */
export const notice = (text, { kind = "", ...more } = {}) =>
  h("p", { class: kind ? `notice notice--${kind}` : "notice", ...more }, text);
