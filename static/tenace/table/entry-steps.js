// The questions of an entry, one after the other, in the order that everybody knows from the devices on the tables.
import { leaderOf, margin, RANKS, STRAINS } from "./bridge.js";
import { button, h, isolated, pageTitle } from "./elements.js";
import { blankEntry } from "./store.js";

/** @import { Seat } from "./bridge.js" */
/** @import { Children } from "./elements.js" */
/** @import { Entry, TableState } from "./store.js" */
/** @import { Words } from "./words.js" */

/**
 * What a step draws with. `answer` takes the answer and goes on to the next question; `typing` keeps half an answer, which
 * `redraw` shows.
 * @typedef {{ entry: Entry, typing: { suit?: string, rank?: string, sign?: string }, isCorrection: boolean,
 *   state: TableState, words: Words, answer: (part: Partial<Entry>) => void, redraw: () => void }} Step
 */

/** The names of the questions that an entry needs, in order. @param {Entry} entry @param {Record<string, any>} rules */
export const stepsFor = (entry, rules) => {
  if (entry.outcome !== "played") return ["level"];
  const pair = rules.declarer_pair ? ["pair"] : [];
  const lead = rules.lead ? ["lead"] : [];
  return ["level", "strain", "risk", "declarer", ...pair, ...lead, "tricks"];
};

/** @param {number} columns @param {Children} buttons */
const keyGrid = (columns, buttons) => h("div", { class: `tt-keys tt-keys--${columns}` }, buttons);

/** @param {Step} step @returns {Children} */
const level = ({ answer, words, state, isCorrection }) => {
  const bid = (/** @type {number} */ number) =>
    button(String(number), () => answer({ ...blankEntry(), contract: String(number) }), {
      kind: "tt-key",
      "data-press": String(number),
    });
  const withoutPlay = (/** @type {string} */ outcome, /** @type {string} */ word, /** @type {string} */ press) =>
    button(words.say(word), () => answer({ ...blankEntry(), outcome }), { kind: "tt-key tt-key--word", "data-press": press });
  return [
    pageTitle(words.say("level")),
    keyGrid(4, [1, 2, 3, 4, 5, 6, 7].map(bid)),
    keyGrid(2, [
      withoutPlay("passed", "passed", "p"),
      state.rules.not_played && !isCorrection ? withoutPlay("not-played", "notPlayed", "0") : null,
    ]),
  ];
};

/** @param {Step} step @returns {Children} */
const strain = ({ entry, answer, words }) => {
  const key = (/** @type {string} */ name) =>
    button(words.suit(name), () => answer({ contract: entry.contract[0] + name }), {
      kind: "tt-key tt-key--suit",
      "data-press": name === "NT" ? "n" : name.toLowerCase(),
    });
  return [pageTitle(words.say("strain")), keyGrid(2, STRAINS.map(key))];
};

/** @param {Step} step @returns {Children} */
const risk = ({ entry, answer, words }) => {
  const bare = entry.contract.replace(/X+$/, "");
  const key = (/** @type {string} */ sign, /** @type {string} */ word, /** @type {string} */ press) =>
    button(words.say(word), () => answer({ contract: bare + sign }), { kind: "tt-key tt-key--word", "data-press": press });
  const keys = [key("", "notDoubled", "enter"), key("X", "double", "x"), key("XX", "redouble", "r")];
  return [pageTitle(words.say("doubled")), keyGrid(1, keys)];
};

/** @param {Step} step @returns {Children} */
const declarer = ({ answer, words, state }) => {
  const name = (/** @type {string} */ seat) => state.seats.find((sitter) => sitter.seat === seat)?.name || "";
  const key = (/** @type {Seat} */ seat) =>
    button([h("b", {}, words.say(seat)), h("span", {}, isolated(name(seat)))], () => answer({ declarer: seat }), {
      kind: "tt-key tt-key--seat",
      "data-seat": seat,
      "data-press": seat.toLowerCase(),
    });
  /** @type {Seat[]} */
  const round = ["N", "W", "E", "S"];
  return [pageTitle(words.say("declarer")), h("div", { class: "tt-compass" }, round.map(key))];
};

/** The number of the pair that declared tells when they have sat down the other way. @param {Step} step @returns {Children} */
const pair = ({ entry, answer, words, state }) => {
  const key = (/** @type {string} */ side) => {
    const sitters = [...side].flatMap((seat) => state.seats.filter((sitter) => sitter.seat === seat));
    const names = sitters.map((sitter) => sitter.name).filter(Boolean);
    return button([h("b", {}, sitters[0].number), h("span", {}, isolated(names.join(" – ")))], () => answer({ pair: sitters[0].pair }), {
      kind: "tt-key tt-key--seat",
      "data-press": String(sitters[0].number).toLowerCase(),
    });
  };
  const by = words.say("by", { seat: words.say(entry.declarer) });
  return [
    pageTitle(words.say("pairDeclared")),
    h("p", {}, words.contract(entry.contract), " ", by),
    keyGrid(1, [key("NS"), key("EW")]),
  ];
};

/** @param {Step} step @returns {Children} */
const lead = ({ entry, typing, answer, words, redraw }) => {
  const choose = (/** @type {{ suit?: string, rank?: string }} */ part) => {
    Object.assign(typing, part);
    if (!typing.suit || !typing.rank) return redraw();
    const card = typing.suit + typing.rank;
    typing.suit = typing.rank = "";
    return answer({ lead: card });
  };
  const suit = (/** @type {string} */ name) =>
    button(words.suit(name), () => choose({ suit: name }), {
      kind: "tt-key tt-key--suit",
      "data-press": name.toLowerCase(),
      "aria-pressed": String(typing.suit === name),
      key: `suit${name}`,
    });
  const rank = (/** @type {string} */ name) =>
    button(name === "T" ? "10" : name, () => choose({ rank: name }), {
      kind: "tt-key tt-key--card",
      "data-press": name === "T" ? "t 1" : name.toLowerCase(),
      "aria-pressed": String(typing.rank === name),
      key: `rank${name}`,
    });
  const none = button(words.say("noLead"), () => answer({ lead: "" }), { kind: "tt-key tt-key--word", "data-press": "enter" });
  const leader = leaderOf(/** @type {Seat} */ (entry.declarer));
  return [
    pageTitle(words.say("lead")),
    h("p", {}, words.say("leadBy", { seat: words.say(leader) })),
    keyGrid(4, ["C", "D", "H", "S"].map(suit)),
    keyGrid(5, RANKS.map(rank)),
    keyGrid(1, none),
  ];
};

/** @param {Step} step @returns {Children} */
const tricks = (step) => (step.state.rules.tricks === "total" ? totalTricks(step) : overOrUnderTricks(step));

/** @param {Step} step @returns {Children} */
const totalTricks = ({ answer, words }) => {
  const key = (/** @type {number} */ number) =>
    button(String(number), () => answer({ tricks: number }), { kind: "tt-key", "data-press": String(number) });
  return [pageTitle(words.say("tricks")), keyGrid(4, [...Array(14).keys()].map(key))];
};

/** `=`, `+` and `−`, and only what thirteen tricks allow. A keyboard types the sign first. @param {Step} step @returns {Children} */
const overOrUnderTricks = ({ entry, typing, answer, words, redraw }) => {
  const needed = 6 + Number(entry.contract[0]);
  const pressed = (/** @type {number} */ number) =>
    (typing.sign || "-") === (number > 0 ? "+" : "-") ? String(Math.abs(number)) : null;
  const key = (/** @type {number} */ number) =>
    button(margin(number), () => answer({ tricks: needed + number }), { kind: "tt-key", "data-press": pressed(number) });
  const chooseSign = (/** @type {string} */ sign) => {
    typing.sign = sign;
    redraw();
  };
  const signKey = (/** @type {string} */ sign) =>
    h("button", { type: "button", hidden: true, "data-press": sign, onclick: () => chooseSign(sign) });
  const upTo = (/** @type {number} */ most) => [...Array(most).keys()].map((at) => at + 1);
  const hint = (/** @type {string} */ word) => h("p", { class: "tt-muted" }, words.say(word));
  const exactly = button(`= ${words.say("made")}`, () => answer({ tricks: needed }), { kind: "tt-key", "data-press": "= enter" });
  return [
    pageTitle(words.say("result")),
    keyGrid(1, exactly),
    needed === 13 ? null : [hint("over"), keyGrid(4, upTo(13 - needed).map(key))],
    hint("down"),
    keyGrid(4, upTo(needed).map((number) => key(-number))),
    ["+", "-"].map(signKey),
  ];
};

/** @type {Record<string, (step: Step) => Children>} */
export const STEPS = { level, strain, risk, declarer, pair, lead, tricks };
