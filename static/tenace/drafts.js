// What was typed into a form with data-draft is kept in this browser until the server has it: a lost connection, a closed
// page or an empty battery costs nothing. Without this file the form is an ordinary one.
(() => {
  "use strict";
  const PREFIX = "tenace-draft:";
  const KEEP_DAYS = 3;
  const SAVE_AFTER = 300;
  const ANSWER_WITHIN = 8000;
  const words = document.querySelector("[data-draft-words]")?.dataset || {};
  const person = document.body.dataset.person || "";
  const something = /** @type {HTMLScriptElement} */ (document.currentScript).src; // Small, and there as long as the server is.

  const store = {
    read(key) {
      try {
        return JSON.parse(localStorage.getItem(key));
      } catch {
        return null;
      }
    },
    write(key, draft) {
      try {
        localStorage.setItem(key, JSON.stringify(draft));
      } catch {
        // A browser that keeps nothing: the form still works.
      }
    },
    remove(key) {
      try {
        localStorage.removeItem(key);
      } catch {
        // Nothing was kept.
      }
    },
    keys() {
      try {
        return Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
      } catch {
        return [];
      }
    },
  };

  // Nobody finds what somebody else typed on this device, and nothing is kept for long.
  const tidyUp = () => {
    const oldest = Date.now() - KEEP_DAYS * 86400000;
    for (const key of store.keys()) {
      if (!key.startsWith(`${PREFIX}${person}:`) || !person || (store.read(key)?.at || 0) < oldest) store.remove(key);
    }
  };

  const SKIPPED = new Set(["csrfmiddlewaretoken", "version", "seen"]);
  const fieldsOf = (form) =>
    Array.from(form.elements).filter((field) => field.name && !SKIPPED.has(field.name) && !["submit", "button", "file"].includes(field.type));
  const fieldValue = (field) => (field.type === "checkbox" || field.type === "radio" ? field.checked : field.value);
  const nameOf = (field) => (field.type === "radio" ? `${field.name}=${field.value}` : field.name);
  const valuesOf = (form) => Object.fromEntries(fieldsOf(form).map((field) => [nameOf(field), fieldValue(field)]));
  const isSame = (first, second) => Object.keys(first).every((name) => !(name in second) || first[name] === second[name]);

  const fill = (form, values) => {
    for (const field of fieldsOf(form)) {
      if (!(nameOf(field) in values)) continue;
      if (field.type === "checkbox" || field.type === "radio") field.checked = values[nameOf(field)];
      else field.value = values[nameOf(field)];
      field.closest("details")?.setAttribute("open", "");
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
    form.dispatchEvent(new Event("tenace:filled", { bubbles: true }));
  };

  const say = (form, text, ...buttons) => {
    form.querySelector("[data-draft-notice]")?.remove();
    const notice = document.createElement("div");
    notice.className = "notice notice--warn stack stack--tight";
    notice.dataset.draftNotice = "";
    notice.setAttribute("role", "alert");
    const line = document.createElement("p");
    line.textContent = text;
    notice.append(line);
    if (buttons.length) {
      const row = document.createElement("div");
      row.className = "cluster";
      row.append(...buttons);
      notice.append(row);
    }
    form.prepend(notice);
    notice.scrollIntoView({ block: "center" });
  };

  const button = (label, act, look = "") => {
    const made = document.createElement("button");
    made.type = "button";
    made.className = `button button--small ${look}`;
    made.textContent = label;
    made.addEventListener("click", act);
    return made;
  };

  // Whether the server answers now: a form that is sent into nothing takes its page with it.
  const answers = async () => {
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), ANSWER_WITHIN);
    try {
      return (await fetch(something, { method: "HEAD", cache: "no-store", signal: limit.signal })).status < 500;
    } catch {
      return false;
    } finally {
      clearTimeout(timer);
    }
  };

  const follow = (form) => {
    const key = `${PREFIX}${person}:${form.dataset.draft}`;
    const version = Number(form.dataset.draftVersion);
    const asRendered = valuesOf(form);
    let timer = 0;
    const keep = (sent) => {
      const values = valuesOf(form);
      if (!sent && isSame(asRendered, values)) store.remove(key);
      else store.write(key, { at: Date.now(), version, values, sent });
    };
    const kept = store.read(key);
    if (kept && (isSame(kept.values, asRendered) || (kept.sent && version > kept.version))) store.remove(key);
    else if (kept) {
      const clear = () => {
        store.remove(key);
        form.querySelector("[data-draft-notice]")?.remove();
      };
      const restore = () => {
        fill(form, kept.values);
        clear();
        keep(false);
      };
      say(
        form,
        words.found,
        button(words.restore, restore, "button--primary"),
        button(words.discard, clear)
      );
    }
    form.addEventListener("input", () => {
      clearTimeout(timer);
      timer = setTimeout(() => keep(false), SAVE_AFTER);
    });
    let goes = false;
    form.addEventListener("submit", async (event) => {
      clearTimeout(timer);
      if (goes) return;
      event.preventDefault();
      const pressed = event.submitter;
      keep(true);
      if (await answers()) {
        goes = true;
        form.requestSubmit(pressed);
        return;
      }
      keep(false);
      say(form, words.offline);
    });
    // Back from the browser's own error page, the form is as it was.
    addEventListener("pageshow", () => (goes = false));
  };

  tidyUp();
  // A page that shows what was saved: what was sent for it has arrived.
  for (const saved of document.querySelectorAll("[data-draft-saved]")) {
    for (const name of saved.dataset.draftSaved.split(" ")) {
      const key = `${PREFIX}${person}:${name}`;
      const kept = store.read(key);
      if (kept?.sent && Number(saved.dataset.draftVersion) > kept.version) store.remove(key);
    }
  }
  if (person) document.querySelectorAll("form[data-draft]").forEach(follow);
})();
