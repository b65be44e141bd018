// What was typed at the table and not yet acknowledged. It lives in IndexedDB, which is there over plain http too, and
// each item has a random key of its own: the server takes it once, however often it is sent.
const NAME = "tenace-table";

export const newKey = () => {
  const bytes = crypto.getRandomValues(new Uint8Array(18));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
};

const done = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

const open = () => {
  const request = indexedDB.open(NAME, 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore("outbox", { keyPath: "at", autoIncrement: true });
    request.result.createObjectStore("kept");
  };
  return done(request);
};

// A browser that keeps nothing (some do so in private windows) still sends what is typed while the page is open.
class Memory {
  constructor() {
    this.rows = new Map();
    this.values = new Map();
    this.next = 1;
    this.lasts = false;
  }
  async all() {
    return [...this.rows.values()];
  }
  async put(row) {
    if (row.at === undefined) row.at = this.next++;
    this.rows.set(row.at, row);
  }
  async remove(at) {
    this.rows.delete(at);
  }
  async keep(name, value) {
    this.values.set(name, value);
  }
  async kept(name) {
    return this.values.get(name);
  }
}

class Stored {
  constructor(base) {
    this.base = base;
    this.lasts = true;
  }
  store(name, mode) {
    return this.base.transaction(name, mode, { durability: "strict" }).objectStore(name);
  }
  // Some browsers close the store of a page that was in the background: it is opened once more.
  async again(act) {
    try {
      return await act();
    } catch {
      this.base = await open();
      return act();
    }
  }
  write(name, act) {
    return this.again(async () => {
      const store = this.store(name, "readwrite");
      const finished = new Promise((resolve, reject) => {
        store.transaction.oncomplete = resolve;
        store.transaction.onabort = store.transaction.onerror = () => reject(store.transaction.error);
      });
      const result = done(act(store));
      await finished;
      return result;
    });
  }
  all() {
    return this.again(() => done(this.store("outbox", "readonly").getAll()));
  }
  async put(row) {
    row.at = await this.write("outbox", (store) => store.put(row));
  }
  remove(at) {
    return this.write("outbox", (store) => store.delete(at));
  }
  keep(name, value) {
    return this.write("kept", (store) => store.put(value, name));
  }
  kept(name) {
    return this.again(() => done(this.store("kept", "readonly").get(name)));
  }
}

const storage = async () => {
  try {
    const stored = new Stored(await open());
    return [stored, await stored.all()];
  } catch {
    return [new Memory(), []];
  }
};

const post = async (address, body, patience) => {
  const answer = await fetch(address, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout?.(patience),
  });
  return { status: answer.status, data: await answer.json().catch(() => ({})) };
};

// The outbox of this device. `changed` is called when something was added, acknowledged or refused, and when the
// connection comes or goes.
export class Queue {
  static async open(phone, changed) {
    const queue = new Queue();
    const [kept, rows] = await storage();
    queue.storage = kept;
    queue.phone = phone;
    queue.changed = changed;
    queue.rows = rows.map((row) => ({ ...row, old: true }));
    queue.trouble = "";
    queue.pause = 0;
    return queue;
  }

  get lasts() {
    return this.storage.lasts && this.rows.every((row) => row.at !== undefined);
  }
  // A store that is full or gone keeps nobody from sending: what it does not take waits on the page.
  keep(row) {
    return this.storage.put(row).catch(() => {});
  }
  unkeep(row) {
    return row.at === undefined ? undefined : this.storage.remove(row.at).catch(() => {});
  }
  get waiting() {
    return this.rows.filter((row) => !row.refused && !row.sent);
  }
  // Acknowledged, but what the server says of the table may be from before.
  get sent() {
    return this.rows.filter((row) => row.sent);
  }
  forget(rows) {
    this.rows = this.rows.filter((row) => !rows.includes(row));
  }
  of(where) {
    return this.rows.filter((row) => row.where === where);
  }

  async add(row) {
    await this.keep(row);
    this.rows.push(row);
    this.changed();
  }

  async drop(row) {
    await this.unkeep(row);
    this.rows = this.rows.filter((other) => other !== row);
    this.changed();
  }

  async retry(row) {
    row.refused = "";
    await this.keep(row);
    return this.send();
  }

  // Sends all that waits, oldest first. Answers by key; nothing is removed before the server has answered for it.
  // One sending at a time: whoever asks meanwhile waits for it, and then sends what has come since.
  async send(current) {
    if (current) this.current = current;
    while (this.sending) await this.sending;
    this.sending = this.sendAll();
    try {
      return await this.sending;
    } finally {
      this.sending = null;
    }
  }

  async sendAll() {
    const answers = {};
    const codes = new Map();
    for (const row of this.waiting) {
      // A table may have got a new card meanwhile: what was typed there is sent under the new code.
      const code = this.current && row.where === this.current.where ? this.current.code : row.code;
      codes.set(code, [...(codes.get(code) || []), row]);
    }
    for (const [code, rows] of codes) {
      for (let from = 0; from < rows.length; from += 50) {
        if (!(await this.sendSome(code, rows.slice(from, from + 50), answers))) break;
      }
    }
    return answers;
  }

  async sendSome(code, rows, answers) {
    let answer;
    try {
      const body = { phone: this.phone, entries: rows.map((row) => row.body) };
      answer = await post(`/t/${code}/entries/`, body, 15000);
    } catch {
      return this.failed("offline", rows);
    }
    if (answer.status === 429) return this.failed("slow", rows);
    if (answer.status === 404) return this.failed(code === this.current?.code ? "gone" : "", rows);
    if (answer.status !== 200) return this.failed("offline", rows);
    this.trouble = "";
    for (const row of rows) {
      const said = (answer.data.answers || []).find((one) => one.key === row.body.key);
      if (said) await this.acknowledged(row, said, answers);
    }
    return true;
  }

  // Whoever typed it has gone on: when it is sent after all, nobody is there to be asked about it.
  async failed(trouble, rows) {
    this.trouble = trouble;
    for (const row of rows.filter((row) => row.body.sure === false)) {
      row.body.sure = true;
      await this.keep(row);
    }
    this.changed();
    return false;
  }

  async acknowledged(row, said, answers) {
    answers[row.body.key] = said;
    if (said.state === "refused") {
      row.refused = said.sentence;
      await this.keep(row);
      this.changed();
    } else {
      await this.unkeep(row);
      row.sent = true;
    }
  }
}
