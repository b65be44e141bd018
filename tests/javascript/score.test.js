import assert from "node:assert/strict";
import test from "node:test";

import { parseContract, score } from "../../static/tenace/table/score.js";

const entry = (contract, declarer, tricks) => ({ outcome: "played", contract, declarer, tricks, lead: "" });

test("the score is North-South's, whoever declares", () => {
  assert.equal(score(entry("4S", "N", 10), "None"), 420);
  assert.equal(score(entry("4S", "E", 10), "None"), -420);
  assert.equal(score(entry("3NTX", "W", 7), "EW"), 500);
});

test("a passed-out board scores nothing and one that was not played has no score", () => {
  assert.equal(score({ outcome: "passed", contract: "", declarer: "", tricks: null, lead: "" }, "All"), 0);
  assert.equal(score({ outcome: "not-played", contract: "", declarer: "", tricks: null, lead: "" }, "All"), null);
});

test("half an entry has no score", () => {
  assert.equal(score(entry("4", "N", 10), "None"), null);
  assert.equal(score(entry("4S", "N", null), "None"), null);
  assert.equal(parseContract("8S"), null);
  assert.equal(parseContract(`4S${"X".repeat(3)}`), null);
});
