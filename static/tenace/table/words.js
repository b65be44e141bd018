// How the table's page says things: contracts, cards, results and lists, in the words that the server sent along.
import { margin, SEATS, signed } from "./bridge.js";
import { h, isolated } from "./elements.js";

/** @import { Seat, Side, Strain } from "./bridge.js" */
/** @import { Children } from "./elements.js" */
/** @import { Entry } from "./store.js" */
/** @typedef {Record<string, string | number | null>} Gaps */

/** @type {Record<string, string>} */
const SIGNS = { C: "♣", D: "♦", H: "♥", S: "♠" };

/** A sentence with its `%(name)s` gaps filled. @param {string} text @param {Gaps} gaps */
export const fill = (text, gaps = {}) => text.replace(/%\((\w+)\)s/g, (_all, name) => String(gaps[name] ?? ""));

const columnHead = (/** @type {Children} */ text, more = {}) => h("th", { scope: "col", ...more }, text);

export class Words {
  /** @param {Record<string, any>} words by name, translated */
  constructor(words) {
    this.words = words;
    /** Letters instead of suit symbols, where the director wants them: not everybody tells the symbols apart. */
    this.letters = false;
  }

  /** @param {string} name @param {Gaps} [gaps] @returns {string} */
  say(name, gaps) {
    return fill(this.words[name], gaps);
  }

  /** @param {string} strain @returns {Children} */
  suit(strain) {
    if (strain === "NT") return h("span", {}, this.words.nt);
    const sign = this.letters ? this.words.letters[strain] : SIGNS[strain];
    return [
      h("span", { class: `suit suit--${strain.toLowerCase()}`, "aria-hidden": "true" }, sign),
      h("span", { class: "visually-hidden" }, ` ${this.words.suits[strain]} `),
    ];
  }

  /** A contract, or the part of one that was typed so far. @param {string} contract @returns {Children} */
  contract(contract) {
    const [, level, strain, risk] = /^([1-7])(NT|[CDHS])?(X{0,2})$/.exec(contract) || [];
    if (!level) return contract;
    return [level, strain ? this.suit(strain) : "", risk ? h("b", { class: "tt-risk" }, risk) : ""];
  }

  /** @param {string} card @returns {Children} */
  card(card) {
    return [this.suit(card[0]), card[1] === "T" ? "10" : card[1]];
  }

  /** `4♠X −1 by North`; short: `4♠X−1 N`. @param {Entry} entry @param {boolean} short @returns {Children} */
  result(entry, short = false) {
    if (entry.outcome === "passed") return this.say("passed");
    if (entry.outcome === "not-played") return this.say("notPlayed");
    const over = margin(Number(entry.tricks) - 6 - Number(entry.contract[0]));
    const by = short ? entry.declarer : this.say("by", { seat: this.words[entry.declarer] });
    return [this.contract(entry.contract), short ? "" : " ", h("b", {}, over), " ", by];
  }

  /** What each side gets, seen from its own side of the table. @param {number | null} score */
  scores(score) {
    if (score === null) return null;
    const line = (/** @type {Side} */ side, /** @type {number} */ own) =>
      h("p", {}, h("span", {}, this.say(side)), h("b", {}, signed(own)));
    return h("div", { class: "tt-scores" }, line("NS", score), line("EW", -score));
  }

  /** Everything that was typed, once more. @param {Entry} entry @param {number | null} score */
  replay(entry, score) {
    const rows = [h("p", { class: "tt-replay__result" }, this.result(entry))];
    if (entry.outcome === "played") {
      const lead = entry.lead ? h("span", {}, `${this.say("ledCard")} `, this.card(entry.lead)) : null;
      rows.push(h("p", {}, this.say("tricksTaken", { tricks: entry.tricks }), lead ? " · " : "", lead));
    }
    return h("div", { class: "tt-replay" }, rows, this.scores(score));
  }

  /** The results of a board at all tables, with what they are scored in. @param {any[]} lines @param {string} counted */
  traveller(lines, counted) {
    const hasPercent = lines.some((line) => line.ns_percent);
    const heads = [this.say("NS"), this.say("EW"), this.say("contract"), this.say("score")];
    const unit = hasPercent ? this.words.percent : lines.some((line) => line.ns_points) ? counted : "";
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
          columnHead(h("abbr", { title: heads[0] }, "NS")),
          columnHead(h("abbr", { title: heads[1] }, "EW")),
          columnHead(heads[2]),
          columnHead(heads[3], { class: "tt-number" }),
          columnHead(unit || h("span", { class: "visually-hidden" }, heads[3]), { class: "tt-number" }),
        ),
      ),
      h("tbody", {}, lines.map((line) => this.travellerLine(line, hasPercent))),
    );
  }

  /** @param {any} line @param {boolean} hasPercent */
  travellerLine(line, hasPercent) {
    const result = line.adjusted ? this.say("adjusted") : this.result(line, true);
    const form = line.form ? h("em", { class: "tt-form" }, ` ${this.say("form", line)}`) : null;
    const number = (/** @type {Children} */ text) => h("td", { class: "tt-number" }, text);
    return h(
      "tr",
      { class: line.own ? "tt-own" : null, "aria-current": line.own ? "true" : null },
      h("th", { scope: "row" }, line.ns, h("small", {}, isolated(line.ns_names))),
      h("td", {}, line.ew, h("small", {}, isolated(line.ew_names))),
      h("td", {}, result, form),
      number(line.score === null ? "–" : signed(line.score)),
      number(hasPercent ? line.ns_percent : line.ns_points?.replace("-", "−")),
    );
  }

  /** @param {{ side: string, lines: any[] }} ranking */
  ranking({ side, lines }) {
    const row = (/** @type {any} */ line) =>
      h(
        "tr",
        { class: line.own ? "tt-own" : null, "aria-current": line.own ? "true" : null },
        h("td", { class: "tt-number" }, line.place),
        h("th", { scope: "row", class: "tt-number" }, line.number),
        h("td", { class: "tt-who" }, isolated(line.names)),
        h("td", { class: "tt-number" }, line.score, line.percent ? this.words.percent : ""),
      );
    return h(
      "table",
      { class: "tt-traveller tt-ranking" },
      h("caption", { class: side ? null : "visually-hidden" }, this.words[side] || this.say("ranking")),
      h(
        "thead",
        { class: "visually-hidden" },
        h("tr", {}, ["place", "pair", "names", "score"].map((name) => columnHead(this.say(name)))),
      ),
      h("tbody", {}, lines.map(row)),
    );
  }

  /** A deal with what double dummy makes of it. @param {{ hands: any, tricks: any, par: any }} deal @returns {Children} */
  deal({ hands, tricks, par }) {
    const suit = (/** @type {Seat} */ seat, /** @type {string} */ strain) => {
      const ranks = [...(hands[seat][strain] || "–")].map((rank) => (rank === "T" ? "10" : rank));
      return h("p", {}, this.suit(strain), " ", ranks.join(" "));
    };
    const hand = (/** @type {Seat} */ seat) =>
      h(
        "div",
        { class: "tt-hand", "data-seat": seat },
        h("b", {}, this.say(seat)),
        hands[seat] ? ["S", "H", "D", "C"].map((strain) => suit(seat, strain)) : h("p", {}, this.say("unknown")),
      );
    return [
      h("div", { class: "tt-deal" }, SEATS.map(hand)),
      tricks ? this.doubleDummyTricks(tricks) : null,
      par ? h("p", {}, this.par(par)) : null,
    ];
  }

  /** @param {Record<Seat, Record<Strain, number>>} tricks */
  doubleDummyTricks(tricks) {
    /** @type {Strain[]} */
    const strains = ["NT", "S", "H", "D", "C"];
    const row = (/** @type {Seat} */ seat) =>
      h("tr", {}, h("th", { scope: "row" }, seat), strains.map((strain) => h("td", {}, String(tricks[seat][strain]))));
    return h(
      "table",
      { class: "tt-traveller" },
      h("caption", {}, this.say("makes")),
      h("thead", {}, h("tr", {}, h("td", {}), strains.map((strain) => columnHead(this.suit(strain))))),
      h("tbody", {}, SEATS.map(row)),
    );
  }

  /** @param {{ score: number }} par */
  par({ score }) {
    if (!score) return this.say("parNone");
    return this.say("par", { score: Math.abs(score), side: this.say(score > 0 ? "NS" : "EW") });
  }
}
