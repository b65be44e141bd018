import assert from "node:assert/strict";
import test from "node:test";

import { KeptDrafts, planReturn, typedInto } from "../../static/tenace/kept-drafts.js";

class FakeStorage {
  entries = new Map();
  get length() {
    return this.entries.size;
  }
  key(at) {
    return [...this.entries.keys()][at];
  }
  getItem(key) {
    return this.entries.get(key) ?? null;
  }
  setItem(key, value) {
    this.entries.set(key, value);
  }
  removeItem(key) {
    this.entries.delete(key);
  }
}

const drafts = (person = "7") => new KeptDrafts(new FakeStorage(), person);
const blank = { facts: "", reasons: "", auction: "", told: "" };
const draft = (typed, version = 1) => ({ version, typed: typedInto(blank, { ...blank, ...typed }) });
const plan = (kept, { rendered = blank, current = rendered, guarded = [] } = {}) =>
  planReturn(kept, { rendered, current, guarded: new Set(guarded) });

test("only what was typed and differs from the page is kept", () => {
  assert.deepEqual(typedInto(blank, { ...blank, facts: "West bid 1S" }), { facts: { was: "", typed: "West bid 1S" } });
});

test("what one visit typed does not take the place of what another left", () => {
  const kept = drafts();
  kept.write("ruling-1", { id: "a", at: 1, ...draft({ facts: "West bid 1S" }) });
  kept.write("ruling-1", { id: "b", at: 2, ...draft({ auction: "1NT" }) });
  assert.deepEqual(kept.of("ruling-1").map((one) => Object.keys(one.typed)), [["auction"], ["facts"]]);
});

test("a form does not find the drafts of another whose name begins alike", () => {
  const kept = drafts();
  kept.write("ruling-1-end", { id: "a", at: 1, ...draft({ facts: "x" }) });
  kept.write("ruling-12", { id: "b", at: 1, ...draft({ facts: "x" }) });
  assert.deepEqual(kept.of("ruling-1"), []);
});

test("a draft that the server has is removed, and no other", () => {
  const kept = drafts();
  kept.write("ruling-1", { id: "a", at: 1, ...draft({ facts: "x" }) });
  kept.write("ruling-1", { id: "b", at: 2, ...draft({ facts: "y" }) });
  kept.removeSaved("b");
  assert.deepEqual(kept.of("ruling-1").map((one) => one.id), ["a"]);
});

test("what is brought back goes where nothing was typed since", () => {
  const found = plan(draft({ facts: "West bid 1S", auction: "1H 1S" }), { current: { ...blank, auction: "1NT" } });
  assert.deepEqual(found.fill, { facts: "West bid 1S" });
  assert.deepEqual(Object.keys(found.differing), ["auction"]);
});

test("what the server has otherwise by now is not replaced without asking", () => {
  const found = plan(draft({ facts: "West bid 1S" }), { rendered: { ...blank, facts: "A colleague's words" } });
  assert.deepEqual(found.fill, {});
  assert.deepEqual(Object.keys(found.differing), ["facts"]);
});

test("what the page has already is not offered", () => {
  const found = plan(draft({ facts: "Two\nlines" }), { rendered: { ...blank, facts: "Two\r\nlines " } });
  assert.deepEqual(found, { fill: {}, differing: {}, absent: {} });
});

test("a field that was left alone is not brought back, nor who was told taken back", () => {
  const told = { ...blank, told: "table" };
  assert.deepEqual(plan(draft({ facts: "x" }), { rendered: told, guarded: ["told"] }).fill, { facts: "x" });
  const emptied = { version: 1, typed: { told: { was: "table", typed: "" } } };
  assert.deepEqual(plan(emptied, { rendered: told, guarded: ["told"] }), { fill: {}, differing: {}, absent: {} });
  const otherwise = { version: 1, typed: { told: { was: "table", typed: "phone" } } };
  assert.deepEqual(Object.keys(plan(otherwise, { rendered: told, guarded: ["told"] }).differing), ["told"]);
});

test("what the form has no field for stays kept", () => {
  assert.deepEqual(Object.keys(plan(draft({ other: "x" })).absent), ["other"]);
});

test("nobody finds what somebody else typed, and nothing is kept for more than three days", () => {
  const storage = new FakeStorage();
  const day = 86400000;
  new KeptDrafts(storage, "7").write("f", { id: "a", at: 10 * day, ...draft({ facts: "x" }) });
  new KeptDrafts(storage, "7").write("f", { id: "b", at: 6 * day, ...draft({ facts: "x" }) });
  const mine = new KeptDrafts(storage, "7");
  mine.tidyUp(10 * day);
  assert.deepEqual(mine.of("f").map((one) => one.id), ["a"]);
  new KeptDrafts(storage, "8").tidyUp(10 * day);
  assert.deepEqual(mine.of("f"), []);
});

test("a browser that keeps nothing finds nothing and complains of nothing", () => {
  const none = new KeptDrafts(undefined, "7");
  none.write("f", { id: "a", at: 1, ...draft({ facts: "x" }) });
  none.tidyUp(1);
  assert.deepEqual(none.of("f"), []);
});
