// The pages of the table: each is a function of what is known and of what may be done, and gives its elements.
import { otherSide } from "./bridge.js";
import { bigButton, button, h, isolated, notice, pageTitle, sectionTitle } from "./elements.js";
import { STEPS, stepsFor } from "./entry-steps.js";
import { score } from "./score.js";

/** @import { Side } from "./bridge.js" */
/** @import { Children } from "./elements.js" */
/** @import { Board, BoardPlace, Entry, Question } from "./store.js" */
/** @import { TablePage } from "./page.js" */

/**
 * Where the device is: the name of the page, and what that page is about.
 * @typedef {{ name: string, round?: number, board?: number, entry?: Entry, at?: number, seen?: number, after?: string,
 *   typing?: object, key?: string, side?: Side, questions?: Question[], isArmed?: boolean, isWrong?: boolean,
 *   note?: string }} View
 */
/** @typedef {View & BoardPlace & { entry: Entry, at: number, questions: Question[] }} EntryView */

/** @param {TablePage} page @param {View} view */
const boardLine = ({ store, words }, view) => {
  const board = store.boardAt(/** @type {BoardPlace} */ (view));
  const marks = board ? `${words.say("dealer", { seat: words.say(board.dealer) })} · ${words.words.vul[board.vulnerable]}` : "";
  return h("p", { class: "tt-board" }, h("b", {}, words.say("board", { board: view.board ?? "" })), h("span", {}, marks));
};

/** @param {TablePage} page @param {Entry} entry @param {Board | undefined} board */
const replay = ({ words }, entry, board) => words.replay(entry, entry.score ?? score(entry, board?.vulnerable));

/** @param {TablePage} page @param {Board} board */
const nextBoardButton = (page, board) =>
  bigButton(page.words.say("nextBoard", { board: board.board }), () => page.pick(board), { kind: "button--primary", key: "next" });

/** @param {TablePage} page @param {string} kind */
const homeButton = (page, kind = "") => bigButton(page.words.say("toTable"), () => page.home(), { kind, key: "home" });

// Parts of the table's own page -----------------------------------------------------------------------------------

/** @param {TablePage} page @param {Board} board */
const boardButton = (page, board) => {
  const { store, words } = page;
  const { state, entry } = store.statusOf(board);
  const isCurrent = board.round === store.state.round;
  const name = isCurrent ? words.say("board", { board: board.board }) : words.say("earlierRound", { ...place(board) });
  const status = state === "in" ? "" : words.say(state);
  const result = entry ? words.result(entry) : "";
  const text = [h("b", {}, name), h("span", {}, result, entry && status ? " · " : "", status)];
  return h(
    "li",
    {},
    button(text, () => page.pick(board), {
      kind: "tt-pick",
      key: `b${board.round}-${board.board}`,
      "data-state": state,
    }),
  );
};

/** @param {BoardPlace} place */
const place = ({ round, board }) => ({ round, board });

/** @param {TablePage} page @param {string} title @param {Board[]} boards */
const boardList = (page, title, boards) => {
  if (!boards.length) return null;
  const buttons = boards.map((board) => boardButton(page, board));
  return h("section", { class: "stack stack--tight" }, sectionTitle(page.words.say(title)), h("ul", { class: "tt-picks" }, buttons));
};

/** @param {TablePage} page */
const seats = ({ store: { state }, words }) => {
  if (!state.seats.length) return notice(words.say("nobody"));
  const seat = (/** @type {import("./store.js").Sitter} */ sitter) =>
    h(
      "div",
      { class: "at-table__seat", "data-seat": sitter.seat },
      h("b", {}, words.say(sitter.seat)),
      h("span", {}, sitter.number),
      h("p", { class: sitter.known ? null : "at-table__unknown" }, isolated(sitter.name)),
    );
  return h(
    "section",
    { class: "at-table__now", "aria-label": words.say("seats") },
    state.seats.map(seat),
    h("div", { class: "at-table__boards" }, h("p", {}, words.say("boardsHere")), h("b", {}, state.here)),
  );
};

/** @param {TablePage} page */
const announcements = (page) =>
  page.unseenAnnouncements.map(({ id, text }) =>
    h(
      "section",
      { class: "tt-announcement", "aria-label": page.words.say("said") },
      h("p", {}, text),
      button(page.words.say("seen"), () => page.markSeen(id), { key: `said${id}` }),
    ),
  );

/** @param {TablePage} page */
const refusals = ({ store: { outbox }, words, tryAgain }) =>
  outbox.refused.map((row) =>
    h(
      "section",
      { class: "tt-refused" },
      h("p", {}, h("b", {}, words.say("earlierRound", place(row))), ": ", row.refused),
      row.kind === "claim" ? h("p", {}, words.result(/** @type {any} */ (row.body))) : null,
      h(
        "div",
        { class: "cluster" },
        button(words.say("tryAgain"), () => tryAgain(row)),
        button(words.say("throwAway"), () => outbox.drop(row)),
      ),
    ),
  );

/** @param {TablePage} page */
const claimsToCheck = (page) =>
  page.store.boardsToCheck.map((board) => {
    const { words } = page;
    const { entry } = page.store.statusOf(board);
    const result = words.result(/** @type {Entry} */ (entry));
    const text = [words.say("board", { board: board.board }), ": ", result, " – ", words.say("waiting")];
    // One piece: a button lays its parts out as columns.
    const piece = h("span", { class: "tt-check" }, text);
    return bigButton(piece, () => page.pick(board), { kind: "button--primary", key: `check${board.board}` });
  });

/** Where those at the table go, and who comes. @param {TablePage} page */
const nextSeats = ({ store: { state }, words }) => {
  const { goes, next, last, begun, rules } = state;
  if (!begun || (!rules.next_seats && !last)) return null;
  const sides = next?.sides.map((side) => h("p", {}, h("b", {}, `${side.side} ${side.number} `), isolated(side.names)));
  return h(
    "section",
    { class: "stack stack--tight" },
    sectionTitle(words.say("goes")),
    goes.length
      ? h("ul", { class: "plain-list" }, goes.map((way) => h("li", {}, way)))
      : h("p", {}, words.say(last ? "last" : "drawn")),
    next ? [sectionTitle(words.say("comes")), sides, h("p", {}, words.say("nextBoards", { boards: next.boards }))] : null,
  );
};

/** Where tables lead: whoever has sat down begins the next round here. @param {TablePage} page @returns {Children} */
const nextRound = (page) => {
  const { store, words } = page;
  if (!store.canBeginNextRound) return null;
  const text = words.say("beginRound", { round: store.state.round + 1 });
  return [
    h("p", {}, words.say("goOn")),
    page.nextRoundRefusal ? notice(page.nextRoundRefusal, { kind: "warn", role: "alert" }) : null,
    bigButton(text, () => page.beginRound(), { kind: "button--primary", key: "begin" }),
  ];
};

/** @param {TablePage} page */
const sideChoice = (page) => {
  const choice = (/** @type {Side} */ side) => {
    const onchange = () => page.chooseSide(side);
    const input = h("input", { type: "radio", name: "side", value: side, checked: page.side === side, onchange });
    return h("label", { class: "tt-choice" }, input, page.words.say(side));
  };
  return h("fieldset", { class: "tt-side" }, h("legend", {}, page.words.say("deviceSide")), choice("NS"), choice("EW"));
};

// The pages --------------------------------------------------------------------------------------------------------

/** @param {TablePage} page @returns {Children} */
const home = (page) => {
  const { store, words } = page;
  const { state, rules, numbers, begun, ranking, seats: sitters } = store.state;
  const isPlaying = state === "playing" && begun;
  const next = store.nextBoard;
  const hasBoards = store.currentBoards.length > 0;
  const someUnknown = sitters.some((sitter) => !sitter.known);
  const keyIn =
    numbers && words.words.keyIn ? h("a", { class: "button at-table__big", href: page.namesAddress }, words.say("keyIn")) : null;
  const rankingKind = state === "finished" ? "button--primary" : "";
  return [
    announcements(page),
    refusals(page),
    claimsToCheck(page),
    seats(page),
    someUnknown ? keyIn : null,
    isPlaying && next ? nextBoardButton(page, next) : null,
    isPlaying && !next && hasBoards ? [notice(words.say("allIn"), { kind: "good" }), nextSeats(page), nextRound(page)] : null,
    isPlaying && !hasBoards ? nextRound(page) : null,
    isPlaying
      ? boardList(page, "boards", store.currentBoards)
      : notice(words.say(state === "finished" ? "finished" : "notBegun")),
    boardList(page, "earlier", store.earlierBoards),
    next || (!isPlaying && state !== "finished") ? nextSeats(page) : null,
    ranking ? bigButton(words.say("ranking"), () => page.showRanking(), { key: "ranking", kind: rankingKind }) : null,
    isPlaying && rules.call
      ? bigButton(words.say("wrongSeat"), () => page.callDirector({ act: "call", reason: "seats" }), { key: "seats" })
      : null,
    someUnknown ? null : keyIn,
    sideChoice(page),
  ];
};

/** @param {TablePage} page @param {View} anyView @returns {Children} */
const steps = (page, anyView) => {
  const view = /** @type {EntryView} */ (anyView);
  const { store, words } = page;
  const { entry, at } = view;
  const step = stepsFor(entry, store.state.rules)[at];
  if (!step) return checkTyped(page, view);
  const answer = (/** @type {Partial<Entry>} */ part) => {
    const answered = { ...entry, ...part };
    const order = stepsFor(answered, store.state.rules);
    page.open("steps", { ...view, entry: answered, typing: {}, at: order.indexOf(step) + 1 });
  };
  const by = entry.declarer ? ` ${words.say("by", { seat: words.say(entry.declarer) })}` : "";
  const lead = entry.lead ? [" · ", words.card(entry.lead)] : "";
  const redraw = () => page.open("steps", view);
  const typing = view.typing ?? {};
  const isCorrection = Boolean(view.seen);
  return [
    boardLine(page, view),
    h("p", { class: "tt-typed-so-far", "aria-live": "polite" }, words.contract(entry.contract), by, lead),
    STEPS[step]({ entry, typing, isCorrection, state: store.state, words, answer, redraw }),
    bigButton(words.say("back"), () => page.back(), { key: "back" }),
  ];
};

/** What was typed, before it is sent. @param {TablePage} page @param {EntryView} view @returns {Children} */
const checkTyped = (page, view) => [
  boardLine(page, view),
  pageTitle(page.words.say("checkTyped")),
  replay(page, view.entry, page.store.boardAt(view)),
  bigButton(page.words.say("yes"), () => page.enter(view), { kind: "button--primary", key: "yes" }),
  bigButton(page.words.say("change"), () => page.beginEntry(view, view), { key: "change" }),
];

/** What the opponents check. @param {TablePage} page @param {View} anyView @returns {Children} */
const confirm = (page, anyView) => {
  const view = /** @type {EntryView} */ (anyView);
  const { words } = page;
  const result = replay(page, view.entry, page.store.boardAt(view));
  if (view.isWrong) {
    return [
      boardLine(page, view),
      pageTitle(words.say("notRight")),
      result,
      bigButton(words.say("typeAgain"), () => page.typeAgain(view), { kind: "button--primary", key: "again" }),
      bigButton(words.say("dispute"), () => page.confirm(view, false), { key: "dispute" }),
      bigButton(words.say("back"), () => page.open("confirm", { ...view, isWrong: false, isArmed: false }), { key: "back" }),
    ];
  }
  const asksOpponents = page.store.state.rules.confirm;
  const side = words.say(otherSide(view.side || page.side));
  return [
    boardLine(page, view),
    pageTitle(asksOpponents ? words.say("opponentsCheck", { side }) : words.say("lookAgain")),
    asksOpponents ? h("p", {}, words.say("handOver", { side })) : null,
    view.questions.map((question) => h("p", { class: "tt-question", role: "alert" }, question.sentence)),
    result,
    acceptButton(page, view, asksOpponents),
    bigButton(words.say("notRight"), () => page.open("confirm", { ...view, isWrong: true }), { key: "wrong" }),
    asksOpponents ? h("p", { class: "tt-muted" }, words.say("otherDevice")) : null,
    homeButton(page),
  ];
};

/** Opponents accept with two taps; whoever typed it alone says once more that it is right. @param {TablePage} page @param {EntryView} view @param {boolean} asksOpponents */
const acceptButton = (page, view, asksOpponents) => {
  const { words } = page;
  const accept = () => page.confirm(view, true);
  if (!asksOpponents) return bigButton(words.say("stillRight"), accept, { kind: "button--primary", key: "accept" });
  if (view.isArmed) return bigButton(words.say("acceptAgain"), accept, { kind: "button--primary tt-armed", key: "accept" });
  const arm = () => {
    view.isArmed = true;
    page.update();
  };
  return bigButton(words.say("accept"), arm, { kind: "button--primary", key: "accept" });
};

/** @param {TablePage} page @param {View} view @returns {Children} */
const board = (page, view) => {
  const { store, words } = page;
  const current = store.boardAt(/** @type {BoardPlace} */ (view));
  // A late board is no longer on the list once it is in.
  if (!current) return [boardLine(page, view), view.note ? notice(view.note, { role: "status" }) : null, homeButton(page)];
  const { state, entry } = store.statusOf(current);
  const isCurrent = current.round === store.state.round;
  const mayCorrect = ["in", "queued"].includes(state) && store.state.rules.correct && isCurrent;
  const title = state !== "in" ? state : entry?.outcome === "not-played" ? "isNotPlayed" : "isIn";
  const typeAgain = () => page.typeAgain(view);
  return [
    boardLine(page, view),
    pageTitle(words.say(title)),
    view.note && state !== "in" ? notice(view.note) : null,
    entry ? replay(page, entry, current) : null,
    state === "secret" ? h("p", {}, words.say("hiddenBoard")) : null,
    store.nextBoard ? nextBoardButton(page, store.nextBoard) : notice(words.say("allIn"), { kind: "good" }),
    state === "in" && isCurrent ? otherTables(page, current) : null,
    mayCorrect ? bigButton(words.say("correct"), typeAgain, { key: "correct" }) : null,
    state === "disputed" || state === "secret" ? bigButton(words.say("typeAgain"), typeAgain, { key: "again" }) : null,
    homeButton(page),
  ];
};

/** The other tables' results on a board, asked for when they are looked at. @param {TablePage} page @param {Board} board @returns {Children} */
const otherTables = (page, { board: number, result }) => {
  const { words } = page;
  if (result?.outcome === "not-played") return null;
  const traveller = page.traveller(number);
  if (!traveller) return null;
  if (traveller.isOffline) return h("p", { class: "tt-muted" }, words.say("travellerOffline"));
  const { lines, unit, hand } = traveller;
  return h(
    "section",
    { class: "stack stack--tight" },
    lines?.length ? [h("h3", {}, words.say("traveller")), words.traveller(lines, unit)] : null,
    hand ? [h("h3", {}, words.say("deal")), words.deal(hand)] : null,
  );
};

/** @param {TablePage} page @returns {Children} */
const ranking = (page) => {
  const { words, rankings, store } = page;
  return [
    pageTitle(words.say(store.state.state === "finished" ? "rankingEnd" : "rankingNow")),
    rankings.isOffline ? notice(words.say("rankingOffline")) : null,
    rankings.lists?.length === 0 ? h("p", {}, words.say("rankingNone")) : null,
    rankings.lists?.map((list) => words.ranking(list)),
    homeButton(page, "button--primary"),
  ];
};

/** @param {TablePage} page @param {View} view @returns {Children} */
const call = (page, view) => {
  const { words } = page;
  const { call: open } = page.store.state;
  const reasonButton = (/** @type {[string, string]} */ [reason, text]) =>
    bigButton(text, () => page.callDirector({ act: "call", reason }), { key: reason });
  return [
    pageTitle(words.say(open ? (open.state === "taken" ? "coming" : "called") : "call")),
    view.note ? notice(view.note, { role: "alert" }) : null,
    open?.reason ? h("p", {}, open.reason) : null,
    open && !open.reason ? [h("p", {}, words.say("why")), Object.entries(words.words.reasons).map(reasonButton)] : null,
    open ? bigButton(words.say("callBack"), () => page.callDirector({ act: "take-back" }), { key: "take-back" }) : null,
    homeButton(page, "button--primary"),
  ];
};

/** @type {Record<string, (page: TablePage, view: View) => Children>} */
export const VIEWS = { home, steps, confirm, board, ranking, call };
