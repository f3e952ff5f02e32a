// Who meets whom in brackets-manager's elimination stages of 2 to 64 teams, found by playing each stage once.
//
//   npm install brackets-manager@1.11.1 brackets-memory-db@1.0.6 && node brackets.mjs > brackets.json
//
// A match is written as its two sides, upper first: s3 is seed 3, w7 and l7 are the winner and the loser of the seventh
// match of the same list. `/` ends a round; the winners' part comes before the losers', the final after both. Byes are passed on: a match that would have one is not written.

import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { BracketsManager } = require('brackets-manager');
const { InMemoryDatabase } = require('brackets-memory-db');
const { defaultMinorOrdering } = require('brackets-manager/dist/ordering');

const versions = Object.fromEntries(
    ['brackets-manager', 'brackets-memory-db'].map(name => [name, require(`${name}/package.json`).version]));

// as the losers of each round of the winners' part drop, with the library's names
const DROPS = {
    2: [],
    4: ['natural', 'reverse'],
    8: ['natural', 'reverse', 'natural'],
    16: ['natural', 'half_shift', 'natural', 'natural'],
    32: ['natural', 'reverse_half_shift', 'half_shift', 'natural', 'natural'],
    64: ['natural', 'half_shift', 'reverse', 'reverse_half_shift', 'reverse', 'natural'],
};

async function listOfMatches(teams, type, settings) {
    const storage = new InMemoryDatabase();
    const manager = new BracketsManager(storage);
    let size = 2;
    while (size < teams) size *= 2;
    const seeding = Array.from({ length: size }, (_, place) => place < teams ? `${place + 1}` : null);
    await manager.create.stage({ name: 'stage', tournamentId: 0, type, seeding, settings: { size, ...settings } });
    const names = new Map((await storage.select('participant')).map(one => [one.id, Number(one.name)]));
    const groups = new Map((await storage.select('group')).map(one => [one.id, one.number]));
    const rounds = new Map((await storage.select('round')).map(one => [one.id, one.number]));

    const isReal = match => match.opponent1 !== null && match.opponent2 !== null;
    const sidesOf = match => [match.opponent1, match.opponent2];
    const sources = new Map();  // "id of match:side" -> source, which names a match by its id
    const teamAt = new Map();

    async function look(sourceOf) {
        for (const match of (await storage.select('match')).filter(isReal))
            sidesOf(match).forEach((side, place) => {
                const key = `${match.id}:${place}`;
                if (side.id === null || side.id === undefined || teamAt.get(key) === side.id) return;
                if (teamAt.has(key)) throw Error(`${teams} teams: a side has changed`);
                teamAt.set(key, side.id);
                sources.set(key, sourceOf(side.id));
            });
    }

    await look(id => ['s', names.get(id)]);
    const played = new Set();
    for (;;) {
        const open = (await storage.select('match')).find(match =>
            isReal(match) && !played.has(match.id) && sidesOf(match).every(side => Number.isInteger(side.id)));
        if (open === undefined) break;
        played.add(open.id);
        // the second side wins: in the grand final it is the team with a loss, so the second game is seen too
        const winner = open.opponent2.id;
        await manager.update.match({
            id: open.id, opponent1: { score: 0, result: 'loss' }, opponent2: { score: 1, result: 'win' },
        });
        await look(id => [id === winner ? 'w' : 'l', open.id]);
    }

    const order = [...played].sort((a, b) => a - b);
    const number = new Map(order.map((id, place) => [id, place + 1]));
    const matches = new Map((await storage.select('match')).map(one => [one.id, one]));
    const list = [];
    let before = null;
    for (const id of order) {
        const match = matches.get(id);
        const round = `${groups.get(match.group_id)}.${rounds.get(match.round_id)}`;
        if (before !== null && round !== before) list.push('/');
        before = round;
        list.push([0, 1].map(place => {
            const [what, which] = sources.get(`${id}:${place}`);
            return what + (what === 's' ? which : number.get(which));
        }).join('-'));
    }
    return list.join(' ');
}

const SIZES = Array.from({ length: 63 }, (_, place) => place + 2);
const sizeOf = teams => Math.max(...Object.keys(DROPS).map(Number).filter(size => size / 2 < teams));
const found = { versions, orders: DROPS, own_orders: defaultMinorOrdering, single: {}, double: {} };
for (const teams of SIZES) {
    found.single[teams] = await listOfMatches(teams, 'single_elimination', { consolationFinal: teams > 2 });
    found.double[teams] = await listOfMatches(teams, 'double_elimination', {
        grandFinal: 'double', seedOrdering: ['inner_outer', ...DROPS[sizeOf(teams)]],
    });
}
console.log(JSON.stringify(found).replaceAll(/"(?=\w+":)/g, '\n"'));
