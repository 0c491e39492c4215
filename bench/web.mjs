// How long the module takes for what a page asks of it:
//   node --no-experimental-fetch bench/web.mjs build/web
// The record is a round of some 80 turns as it is kept at a table: without hands, and without what was drawn.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

const folder = resolve(process.argv[2]);
const load = createRequire(import.meta.url)(join(folder, 'roundhouse.js'));
const begun = performance.now();
const module = await load({ wasmBinary: readFileSync(join(folder, 'roundhouse.wasm')) });
const loading = performance.now() - begun;
const ask = (call, request) => JSON.parse(module.call(JSON.stringify({ call, ...request })));

const players = ['Ann', 'Ben', 'Cleo', 'Dan'];
const turnsOf = record => record.split('\n').filter(line => /^(Ann|Ben|Cleo|Dan):/.test(line)).length;
let round = '';
for (let seed = 1; seed < 200 && (turnsOf(round) < 76 || turnsOf(round) > 84); ++seed) {
  const { record } = ask('play', { rules: 'train', players, seats: players.map(() => 'random'), seed });
  if (!/^seek/m.test(record)) round = record;
}
const kept = round.replace(/^(hand|score|left|over|#|\[seed|\[complete).*\n/gm, '').replace(/draw\([^)]*\)/g, 'draw').trimEnd().split('\n');
const middle = kept.slice(0, -1).join('\n');

function measure(name, call, request) {
  const times = [];
  for (let i = 0; i < 21; ++i) {
    const from = performance.now();
    const answer = ask(call, request);
    times.push(performance.now() - from);
    if (!answer.ok) throw new Error(answer.trouble);
  }
  const [first] = times;
  times.sort((a, b) => a - b);
  console.log(`${name.padEnd(52)} first ${first.toFixed(0).padStart(5)} ms, then ${times[10].toFixed(0).padStart(5)} ms`);
}

console.log(`loading ${loading.toFixed(0)} ms; a round of ${turnsOf(round)} turns`);
measure('table', 'table', { record: middle + '\n', settle: true });
measure('table, the last act illegal', 'table', { record: middle + '\n' + kept[kept.length - 2] + '\n' });
measure('judge', 'judge', { record: middle + '\n' });
measure('replay', 'replay', { record: middle + '\n' });
measure('games', 'games', {});
measure('book', 'book', { rules: 'train' });
measure('a question', 'questions', { like: 'train', only: ['doubles'] });
measure('write, in brief', 'write', { like: 'train', name: 'X', players: 4, answers: { double_blank: '50' }, recipes: [], brief: true });
measure('lint', 'lint', { rules: 'a.yaml', files: { 'a.yaml': 'roundhouse: 1\nname: X\nextends: train\noptions:\n  double_blank: 50\n' } });
