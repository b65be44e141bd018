// What is known at the table: what the server said last, and on top of it what was typed here and is not acknowledged yet.

/** @import { Side, Seat } from "./bridge.js" */
/** @import { Outbox, OutboxRow } from "./outbox.js" */

/** @typedef {{ outcome: string, contract: string, declarer: Seat | "", tricks: number | null, lead: string, pair?: number | null, score?: number }} Entry */
/** @typedef {{ code: string, sentence: string }} Question */
/** @typedef {Entry & { key: string, side: Side, phone: string, questions: Question[] }} Claim */
/** @typedef {{ round: number, board: number }} BoardPlace */
/**
 * @typedef {BoardPlace & { dealer: Seat, vulnerable: string, dropped: boolean, adjusted: boolean, secret: boolean,
 *   typed: boolean, result: (Entry & { version: number }) | null, waiting: Claim[], disputed: number }} Board
 */
/** @typedef {{ seat: Seat, number: string, pair: number, name: string, known: boolean }} Sitter */
/** @typedef {{ side: Side, number: string, names: string }} ComingSide */
/**
 * @typedef {{ where: string, name: string, state: string, round: number, rounds: number, begun: boolean,
 *   clock: { paused: boolean, phase: string, ends_at: number | null }, rules: Record<string, any>, seats: Sitter[],
 *   here: string, goes: string[], next: { sides: ComingSide[], boards: string } | null, last: boolean, goes_on: boolean,
 *   numbers: boolean, boards: Board[], ranking: boolean, call: { state: string, reason: string, board: number | null } | null,
 *   announcements: { id: number, text: string, at: number }[] }} TableState as `scoring/selectors/at_table.py` writes it
 */
/**
 * @typedef {{ state: string, entry?: Entry, key?: string, side?: Side, questions?: Question[] }} BoardStatus
 *   `state`: dropped, adjusted, queued, waiting, disputed, in, secret or enter
 */

/** The blank entry that typing begins with. @returns {Entry} */
export const blankEntry = () => ({ outcome: "played", contract: "", declarer: "", tricks: null, lead: "", pair: null });

export class TableStore {
  /** @param {TableState} state @param {Outbox} outbox */
  constructor(state, outbox) {
    this.state = state;
    this.outbox = outbox;
  }

  /** @param {BoardPlace} place */
  boardAt({ round, board }) {
    return this.state.boards.find((each) => each.round === round && each.board === board);
  }

  /** The newest claim for a board that this device still has to send. @param {BoardPlace} place */
  unsentClaim({ round, board }) {
    const isIt = (/** @type {OutboxRow} */ row) =>
      row.kind === "claim" && !row.refused && row.round === round && row.board === board;
    return this.outbox.rowsOf(this.state.where).findLast(isIt);
  }

  /** @param {OutboxRow} claim */
  isAcceptedHere(claim) {
    const rows = this.outbox.rowsOf(this.state.where);
    return rows.some((row) => row.kind === "confirm" && row.body.confirms === claim.body.key);
  }

  /** Where a board stands, with what was entered for it. @param {Board} board @returns {BoardStatus} */
  statusOf(board) {
    if (board.dropped) return { state: "dropped" };
    if (board.adjusted) return { state: "adjusted" };
    const unsent = this.unsentClaim(board);
    if (unsent) {
      const agreed = this.isAcceptedHere(unsent) || !this.state.rules.confirm;
      const { key, side } = unsent.body;
      return { state: agreed ? "queued" : "waiting", entry: /** @type {any} */ (unsent.body), key, side };
    }
    const claim = board.waiting.at(-1);
    if (claim) return { state: "waiting", entry: claim, key: claim.key, side: claim.side, questions: claim.questions };
    if (board.disputed) return { state: "disputed", entry: board.result ?? undefined };
    if (board.result) return { state: "in", entry: board.result };
    return { state: board.secret && board.typed ? "secret" : "enter" };
  }

  get currentBoards() {
    return this.state.boards.filter((board) => board.round === this.state.round);
  }
  get earlierBoards() {
    return this.state.boards.filter((board) => board.round < this.state.round);
  }
  /** The first board of the round that has no result and no claim. */
  get nextBoard() {
    return this.currentBoards.find((board) => this.statusOf(board).state === "enter");
  }
  /** Boards whose claims wait for the opponents. */
  get boardsToCheck() {
    return this.state.boards.filter((board) => !board.secret && this.statusOf(board).state === "waiting");
  }
  /** Whether those who have sat down may begin the next round, where tables lead. */
  get canBeginNextRound() {
    return this.state.goes_on && !this.currentBoards.some((board) => this.statusOf(board).state === "waiting");
  }
  /** Changes when the table begins another round or the session another phase. */
  get phase() {
    return `${this.state.round} ${this.state.state}`;
  }
}
