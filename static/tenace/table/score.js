// Law 77 at the table, so that both sides see the score at once, with or without a connection.
// The server scores again, and its score counts.

/** @import { Entry } from "./store.js" */
/** @typedef {{ level: number, strain: "C" | "D" | "H" | "S" | "NT", risk: number }} Contract */

const TRICK = { C: 20, D: 20, H: 30, S: 30, NT: 30 };

/** A contract such as `4SX`; null where it is none. @param {string} text @returns {Contract | null} */
export const parseContract = (text) => {
  const match = /^([1-7])(NT|[CDHS])(X{0,2})$/.exec(text);
  return match && { level: Number(match[1]), strain: /** @type {any} */ (match[2]), risk: match[3].length };
};

/** @param {Contract} contract @param {boolean} vulnerable @param {number} overtricks */
const scoreMade = ({ level, strain, risk }, vulnerable, overtricks) => {
  const odd = (TRICK[strain] * level + (strain === "NT" ? 10 : 0)) * 2 ** risk;
  const game = odd >= 100 ? (vulnerable ? 500 : 300) : 50;
  const slam = level === 7 ? (vulnerable ? 1500 : 1000) : level === 6 ? (vulnerable ? 750 : 500) : 0;
  const overtrick = risk ? (vulnerable ? 200 : 100) * risk : TRICK[strain];
  return odd + game + slam + 50 * risk + overtrick * overtricks;
};

/** @param {number} risk @param {boolean} vulnerable @param {number} undertricks */
const scoreDefeated = (risk, vulnerable, undertricks) => {
  if (!risk) return (vulnerable ? 100 : 50) * undertricks;
  const late = vulnerable ? 0 : 100 * Math.max(0, undertricks - 3);
  return ((vulnerable ? 300 : 200) * undertricks - 100 + late) * risk;
};

/**
 * The score for North-South; null where the board was not played or the entry is not complete.
 * @param {Entry} entry
 * @param {string | undefined} vulnerability `None`, `NS`, `EW` or `All`
 * @returns {number | null}
 */
export const score = (entry, vulnerability) => {
  if (entry.outcome === "not-played") return null;
  if (entry.outcome === "passed") return 0;
  const contract = parseContract(entry.contract);
  if (!contract || entry.tricks === null) return null;
  const side = "NS".includes(entry.declarer) ? "NS" : "EW";
  const vulnerable = vulnerability === "All" || vulnerability === side;
  const over = entry.tricks - 6 - contract.level;
  const declarerScore = over >= 0 ? scoreMade(contract, vulnerable, over) : -scoreDefeated(contract.risk, vulnerable, -over);
  return side === "NS" ? declarerScore : -declarerScore;
};
