// Entries typed one after the other: each goes into a queue as soon as its last name is typed, and the fields are free
// for the next. The queue sends them in order and renews the parts of the page that show who is here; the form itself is
// never replaced. An entry that the server refuses waits below with everything typed. Without this file the form is sent
// as any other.
(() => {
  "use strict";
  const FORM = "form[data-entry-queue]";
  const WRITABLE = "input:not([type=hidden]):not([type=checkbox]):not([type=radio]), select, textarea";
  const list = document.querySelector("[data-entry-waiting]");
  if (!list) return;
  const words = list.dataset;
  const waiting = [];
  const refused = new Map(); // forms below, with the entries that they are about
  const delayed = new Map(); // parts of the page in which somebody writes, with what is to stand there
  let isRunning = false;
  let count = 0;

  const namesIn = (data) => [...data].filter(([key, value]) => /^(name|player_)/.test(key) && value.trim());
  const titleOf = (data) => namesIn(data).map(([, value]) => value.trim()).join(" – ");

  const element = (tag, className, text) => {
    const created = document.createElement(tag);
    created.className = className;
    if (text) created.textContent = text;
    return created;
  };

  const buttonFor = (label, act) => {
    const button = element("button", "button button--small", label);
    button.type = "button";
    button.addEventListener("click", act);
    return button;
  };

  const drop = (entry) => {
    entry.row.remove();
    list.hidden = !list.children.length;
  };

  const dropButton = (entry) => {
    const button = buttonFor(words.drop, () => {
      drop(entry);
      firstField()?.focus();
    });
    button.append(element("span", "visually-hidden", `: ${titleOf(entry.data)}`));
    return button;
  };

  const firstField = () => window.tenace.nameFields.firstOf(document.querySelector(FORM));

  // The field that the server asks back about; where it asks about the whole entry, the first one.
  const doubtfulIn = (form) => form.querySelector("[data-name-field][aria-invalid]") ?? window.tenace.nameFields.firstOf(form);
  const nextAsked = () => {
    const form = list.querySelector(FORM);
    return form ? doubtfulIn(form) : firstField();
  };
  const isIdle = () => {
    const at = document.activeElement;
    return !(at instanceof HTMLInputElement && at.matches(`${FORM} input[type="text"]`) && at.value);
  };

  const showSending = (entry) => {
    entry.row.className = "entry-queue__row cluster";
    entry.row.replaceChildren(element("strong", "", titleOf(entry.data)), element("span", "meta", words.sending));
  };

  const showFailure = (entry) => {
    const problem = element("p", "field__error", words.failed);
    const tools = element("div", "cluster");
    tools.append(buttonFor(words.again, () => send(entry)), dropButton(entry));
    entry.row.className = "entry-queue__row stack stack--tight";
    entry.row.replaceChildren(element("strong", "", titleOf(entry.data)), problem, tools);
  };

  // Two forms with the same fields stand on the page now.
  const withOwnIds = (form, number) => {
    for (const name of ["id", "for", "aria-describedby"]) {
      for (const part of form.querySelectorAll(`[${name}]`)) {
        part.setAttribute(name, `${part.getAttribute(name)}-${number}`);
      }
    }
    return form;
  };

  const keepChosen = (form, data) => {
    for (const select of form.querySelectorAll("select")) select.value = data.get(select.name) ?? select.value;
  };

  // The server's own form, with what was typed, what is wrong with it and those who may be meant.
  const showRefusal = (entry, page) => {
    const form = withOwnIds(document.importNode(page.querySelector(FORM), true), entry.number);
    form.action = entry.action;
    const errors = element("ul", "entry-queue__errors");
    for (const error of page.querySelectorAll("[data-entry-errors] li")) {
      errors.append(element("li", "field__error", error.textContent));
    }
    keepChosen(form, entry.data);
    const hasFieldError = form.querySelector("[aria-invalid]");
    entry.row.className = "entry-queue__row stack stack--tight";
    form.append(dropButton(entry));
    entry.row.replaceChildren(...(hasFieldError ? [] : [errors]), form);
    refused.set(form, entry);
    window.tenace.nameFields.ready(form);
    // Whoever has put it right and is refused again goes on there, unless they type elsewhere already.
    if (entry.isAgain && isIdle()) doubtfulIn(form).focus();
  };

  const isWrittenIn = (part) => part.contains(document.activeElement) && document.activeElement.matches(WRITABLE);

  const replace = (part, fresh) => {
    part.replaceWith(fresh);
    window.htmx?.process(fresh);
    window.tenace.enhance(fresh);
  };

  // A part in which somebody writes waits until they have finished.
  const renew = (page) => {
    for (const id of words.renews.split(" ")) {
      const part = document.getElementById(id);
      const fresh = page.getElementById(id);
      if (!part || !fresh) continue;
      if (isWrittenIn(part)) delayed.set(id, fresh);
      else {
        delayed.delete(id);
        replace(part, document.importNode(fresh, true));
      }
    }
  };

  const renewDelayed = () => {
    for (const [id, fresh] of delayed) {
      const part = document.getElementById(id);
      if (!part || isWrittenIn(part)) continue;
      delayed.delete(id);
      replace(part, document.importNode(fresh, true));
    }
  };

  const post = async (entry) => {
    const answer = await fetch(entry.action, { method: "POST", body: entry.data });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (answer.status === 422 && page.querySelector(FORM)) return showRefusal(entry, page);
    if (!answer.ok || !page.querySelector("[data-entry-waiting]")) return showFailure(entry);
    drop(entry);
    renew(page);
  };

  const run = async () => {
    if (isRunning) return;
    isRunning = true;
    while (waiting.length) {
      try {
        await post(waiting[0]);
      } catch {
        showFailure(waiting[0]);
      }
      waiting.shift();
    }
    isRunning = false;
  };

  const send = (entry) => {
    showSending(entry);
    waiting.push(entry);
    run();
  };

  const onSubmit = (event) => {
    const form = event.target.closest?.(FORM);
    if (!form) return;
    event.preventDefault();
    const data = new FormData(form);
    if (!namesIn(data).length) return firstField().focus();
    count += 1;
    const entry = { data, action: form.action, number: count, row: document.createElement("li") };
    if (refused.has(form)) {
      // Sent again it stays in its place, and the next that waits for an answer comes first.
      refused.get(form).row.replaceWith(entry.row);
      refused.delete(form);
      entry.isAgain = true;
      send(entry);
      return nextAsked().focus();
    }
    list.append(entry.row);
    list.hidden = false;
    send(entry);
    for (const text of form.querySelectorAll('input[type="text"]')) text.value = "";
    window.tenace.nameFields.empty(form);
  };

  // The name of a team is not yet the team.
  const onKeydown = (event) => {
    if (event.key !== "Enter" || event.isComposing || !event.target.matches?.(`${FORM} input[name="name"]`)) return;
    event.preventDefault();
    event.target.closest(FORM).querySelector("[data-name-field]").focus();
  };

  document.addEventListener("submit", onSubmit);
  document.addEventListener("keydown", onKeydown);
  document.addEventListener("focusout", () => setTimeout(renewDelayed));
  addEventListener("beforeunload", (event) => {
    if (list.children.length) event.preventDefault();
  });
})();
