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

const said = /Chrome and Edge from (\d+) on, Firefox from (\d+) and Safari from ([\d.]+)/.exec(readFileSync(join(root, 'docs/web.md'), 'utf8'));
const made = /--target=chrome(\d+),firefox(\d+),safari([\d.]+)/.exec(readFileSync(join(root, 'web/app/bundle.mjs'), 'utf8'));
equal(said?.slice(1), made?.slice(1), 'scripts are made for the browsers that docs/web.md names');
done('what a link holds');
