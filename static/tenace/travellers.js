// Lines of a traveller: Enter goes to the next line, what cannot be read is marked at once, nothing typed gets lost.
(() => {
  "use strict";
  const form = document.querySelector("form[data-typing]");
  if (!form) return;
  const KEY = `tenace-typing-${form.dataset.typing}`;
  const RESULT =
    /^([NESW]\s*(?=\d))?[1-7]\s*(NT|SA|N|[CDHS♣♦♥♠])\s*(XX|X|\*\*|\*)?\s*(BY\s*)?[NESW]?\s*(=|[+\-−–]\s*\d{1,2})\s*(BY\s*)?[NESW]?(\s+(10|[2-9TJQKA][CDHS]|[CDHS](10|[2-9TJQKA])|#?\d{1,3}))*$/i;
  const WORDS = /^(P|PASS|PASSED|AP|NP|PO|ALL ?PASS|NOT ?PLAYED)$/i;
  const SCORE = /^[+\-−–]?\s*\d{1,4}$/;
  const ARTIFICIAL = /^A(VE?|VG)?\s*([+\-−–=]?([\s/:]+A(VE?|VG)?\s*[+\-−–=]?)?|[\d.]{2,}([\s/:-]+[\d.]+)?)$/i;
  const lines = [...form.querySelectorAll('input[name^="line_"]')];

  const mark = (input) => {
    const text = input.value.trim();
    const isUnreadable = text !== "" && ![RESULT, WORDS, SCORE, ARTIFICIAL].some((form) => form.test(text));
    if (isUnreadable) input.setAttribute("aria-invalid", "true");
    else if (input.value !== input.defaultValue) input.removeAttribute("aria-invalid");
  };

  const keepTyped = () => {
    const typed = Object.fromEntries(
      lines.filter((input) => input.value !== input.defaultValue).map((input) => [input.name, input.value]),
    );
    try {
      if (Object.keys(typed).length) sessionStorage.setItem(KEY, JSON.stringify(typed));
      else sessionStorage.removeItem(KEY);
    } catch {
      // A browser that keeps nothing still sends the form.
    }
  };

  const restoreTyped = () => {
    if ("refused" in form.dataset) return;
    try {
      const typed = JSON.parse(sessionStorage.getItem(KEY) || "{}");
      for (const input of lines) if (typed[input.name] && !input.value) input.value = typed[input.name];
    } catch {
      sessionStorage.removeItem(KEY);
    }
  };

  const goToNextLine = (input) => {
    const at = lines.indexOf(input);
    const next = lines.slice(at + 1).find((line) => !line.value.trim()) || lines[at + 1];
    if (next) {
      next.focus();
      next.select();
    } else {
      form.requestSubmit();
    }
  };

  form.addEventListener("keydown", (event) => {
    const input = event.target;
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      form.requestSubmit();
      return;
    }
    if (!lines.includes(input)) return;
    const at = lines.indexOf(input);
    if (event.key === "Enter") {
      event.preventDefault();
      goToNextLine(input);
    } else if (event.key === "ArrowDown" && lines[at + 1]) {
      event.preventDefault();
      lines[at + 1].focus();
    } else if (event.key === "ArrowUp" && lines[at - 1]) {
      event.preventDefault();
      lines[at - 1].focus();
    }
  });
  form.addEventListener("input", (event) => {
    if (lines.includes(event.target)) keepTyped();
  });
  form.addEventListener("focusout", (event) => {
    if (lines.includes(event.target)) mark(event.target);
  });
  form.addEventListener("submit", () => {
    try {
      sessionStorage.removeItem(KEY);
    } catch {
      // Nothing was kept.
    }
  });
  restoreTyped();
})();
