// Drives npm's bridge-scorer: reads cases from a file, then for every line `CASE TIMES` on standard input
// scores that case so many times and answers with the nanoseconds that the scoring itself took.
'use strict';
const fs = require('fs');
const readline = require('readline');
const scorer = require(process.argv[2]);
const cases = JSON.parse(fs.readFileSync(process.argv[3], 'utf8'));

function games(rows) {
  const boards = new Map();
  for (const [board, ns, ew, score] of rows) {
    if (!boards.has(board)) boards.set(board, []);
    boards.get(board).push({ ns, ew, contract: { declaror: 'N' }, score });
  }
  return [...boards.values()];
}

function totals(boards, north, east) {
  const sums = new Map();
  for (const board of boards) {
    for (const game of board) {
      sums.set(game.ns, (sums.get(game.ns) || 0) + game[north].value);
      sums.set(game.ew, (sums.get(game.ew) || 0) + game[east].value);
    }
  }
  return scorer.rank([...sums].map(([id, score]) => ({ id, score })));
}

const methods = {
  matchpoints(boards) {
    for (const board of boards) scorer.matchpoints(board);
    return totals(boards, 'matchpointsNS', 'matchpointsEW');
  },
  cross(boards) {
    for (const board of boards) scorer.crossImps(board);
    return totals(boards, 'impsNS', 'impsEW');
  },
};

const prepared = {};
for (const [name, { method, rows }] of Object.entries(cases)) prepared[name] = { method, boards: games(rows) };

readline.createInterface({ input: process.stdin }).on('line', (line) => {
  const [name, times] = line.trim().split(' ');
  const { method, boards } = prepared[name];
  const start = process.hrtime.bigint();
  for (let turn = 0; turn < Number(times); turn += 1) methods[method](boards);
  process.stdout.write(`${process.hrtime.bigint() - start}\n`);
});
