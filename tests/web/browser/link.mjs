// A link holds what zlib would make and read of it, is refused where it is not whole, and asks of a browser nothing but its letters.

import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { check, done, equal, root } from './harness.mjs';
import { fragmentOf as fragmentByZlib, fragmentOfBytes, valueOf } from './links.mjs';
import { part } from './part.mjs';

const { fragmentOf, sharedIn } = await part('link.ts');
/** What a link is refused with, or what is in it. */
const opened = fragment => sharedIn(fragment).catch(error => error.message);
const broken = /is broken/;

let state = 20261128;
const random = most => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return state % most;
};
const letters = ['a', '7', '-', '\n', ' ', 'ß', '王', '🦊', 'Ann: 12-5\n', '"'];
const text = length => Array.from({ length }, () => letters[random(letters.length)]).join('');
for (const length of [0, 1, 2, 30, 300, 3000, 30000, 300000]) {
  const shared = { record: text(length), rules: { 'house.yaml': text(length >> 2) } };
  equal(valueOf(await fragmentOf(shared)), { v: 1, ...shared }, `zlib reads ${length} letters`);
  equal(await opened(fragmentByZlib({ v: 1, ...shared })), shared, `${length} letters of zlib are read`);
}
// Letters without any order, which are stored as they are.
const noise = { record: Buffer.from(Array.from({ length: 90000 }, () => random(256))).toString('base64') };
equal(await opened(await fragmentOf(noise)), noise, 'what cannot be made smaller');

const shared = { v: 1, record: text(400) };
const bytes = deflateRawSync(Buffer.from(JSON.stringify(shared)));
for (let cut = 1; cut < bytes.length; cut += 7)
  check(broken.test(await opened('#1.' + bytes.subarray(0, bytes.length - cut).toString('base64url'))), `without its last ${cut} bytes it is broken`);
for (const more of [Buffer.from([0]), Buffer.from('more'), bytes])
  check(broken.test(await opened('#1.' + Buffer.concat([bytes, more]).toString('base64url'))), `with ${more.length} bytes more it is broken`);
for (let at = 0; at < 200; ++at) {
  const altered = Buffer.from(bytes);
  altered[random(altered.length)] ^= 1 << random(8);
  const said = await opened('#1.' + altered.toString('base64url'));
  let whole;
  try {
    whole = inflateRawSync(altered).toString('utf8');
  } catch {
    whole = null;
  }
  check(typeof said === 'string' ? broken.test(said) : whole !== null && JSON.parse(whole).record === said.record, 'an altered link is broken, or what zlib reads of it');
}
for (const size of [(4 << 20) + 1, 64 << 20])
  check(/more than 4 MB/.test(await opened(fragmentOfBytes(Buffer.alloc(size, 32)))), `${size} bytes are too much`);
check(/newer version/.test(await opened('#2.abc')), 'of a newer version');

// What mail and chat do to links.
const plain = { record: text(400) };
const whole = await fragmentOf(plain);
for (const behind of ['.', ')', '>', ',', '%3E', '").', '?fbclid=IwAR0_x-1', '&utm_source=x', ' and then we stopped', '%20see%20you', '\n--\nAnn'])
  equal(await opened(whole + behind), plain, `with ${JSON.stringify(behind)} behind it`);
for (const gap of [' ', '\r\n', '\n', '%0A', '%0D%0A', '%20', '=\r\n'])
  equal(await opened(whole.replace(/.{76}/g, `$&${gap}`)), plain, `broken at 76 with ${JSON.stringify(gap)}`);
for (const before of ['%23', '#%23', '', '#?fbclid=x#']) equal(await opened(before + whole.slice(1)), plain, `with ${before} in place of #`);
check(broken.test(await opened(`${whole.slice(0, 90)}.${whole.slice(91)}`)), 'with a letter changed in its midst it is broken');

// Rule files under names that links allow, and what they extend, however that is written.
const { allowed, chainOf, parentOf } = await part('family.ts');
const rest = 'roundhouse: 1\nname: C\n';
for (const [written, name] of [
  ['extends: ./base.yaml # why', 'base.yaml'],
  ['extends: "our house.yaml"', 'our house.yaml'],
  ["'extends': 'o''base.yaml'", "o'base.yaml"],
  ['"extends": base.yaml', 'base.yaml'],
  ['extends: >- # folded\n  base.yaml', 'base.yaml'],
  ['extends: # below\n  our\n  house.yaml\noptions: {}', 'our house.yaml'],
  ['extends: "b\\u0061se.yaml"\r', 'base.yaml'],
  ['about: |\n  extends: no.yaml\nextends: base.yaml', 'base.yaml'],
]) {
  equal(parentOf(`# extends: no.yaml\n${rest}${written}\n`)?.name, name, `the parent in ${written}`);
  const { rules } = allowed({ rules: { 'c (1).yaml': `${rest}${written}\n`, [name]: rest } });
  equal(Object.keys(chainOf('c 1.yaml', rules)).length, 2, `which is found under another name, ${written}`);
}
for (const [written, name] of [
  ['{ roundhouse: 1, name: C, extends: base.yaml }', 'base.yaml'],
  ['---\n{"roundhouse": 1, "name": "a, extends: x", "options": {"extends": 1},\n "extends": "our house.yaml"}', 'our house.yaml'],
  ['{roundhouse: 1, # extends: no.yaml,\n extends: our house.yaml # why\n}', 'our house.yaml'],
])
  equal(parentOf(written)?.name, name, `the parent in ${written}`);
const begun = Date.now();
for (const hostile of ['{"' + '\\"'.repeat(1e6), '{'.repeat(2e6), 'extends: a' + ' '.repeat(2e6) + '#', ' '.repeat(2e6), 'extends:' + ' \n'.repeat(9e5)]) parentOf(hostile);
check(Date.now() - begun < 10000, 'whatever stands in a file it is read in time');
const renamed = allowed({ record: '[variant "o\'base.yaml" draws=2]\n', rules: { "o'base.yaml": rest, 'o base.yaml': rest, 'e.YAML': `${rest}extends: o'base.yaml\n` } });
equal(renamed.record, '[variant "o base-2.yaml" draws=2]\n', 'the record names its rules as they are called now');
equal(renamed.rules['e.yaml'], `${rest}extends: o base-2.yaml\n`, 'and what extends them does');


const said = /Chrome and Edge from (\d+) on, Firefox from (\d+) and Safari from ([\d.]+)/.exec(readFileSync(join(root, 'docs/web.md'), 'utf8'));
const made = /--target=chrome(\d+),firefox(\d+),safari([\d.]+)/.exec(readFileSync(join(root, 'web/app/bundle.mjs'), 'utf8'));
equal(said?.slice(1), made?.slice(1), 'scripts are made for the browsers that docs/web.md names');
done('what a link holds');
