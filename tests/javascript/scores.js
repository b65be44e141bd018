// Prints the score of every contract, vulnerability and number of tricks, for the comparison with the server's Law 77.
import { score } from "../../static/tenace/table/score.js";

const rows = [];
for (const level of [1, 2, 3, 4, 5, 6, 7]) {
  for (const strain of ["C", "D", "H", "S", "NT"]) {
    for (const risk of ["", "X", "XX"]) {
      for (const declarer of ["N", "E", "S", "W"]) {
        for (const vulnerability of ["None", "NS", "EW", "All"]) {
          for (let tricks = 0; tricks <= 13; tricks += 1) {
            const contract = `${level}${strain}${risk}`;
            const entry = { outcome: "played", contract, declarer, tricks, lead: "" };
            rows.push([contract, declarer, vulnerability, tricks, score(entry, vulnerability)]);
          }
        }
      }
    }
  }
}
process.stdout.write(JSON.stringify(rows));
