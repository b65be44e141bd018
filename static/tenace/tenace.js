// Small comforts. Every page works without this file.
(() => {
  "use strict";
  const root = document.documentElement;
  const KEY = "tenace-theme";

  const readTheme = () => {
    try {
      return localStorage.getItem(KEY);
    } catch {
      return null;
    }
  };

  const remember = (theme) => {
    try {
      localStorage.setItem(KEY, theme);
    } catch {
      // A browser that keeps nothing still changes this page.
    }
  };

  const savedTheme = readTheme();
  if (savedTheme === "light" || savedTheme === "dark") root.dataset.theme = savedTheme;

  const isDark = () =>
    root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;

  const switches = () => document.querySelectorAll("[data-theme-switch]");

  const showTheme = () => {
    for (const button of switches()) {
      button.hidden = false;
      button.setAttribute("aria-pressed", String(isDark()));
    }
  };

  const switchTheme = () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    remember(root.dataset.theme);
    showTheme();
  };

  const closeMenus = (except) => {
    for (const menu of document.querySelectorAll("details.menu[open]")) {
      if (menu !== except) menu.open = false;
    }
  };

  const closeOnEscape = (event) => {
    if (event.key !== "Escape") return;
    const menu = event.target.closest?.("details.menu[open]");
    closeMenus();
    menu?.querySelector("summary").focus();
  };

  const onClick = (event) => {
    const target = event.target;
    if (!target.closest) return;
    closeMenus(target.closest("details.menu"));
    if (target.closest("[data-theme-switch]")) switchTheme();
    target.closest("[data-dismiss]")?.closest(".toast")?.remove();
    const opener = target.closest("[data-dialog]");
    if (opener) document.querySelector(`dialog#${CSS.escape(opener.dataset.dialog)}`)?.showModal();
    if (target.closest("[data-print]")) print();
  };

  // A password can be shown while it is typed: a long one is hard to type blind.
  const addRevealButton = (input) => {
    const button = document.createElement("button");
    const words = document.body.dataset;
    const row = document.createElement("span");
    const show = (visible) => {
      input.type = visible ? "text" : "password";
      button.textContent = visible ? words.hide : words.show;
    };
    row.className = "field__reveal";
    button.type = "button";
    button.setAttribute("aria-label", words.showPassword);
    button.setAttribute("aria-pressed", "false");
    input.before(row);
    row.append(input, button);
    show(false);
    button.addEventListener("click", () => {
      const visible = input.type === "password";
      show(visible);
      button.setAttribute("aria-pressed", String(visible));
    });
    input.form?.addEventListener("submit", () => show(false));
  };

  // Where reading or typing begins, unless the person has begun elsewhere while the page was arriving.
  const beginAt = (element, options) => {
    if (!document.activeElement || document.activeElement === document.body) element.focus(options);
  };

  const enhance = (part) => {
    for (const input of part.querySelectorAll(".field input[type=password]")) {
      if (!input.closest(".field__reveal")) addRevealButton(input);
    }
    for (const button of part.querySelectorAll("[data-dismiss], [data-dialog], [data-print]")) button.hidden = false;
    const summaries = part.querySelectorAll("[data-error-summary]");
    if (summaries.length !== 1) return;
    if (part === document) beginAt(summaries[0]);
    else summaries[0].focus();
  };

  // What is redrawn between finger down and finger up never hears of the tap: news wait until it is over.
  const LATE_CLICK = 400; // A touch screen's click comes a little after the finger is up.
  const LONGEST = 3000;
  const heldActs = [];
  let isDown = false;
  let liftTimer;
  const lift = () => {
    clearTimeout(liftTimer);
    isDown = false;
    for (const act of heldActs.splice(0)) act();
  };
  const liftIn = (wait) => {
    clearTimeout(liftTimer);
    liftTimer = setTimeout(lift, wait);
  };
  const onPointerDown = () => {
    isDown = true;
    liftIn(LONGEST);
  };
  const onTap = () => {
    isDown = false;
    liftIn(0);
  };
  addEventListener("pointerdown", onPointerDown, true);
  addEventListener("pointerup", () => liftIn(LATE_CLICK), true);
  addEventListener("pointercancel", () => liftIn(0), true);
  addEventListener("click", onTap, true);
  window.tenace = { beginAt, enhance, afterTap: (act) => (isDown ? void heldActs.push(act) : act()) };

  document.addEventListener("click", onClick);
  document.addEventListener("keydown", closeOnEscape);
  document.addEventListener("htmx:load", (event) => enhance(event.target));
  document.addEventListener("DOMContentLoaded", () => {
    showTheme();
    enhance(document);
    const currentTab = document.querySelector(".tabs--inner [aria-current]");
    const row = currentTab?.closest("ul");
    if (row) row.scrollLeft += currentTab.getBoundingClientRect().left - row.getBoundingClientRect().left - row.clientWidth / 3;
  });
})();
