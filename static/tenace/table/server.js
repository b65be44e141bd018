// The table's conversation with the server. Everything goes by the table's code; nothing here touches the page.

/** @import { TableState } from "./store.js" */

const PATIENCE = 10000;

/** @typedef {"" | "gone" | "slow" | "offline"} Trouble why the server gives nothing */
/** @typedef {{ state: TableState | null, isCurrent: boolean }} StateAnswer `isCurrent`: the server's word is known as of this question */

/** @param {number} status @returns {Trouble} */
const troubleOf = (status) => (status === 404 ? "gone" : status === 429 ? "slow" : status >= 500 ? "offline" : "");

export class TableServer {
  /** @param {string} home the address of the table's page */
  constructor(home) {
    this.home = home;
    /** @type {Trouble} */
    this.trouble = "";
    /** How far the server's clock is ahead of this device's, in milliseconds. */
    this.clockAhead = 0;
    this.tag = "";
    this.asked = 0;
    this.answered = 0;
  }

  /** The table's state, where it is another than at the last question. @returns {Promise<StateAnswer>} */
  async readState() {
    // Answers may overtake each other: an older one counts for nothing.
    this.asked += 1;
    const turn = this.asked;
    try {
      /** @type {Record<string, string>} */
      const headers = this.tag ? { "If-None-Match": this.tag } : {};
      const answer = await fetch(`${this.home}state/`, { headers, signal: AbortSignal.timeout?.(PATIENCE) });
      const state = answer.status === 200 ? await answer.json() : null;
      if (turn < this.answered) return { state: null, isCurrent: false };
      this.answered = turn;
      this.trouble = troubleOf(answer.status);
      if (answer.headers.has("X-Now")) this.clockAhead = Number(answer.headers.get("X-Now")) - Date.now();
      if (state) this.tag = answer.headers.get("ETag") || "";
      return { state, isCurrent: Boolean(state) || answer.status === 304 };
    } catch {
      if (turn >= this.answered) this.trouble = "offline";
      return { state: null, isCurrent: false };
    }
  }

  /**
   * Posts to a part of the table's address. The server's sentence where it refused, "" where it did not.
   * @param {string} part
   * @param {object} body
   */
  async act(part, body) {
    const answer = await fetch(`${this.home}${part}/`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout?.(PATIENCE),
    });
    return answer.ok ? "" : /** @type {string} */ ((await answer.json()).sentence);
  }

  /** The other tables' results on a board, and its deal, as far as the table may see them. @param {number} board */
  async readTraveller(board) {
    const answer = await fetch(`${this.home}boards/${board}/`, { signal: AbortSignal.timeout?.(PATIENCE) });
    return answer.ok ? answer.json() : {};
  }

  /** The rankings that the table may see; null where it may not. @returns {Promise<any[] | null>} */
  async readRankings() {
    const answer = await fetch(`${this.home}ranking/`, { signal: AbortSignal.timeout?.(PATIENCE) });
    return answer.ok ? (await answer.json()).rankings : null;
  }
}
