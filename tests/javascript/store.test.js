import assert from "node:assert/strict";
import test from "node:test";

import { MemoryStorage, Outbox } from "../../static/tenace/table/outbox.js";
import { TableStore } from "../../static/tenace/table/store.js";

const RESULT = { outcome: "played", contract: "4S", declarer: "N", tricks: 10, lead: "", version: 1 };
const board = (number, more = {}) => ({
  round: 2, board: number, dealer: "N", vulnerable: "None", dropped: false, adjusted: false, secret: false, typed: false,
  result: null, waiting: [], disputed: 0, ...more,
});
const row = (number, kind, body) => ({ kind, code: "AAAA2222", where: "7-1", round: 2, board: number, body });
const store = (boards, rows = [], rules = { confirm: true }) => {
  const outbox = new Outbox("phone", () => {}, new MemoryStorage(), rows);
  return new TableStore({ where: "7-1", round: 2, state: "playing", rules, boards, goes_on: true }, outbox);
};
const stateOf = (table, number) => table.statusOf(table.boardAt({ round: 2, board: number })).state;

test("a board stands where the server says it does", () => {
  const table = store([
    board(1), board(2, { result: RESULT }), board(3, { waiting: [{ ...RESULT, key: "k", side: "NS", questions: [] }] }),
    board(4, { disputed: 2, result: RESULT }), board(5, { adjusted: true, result: RESULT }), board(6, { dropped: true }),
    board(7, { secret: true, typed: true }), board(8, { secret: true }),
  ]);
  assert.deepEqual(
    [1, 2, 3, 4, 5, 6, 7, 8].map((number) => stateOf(table, number)),
    ["enter", "in", "waiting", "disputed", "adjusted", "dropped", "secret", "enter"],
  );
  assert.equal(table.nextBoard.board, 1);
  assert.deepEqual(table.boardsToCheck.map((each) => each.board), [3]);
  assert.equal(table.canBeginNextRound, false, "a claim waits");
});

test("what was typed here and not sent yet comes before the server's word", () => {
  const claim = row(1, "claim", { ...RESULT, key: "k", side: "EW" });
  assert.equal(stateOf(store([board(1)], [claim]), 1), "waiting");
  assert.equal(stateOf(store([board(1)], [claim], { confirm: false }), 1), "queued");
  const accepted = row(1, "confirm", { key: "c", confirms: "k" });
  assert.equal(stateOf(store([board(1)], [claim, accepted]), 1), "queued");
});

test("the newest claim counts, and neither a refused one nor another table's", () => {
  const first = row(1, "claim", { ...RESULT, key: "first", side: "NS" });
  const second = row(1, "claim", { ...RESULT, key: "second", side: "NS" });
  assert.equal(store([board(1)], [first, second]).unsentClaim({ round: 2, board: 1 }).body.key, "second");
  const refused = { ...second, refused: "No." };
  const elsewhere = { ...second, where: "7-2" };
  assert.equal(store([board(1)], [first, refused, elsewhere]).unsentClaim({ round: 2, board: 1 }).body.key, "first");
});

test("boards of earlier rounds are apart from those of this one", () => {
  const table = store([board(1, { round: 1 }), board(3, { result: RESULT })]);
  assert.deepEqual(table.earlierBoards.map((each) => each.board), [1]);
  assert.equal(table.nextBoard, undefined);
  assert.equal(table.canBeginNextRound, true);
});
