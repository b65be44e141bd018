// What was typed at the table and is not acknowledged yet. It lives in IndexedDB, which is there over plain http too, and
// each row has a random key of its own: the server takes it once, however often it is sent.
const DATABASE = "tenace-table";
const PATIENCE = 15000;
const MOST_AT_ONCE = 50;

/** @typedef {{ key: string, sure?: boolean, typed_at?: number, [field: string]: any }} OutboxBody what is sent to the server */
/**
 * @typedef {{ kind: "claim" | "confirm", code: string, where: string, round: number, board: number, body: OutboxBody,
 *   at?: number, refused?: string, sent?: boolean, old?: boolean }} OutboxRow
 *   `at`: its key in the store; `old`: typed before the page was opened
 */
/** @typedef {{ key: string, state: string, sentence: string, questions?: any[] }} Acknowledgement */
/** @typedef {MemoryStorage | DatabaseStorage} OutboxStorage */

/** A random key for one thing typed. */
export const newKey = () => {
  const bytes = crypto.getRandomValues(new Uint8Array(18));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
};

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const finished = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

const openDatabase = () => {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore("outbox", { keyPath: "at", autoIncrement: true });
    request.result.createObjectStore("kept");
  };
  return finished(request);
};

/** For a browser that keeps nothing (some do so in private windows): what is typed is sent while the page is open. */
export class MemoryStorage {
  isLasting = false;
  /** @type {Map<number, OutboxRow>} */
  rows = new Map();
  values = new Map();
  next = 1;

  async all() {
    return [...this.rows.values()];
  }
  /** @param {OutboxRow} row */
  async put(row) {
    if (row.at === undefined) row.at = this.next++;
    this.rows.set(row.at, row);
  }
  /** @param {number} at */
  async remove(at) {
    this.rows.delete(at);
  }
  /** @param {string} name @param {any} value */
  async keepValue(name, value) {
    this.values.set(name, value);
  }
  /** @param {string} name */
  async keptValue(name) {
    return this.values.get(name);
  }
}

export class DatabaseStorage {
  isLasting = true;

  /** @param {IDBDatabase} database */
  constructor(database) {
    this.database = database;
  }

  /** @param {string} name @param {IDBTransactionMode} mode */
  store(name, mode) {
    return this.database.transaction(name, mode, { durability: "strict" }).objectStore(name);
  }

  /**
   * Some browsers close the store of a page that was in the background: it is opened once more.
   * @template T @param {() => Promise<T>} act
   */
  async withReopening(act) {
    try {
      return await act();
    } catch {
      this.database = await openDatabase();
      return act();
    }
  }

  /** @template T @param {string} name @param {(store: IDBObjectStore) => IDBRequest<T>} act */
  write(name, act) {
    return this.withReopening(async () => {
      const store = this.store(name, "readwrite");
      const written = new Promise((resolve, reject) => {
        store.transaction.oncomplete = resolve;
        store.transaction.onabort = store.transaction.onerror = () => reject(store.transaction.error);
      });
      const result = finished(act(store));
      await written;
      return result;
    });
  }

  /** @returns {Promise<OutboxRow[]>} */
  all() {
    return this.withReopening(() => finished(this.store("outbox", "readonly").getAll()));
  }
  /** @param {OutboxRow} row */
  async put(row) {
    row.at = Number(await this.write("outbox", (store) => store.put(row)));
  }
  /** @param {number} at */
  remove(at) {
    return this.write("outbox", (store) => store.delete(at));
  }
  /** @param {string} name @param {any} value */
  keepValue(name, value) {
    return this.write("kept", (store) => store.put(value, name));
  }
  /** @param {string} name */
  keptValue(name) {
    return this.withReopening(() => finished(this.store("kept", "readonly").get(name)));
  }
}

/** @returns {Promise<[OutboxStorage, OutboxRow[]]>} */
const openStorage = async () => {
  try {
    const storage = new DatabaseStorage(await openDatabase());
    return [storage, await storage.all()];
  } catch {
    return [new MemoryStorage(), []];
  }
};

/** @param {string} address @param {object} body */
const post = async (address, body) => {
  const answer = await fetch(address, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout?.(PATIENCE),
  });
  return { status: answer.status, data: await answer.json().catch(() => ({})) };
};

/**
 * The outbox of this device. `changed` is called when something was added, acknowledged or refused, and when the
 * connection comes or goes.
 */
export class Outbox {
  trouble = "";
  /** @type {{ code: string, where: string } | undefined} */
  table = undefined;
  /** @type {Promise<any> | null} */
  sending = null;

  /** @param {string} phone @param {() => void} changed */
  static async open(phone, changed) {
    const [storage, rows] = await openStorage();
    return new Outbox(phone, changed, storage, rows);
  }

  /** @param {string} phone @param {() => void} changed @param {OutboxStorage} storage @param {OutboxRow[]} rows */
  constructor(phone, changed, storage, rows) {
    this.phone = phone;
    this.changed = changed;
    this.storage = storage;
    /** @type {OutboxRow[]} */
    this.rows = rows.map((row) => ({ ...row, old: true }));
  }

  /** Whether what waits here outlives the page. */
  get isLasting() {
    return this.storage.isLasting && this.rows.every((row) => row.at !== undefined);
  }
  get waiting() {
    return this.rows.filter((row) => !row.refused && !row.sent);
  }
  /** Acknowledged, but what the server said of the table may be from before. */
  get sent() {
    return this.rows.filter((row) => row.sent);
  }
  get refused() {
    return this.rows.filter((row) => row.refused);
  }
  /** @param {string} where a table of a section, as the table's state says it */
  rowsOf(where) {
    return this.rows.filter((row) => row.where === where);
  }
  /** @param {OutboxRow[]} rows */
  forget(rows) {
    this.rows = this.rows.filter((row) => !rows.includes(row));
  }

  /** A store that is full or gone keeps nobody from sending: what it does not take waits on the page. @param {OutboxRow} row */
  keep(row) {
    return this.storage.put(row).catch(() => {});
  }
  /** @param {OutboxRow} row */
  async unkeep(row) {
    if (row.at !== undefined) await this.storage.remove(row.at).catch(() => {});
  }

  /** @param {OutboxRow} row */
  async add(row) {
    await this.keep(row);
    this.rows.push(row);
    this.changed();
  }

  /** @param {OutboxRow} row */
  async drop(row) {
    await this.unkeep(row);
    this.forget([row]);
    this.changed();
  }

  /** @param {OutboxRow} row */
  async retry(row) {
    row.refused = "";
    await this.keep(row);
    return this.send();
  }

  /**
   * Sends all that waits, oldest first. Answers by key; nothing is removed before the server has answered for it.
   * One sending at a time: whoever asks meanwhile waits for it, and then sends what has come since.
   * @param {{ code: string, where: string }} [table] where the device is now
   * @returns {Promise<Record<string, Acknowledgement>>}
   */
  async send(table) {
    if (table) this.table = table;
    while (this.sending) await this.sending;
    this.sending = this.sendAll();
    try {
      return await this.sending;
    } finally {
      this.sending = null;
    }
  }

  async sendAll() {
    /** @type {Record<string, Acknowledgement>} */
    const answers = {};
    for (const [code, rows] of this.waitingByCode()) {
      for (let from = 0; from < rows.length; from += MOST_AT_ONCE) {
        if (!(await this.sendBatch(code, rows.slice(from, from + MOST_AT_ONCE), answers))) break;
      }
    }
    return answers;
  }

  /** A table may have got a new card meanwhile: what was typed there is sent under the new code. */
  waitingByCode() {
    /** @type {Map<string, OutboxRow[]>} */
    const codes = new Map();
    for (const row of this.waiting) {
      const code = this.table && row.where === this.table.where ? this.table.code : row.code;
      codes.set(code, [...(codes.get(code) || []), row]);
    }
    return codes;
  }

  /** @param {string} code @param {OutboxRow[]} rows @param {Record<string, Acknowledgement>} answers */
  async sendBatch(code, rows, answers) {
    let answer;
    try {
      answer = await post(`/t/${code}/entries/`, { phone: this.phone, entries: rows.map((row) => row.body) });
    } catch {
      return this.notSent("offline", rows);
    }
    if (answer.status === 429) return this.notSent("slow", rows);
    if (answer.status === 404) return this.notSent(code === this.table?.code ? "gone" : "", rows);
    if (answer.status !== 200) return this.notSent("offline", rows);
    this.trouble = "";
    /** @type {Acknowledgement[]} */
    const acknowledgements = answer.data.answers || [];
    for (const row of rows) {
      const acknowledgement = acknowledgements.find((each) => each.key === row.body.key);
      if (!acknowledgement) continue;
      answers[row.body.key] = acknowledgement;
      await this.acknowledge(row, acknowledgement);
    }
    return true;
  }

  /**
   * Whoever typed it has gone on: when it is sent after all, nobody is there to be asked about it.
   * @param {string} trouble
   * @param {OutboxRow[]} rows
   */
  async notSent(trouble, rows) {
    this.trouble = trouble;
    for (const row of rows.filter((each) => each.body.sure === false)) {
      row.body.sure = true;
      await this.keep(row);
    }
    this.changed();
    return false;
  }

  /** @param {OutboxRow} row @param {Acknowledgement} acknowledgement */
  async acknowledge(row, { state, sentence }) {
    if (state === "refused") {
      row.refused = sentence;
      await this.keep(row);
      this.changed();
    } else {
      await this.unkeep(row);
      row.sent = true;
    }
  }
}
