// What was typed into forms and has not reached the server, on this device. Every visit to a form keeps its own draft, so
// that typing anew never takes the place of what an earlier visit left. No page, no network.
const PREFIX = "tenace-draft:";
const KEEP_DAYS = 3;

const textOf = (value) => (typeof value === "string" ? value.replaceAll("\r\n", "\n").trim() : value);
const isSame = (first, second) => textOf(first) === textOf(second);

/** What differs from the form as it was rendered: by field, what stood there and what was typed. */
export const typedInto = (rendered, values) =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([name, typed]) => !isSame(typed, rendered[name]))
      .map(([name, typed]) => [name, { was: rendered[name], typed }])
  );

/**
 * What becomes of each field of a draft that is brought back.
 *
 * `fill`: it goes into the form. `differing`: something else has been typed there since, or the page has something else
 * than it had then; the person decides. `absent`: the form has no such field now. `guarded` names the fields in which
 * nothing that stands on the page is replaced without asking, nor emptied at all.
 */
export const planReturn = (draft, { rendered, current, guarded = new Set() }) => {
  const plan = { fill: {}, differing: {}, absent: {} };
  for (const [name, field] of Object.entries(draft.typed)) {
    if (!(name in current)) plan.absent[name] = field;
    else if (isSame(current[name], field.typed)) continue;
    else if (guarded.has(name) && !field.typed) continue;
    else if (!isSame(current[name], rendered[name]) || !isSame(rendered[name], field.was)) plan.differing[name] = field;
    else if (guarded.has(name) && rendered[name]) plan.differing[name] = field;
    else plan.fill[name] = field.typed;
  }
  return plan;
};

export const isEmpty = (fields) => Object.keys(fields).length === 0;

/** The drafts of one person in `storage`; a browser that keeps nothing finds none. */
export class KeptDrafts {
  constructor(storage, person) {
    this.storage = storage;
    this.mine = `${PREFIX}${person}:`;
    this.person = person;
  }

  #attempt(act, otherwise) {
    try {
      return act();
    } catch {
      return otherwise;
    }
  }

  #read(key) {
    const draft = this.#attempt(() => JSON.parse(this.storage.getItem(key)), null);
    return draft?.typed ? draft : null;
  }

  #keys() {
    const keys = () => Array.from({ length: this.storage.length }, (_none, at) => this.storage.key(at));
    return this.#attempt(keys, []).filter((key) => key.startsWith(PREFIX));
  }

  #key(form, id) {
    return `${this.mine}${form}:${id}`;
  }

  /** Those of a form, the newest first. */
  of(form) {
    const start = this.#key(form, "");
    const keys = this.#keys().filter((key) => key.startsWith(start));
    const drafts = keys.map((key) => ({ ...this.#read(key), id: key.slice(start.length) }));
    return drafts.filter((draft) => draft.typed).sort((first, second) => second.at - first.at);
  }

  /** Keeps what a visit has typed; a draft without a field is none. */
  write(form, { id, at, version, typed }) {
    if (isEmpty(typed)) this.remove(form, id);
    else this.#attempt(() => this.storage.setItem(this.#key(form, id), JSON.stringify({ at, version, typed })));
  }

  remove(form, id) {
    this.#attempt(() => this.storage.removeItem(this.#key(form, id)));
  }

  /** The server has it: whichever form it was of. */
  removeSaved(id) {
    for (const key of this.#keys()) {
      if (key.startsWith(this.mine) && key.endsWith(`:${id}`)) this.#attempt(() => this.storage.removeItem(key));
    }
  }

  /** Nobody finds what somebody else typed on this device, and nothing is kept for long. */
  tidyUp(now) {
    const oldest = now - KEEP_DAYS * 86400000;
    for (const key of this.#keys()) {
      const isMine = this.person && key.startsWith(this.mine);
      if (!isMine || (this.#read(key)?.at || 0) < oldest) this.#attempt(() => this.storage.removeItem(key));
    }
  }
}
