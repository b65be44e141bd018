import "fake-indexeddb/auto";
import assert from "node:assert/strict";
import test, { beforeEach } from "node:test";

import { IDBFactory } from "fake-indexeddb";

import { DatabaseStorage, MemoryStorage, newKey, Outbox } from "../../static/tenace/table/outbox.js";

const TABLE = { code: "AAAA2222", where: "7-1" };
let posts;

const claim = (key, more = {}) => ({
  kind: "claim", ...TABLE, round: 1, board: 3, body: { key, round: 1, board: 3, sure: false }, ...more,
});
const answerWith = (respond) => {
  posts = [];
  globalThis.fetch = async (address, { body }) => {
    const entries = JSON.parse(body).entries;
    posts.push({ address, keys: entries.map((each) => each.key), sure: entries.map((each) => each.sure) });
    const { status = 200, answers } = respond(entries);
    return { status, json: async () => ({ answers }) };
  };
};
const takeAll = (entries) => ({ answers: entries.map(({ key }) => ({ key, state: "waiting", sentence: "" })) });
const noConnection = () => {
  throw new TypeError("no connection");
};
const open = (changed = () => {}) => Outbox.open("phone", changed);

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  answerWith(takeAll);
});

test("keys are random and long", () => {
  const keys = new Set(Array.from({ length: 200 }, newKey));
  assert.equal(keys.size, 200);
  assert.ok([...keys].every((key) => /^[0-9a-f]{36}$/.test(key)));
});

test("what was typed is sent and then forgotten", async () => {
  const outbox = await open();
  await outbox.add(claim("one"));
  const answers = await outbox.send(TABLE);
  assert.equal(answers.one.state, "waiting");
  assert.deepEqual(outbox.waiting, []);
  assert.equal(outbox.sent.length, 1, "it counts until the server's word includes it");
  assert.deepEqual((await open()).rows, [], "nothing is left on the device");
});

test("without a connection it waits on the device, and nobody is asked about it later", async () => {
  const outbox = await open();
  await outbox.add(claim("one"));
  answerWith(noConnection);
  await outbox.send(TABLE);
  assert.equal(outbox.trouble, "offline");
  const reopened = await open();
  assert.deepEqual(reopened.waiting.map((row) => [row.body.key, row.body.sure, row.old]), [["one", true, true]]);
  answerWith(takeAll);
  await reopened.send(TABLE);
  assert.deepEqual(posts[0].sure, [true]);
  assert.deepEqual((await open()).rows, []);
});

test("nothing that the server did not answer for is removed", async () => {
  const outbox = await open();
  await outbox.add(claim("one"));
  await outbox.add(claim("two"));
  answerWith((entries) => takeAll(entries.slice(0, 1)));
  await outbox.send(TABLE);
  assert.deepEqual(outbox.waiting.map((row) => row.body.key), ["two"]);
  assert.deepEqual((await open()).rows.map((row) => row.body.key), ["two"]);
});

test("what is refused stays with the server's sentence until it is tried again or thrown away", async () => {
  const outbox = await open();
  await outbox.add(claim("one"));
  answerWith(() => ({ answers: [{ key: "one", state: "refused", sentence: "The round is over." }] }));
  await outbox.send(TABLE);
  assert.deepEqual(outbox.refused.map((row) => row.refused), ["The round is over."]);
  assert.deepEqual(outbox.waiting, []);
  answerWith(takeAll);
  await outbox.retry(outbox.refused[0]);
  assert.deepEqual(outbox.refused, []);
  assert.equal(posts.length, 1);
  await outbox.add(claim("two", { refused: "No." }));
  await outbox.drop(outbox.refused[0]);
  assert.deepEqual((await open()).rows, []);
});

test("a table with a new card sends under its new code, another table's rows under theirs", async () => {
  const outbox = await open();
  await outbox.add(claim("here", { code: "OLD22222" }));
  await outbox.add(claim("there", { code: "BBBB3333", where: "7-2" }));
  await outbox.send(TABLE);
  assert.deepEqual(posts.map((post) => [post.address, post.keys]), [
    ["/t/AAAA2222/entries/", ["here"]],
    ["/t/BBBB3333/entries/", ["there"]],
  ]);
});

test("fifty at a time, in the order of typing, and no further after a failure", async () => {
  const outbox = await open();
  for (let at = 0; at < 120; at += 1) await outbox.add(claim(`k${at}`));
  answerWith((entries) => (entries[0].key === "k50" ? { status: 503 } : takeAll(entries)));
  await outbox.send(TABLE);
  assert.deepEqual(posts.map((post) => [post.keys[0], post.keys.length]), [["k0", 50], ["k50", 50]]);
  assert.equal(outbox.waiting.length, 70);
});

test("two who send at once send nothing twice", async () => {
  const outbox = await open();
  await outbox.add(claim("one"));
  await Promise.all([outbox.send(TABLE), outbox.send(TABLE), outbox.send(TABLE)]);
  assert.equal(posts.flatMap((post) => post.keys).length, 1);
});

test("the server's refusals of the whole batch are told apart", async () => {
  const outbox = await open();
  await outbox.add(claim("one"));
  for (const [status, trouble] of [[429, "slow"], [404, "gone"], [500, "offline"]]) {
    answerWith(() => ({ status }));
    await outbox.send(TABLE);
    assert.equal(outbox.trouble, trouble);
    assert.equal(outbox.waiting.length, 1);
  }
});

test("a browser that keeps nothing still sends, and says that it does not last", async () => {
  globalThis.indexedDB = { open: noConnection };
  const outbox = await open();
  assert.ok(outbox.storage instanceof MemoryStorage);
  await outbox.add(claim("one"));
  assert.equal(outbox.isLasting, false);
  await outbox.send(TABLE);
  assert.deepEqual(outbox.waiting, []);
});

test("a store that was closed in the background is opened once more", async () => {
  const outbox = await open();
  assert.ok(outbox.storage instanceof DatabaseStorage);
  outbox.storage.database.close();
  await outbox.add(claim("one"));
  assert.equal(outbox.isLasting, true);
  assert.deepEqual((await open()).rows.map((row) => row.body.key), ["one"]);
});
