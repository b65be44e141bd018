// Names at the desk: suggestions while typing. Enter goes on at once, whatever the server has answered by then, so that
// no key is ever typed into the wrong field; it takes somebody only when the arrows picked them or the server says that
// what is typed fits this one person. Without this file the fields are plain ones and the server asks back.
(() => {
  "use strict";
  const WAIT = 120;
  const FIELD = "[data-name-field]";
  const UNKNOWN = "?";
  // Of each field: the list shown and the option marked in it, the words asked about and what the server answered.
  const state = new WeakMap();

  const known = (input) => state.get(input) ?? {};
  const know = (input, more) => state.set(input, { ...known(input), ...more });
  const wordsOf = (input) => input.value.trim();
  const pickOf = (input) => input.parentElement.querySelector('input[type="hidden"]');
  const formOf = (input) => input.closest("form[data-find]");
  const fieldsOf = (form) => [...form.querySelectorAll(FIELD)];
  // Where an entry begins: with a team's name where there are teams.
  const firstOf = (form) => form.querySelector('input[type="text"]');

  const close = (input) => {
    known(input).list?.remove();
    know(input, { list: null, at: -1 });
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
  };

  const mark = (input, at) => {
    const options = [...known(input).list.children];
    const now = (at + options.length) % options.length;
    for (const [place, option] of options.entries()) option.setAttribute("aria-selected", String(place === now));
    options[now].scrollIntoView({ block: "nearest" });
    input.setAttribute("aria-activedescendant", options[now].id);
    know(input, { at: now });
  };

  const clearProblem = (input) => {
    input.removeAttribute("aria-invalid");
    input.removeAttribute("aria-describedby");
    const field = input.closest(".name-field");
    field.classList.remove("field--bad");
    for (const part of field.querySelectorAll(".field__error, .name-field__choices")) part.remove();
  };

  const take = (input, { name, pick }) => {
    input.value = name;
    pickOf(input).value = pick;
    clearProblem(input);
    close(input);
  };

  // On to the next empty field; after the last one the form goes off.
  const forward = (input) => {
    const form = formOf(input);
    const next = fieldsOf(form).find((field) => !wordsOf(field));
    if (next) next.focus();
    else if ("stay" in form.dataset) input.focus();
    else form.requestSubmit();
  };

  const named = (input, answer) => {
    const people = answer.people.map(({ id, ...rest }) => ({ pick: String(id), ...rest }));
    const words = wordsOf(input);
    if (words.length > 2 && !/^\d+$/.test(words)) people.push({ pick: "new", name: words, note: answer.visitor });
    return people;
  };

  const labelled = (element, { name, pick, number, note }) => {
    const right = document.createElement("span");
    right.className = "meta";
    right.textContent = pick === "new" ? "" : [number, note].filter(Boolean).join(" · ");
    element.append(pick === "new" ? `${note}: ${name}` : name, right);
    return element;
  };

  const optionFor = (input, at, person) => {
    const option = document.createElement("li");
    option.className = "name-field__option";
    option.id = `${input.id}-option-${at}`;
    option.setAttribute("role", "option");
    option.setAttribute("aria-selected", "false");
    option.addEventListener("mousedown", (event) => {
      event.preventDefault();
      take(input, person);
      forward(input);
    });
    return labelled(option, person);
  };

  const show = (input, answer) => {
    close(input);
    const people = named(input, answer);
    if (!people.length) return;
    const list = document.createElement("ul");
    list.className = "name-field__list";
    list.id = `${input.id}-list`;
    list.setAttribute("role", "listbox");
    list.append(...people.map((person, at) => optionFor(input, at, person)));
    input.parentElement.append(list);
    input.setAttribute("aria-controls", list.id);
    input.setAttribute("aria-expanded", "true");
    know(input, { list, people, at: -1 });
  };

  const choiceFor = (input, person) => {
    const label = document.createElement("label");
    const radio = document.createElement("input");
    label.className = "name-field__choice";
    Object.assign(radio, { type: "radio", name: pickOf(input).name, value: person.pick });
    label.append(radio);
    return labelled(label, person);
  };

  // The same as the server shows where it asks back.
  const showProblem = (input, answer) => {
    clearProblem(input);
    const sentence = document.createElement("p");
    sentence.className = "field__error";
    sentence.id = `${input.id}_problem`;
    sentence.textContent = answer.problem;
    sentence.setAttribute("role", "alert");
    const choices = document.createElement("fieldset");
    choices.className = "name-field__choices";
    choices.append(...named(input, answer).map((person) => choiceFor(input, person)));
    input.closest(".name-field").classList.add("field--bad");
    input.setAttribute("aria-invalid", "true");
    input.setAttribute("aria-describedby", sentence.id);
    input.parentElement.append(sentence, choices);
  };

  // Whoever has gone on from a field learns there who was meant, or that it is not clear.
  const decide = (input, answer) => {
    const person = answer.people.find(({ id }) => id === answer.fits);
    close(input);
    if (person) take(input, { name: person.name, pick: String(person.id) });
    else showProblem(input, answer);
  };

  const answered = (input, words, answer) => {
    know(input, { asked: "", answer, about: words });
    if (known(input).isLeft) decide(input, answer);
    else show(input, answer);
  };

  const ask = async (input) => {
    const words = wordsOf(input);
    clearTimeout(known(input).timer);
    if (!words || words === UNKNOWN) return close(input);
    if (known(input).asked === words) return;
    know(input, { asked: words });
    try {
      const found = await fetch(`${formOf(input).dataset.find}?q=${encodeURIComponent(words)}`, {
        headers: { Accept: "application/json" },
      });
      const answer = found.ok ? await found.json() : null;
      if (answer && known(input).asked === words && wordsOf(input) === words) answered(input, words, answer);
    } catch {
      // No connection: the server is asked when the form is sent.
    }
    if (known(input).asked === words) know(input, { asked: "" });
  };

  const typed = (event) => {
    const input = event.target.closest?.(FIELD);
    if (!input) return;
    pickOf(input).value = "";
    clearProblem(input);
    clearTimeout(known(input).timer);
    know(input, { isLeft: false, asked: "", answer: null, timer: setTimeout(() => ask(input), WAIT) });
  };

  const isClear = (input) => !wordsOf(input) || wordsOf(input) === UNKNOWN || pickOf(input).value;

  // Gone on to another field: whom the words mean is decided now, or when the answer comes.
  const leave = (input) => {
    if (isClear(input) || input.getAttribute("aria-invalid")) return close(input);
    const { answer, about } = known(input);
    know(input, { isLeft: true });
    if (answer && about === wordsOf(input)) decide(input, answer);
    else {
      close(input);
      ask(input);
    }
  };

  const isMarked = (input) => known(input).list && known(input).at >= 0;

  const enter = (event, input) => {
    const form = formOf(input);
    const stays = "stay" in form.dataset;
    if (isMarked(input)) {
      event.preventDefault();
      take(input, known(input).people[known(input).at]);
      forward(input);
    } else if (wordsOf(input) && !(stays && isClear(input))) {
      event.preventDefault();
      if (fieldsOf(form).some((field) => !wordsOf(field)) || stays) leave(input);
      forward(input);
    } else if (!fieldsOf(form).some(wordsOf)) {
      event.preventDefault();
    }
  };

  const pressed = (event) => {
    if (event.isComposing) return;
    const input = event.target.closest?.(FIELD);
    if (!input) return;
    const { list, at, people } = known(input);
    if (event.key === "Enter") enter(event, input);
    else if (!list) return;
    else if (event.key === "Escape") {
      event.preventDefault();
      close(input);
    } else if (event.key === "ArrowDown") {
      event.preventDefault();
      mark(input, at + 1);
    } else if (event.key === "ArrowUp") {
      event.preventDefault();
      mark(input, at < 0 ? -1 : at - 1);
    } else if (event.key === "Tab" && !event.shiftKey && isMarked(input)) take(input, people[at]);
  };

  const left = (event) => {
    const input = event.target.closest?.(FIELD);
    if (input?.isConnected && formOf(input)) leave(input);
  };

  // Radios take over from what was picked before.
  const ticked = (event) => {
    const radio = event.target.closest?.(".name-field__choices input");
    if (radio) radio.closest(".name-field").querySelector('input[type="hidden"]').value = radio.value;
  };

  // Empty again, and deaf to answers that are still on their way.
  const empty = (form) => {
    for (const input of fieldsOf(form)) {
      clearTimeout(known(input).timer);
      close(input);
      clearProblem(input);
      state.delete(input);
      input.value = "";
      pickOf(input).value = "";
    }
    firstOf(form).focus();
  };

  const ready = (part) => {
    for (const input of part.querySelectorAll(FIELD)) {
      input.setAttribute("role", "combobox");
      input.setAttribute("aria-autocomplete", "list");
      input.setAttribute("aria-expanded", "false");
    }
  };

  document.addEventListener("input", typed);
  document.addEventListener("keydown", pressed);
  document.addEventListener("focusout", left);
  document.addEventListener("change", ticked);
  // After another act at the desk the names are next, unless somebody types elsewhere already.
  document.addEventListener("htmx:afterSwap", () => {
    const form = document.querySelector("form.desk__entry");
    if (form) window.tenace.beginAt(firstOf(form));
  });
  window.tenace.nameFields = { empty, firstOf, ready };
  ready(document);
  // Who comes to type names begins at once; on a touch screen the keyboard would cover the page.
  const begun = document.querySelector("form[data-begin]");
  if (begun && matchMedia("(pointer: fine)").matches) window.tenace.beginAt(firstOf(begun), { preventScroll: true });
})();
