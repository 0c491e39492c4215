// The engine in a browser's language gives the verdicts that the program gives, and plays the same games:
//   node --no-experimental-fetch tests/web/agree.mjs PROGRAM FOLDER-OF-THE-MODULE
// Verdicts of all records in tests/disputes and tests/games, and of the cases in tests/rules, whose rulings are in
// tests/rulings; digests of tests/digests/200.txt. What other rules would say (`also`) is asked of every eighth.

import assert from 'node:assert';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const tests = join(dirname(fileURLToPath(import.meta.url)), '..');
const program = resolve(process.argv[2]);
const folder = resolve(process.argv[3]);

const filesIn = (name, ending) => readdirSync(join(tests, name), { recursive: true })
  .filter(file => file.endsWith(ending)).sort().map(file => join(tests, name, file));

/** Short records, each behind a line `== outcome: title`. */
function casesOf(file) {
  const variant = basename(dirname(file));
  return readFileSync(file, 'utf8').split(/^== .*\n/m).slice(1)
    .map(text => text.includes('[variant') ? text : `[variant ${variant}]\n${text}`);
}

const own = new Set(['house']);
const records = [...filesIn('disputes', '.train'), ...filesIn('games', '.train')].map(file => readFileSync(file, 'utf8'))
  .concat(filesIn('rules', '.cases').filter(file => !own.has(basename(dirname(file)))).flatMap(casesOf));

/** All in one run of the program: a line of JSON each, in their order. */
function byTheProgram() {
  const made = mkdtempSync(join(tmpdir(), 'agree-'));
  try {
    const files = records.map((text, index) => {
      writeFileSync(join(made, `${index}.train`), text);
      return `${index}.train`;
    });
    let text = '';
    try {
      text = execFileSync(program, ['validate', '--format', 'json', '--jobs', '1', ...files],
        { cwd: made, encoding: 'utf8', maxBuffer: 1 << 30, stdio: ['ignore', 'pipe', 'ignore'] });
    } catch (failed) {
      // Records that are illegal are what many of them are for.
      text = failed.stdout;
    }
    return text.trimEnd().split('\n').map(line => JSON.parse(line));
  } finally {
    rmSync(made, { recursive: true });
  }
}

const load = createRequire(import.meta.url)(join(folder, 'roundhouse.js'));
const module = await load({ wasmBinary: readFileSync(join(folder, 'roundhouse.wasm')) });
const ask = (call, request) => JSON.parse(module.call(JSON.stringify({ call, ...request })));
const without = ({ file, also, also_cut, ...rest }) => rest;
const asksOthers = index => index % 8 === 0;

const wanted = byTheProgram();
assert.strictEqual(wanted.length, records.length);
const counts = {};
let differ = 0;
records.forEach((record, index) => {
  const answer = ask('judge', { record, also: asksOthers(index) });
  const found = answer.ok ? JSON.parse(answer.json) : { schema: 1, verdict: 'unreadable' };
  counts[found.verdict] = (counts[found.verdict] ?? 0) + 1;
  try {
    assert.deepStrictEqual(without(found), without(wanted[index]));
    // The program stops asking behind a hundred records.
    if (asksOthers(index) && !wanted[index].also_cut) assert.deepStrictEqual(found.also, wanted[index].also);
  } catch (error) {
    if (++differ <= 5) console.error(`${record}\n${answer.trouble ?? ''}\n${error.message}`);
  }
});

let games = 0;
for (const line of readFileSync(join(tests, 'digests/200.txt'), 'utf8').split('\n')) {
  if (line === '' || line.startsWith('#')) continue;
  const [rules, players, unit, declared, count, digest] = line.split(' ');
  const answer = ask('digest', { rules, players: +players, games: +count, declared: Math.round(100 * +declared), seed: 1, rounds: unit === 'rounds' });
  games += +count;
  if (answer.digest !== digest && ++differ) console.error(`${line}: ${JSON.stringify(answer)}`);
}

console.log(`${records.length} records (${Object.entries(counts).map(([verdict, count]) => `${count} ${verdict}`).join(', ')}) and ${games} games: ${differ} differ`);
process.exitCode = differ === 0 && counts.legal > 0 && counts.illegal > 0 && games > 0 ? 0 : 1;
