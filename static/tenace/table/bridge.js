// Sides, seats and signed numbers.

/** @typedef {"N" | "E" | "S" | "W"} Seat */
/** @typedef {"NS" | "EW"} Side */
/** @typedef {"C" | "D" | "H" | "S" | "NT"} Strain */

/** @type {Seat[]} */
export const SEATS = ["N", "E", "S", "W"];
/** @type {Strain[]} */
export const STRAINS = ["C", "D", "H", "S", "NT"];
export const RANKS = ["A", "K", "Q", "J", "T", "9", "8", "7", "6", "5", "4", "3", "2"];

/** @param {Side} side @returns {Side} */
export const otherSide = (side) => (side === "NS" ? "EW" : "NS");

/** The defender who makes the opening lead. @param {Seat} declarer */
export const leaderOf = (declarer) => SEATS[(SEATS.indexOf(declarer) + 1) % 4];

/** `+420`, `−50`, `0`. @param {number} number */
export const signed = (number) => (number > 0 ? `+${number}` : number < 0 ? `−${-number}` : "0");

/** Tricks over or under the contract: `=`, `+1`, `−2`. @param {number} number */
export const margin = (number) => (number ? signed(number) : "=");
