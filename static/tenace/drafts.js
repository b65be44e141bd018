// What was typed into a form with data-draft is kept in this browser until the server has it: a lost connection, a closed
// page or an empty battery costs nothing. A tap without a connection leaves the page where it is. Without this file the
// forms are ordinary ones.
import { isEmpty, KeptDrafts, planReturn, typedInto } from "./kept-drafts.js";

const SAVE_AFTER = 300;
const ANSWER_WITHIN = 8000;
const words = document.querySelector("[data-draft-words]")?.dataset || {};
const person = document.body.dataset.person || "";
const smallFile = import.meta.url; // There as long as the server is.

const browserStorage = () => {
  try {
    return localStorage;
  } catch {
    return undefined;
  }
};
const drafts = new KeptDrafts(browserStorage(), person);

// --- The fields of a form ------------------------------------------------------------------------------------------
const SKIPPED = new Set(["csrfmiddlewaretoken", "version", "seen", "draft"]);
const fieldsOf = (form) =>
  Array.from(form.elements).filter((field) => field.name && !SKIPPED.has(field.name) && !["submit", "button", "file"].includes(field.type));
// The buttons of one choice are one field; boxes of one name are ticked each for itself.
const nameOf = (field) => (field.type === "checkbox" ? `${field.name}=${field.value}` : field.name);
const collectValues = (form, isChecked, valueIn) => {
  const values = {};
  for (const field of fieldsOf(form)) {
    if (field.type === "checkbox") values[nameOf(field)] = isChecked(field);
    else if (field.type === "radio") values[field.name] = isChecked(field) ? field.value : (values[field.name] ?? "");
    else values[field.name] = valueIn(field);
  }
  return values;
};
const valuesOf = (form) => collectValues(form, (field) => field.checked, (field) => field.value);
// As the server sent it: a browser may have filled in again what was there before a reload.
const defaultOf = (field) =>
  field.tagName === "SELECT" ? (Array.from(field.options).find((option) => option.defaultSelected) || field.options[0])?.value : field.defaultValue;
const renderedIn = (form) => collectValues(form, (field) => field.defaultChecked, defaultOf);

const fill = (form, values) => {
  for (const field of fieldsOf(form)) {
    if (!(nameOf(field) in values)) continue;
    const value = values[nameOf(field)];
    if (field.type === "checkbox") field.checked = value;
    else if (field.type === "radio") field.checked = field.value === value;
    else field.value = value;
    for (let part = field.closest("details"); part; part = part.parentElement.closest("details")) part.open = true;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
  form.dispatchEvent(new Event("tenace:filled", { bubbles: true }));
};

const fieldCalled = (form, name) => fieldsOf(form).find((field) => nameOf(field) === name);
const labelOf = (field) => (field.closest("fieldset.choices")?.querySelector("legend") || field.labels?.[0])?.firstChild?.textContent.trim() || field.name;
const shownValue = (field, value) =>
  field.tagName === "SELECT" ? Array.from(field.options).find((option) => option.value === value)?.text || value : value;

// --- What is said above a form ---------------------------------------------------------------------------------------
const make = (tag, css, ...children) => {
  const element = document.createElement(tag);
  element.className = css;
  element.append(...children);
  return element;
};

const button = (label, act, css = "") => {
  const element = make("button", `button button--small ${css}`, label);
  element.type = "button";
  element.addEventListener("click", act);
  return element;
};

const removeNotice = (form) => form.querySelector("[data-draft-notice]")?.remove();
const showNotice = (form, ...parts) => {
  removeNotice(form);
  const notice = make("div", "notice notice--warn stack stack--tight", ...parts);
  notice.dataset.draftNotice = "";
  notice.setAttribute("role", "alert");
  form.prepend(notice);
  notice.scrollIntoView({ block: "center" });
};
const paragraph = (text) => make("p", "", text);

// Whether the server answers now: a form that is sent into nothing takes its page with it.
const serverAnswers = async () => {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), ANSWER_WITHIN);
  try {
    return (await fetch(smallFile, { method: "HEAD", cache: "no-store", signal: limit.signal })).status < 500;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
};

// --- Sent only where somebody answers --------------------------------------------------------------------------------
const formsAskedFor = new WeakSet();
const formsOnTheirWay = new WeakSet();
const sendWhenAnswered = async (form, pressed, offline) => {
  if (formsAskedFor.has(form)) return;
  formsAskedFor.add(form);
  const isThere = await serverAnswers();
  formsAskedFor.delete(form);
  if (!isThere) {
    showNotice(form, paragraph(offline));
    return;
  }
  formsOnTheirWay.add(form);
  form.requestSubmit(pressed);
};
// Back from the browser's own error page, the forms are as they were.
addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("form")) formsOnTheirWay.delete(form);
});
document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (event.defaultPrevented || form.method !== "post" || !form.closest("main") || formsOnTheirWay.has(form)) return;
  event.preventDefault();
  sendWhenAnswered(form, event.submitter, "draft" in form.dataset ? words.offline : words.notSent);
});

// --- Text that waits for another form than this page's -----------------------------------------------------------------
const waitsFor = (names) => names.split(" ").filter((name) => drafts.of(name).length);
const showWaiting = () => {
  for (const place of document.querySelectorAll("[data-draft-waiting]")) place.hidden = !waitsFor(place.dataset.draftWaiting).length;
};
const followWaiting = () => {
  showWaiting();
  for (const place of document.querySelectorAll("[data-draft-waiting]")) {
    place.querySelector("[data-draft-discard]")?.addEventListener("click", () => {
      for (const name of place.dataset.draftWaiting.split(" ")) for (const draft of drafts.of(name)) drafts.remove(name, draft.id);
      showWaiting();
    });
  }
};

// --- A form that is kept -------------------------------------------------------------------------------------------------
class KeptForm {
  constructor(form) {
    this.form = form;
    this.name = form.dataset.draft;
    this.version = Number(form.dataset.draftVersion);
    this.guarded = new Set((form.dataset.draftGuarded || "").split(" "));
    // A page that says what is wrong shows what was typed: it goes on with the draft that was sent.
    this.id = form.dataset.draftId || `${Date.now().toString(36)}${Math.random().toString(36).slice(2)}`;
    const sent = drafts.of(this.name).find((draft) => draft.id === this.id);
    const valuesBefore = Object.entries(sent?.typed || {}).map(([name, field]) => [name, field.was]);
    this.rendered = { ...renderedIn(form), ...Object.fromEntries(valuesBefore) };
    this.timer = 0;
    this.hasAsked = false;
    const mark = document.createElement("input");
    Object.assign(mark, { type: "hidden", name: "draft", value: this.id });
    form.append(mark);
    form.addEventListener("input", () => {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.keep(), SAVE_AFTER);
    });
    addEventListener("pagehide", () => this.timer && this.keep());
    form.addEventListener("submit", (event) => this.onSubmit(event));
    this.dropWhatThePageHas();
    this.offer(words.found);
  }

  dropWhatThePageHas() {
    for (const draft of drafts.of(this.name)) {
      const plan = this.plan(draft);
      if (draft.id !== this.id && Object.values(plan).every(isEmpty)) drafts.remove(this.name, draft.id);
    }
  }

  keep() {
    clearTimeout(this.timer);
    this.timer = 0;
    const typed = typedInto(this.rendered, valuesOf(this.form));
    drafts.write(this.name, { id: this.id, at: Date.now(), version: this.version, typed });
  }

  plan(draft) {
    return planReturn(draft, { rendered: this.rendered, current: valuesOf(this.form), guarded: this.guarded });
  }

  // What earlier visits left and this page does not show, the newest first.
  earlier() {
    const others = drafts.of(this.name).filter((draft) => draft.id !== this.id);
    return others.map((draft) => ({ draft, ...this.plan(draft) })).filter((visit) => !isEmpty(visit.fill) || !isEmpty(visit.differing));
  }

  offer(text) {
    const earlier = this.earlier();
    if (!earlier.length) return removeNotice(this.form);
    const changed = earlier.some(({ draft }) => draft.version !== this.version);
    const buttons = make(
      "div",
      "cluster",
      button(words.restore, () => this.bringBack(), "button--primary"),
      button(words.discard, () => this.discard())
    );
    showNotice(this.form, paragraph(text), ...(changed ? [paragraph(words.changed)] : []), buttons);
  }

  discard() {
    for (const { draft } of this.earlier()) drafts.remove(this.name, draft.id);
    removeNotice(this.form);
  }

  bringBack() {
    for (const { draft } of this.earlier()) {
      const plan = this.plan(draft);
      fill(this.form, plan.fill);
      this.keep();
      // What is in the form is kept with this visit now; the rest is still to be decided on.
      drafts.write(this.name, { ...draft, typed: { ...plan.differing, ...plan.absent } });
    }
    this.showDiffering(words.differing);
  }

  showDiffering(text) {
    const rows = this.earlier().flatMap(({ draft, differing }) =>
      Object.entries(differing).map(([name, { typed }]) => this.differingRow(draft, name, typed))
    );
    if (rows.length) showNotice(this.form, paragraph(text), ...rows);
    else removeNotice(this.form);
  }

  differingRow(draft, name, typed) {
    const field = fieldCalled(this.form, name);
    const decide = (value) => {
      if (value !== undefined) fill(this.form, { [name]: value });
      this.keep();
      const remaining = Object.entries(draft.typed).filter(([other]) => other !== name);
      drafts.write(this.name, { ...draft, typed: Object.fromEntries(remaining) });
      this.showDiffering(words.differing);
    };
    const together = () => (field.tagName === "TEXTAREA" && field.value ? `${field.value}\n${typed}` : typed);
    return make(
      "div",
      "cluster",
      make("p", "", make("b", "", labelOf(field)), `: ${shownValue(field, typed) || "–"}`),
      button(words.put, () => decide(together())),
      button(words.leave, () => decide(undefined))
    );
  }

  onSubmit(event) {
    if (formsOnTheirWay.has(this.form)) return;
    this.keep();
    const earlier = this.earlier();
    if (earlier.length) {
      event.preventDefault();
      if (earlier.every(({ fill: filled }) => isEmpty(filled))) this.showDiffering(words.decide);
      else this.offer(words.decide);
      this.form.querySelector("[data-draft-notice] button").focus();
    } else if (!this.hasAsked && waitsFor(this.form.dataset.draftAlso || "").length) {
      event.preventDefault();
      this.hasAsked = true;
      showNotice(this.form, paragraph(words.elsewhere));
    }
  }
}

// The server says which draft it has saved.
const address = new URL(location.href);
const savedId = address.searchParams.get("saved");
if (savedId) {
  drafts.removeSaved(savedId);
  address.searchParams.delete("saved");
  history.replaceState(history.state, "", address);
}
drafts.tidyUp(Date.now());
if (person) {
  for (const form of document.querySelectorAll("form[data-draft]")) new KeptForm(form);
  followWaiting();
}
