// Law 77 at the table, so that both sides see the score at once, with or without a connection.
// The server scores again, and its word counts.
const TRICK = { C: 20, D: 20, H: 30, S: 30, NT: 30 };

export const parse = (contract) => {
  const found = /^([1-7])(NT|[CDHS])(X{0,2})$/.exec(contract);
  return found ? { level: Number(found[1]), strain: found[2], risk: found[3].length } : null;
};

const making = ({ level, strain, risk }, vulnerable, over) => {
  const odd = (TRICK[strain] * level + (strain === "NT" ? 10 : 0)) * 2 ** risk;
  const game = odd >= 100 ? (vulnerable ? 500 : 300) : 50;
  const slam = level === 7 ? (vulnerable ? 1500 : 1000) : level === 6 ? (vulnerable ? 750 : 500) : 0;
  const each = risk ? (vulnerable ? 200 : 100) * risk : TRICK[strain];
  return odd + game + slam + 50 * risk + each * over;
};

const failing = (risk, vulnerable, down) => {
  if (!risk) return (vulnerable ? 100 : 50) * down;
  const late = vulnerable ? 0 : 100 * Math.max(0, down - 3);
  return ((vulnerable ? 300 : 200) * down - 100 + late) * risk;
};

// The score for North-South; null where the board was not played.
export const score = (said, vulnerable) => {
  if (said.outcome === "not-played") return null;
  if (said.outcome === "passed") return 0;
  const contract = parse(said.contract);
  const side = "NS".includes(said.declarer) ? "NS" : "EW";
  const isVulnerable = vulnerable === "All" || vulnerable === side;
  const margin = said.tricks - 6 - contract.level;
  const own =
    margin >= 0 ? making(contract, isVulnerable, margin) : -failing(contract.risk, isVulnerable, -margin);
  return side === "NS" ? own : -own;
};
