// How the table's page says things: small pieces of the page, made from plain data.

const SIGNS = { C: "♣", D: "♦", H: "♥", S: "♠" };
const SEATS = ["N", "E", "S", "W"];

// An element: attributes, listeners (`onclick`), children (text, elements, lists; null is nothing).
export const h = (tag, attributes, ...children) => {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return made;
};

export const fill = (text, gaps = {}) => text.replace(/%\((\w+)\)s/g, (_all, name) => gaps[name] ?? "");
export const sideOf = (seat) => ("NS".includes(seat) ? "NS" : "EW");
export const otherSide = (side) => (side === "NS" ? "EW" : "NS");
export const leaderOf = (declarer) => SEATS[(SEATS.indexOf(declarer) + 1) % 4];
export const signed = (number) => (number > 0 ? `+${number}` : number < 0 ? `−${-number}` : "0");
export const margin = (number) => (number ? signed(number) : "=");

export class Words {
  constructor(words) {
    this.words = words;
    // Some directors want letters: not everybody tells the symbols apart.
    this.letters = false;
  }
  say(name, gaps) {
    return fill(this.words[name], gaps);
  }

  suit(strain) {
    if (strain === "NT") return h("span", {}, this.words.nt);
    return [
      h("span", { class: `suit suit--${strain.toLowerCase()}`, "aria-hidden": "true" }, this.letters ? this.words.letters[strain] : SIGNS[strain]),
      h("span", { class: "visually-hidden" }, ` ${this.words.suits[strain]} `),
    ];
  }

  contract(contract) {
    const [, level, strain, risk] = /^([1-7])(NT|[CDHS])?(X{0,2})$/.exec(contract) || [];
    if (!level) return contract;
    return [level, strain ? this.suit(strain) : "", risk ? h("b", { class: "tt-risk" }, risk) : ""];
  }

  card(card) {
    return [this.suit(card[0]), card[1] === "T" ? "10" : card[1]];
  }

  // 4♠X −1 by North; short: 4♠X−1 N
  result(said, short = false) {
    if (said.outcome === "passed") return this.say("passed");
    if (said.outcome === "not-played") return this.say("notPlayed");
    const went = margin(said.tricks - 6 - Number(said.contract[0]));
    const by = short ? said.declarer : this.say("by", { seat: this.words[said.declarer] });
    return [this.contract(said.contract), short ? "" : " ", h("b", {}, went), " ", by];
  }

  // What each side gets, seen from its own side of the table.
  scores(score) {
    if (score === null) return null;
    const line = (side, own) => h("p", {}, h("span", {}, this.say(side)), h("b", {}, signed(own)));
    return h("div", { class: "tt-scores" }, line("NS", score), line("EW", -score));
  }

  // Everything that was typed, once more.
  replay(said, score) {
    const rows = [h("p", { class: "tt-replay__result" }, this.result(said))];
    if (said.outcome === "played") {
      const lead = said.lead ? h("span", {}, `${this.say("ledCard")} `, this.card(said.lead)) : null;
      rows.push(h("p", {}, this.say("tricksTaken", { tricks: said.tricks }), lead ? " · " : "", lead));
    }
    return h("div", { class: "tt-replay" }, rows, this.scores(score));
  }

  traveller(lines) {
    const cell = (text, name) => h("td", { class: name }, text);
    const percent = lines.some((line) => line.ns_percent);
    const row = (line) =>
      h(
        "tr",
        { class: line.own ? "tt-own" : null, "aria-current": line.own ? "true" : null },
        h("th", { scope: "row" }, line.ns, h("small", {}, line.ns_names)),
        h("td", {}, line.ew, h("small", {}, line.ew_names)),
        cell([line.adjusted ? this.say("adjusted") : this.result(line, true), line.form ? h("em", { class: "tt-form" }, ` ${this.say("form", line)}`) : null]),
        cell(line.score === null ? "–" : signed(line.score), "tt-number"),
        cell((percent ? line.ns_percent : line.ns_points) || "", "tt-number"),
      );
    const heads = [this.say("NS"), this.say("EW"), this.say("contract"), this.say("score")];
    const unit = percent ? this.words.percent : lines.some((line) => line.ns_points) ? this.say("points") : "";
    return h(
      "table",
      { class: "tt-traveller" },
      h("caption", { class: "visually-hidden" }, this.say("traveller")),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "col" }, h("abbr", { title: heads[0] }, "NS")),
          h("th", { scope: "col" }, h("abbr", { title: heads[1] }, "EW")),
          h("th", { scope: "col" }, heads[2]),
          h("th", { scope: "col", class: "tt-number" }, heads[3]),
          h("th", { scope: "col", class: "tt-number" }, unit || h("span", { class: "visually-hidden" }, heads[3])),
        ),
      ),
      h("tbody", {}, lines.map(row)),
    );
  }

  ranking({ side, lines }) {
    const row = (line) =>
      h(
        "tr",
        { class: line.own ? "tt-own" : null, "aria-current": line.own ? "true" : null },
        h("td", { class: "tt-number" }, line.place),
        h("th", { scope: "row", class: "tt-number" }, line.number),
        h("td", { class: "tt-who" }, line.names),
        h("td", { class: "tt-number" }, line.score, line.percent ? this.words.percent : ""),
      );
    return h(
      "table",
      { class: "tt-traveller tt-ranking" },
      h("caption", { class: side ? null : "visually-hidden" }, this.words[side] || this.say("ranking")),
      h(
        "thead",
        { class: "visually-hidden" },
        h("tr", {}, ["place", "pair", "names", "score"].map((name) => h("th", { scope: "col" }, this.say(name)))),
      ),
      h("tbody", {}, lines.map(row)),
    );
  }

  deal({ hands, tricks, par }) {
    const suit = (seat, strain) =>
      h("p", {}, this.suit(strain), " ", [...(hands[seat][strain] || "–")].map((r) => (r === "T" ? "10" : r)).join(" "));
    const hand = (seat) =>
      h(
        "div",
        { class: "tt-hand", "data-seat": seat },
        h("b", {}, this.say(seat)),
        hands[seat] ? ["S", "H", "D", "C"].map((strain) => suit(seat, strain)) : h("p", {}, this.say("unknown")),
      );
    return [
      h("div", { class: "tt-deal" }, SEATS.map(hand)),
      tricks ? this.makes(tricks) : null,
      par ? h("p", {}, this.par(par)) : null,
    ];
  }

  makes(tricks) {
    const strains = ["NT", "S", "H", "D", "C"];
    const row = (seat) =>
      h("tr", {}, h("th", { scope: "row" }, seat), strains.map((strain) => h("td", {}, String(tricks[seat][strain]))));
    return h(
      "table",
      { class: "tt-traveller" },
      h("caption", {}, this.say("makes")),
      h("thead", {}, h("tr", {}, h("td", {}), strains.map((strain) => h("th", { scope: "col" }, this.suit(strain))))),
      h("tbody", {}, SEATS.map(row)),
    );
  }

  par({ score }) {
    if (!score) return this.say("parNone");
    return this.say("par", { score: Math.abs(score), side: this.say(score > 0 ? "NS" : "EW") });
  }
}
