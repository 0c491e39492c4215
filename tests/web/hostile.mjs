// Whatever strangers send: the module answers, within seconds and bounded memory, and goes on answering.
//   node --no-experimental-fetch tests/web/hostile.mjs FOLDER-OF-THE-MODULE

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const tests = join(dirname(fileURLToPath(import.meta.url)), '..');
const folder = resolve(process.argv[2]);
const load = createRequire(import.meta.url)(join(folder, 'roundhouse.js'));
const module = await load({ wasmBinary: readFileSync(join(folder, 'roundhouse.wasm')), print: () => {}, printErr: () => {} });

const texts = readdirSync(join(tests, 'hostile'), { recursive: true }).sort().map(file => join(tests, 'hostile', file))
  .filter(file => statSync(file).isFile() && !/\.(cpp|txt)$/.test(file)).map(file => [file, readFileSync(file).toString('utf8')]);
for (const [name, open, close] of [['lists', '[', ']'], ['maps', '{a: ', '}'], ['brackets', '(', ')'], ['not', 'not ', '']])
  texts.push([`deep ${name}`, `roundhouse: 1\nname: X\nextends: train\nrules:\n  - id: x\n    forbid: lay\n    when: ${open.repeat(50000)}true${close.repeat(50000)}\n`]);
texts.push(['one long line', `[players Ann Ben]\nAnn: ${'9-3 '.repeat(100000)}`], ['lines', '[variant train]\n[players Ann Ben]\nround 12\n' + 'Ann: draw\n'.repeat(100000)]);

const slowest = 15000;
let asked = 0;
let failed = 0;
let longest = ['', 0];
for (const [name, text] of texts)
  for (const request of [{ call: 'table', record: text, settle: true }, { call: 'judge', record: text }, { call: 'replay', record: text },
    { call: 'lint', rules: 'a.yaml', files: { 'a.yaml': text } }, { call: 'hover', rules: 'a.yaml', files: { 'a.yaml': text }, offset: 5 },
    { call: 'book', rules: 'a.yaml', files: { 'a.yaml': text } }]) {
    const begun = performance.now();
    let answer;
    try {
      answer = JSON.parse(module.call(JSON.stringify(request)));
    } catch (error) {
      answer = { trap: String(error) };
    }
    const took = performance.now() - begun;
    ++asked;
    if (took > longest[1]) longest = [`${request.call} of ${name}`, took];
    const isAnswer = answer.ok === true || (answer.ok === false && answer.trouble !== 'this is a mistake in roundhouse itself');
    if (!isAnswer || took > slowest) {
      ++failed;
      console.error(`${request.call} of ${name}: ${JSON.stringify(answer).slice(0, 200)} after ${Math.round(took)} ms`);
    }
  }
const after = JSON.parse(module.call('{"call":"version"}'));
console.log(`${asked} hostile requests: ${failed} without a fit answer; the longest took ${Math.round(longest[1])} ms (${longest[0]})`);
process.exitCode = failed === 0 && asked > 500 && after.ok ? 0 : 1;
