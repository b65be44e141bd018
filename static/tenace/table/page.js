// The table's page at work: where the device is, what is sent and asked for, and when it is drawn.
import { otherSide } from "./bridge.js";
import { button, flattened, h } from "./elements.js";
import { newKey } from "./outbox.js";
import { blankEntry } from "./store.js";
import { VIEWS } from "./views.js";

/** @import { Side } from "./bridge.js" */
/** @import { Acknowledgement, OutboxRow } from "./outbox.js" */
/** @import { TableServer } from "./server.js" */
/** @import { Board, BoardPlace, TableStore } from "./store.js" */
/** @import { EntryView, View } from "./views.js" */
/** @import { Words } from "./words.js" */

const POLL_EVERY = 4000;
const MOST_SEEN = 50;

/** @typedef {{ code: string, event: string, names: string }} TableAddress */

/** A value that this device keeps; null where the browser keeps nothing. @param {string} name @param {string} [value] */
export const deviceSetting = (name, value) => {
  try {
    if (value !== undefined) localStorage.setItem(`tenace-table-${name}`, value);
    return localStorage.getItem(`tenace-table-${name}`);
  } catch {
    return null;
  }
};

export class TablePage {
  /** @type {View} */
  view = { name: "home" };
  /** @type {Side} */
  side = deviceSetting("side") === "EW" ? "EW" : "NS";
  /** Why the next round could not be begun. */
  nextRoundRefusal = "";
  /** @type {{ lists?: any[], isOffline?: boolean }} */
  rankings = {};
  /** @type {Map<number, any>} */
  travellers = new Map();
  /** The traveller shown last, which stays while a newer one is on its way. @type {{ board: number, data: any } | null} */
  lastTraveller = null;
  phase = "";
  shownPage = "";
  /** @type {View | null} */
  drawnView = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  timer = undefined;
  head = h("header", { class: "tt-head" });
  status = h("p", { class: "tt-status", role: "status" });
  body = h("div", { class: "stack tt-body" });
  clock = h("span", { class: "tt-time" });

  /** @param {{ root: HTMLElement, store: TableStore, server: TableServer, words: Words, address: TableAddress }} parts */
  constructor({ root, store, server, words, address }) {
    this.root = root;
    this.store = store;
    this.server = server;
    this.words = words;
    this.code = address.code;
    this.event = address.event;
    this.namesAddress = address.names;
  }

  /** Shows the table, and looks at the server from then on. */
  async start() {
    this.root.append(this.head, this.status, this.body);
    this.root.hidden = false;
    this.phase = this.store.phase;
    this.show();
    setInterval(() => this.showTime(), 1000);
    addEventListener("keydown", (event) => this.press(event));
    await this.poll();
    if (this.server.trouble === "offline") {
      this.store.state = (await this.store.outbox.storage.keptValue(`state:${this.code}`).catch(() => null)) || this.store.state;
      this.show();
    }
    addEventListener("online", () => this.poll());
    document.addEventListener("visibilitychange", () => document.hidden || this.poll());
  }

  // Talking to the server ------------------------------------------------------------------------------------------

  async poll() {
    clearTimeout(this.timer);
    try {
      await this.look();
    } finally {
      // Whatever went wrong this time: the table goes on.
      clearTimeout(this.timer);
      const wait = this.nextPollAfter();
      if (wait) this.timer = setTimeout(() => this.poll(), wait);
    }
  }

  /** Milliseconds until the server is asked again; 0: only when somebody takes up the device, or it is online again. */
  nextPollAfter() {
    if (this.server.trouble === "gone") return 0;
    const isOver = this.store.state.state === "finished";
    return POLL_EVERY * (isOver ? 15 : 1) * (document.hidden ? 6 : 1);
  }

  async look() {
    await this.flush();
    // Once for each change, whoever hears of it first: two of us may be under way.
    const hasMoved = this.phase !== this.store.phase;
    this.phase = this.store.phase;
    if (hasMoved) this.nextRoundRefusal = "";
    if (hasMoved && this.view.name !== "steps" && this.view.name !== "confirm") this.view = { name: "home" };
    this.leaveDecidedClaim();
    if (this.view.name === "ranking" && this.store.state.ranking) await this.readRankings();
    else if (this.view.name === "ranking") this.view = { name: "home" };
    this.update();
  }

  /** Sends what waits and reads the table's state. @returns {Promise<Record<string, Acknowledgement>>} */
  async flush() {
    const { outbox, state } = this.store;
    const answers = outbox.waiting.length ? await outbox.send({ code: this.code, where: state.where }) : {};
    await this.refresh();
    return answers;
  }

  async refresh() {
    const { outbox } = this.store;
    // What was acknowledged before we asked is in the answer.
    const { sent } = outbox;
    const { state, isCurrent } = await this.server.readState();
    if (isCurrent) outbox.forget(sent);
    if (!state) return;
    this.store.state = state;
    this.travellers.clear();
    outbox.storage.keepValue(`state:${this.code}`, state).catch(() => {});
  }

  /** The opponents have accepted on their own phone: nothing is left to be checked here. */
  leaveDecidedClaim() {
    if (this.view.name !== "confirm") return;
    const board = this.store.boardAt(/** @type {BoardPlace} */ (this.view));
    if (!board) {
      this.view = { name: "home" };
      return;
    }
    const { state, key } = this.store.statusOf(board);
    if (key !== this.view.key && ["in", "disputed", "adjusted"].includes(state)) this.open("board", this.view);
  }

  /** @param {Pick<OutboxRow, "kind" | "round" | "board" | "body">} row @returns {Promise<Acknowledgement | undefined>} */
  async send(row) {
    await this.store.outbox.add({ code: this.code, where: this.store.state.where, ...row });
    return (await this.flush())[row.body.key];
  }

  tryAgain = async (/** @type {OutboxRow} */ row) => {
    await this.store.outbox.retry(row);
    await this.flush();
    this.update();
  };

  /** Sends a claim; the opponents are asked for their word where the rules want it. @param {EntryView} view */
  async enter({ round, board, entry, seen, after }) {
    const key = newKey();
    const { side } = this;
    const asksOpponents = this.store.state.rules.confirm;
    const body = { key, round, board, ...entry, side, seen, after, typed_at: Date.now(), sure: false };
    const claim = { round, board, entry, key, side };
    this.view = asksOpponents ? { name: "confirm", ...claim, questions: [] } : { name: "board", round, board, note: "" };
    this.show();
    const answer = await this.send({ kind: "claim", round, board, body });
    // Whoever has gone on meanwhile is not called back.
    const isHere = this.view.key === key || (this.view.name === "board" && this.view.board === board && !asksOpponents);
    if (!isHere) return this.update();
    if (answer?.state === "refused") this.view = { name: "home" };
    else if (answer?.questions?.length) this.view = { name: "confirm", ...claim, questions: answer.questions };
    else if (answer && answer.state !== "waiting") this.view = { name: "board", round, board, note: answer.sentence };
    return this.show();
  }

  /** The other side's word on a claim. @param {EntryView} view @param {boolean} agrees */
  async confirm({ round, board, key, side = "NS" }, agrees) {
    this.open("board", { round, board });
    const body = { key: newKey(), confirms: key, agrees, side: otherSide(side) };
    const answer = await this.send({ kind: "confirm", round, board, body });
    if (answer && this.view.name === "board") this.view.note = answer.sentence;
    this.show();
  }

  /** @param {{ act: "call" | "take-back", reason?: string }} body */
  async callDirector(body) {
    this.open("call");
    try {
      const refusal = await this.server.act("call", { phone: this.phone, ...body });
      if (refusal) this.view.note = refusal;
      await this.refresh();
    } catch {
      this.view.note = this.words.say("callOffline");
    }
    this.show();
  }

  async beginRound() {
    const round = this.store.state.round + 1;
    try {
      this.nextRoundRefusal = await this.server.act("next-round", { phone: this.phone, round });
      await this.refresh();
    } catch {
      this.nextRoundRefusal = this.words.say("beginOffline");
    }
    this.phase = this.store.phase;
    this.home();
  }

  get phone() {
    return this.store.outbox.phone;
  }

  // Where the device is --------------------------------------------------------------------------------------------

  /** @param {string} name @param {Partial<View>} view */
  open(name, view = {}) {
    this.view = { ...view, name };
    this.show();
  }

  home() {
    this.open("home");
  }

  back() {
    const { name, at = 0 } = this.view;
    if (name === "steps" && at > 0) this.open("steps", { ...this.view, at: at - 1 });
    else this.home();
  }

  /** @param {BoardPlace} place @param {{ seen?: number, after?: string }} correction what the entry takes the place of */
  beginEntry({ round, board }, { seen = 0, after = "" } = {}) {
    this.open("steps", { round, board, entry: blankEntry(), typing: {}, at: 0, seen, after });
  }

  /** Opens a board at what is to be done with it. @param {Board} board */
  pick(board) {
    const { state, entry, key, side, questions = [] } = this.store.statusOf(board);
    const place = { round: board.round, board: board.board };
    const isOpen = state === "enter" || (state === "in" && entry?.outcome === "not-played");
    if (isOpen) this.beginEntry(place, { seen: board.result?.version });
    else if (state === "waiting") this.open("confirm", { ...place, entry, key, side, questions });
    else this.open("board", place);
  }

  /** @param {View} view a board's page or that of a claim */
  typeAgain(view) {
    const place = /** @type {BoardPlace} */ (view);
    const board = this.store.boardAt(place);
    const after = this.store.unsentClaim(place)?.body.key || view.key;
    this.beginEntry(place, { seen: board?.result?.version, after });
  }

  /** @param {Side} side */
  chooseSide(side) {
    this.side = side;
    deviceSetting("side", side);
  }

  get seenAnnouncements() {
    return (deviceSetting("seen") || "").split(",");
  }
  get unseenAnnouncements() {
    const seen = this.seenAnnouncements;
    return this.store.state.announcements.filter(({ id }) => !seen.includes(String(id)));
  }
  /** @param {number} id */
  markSeen(id) {
    deviceSetting("seen", [...this.seenAnnouncements, id].slice(-MOST_SEEN).join());
    this.update();
  }

  /** What is known of the other tables on a board; asked for where nothing is. @param {number} board */
  traveller(board) {
    if (!this.travellers.has(board)) {
      this.travellers.set(board, null);
      this.readTraveller(board);
    }
    const data = this.travellers.get(board);
    if (data && !data.isOffline) this.lastTraveller = { board, data };
    return data ?? (this.lastTraveller?.board === board ? this.lastTraveller.data : null);
  }

  /** @param {number} board */
  async readTraveller(board) {
    const data = await this.server.readTraveller(board).catch(() => ({ isOffline: true }));
    this.travellers.set(board, data);
    this.update();
  }

  /** The ranking, asked for when it is looked at and then with every look at the table. */
  async showRanking() {
    this.rankings = {};
    this.open("ranking");
    await this.readRankings();
  }

  async readRankings() {
    try {
      const lists = await this.server.readRankings();
      if (lists) this.rankings = { lists };
      else if (this.view.name === "ranking") this.view = { name: "home" };
    } catch {
      this.rankings = { ...this.rankings, isOffline: true };
    }
    this.update();
  }

  // Putting it on the screen ---------------------------------------------------------------------------------------

  /** Another page: read from its top. */
  show() {
    tenace.afterTap(() => {
      const before = this.shownPage;
      const { name, board, at, isWrong } = this.view;
      this.shownPage = `${name}-${board}-${at}-${isWrong}`;
      this.showStatus();
      this.draw();
      if (before === this.shownPage) return;
      scrollTo(0, 0);
      /** @type {HTMLElement | null} */ (this.body.querySelector(".tt-title"))?.focus();
    });
  }

  /** The same page with what is known now: whoever has the focus on a button keeps it. */
  update() {
    if (!this.shownPage) return;
    this.showStatus();
    tenace.afterTap(() => {
      // Nobody's taps go astray while the server's news come in.
      const isTyping = this.view.name === "steps" && this.drawnView === this.view;
      if (!isTyping) this.draw();
      else if (!this.head.contains(document.activeElement)) this.showHead();
    });
  }

  draw() {
    this.words.letters = this.store.state.rules.letters;
    const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset?.key;
    this.showHead();
    this.body.replaceChildren(...flattened(VIEWS[this.view.name](this, this.view)));
    this.drawnView = this.view;
    if (!focused) return;
    /** @type {HTMLElement | null} */ (this.root.querySelector(`[data-key="${CSS.escape(focused)}"]`))?.focus();
  }

  showHead() {
    const { name, round, rounds, begun, rules, call, state } = this.store.state;
    const { words } = this;
    const callText = words.say(call ? (call.state === "taken" ? "coming" : "called") : "call");
    const onCall = () => (call ? this.open("call") : this.callDirector({ act: "call" }));
    const callKind = `tt-call ${call ? "tt-call--open" : ""}`;
    const roundText = begun ? words.say("round", { round, rounds }) : words.say("notBegun");
    this.head.replaceChildren(
      h("div", {}, h("p", { class: "at-table__event" }, this.event), h("h1", {}, words.say("table", { name }))),
      h("p", { class: "at-table__round" }, roundText, " ", this.clock),
      rules.call && state === "playing" ? button(callText, onCall, { kind: callKind, key: "call" }) : "",
    );
  }

  showTime() {
    const text = this.timeLeft();
    if (this.clock.textContent !== text) this.clock.textContent = text;
  }

  timeLeft() {
    const { paused, phase, ends_at: endsAt } = this.store.state.clock;
    if (paused) return this.words.say("timePaused");
    if (phase !== "playing" || !endsAt) return "";
    const left = Math.ceil((endsAt - Date.now() - this.server.clockAhead) / 1000);
    if (left <= 0) return this.words.say("timeOver");
    return `${this.words.say("timeLeft")} ${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  }

  showStatus() {
    const { outbox } = this.store;
    const { words, status } = this;
    const trouble = this.server.trouble || outbox.trouble;
    const claims = outbox.waiting.filter((row) => row.kind === "claim");
    // What is on its way this very moment is not worth a word.
    const isLate = (/** @type {OutboxRow} */ row) => trouble || row.old || Date.now() - (row.body.typed_at ?? 0) > POLL_EVERY;
    const count = claims.filter(isLate).length;
    const sentences = [
      trouble ? words.say(trouble) : "",
      count ? words.say("outbox", { count }) : "",
      count && !outbox.isLasting ? words.say("noStore") : "",
    ];
    const text = sentences.filter(Boolean).join(" ");
    if (status.textContent !== text) status.textContent = text;
    status.dataset.trouble = trouble || (count ? "waiting" : "");
    status.hidden = !text;
  }

  /** Keys of a keyboard press the buttons that name them. @param {KeyboardEvent} event */
  press(event) {
    const target = /** @type {Element | null} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || target?.closest?.("input, select, textarea")) return;
    if (event.key === "Escape") return this.back();
    if (this.view.name !== "steps") return;
    if (event.key === "Enter" && target?.closest?.("button")) return;
    const find = (/** @type {string} */ selector) => /** @type {HTMLElement | null} */ (this.body.querySelector(selector));
    const pressed = find(`[data-press~="${CSS.escape(event.key.toLowerCase())}"]`);
    if (pressed) {
      event.preventDefault();
      pressed.click();
    } else if (event.key === "Enter") find('[data-key="yes"]')?.click();
  }
}
