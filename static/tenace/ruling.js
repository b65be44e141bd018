// Rulings: find while typing, answer with a key, enter an auction by tapping, weigh results with sliders, see the effect
// before saving. Without this file every page is a form that does the same.
(() => {
  "use strict";
  const WAIT = 350;

  const debounced = (act) => {
    let timer = 0;
    return () => {
      clearTimeout(timer);
      timer = setTimeout(act, WAIT);
    };
  };

  const make = (tag, attributes = {}, ...children) => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (name in element && typeof value !== "string") element[name] = value;
      else element.setAttribute(name, value);
    }
    element.append(...children);
    return element;
  };

  // --- Find the irregularity -------------------------------------------------------------------------------------
  const searchBox = document.querySelector("[data-find]");
  if (searchBox) {
    const input = searchBox.querySelector("[data-find-input]");
    let latestSearch = 0;
    const search = async () => {
      const searchNumber = ++latestSearch;
      const address = new URL(location.href);
      address.searchParams.set("q", input.value);
      try {
        const answer = await fetch(address);
        if (!answer.ok || searchNumber !== latestSearch) return;
        const page = new DOMParser().parseFromString(await answer.text(), "text/html");
        const results = page.querySelector("[data-find-results]");
        if (results) searchBox.querySelector("[data-find-results]").replaceWith(document.importNode(results, true));
      } catch {
        // No connection: the button asks again.
      }
    };
    input.addEventListener("input", debounced(search));
    if (!input.value && matchMedia("(pointer: fine)").matches) tenace.beginAt(input, { preventScroll: true });
  }

  // --- Answer with a number --------------------------------------------------------------------------------------
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches?.("input, select, textarea")) return;
    document.querySelector(`[data-key="${CSS.escape(event.key)}"]`)?.click();
  });

  const form = document.querySelector("[data-ruling-form]");
  if (!form) return;

  // --- The effect, while it is written ---------------------------------------------------------------------------
  // From the first key on the effect that stands there is of something else: it is hidden until the new one has come.
  let latest = 0;
  const markEffects = (isOutdated) => {
    for (const part of form.querySelectorAll("[data-effect]")) part.setAttribute("aria-busy", String(isOutdated));
  };
  // A result that is not typed yet is no fault of the weights: until it is there, no score is asked about.
  let isHalfTyped = () => false;
  const formData = () => {
    const data = new FormData(form);
    if (isHalfTyped()) for (const name of ["score_ns", "score_ew"]) data.set(name, "");
    return data;
  };
  const askForEffect = debounced(async () => {
    const requestNumber = ++latest;
    try {
      const answer = await fetch(form.dataset.previewUrl, { method: "POST", body: formData() });
      if (!answer.ok || requestNumber !== latest) return;
      markEffects(false);
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      for (const part of page.querySelectorAll("[data-effect-part]")) {
        form.querySelector(`[data-effect="${part.dataset.effectPart}"]`)?.replaceChildren(document.importNode(part, true));
      }
    } catch {
      // The button asks for it as well.
    }
  });
  const refreshEffect = () => {
    latest += 1;
    markEffects(true);
    askForEffect();
  };
  const WATCHED = /^(auction|cancels_penalties|effect|score_ns|score_ew|own_damage|score_normal|directors_error|penalty_)/;
  form.addEventListener("input", (event) => {
    if (WATCHED.test(event.target.name || "")) refreshEffect();
  });

  // --- The auction -----------------------------------------------------------------------------------------------
  const pad = form.querySelector("[data-bidpad]");
  const calls = form.elements.auction;
  if (pad && calls) {
    const words = pad.dataset;
    const STRAINS = [["C", "♣"], ["D", "♦"], ["H", "♥"], ["S", "♠"], ["NT", "NT"]];
    let level = 0;
    const tokens = () => calls.value.trim().split(/\s+/).filter(Boolean);
    const write = (list) => {
      calls.value = list.join(" ");
      calls.dispatchEvent(new Event("input", { bubbles: true }));
    };
    const add = (call) => write([...tokens(), call]);
    const mark = (sign) => {
      const list = tokens();
      const last = list.pop();
      if (last) write([...list, last.includes(sign) ? last.replace(sign, "") : sign === "!" ? `${last}!` : `~${last}`]);
    };
    const button = (label, act, css = "") => {
      const key = make("button", { type: "button", class: `bidpad__key ${css}` }, label);
      key.addEventListener("click", act);
      return key;
    };
    const levels = [1, 2, 3, 4, 5, 6, 7].map((number) =>
      button(String(number), () => {
        level = level === number ? 0 : number;
        show();
      })
    );
    const strains = STRAINS.map(([code, sign]) =>
      button(
        sign,
        () => {
          add(`${level}${code}`);
          level = 0;
          show();
        },
        code === "NT" ? "" : `suit suit--${code.toLowerCase()}`
      )
    );
    const show = () => {
      for (const [at, key] of levels.entries()) key.setAttribute("aria-pressed", String(level === at + 1));
      strains.forEach((key) => {
        key.disabled = !level;
      });
    };
    const allPass = () => {
      const list = tokens();
      const bids = list.some((call) => /\d/.test(call));
      let passes = 0;
      while (passes < list.length && /^(\w:)?~?P!?$/i.test(list[list.length - 1 - passes])) passes += 1;
      write([...list, ...Array(Math.max(0, (bids ? 3 : 4) - passes)).fill("P")]);
    };
    pad.append(
      make("div", { class: "bidpad__row" }, ...levels),
      make("div", { class: "bidpad__row" }, ...strains, button(words.pass, () => add("P")), button("X", () => add("X")), button("XX", () => add("XX"))),
      make(
        "div",
        { class: "bidpad__row" },
        button(`${words.alert} !`, () => mark("!")),
        button(`${words.slow} ~`, () => mark("~")),
        button(words.allpass, allPass),
        button(words.delete, () => write(tokens().slice(0, -1)))
      )
    );
    show();
    pad.hidden = false;
  }

  // --- The score -------------------------------------------------------------------------------------------------
  const scorePad = form.querySelector("[data-score-pad]");
  const text = form.querySelector("[data-score-text]");
  if (!scorePad || !text) return;
  const words = scorePad.dataset;
  const fields = { ns: form.elements.score_ns, ew: form.elements.score_ew };
  const AWARD = /^\s*(\d{1,3}(?:[.,]\d+)?)\s*%?\s*$/;
  const PART = /^\s*(\d{1,3}(?:[.,]\d+)?)\s*%?\s+(.+?)\s*$/;

  const parseScore = (value) => {
    if (!value.trim()) return null;
    const award = AWARD.exec(value);
    if (award) return { award: award[1] };
    return {
      rows: value.split(/[;,](?=\s*\d)/).map((part) => {
        const match = PART.exec(part);
        return match ? { weight: Number(match[1].replace(",", ".")), result: match[2] } : { weight: 100, result: part.trim() };
      }),
    };
  };
  const guessMode = () => {
    const [ns, ew] = [parseScore(fields.ns.value), parseScore(fields.ew.value)];
    if (!ns) return "none";
    if (ns.award && (!ew || ew.award)) return "artificial";
    if (ew) return "split";
    return ns.rows.length > 1 ? "weighted" : "assigned";
  };
  const tableResult = () => ({ rows: [{ weight: 100, result: words.table || "" }] });
  const twoResults = () => ({ rows: [{ weight: 50, result: words.table || "" }, { weight: 50, result: "" }] });
  const state = { mode: guessMode(), ns: parseScore(fields.ns.value), ew: parseScore(fields.ew.value) };

  isHalfTyped = () => {
    const sides = { none: [], split: [state.ns, state.ew] }[state.mode] ?? [state.ns];
    return sides.some((side) => side?.rows?.length > 1 && side.rows.some((row) => !row.result.trim()));
  };
  const scoreText = (side) => {
    const value = state[side];
    if (!value) return "";
    if (value.award !== undefined) return String(value.award);
    const rows = value.rows.filter((row) => row.result.trim());
    if (rows.length === 1 && rows[0].weight === 100) return rows[0].result;
    return rows.map((row) => `${row.weight} ${row.result}`).join(", ");
  };
  const writeFields = () => {
    fields.ns.value = state.mode === "none" ? "" : scoreText("ns");
    fields.ew.value = state.mode === "split" || state.mode === "artificial" ? scoreText("ew") : "";
    fields.ns.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const chooseMode = (mode) => {
    state.mode = mode;
    const rows = state.ns?.rows;
    if (mode === "artificial") [state.ns, state.ew] = [{ award: "50" }, { award: "50" }];
    if (mode === "assigned") [state.ns, state.ew] = [{ rows: [{ weight: 100, result: rows?.[0]?.result || words.table || "" }] }, null];
    if (mode === "weighted") [state.ns, state.ew] = [rows?.length > 1 ? state.ns : twoResults(), null];
    if (mode === "split") {
      state.ns = rows ? state.ns : tableResult();
      state.ew = state.ew?.rows ? state.ew : tableResult();
    }
    render();
    writeFields();
  };

  const totalWeight = (side) => state[side].rows.reduce((sum, row) => sum + row.weight, 0);
  const setWeight = (side, at, weight, places) => {
    const rows = state[side].rows;
    rows[at].weight = weight;
    // With two results the other one takes the rest.
    if (rows.length === 2) rows[1 - at].weight = Math.round((100 - weight) * 100) / 100;
    places.forEach(({ slider, number }, place) => {
      slider.value = rows[place].weight;
      number.value = rows[place].weight;
    });
  };
  const weightRows = (side, label) => {
    const rows = state[side].rows;
    const total = make("output", { class: "score-pad__total" });
    const showTotal = () => {
      total.textContent = `${words.total}: ${Math.round(totalWeight(side) * 100) / 100}%`;
      total.classList.toggle("score-pad__total--bad", totalWeight(side) !== 100);
    };
    const places = [];
    const lines = rows.map((row, at) => {
      const result = make("input", { type: "text", value: row.result, class: "score-pad__result", autocomplete: "off", autocapitalize: "characters", spellcheck: "false", placeholder: "4S= N", "aria-label": `${label} ${words.result} ${at + 1}` });
      const slider = make("input", { type: "range", min: "0", max: "100", step: "5", value: String(row.weight), "aria-label": `${label} ${words.weight} ${at + 1}` });
      const number = make("input", { type: "number", min: "0", max: "100", step: "any", value: String(row.weight), class: "score-pad__number", "aria-label": `${label} ${words.weight} ${at + 1}` });
      places.push({ slider, number });
      result.addEventListener("input", () => {
        row.result = result.value;
        writeFields();
      });
      const set = (input) => () => {
        setWeight(side, at, Math.min(100, Math.max(0, Number(input.value) || 0)), places);
        if (input === number) number.value = input.value;
        showTotal();
        writeFields();
      };
      slider.addEventListener("input", set(slider));
      number.addEventListener("change", set(number));
      const parts = [result];
      if (rows.length > 1 || state.mode === "weighted") parts.push(slider, number);
      if (rows.length > 1) {
        const remove = make("button", { type: "button", class: "button button--small button--quiet", "aria-label": `${words.remove} ${at + 1}` }, "×");
        remove.addEventListener("click", () => {
          rows.splice(at, 1);
          if (rows.length === 1) rows[0].weight = 100;
          render();
          writeFields();
        });
        parts.push(remove);
      }
      return make("div", { class: "score-pad__row" }, ...parts);
    });
    const addButton = make("button", { type: "button", class: "button button--small" }, words.add);
    addButton.addEventListener("click", () => {
      if (rows.length === 1) rows[0].weight = 50;
      rows.push({ weight: Math.max(0, 100 - totalWeight(side)), result: "" });
      render();
      writeFields();
    });
    showTotal();
    const foot = make("div", { class: "cluster cluster--apart" });
    if (state.mode !== "assigned") foot.append(addButton);
    if (rows.length > 1) foot.append(total);
    return [...lines, foot];
  };
  const awardFields = () => {
    const PRESETS = [["60", "40"], ["50", "50"], ["40", "60"], ["60", "60"], ["40", "40"], ["60", "50"]];
    const boxes = ["ns", "ew"].map((side) => {
      const input = make("input", { type: "text", inputmode: "decimal", value: state[side]?.award || "", class: "score-pad__number", "aria-label": words[side] });
      input.addEventListener("input", () => {
        state[side] = { award: input.value };
        writeFields();
      });
      return make("label", { class: "score-pad__award" }, words[side], input);
    });
    const keys = PRESETS.map(([ns, ew]) => {
      const key = make("button", { type: "button", class: "button button--small" }, `${ns} / ${ew}`);
      key.addEventListener("click", () => {
        [state.ns, state.ew] = [{ award: ns }, { award: ew }];
        render();
        writeFields();
      });
      return key;
    });
    return [make("div", { class: "cluster" }, ...keys), make("div", { class: "cluster" }, ...boxes)];
  };
  const render = () => {
    const modes = ["none", "artificial", "assigned", "weighted", "split"].map((mode) => {
      const key = make("button", { type: "button", class: "score-pad__mode", "aria-pressed": String(state.mode === mode) }, words[mode]);
      key.addEventListener("click", () => chooseMode(mode));
      return key;
    });
    const body = [];
    if (state.mode === "artificial") body.push(...awardFields());
    if (state.mode === "assigned" || state.mode === "weighted") body.push(...weightRows("ns", ""));
    if (state.mode === "split") {
      for (const side of ["ns", "ew"]) {
        if (!state[side]?.rows) state[side] = tableResult();
        body.push(make("p", { class: "score-pad__side" }, words[side]), ...weightRows(side, words[side]));
      }
    }
    scorePad.replaceChildren(make("div", { class: "score-pad__modes", role: "group" }, ...modes), ...body);
  };
  render();
  // The fields were filled in by another hand: what was kept of an earlier visit.
  form.addEventListener("tenace:filled", () => {
    Object.assign(state, { mode: guessMode(), ns: parseScore(fields.ns.value), ew: parseScore(fields.ew.value) });
    render();
  });
  scorePad.hidden = false;
  text.hidden = !text.querySelector(".field--bad");
  if (state.mode !== "none") refreshEffect();
})();
