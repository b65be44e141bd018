import assert from "node:assert/strict";
import test, { before } from "node:test";

import { STEPS, stepsFor } from "../../static/tenace/table/entry-steps.js";
import { blankEntry } from "../../static/tenace/table/store.js";
import { Words } from "../../static/tenace/table/words.js";

// As much of a document as the steps need: elements with attributes, listeners and children.
class FakeElement {
  constructor(tag) {
    this.tag = tag;
    this.attributes = {};
    this.children = [];
  }
  setAttribute(name, value) {
    this.attributes[name] = value;
  }
  addEventListener(_name, listener) {
    this.click = listener;
  }
  append(...children) {
    this.children.push(...children);
  }
}

before(() => {
  globalThis.document = { createElement: (tag) => new FakeElement(tag) };
});

const names = new Proxy({}, { get: (_words, name) => (["suits", "letters"].includes(name) ? {} : String(name)) });
const state = { rules: {}, seats: ["N", "E", "S", "W"].map((seat, at) => ({ seat, name: `${seat}.`, number: at % 2 ? "7" : "4", pair: at % 2 ? 7 : 4 })) };
const buttonsOf = (element) => {
  if (Array.isArray(element)) return element.flatMap(buttonsOf);
  if (!(element instanceof FakeElement)) return [];
  return [...(element.tag === "button" ? [element] : []), ...element.children.flatMap(buttonsOf)];
};
const press = (step, key, { entry = blankEntry(), rules = {}, typing = {}, isCorrection = false } = {}) => {
  const outcome = { answer: null, redrawn: 0 };
  const drawn = STEPS[step]({
    entry, typing, isCorrection, state: { ...state, rules }, words: new Words(names),
    answer: (part) => { outcome.answer = part; }, redraw: () => { outcome.redrawn += 1; },
  });
  const found = buttonsOf(drawn).find((button) => (button.attributes["data-press"] ?? "").split(" ").includes(key));
  found?.click();
  return { ...outcome, found: Boolean(found) };
};

test("the questions come in the order of the devices on the tables", () => {
  assert.deepEqual(stepsFor(blankEntry(), {}), ["level", "strain", "risk", "declarer", "tricks"]);
  assert.deepEqual(stepsFor(blankEntry(), { declarer_pair: true, lead: true }), ["level", "strain", "risk", "declarer", "pair", "lead", "tricks"]);
  assert.deepEqual(stepsFor({ ...blankEntry(), outcome: "passed" }, { lead: true }), ["level"]);
});

test("a contract is typed sign by sign", () => {
  assert.equal(press("level", "4").answer.contract, "4");
  assert.deepEqual(press("strain", "n", { entry: { ...blankEntry(), contract: "3" } }).answer, { contract: "3NT" });
  assert.deepEqual(press("risk", "r", { entry: { ...blankEntry(), contract: "3NTX" } }).answer, { contract: "3NTXX" });
  assert.deepEqual(press("risk", "enter", { entry: { ...blankEntry(), contract: "3NT" } }).answer, { contract: "3NT" });
  assert.deepEqual(press("declarer", "w").answer, { declarer: "W" });
});

test("another level begins the entry anew", () => {
  const typed = { outcome: "played", contract: "4S", declarer: "N", tricks: 10, lead: "H2", pair: 4 };
  assert.deepEqual(press("level", "2", { entry: typed }).answer, { ...blankEntry(), contract: "2" });
  assert.equal(press("level", "p", { entry: typed }).answer.outcome, "passed");
});

test("not played is offered where the rules allow it and nothing is corrected", () => {
  assert.equal(press("level", "0", { rules: { not_played: true } }).answer.outcome, "not-played");
  assert.equal(press("level", "0", { rules: { not_played: true }, isCorrection: true }).found, false);
  assert.equal(press("level", "0").found, false);
});

test("a lead is a suit and a rank, in either order", () => {
  const entry = { ...blankEntry(), contract: "4S", declarer: "N" };
  const typing = {};
  assert.equal(press("lead", "h", { entry, typing }).redrawn, 1);
  assert.deepEqual(press("lead", "t", { entry, typing }).answer, { lead: "HT" });
  assert.deepEqual(typing, { suit: "", rank: "" });
  assert.deepEqual(press("lead", "enter", { entry }).answer, { lead: "" });
});

test("the pair that declared answers with its number", () => {
  const entry = { ...blankEntry(), contract: "4S", declarer: "N" };
  assert.deepEqual(press("pair", "7", { entry }).answer, { pair: 7 });
});

test("tricks over and under are what thirteen tricks allow", () => {
  const entry = { ...blankEntry(), contract: "5C", declarer: "N" };
  assert.deepEqual(press("tricks", "=", { entry }).answer, { tricks: 11 });
  assert.deepEqual(press("tricks", "2", { entry, typing: { sign: "+" } }).answer, { tricks: 13 });
  assert.equal(press("tricks", "3", { entry, typing: { sign: "+" } }).found, false);
  assert.deepEqual(press("tricks", "3", { entry }).answer, { tricks: 8 });
  const typing = {};
  assert.equal(press("tricks", "+", { entry, typing }).redrawn, 1);
  assert.equal(typing.sign, "+");
});

test("where the rules count all tricks, zero to thirteen are offered", () => {
  const entry = { ...blankEntry(), contract: "1C", declarer: "N" };
  assert.deepEqual(press("tricks", "0", { entry, rules: { tricks: "total" } }).answer, { tricks: 0 });
  assert.deepEqual(press("tricks", "13", { entry, rules: { tricks: "total" } }).answer, { tricks: 13 });
});
