// Wrote brackets_viewer.json: npm install brackets-manager@1.11.1 brackets-memory-db; node brackets_viewer.mjs
// Each match before any result, as "group round number side side": a seed, `bye`, or `?` for a side not known yet.
import { writeFileSync } from "node:fs";
import manager from "brackets-manager";
import memory from "brackets-memory-db";

const ORDERS = { 4: ["inner_outer", "natural", "reverse"], 8: ["inner_outer", "natural", "reverse", "natural"] };
const SIZES = { single_elimination: [2, 16], double_elimination: [3, 8] };
const found = { "brackets-manager": "1.11.1" };
const side = (one) => (one === null ? "bye" : one.id === null ? "?" : one.id + 1);
const numbers = (rows) => Object.fromEntries(rows.map((row) => [row.id, row.number]));
for (const [type, [least, most]] of Object.entries(SIZES)) {
  for (let teams = least; teams <= most; teams++) {
    const size = 2 ** Math.ceil(Math.log2(teams));
    const seeding = Array.from({ length: size }, (_, n) => (n < teams ? `T${n}` : null));
    const settings =
      type === "single_elimination"
        ? { seedOrdering: ["inner_outer"], consolationFinal: teams > 3 }
        : { seedOrdering: ORDERS[size], grandFinal: "double" };
    const brackets = new manager.BracketsManager(new memory.InMemoryDatabase());
    await brackets.create.stage({ tournamentId: 1, name: "any", type, seeding, settings });
    const data = await brackets.get.tournamentData(1);
    const [groups, rounds] = [numbers(data.group), numbers(data.round)];
    const rows = data.match.map((m) => [groups[m.group_id], rounds[m.round_id], m.number, side(m.opponent1), side(m.opponent2)]);
    found[`${type} ${teams}`] = rows.map((row) => row.join(" ")).join(", ");
  }
}
writeFileSync("brackets_viewer.json", JSON.stringify(found, null, 1) + "\n");
