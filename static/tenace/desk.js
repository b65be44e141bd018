// Names at the desk: suggestions while typing, Enter takes the first, the last name sends the form.
// Without this file the fields are plain ones and the server asks back.
(() => {
  "use strict";
  const WAIT = 120;
  const FIELD = "[data-name-field]";
  const state = new WeakMap();

  const pickOf = (input) => input.parentElement.querySelector('input[type="hidden"]');
  const formOf = (input) => input.closest("form[data-find]");
  const fieldsOf = (form) => [...form.querySelectorAll(FIELD)];

  const close = (input) => {
    const known = state.get(input);
    known?.list?.remove();
    state.set(input, { ...known, list: null, at: 0 });
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
  };

  const mark = (input, at) => {
    const { list } = state.get(input);
    const options = [...list.children];
    const now = (at + options.length) % options.length;
    options.forEach((option, place) => option.setAttribute("aria-selected", String(place === now)));
    options[now].scrollIntoView({ block: "nearest" });
    input.setAttribute("aria-activedescendant", options[now].id);
    state.set(input, { ...state.get(input), at: now });
  };

  const choose = (input, option) => {
    input.value = option.dataset.name;
    pickOf(input).value = option.dataset.pick;
    for (const radio of input.parentElement.querySelectorAll('input[type="radio"]')) radio.checked = false;
    close(input);
    forward(input);
  };

  // On to the next empty field; after the last one the form goes off.
  const forward = (input) => {
    const form = formOf(input);
    const next = fieldsOf(form).find((field) => !field.value.trim());
    if (next) next.focus();
    else if ("stay" in form.dataset) input.focus();
    else form.requestSubmit();
  };

  const optionFor = (input, at, { name, pick, number, note }) => {
    const option = document.createElement("li");
    option.className = "name-field__option";
    option.id = `${input.id}-option-${at}`;
    option.setAttribute("role", "option");
    option.dataset.name = name;
    option.dataset.pick = pick;
    const left = document.createElement("span");
    left.textContent = pick === "new" ? `${note}: ${name}` : name;
    const right = document.createElement("span");
    right.className = "meta";
    right.textContent = pick === "new" ? "" : [number, note].filter(Boolean).join(" · ");
    option.append(left, right);
    option.addEventListener("mousedown", (event) => {
      event.preventDefault();
      choose(input, option);
    });
    return option;
  };

  const show = (input, answer) => {
    close(input);
    const people = answer.people.map(({ id, ...rest }) => ({ pick: String(id), ...rest }));
    const typed = input.value.trim();
    const named = typed.length > 2 && !/^\d+$/.test(typed);
    if (named) people.push({ pick: "new", name: typed, note: answer.visitor });
    if (!people.length) return;
    const list = document.createElement("ul");
    list.className = "name-field__list";
    list.id = `${input.id}-list`;
    list.setAttribute("role", "listbox");
    list.append(...people.map((person, at) => optionFor(input, at, person)));
    input.parentElement.append(list);
    input.setAttribute("aria-controls", list.id);
    input.setAttribute("aria-expanded", "true");
    state.set(input, { ...state.get(input), list, at: 0, stale: false });
    mark(input, 0);
  };

  const ask = async (input) => {
    const words = input.value.trim();
    if (!words || words === "?") return close(input);
    const asked = Symbol(words);
    state.set(input, { ...state.get(input), asked });
    try {
      const answer = await fetch(`${formOf(input).dataset.find}?q=${encodeURIComponent(words)}`, {
        headers: { Accept: "application/json" },
      });
      if (!answer.ok || state.get(input)?.asked !== asked) return;
      const found = await answer.json();
      const eager = state.get(input)?.eager;
      state.set(input, { ...state.get(input), eager: false, asked: null });
      show(input, found);
      // Enter was pressed before the answer came: take it when there is no doubt.
      if (eager && found.people.length === 1) choose(input, state.get(input).list.children[0]);
    } catch {
      // No connection: the server is asked when the form is sent.
    }
  };

  const typed = (event) => {
    const input = event.target.closest?.(FIELD);
    if (!input) return;
    pickOf(input).value = "";
    const known = state.get(input) ?? {};
    clearTimeout(known.timer);
    // Until the answer comes, the list shown belongs to fewer letters: Enter must not take anybody from it.
    state.set(input, { ...known, asked: true, stale: true, timer: setTimeout(() => ask(input), WAIT) });
  };

  const enter = (event, input) => {
    const known = state.get(input) ?? {};
    if (known.list && !known.stale) {
      event.preventDefault();
      choose(input, known.list.children[known.at]);
    } else if (input.value.trim() === "?") {
      event.preventDefault();
      forward(input);
    } else if (input.value.trim() && known.asked) {
      event.preventDefault();
      state.set(input, { ...known, eager: true });
    }
  };

  const pressed = (event) => {
    const input = event.target.closest?.(FIELD);
    if (!input) return;
    const known = state.get(input) ?? {};
    if (event.key === "Enter") enter(event, input);
    else if (event.key === "Escape" && known.list) {
      event.preventDefault();
      close(input);
    } else if (event.key === "ArrowDown" && known.list) {
      event.preventDefault();
      mark(input, known.at + 1);
    } else if (event.key === "ArrowUp" && known.list) {
      event.preventDefault();
      mark(input, known.at - 1);
    } else if (event.key === "Tab" && known.list && !known.stale && !event.shiftKey) {
      const option = known.list.children[known.at];
      if (option.dataset.pick === "new") return close(input);
      input.value = option.dataset.name;
      pickOf(input).value = option.dataset.pick;
      close(input);
    }
  };

  const left = (event) => {
    const input = event.target.closest?.(FIELD);
    if (input) close(input);
  };

  // Radios offered by the server take over from what was picked before.
  const ticked = (event) => {
    const radio = event.target.closest?.(".name-field__choices input");
    if (!radio) return;
    const hidden = radio.closest(".name-field").querySelector('input[type="hidden"]');
    hidden.value = radio.value;
  };

  const ready = () => {
    for (const input of document.querySelectorAll(FIELD)) {
      input.setAttribute("role", "combobox");
      input.setAttribute("aria-autocomplete", "list");
      input.setAttribute("aria-expanded", "false");
    }
  };

  document.addEventListener("input", typed);
  document.addEventListener("keydown", pressed);
  document.addEventListener("focusout", left);
  document.addEventListener("change", ticked);
  document.addEventListener("htmx:afterSettle", ready);
  // At once and not when everything has settled: whoever types on must not lose a letter to the field before.
  document.addEventListener("htmx:afterSwap", () => {
    const first = document.querySelector(`form.desk__entry ${FIELD}`);
    const unanswered = document.querySelector(`form.desk__entry [aria-invalid="true"]`);
    (unanswered ?? first)?.focus();
  });
  ready();
})();
