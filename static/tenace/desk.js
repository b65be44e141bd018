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

  const stateOf = (input) => state.get(input) ?? {};
  const updateState = (input, changes) => state.set(input, { ...stateOf(input), ...changes });
  const wordsOf = (input) => input.value.trim();
  const pickOf = (input) => input.parentElement.querySelector('input[type="hidden"]');
  const formOf = (input) => input.closest("form[data-find]");
  const fieldsOf = (form) => [...form.querySelectorAll(FIELD)];
  // Where an entry begins: with a team's name where there are teams.
  const firstOf = (form) => form.querySelector('input[type="text"]');

  const close = (input) => {
    stateOf(input).list?.remove();
    updateState(input, { list: null, at: -1 });
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
  };

  const markOption = (input, at) => {
    const options = [...stateOf(input).list.children];
    const marked = (at + options.length) % options.length;
    for (const [place, option] of options.entries()) option.setAttribute("aria-selected", String(place === marked));
    options[marked].scrollIntoView({ block: "nearest" });
    input.setAttribute("aria-activedescendant", options[marked].id);
    updateState(input, { at: marked });
  };

  const clearProblem = (input) => {
    input.removeAttribute("aria-invalid");
    input.removeAttribute("aria-describedby");
    const field = input.closest(".name-field");
    field.classList.remove("field--bad");
    for (const part of field.querySelectorAll(".field__error, .name-field__choices")) part.remove();
  };

  const takePerson = (input, { name, pick }) => {
    input.value = name;
    pickOf(input).value = pick;
    clearProblem(input);
    close(input);
  };

  // On to the next empty field; after the last one the form goes off.
  const goOn = (input) => {
    const form = formOf(input);
    const next = fieldsOf(form).find((field) => !wordsOf(field));
    if (next) next.focus();
    else if ("stay" in form.dataset) input.focus();
    else form.requestSubmit();
  };

  const suggestions = (input, answer) => {
    const people = answer.people.map(({ id, ...rest }) => ({ pick: String(id), ...rest }));
    const words = wordsOf(input);
    if (words.length > 2 && !/^\d+$/.test(words)) people.push({ pick: "new", name: words, note: answer.visitor });
    return people;
  };

  const withLabel = (element, { name, pick, number, note }) => {
    const details = document.createElement("span");
    details.className = "meta";
    details.textContent = pick === "new" ? "" : [number, note].filter(Boolean).join(" · ");
    element.append(pick === "new" ? `${note}: ${name}` : name, details);
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
      takePerson(input, person);
      goOn(input);
    });
    return withLabel(option, person);
  };

  const show = (input, answer) => {
    close(input);
    const people = suggestions(input, answer);
    if (!people.length) return;
    const list = document.createElement("ul");
    list.className = "name-field__list";
    list.id = `${input.id}-list`;
    list.setAttribute("role", "listbox");
    list.append(...people.map((person, at) => optionFor(input, at, person)));
    input.parentElement.append(list);
    input.setAttribute("aria-controls", list.id);
    input.setAttribute("aria-expanded", "true");
    updateState(input, { list, people, at: -1 });
  };

  const choiceFor = (input, person) => {
    const label = document.createElement("label");
    const radio = document.createElement("input");
    label.className = "name-field__choice";
    Object.assign(radio, { type: "radio", name: pickOf(input).name, value: person.pick });
    label.append(radio);
    return withLabel(label, person);
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
    choices.append(...suggestions(input, answer).map((person) => choiceFor(input, person)));
    input.closest(".name-field").classList.add("field--bad");
    input.setAttribute("aria-invalid", "true");
    input.setAttribute("aria-describedby", sentence.id);
    input.parentElement.append(sentence, choices);
  };

  // Whoever has gone on from a field learns there who was meant, or that it is not clear.
  const decide = (input, answer) => {
    const person = answer.people.find(({ id }) => id === answer.fits);
    close(input);
    if (person) takePerson(input, { name: person.name, pick: String(person.id) });
    else showProblem(input, answer);
  };

  const takeAnswer = (input, words, answer) => {
    updateState(input, { asked: "", answer, about: words });
    if (stateOf(input).isLeft) decide(input, answer);
    else show(input, answer);
  };

  const ask = async (input) => {
    const words = wordsOf(input);
    clearTimeout(stateOf(input).timer);
    if (!words || words === UNKNOWN) return close(input);
    if (stateOf(input).asked === words) return;
    updateState(input, { asked: words });
    try {
      const response = await fetch(`${formOf(input).dataset.find}?q=${encodeURIComponent(words)}`, {
        headers: { Accept: "application/json" },
      });
      const answer = response.ok ? await response.json() : null;
      if (answer && stateOf(input).asked === words && wordsOf(input) === words) takeAnswer(input, words, answer);
    } catch {
      // No connection: the server is asked when the form is sent.
    }
    if (stateOf(input).asked === words) updateState(input, { asked: "" });
  };

  const onInput = (event) => {
    const input = event.target.closest?.(FIELD);
    if (!input) return;
    pickOf(input).value = "";
    clearProblem(input);
    clearTimeout(stateOf(input).timer);
    updateState(input, { isLeft: false, asked: "", answer: null, timer: setTimeout(() => ask(input), WAIT) });
  };

  const isClear = (input) => !wordsOf(input) || wordsOf(input) === UNKNOWN || pickOf(input).value;

  // Gone on to another field: whom the words mean is decided now, or when the answer comes.
  const leave = (input) => {
    if (isClear(input) || input.getAttribute("aria-invalid")) return close(input);
    const { answer, about } = stateOf(input);
    updateState(input, { isLeft: true });
    if (answer && about === wordsOf(input)) decide(input, answer);
    else {
      close(input);
      ask(input);
    }
  };

  const isMarked = (input) => stateOf(input).list && stateOf(input).at >= 0;

  const enter = (event, input) => {
    const form = formOf(input);
    const stays = "stay" in form.dataset;
    if (isMarked(input)) {
      event.preventDefault();
      takePerson(input, stateOf(input).people[stateOf(input).at]);
      goOn(input);
    } else if (wordsOf(input) && !(stays && isClear(input))) {
      event.preventDefault();
      if (fieldsOf(form).some((field) => !wordsOf(field)) || stays) leave(input);
      goOn(input);
    } else if (!fieldsOf(form).some(wordsOf)) {
      event.preventDefault();
    }
  };

  const onKeydown = (event) => {
    if (event.isComposing) return;
    const input = event.target.closest?.(FIELD);
    if (!input) return;
    const { list, at, people } = stateOf(input);
    if (event.key === "Enter") enter(event, input);
    else if (!list) return;
    else if (event.key === "Escape") {
      event.preventDefault();
      close(input);
    } else if (event.key === "ArrowDown") {
      event.preventDefault();
      markOption(input, at + 1);
    } else if (event.key === "ArrowUp") {
      event.preventDefault();
      markOption(input, at < 0 ? -1 : at - 1);
    } else if (event.key === "Tab" && !event.shiftKey && isMarked(input)) takePerson(input, people[at]);
  };

  const onFocusOut = (event) => {
    const input = event.target.closest?.(FIELD);
    if (input?.isConnected && formOf(input)) leave(input);
  };

  // Radios take over from what was picked before.
  const onChange = (event) => {
    const radio = event.target.closest?.(".name-field__choices input");
    if (radio) radio.closest(".name-field").querySelector('input[type="hidden"]').value = radio.value;
  };

  // Empty again, and deaf to answers that are still on their way.
  const empty = (form) => {
    for (const input of fieldsOf(form)) {
      clearTimeout(stateOf(input).timer);
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

  document.addEventListener("input", onInput);
  document.addEventListener("keydown", onKeydown);
  document.addEventListener("focusout", onFocusOut);
  document.addEventListener("change", onChange);
  // After another act at the desk the names are next, unless somebody types elsewhere already.
  document.addEventListener("htmx:afterSwap", () => {
    const form = document.querySelector("form.desk__entry");
    if (form) window.tenace.beginAt(firstOf(form));
  });
  window.tenace.nameFields = { empty, firstOf, ready };
  ready(document);
  // Who comes to type names begins at once; on a touch screen the keyboard would cover the page.
  const firstForm = document.querySelector("form[data-begin]");
  if (firstForm && matchMedia("(pointer: fine)").matches) window.tenace.beginAt(firstOf(firstForm), { preventScroll: true });
})();
