// The engine traps, or does not come back: it is told, the record is still there with the act that did it, and the table goes on. What
// it traps in once alone nobody notices.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { check, equal, open, site, tap, test, text } from './harness.mjs';
import { kept } from './engine.mjs';
import { Thumb } from './taps.mjs';

// The engine as it is, but for two tiles that are its undoing, and one that it traps in when it has answered for a while.
const spoiled = `${readFileSync(join(site, 'roundhouse.js'), 'utf8')}
;const whole = roundhouseModule;
roundhouseModule = options => whole(options).then(module => {
  const call = module.call;
  let answered = 0;
  module.call = request => {
    if (request.includes('11-7')) throw new WebAssembly.RuntimeError('unreachable');
    if (request.includes('11-6')) for (;;);
    if (request.includes('12-9') && answered > 0) throw new WebAssembly.RuntimeError('Out of bounds memory access');
    ++answered;
    return call(request);
  };
  return module;
});
`;

await test(
  'a trap, and an engine that does not come back',
  async ({ browser, address }) => {
    const page = await open(browser, `${address}#/table`);
    const thumb = new Thumb(page);
    await page.waitForSelector('.names input');
    await thumb.players(['Ann', 'Ben', 'Cem', 'Dora']);
    await tap(page, 'button.main', 'Begin');
    await tap(page, '[data-key=begin]');
    await tap(page, '.engine .choices button');
    await page.waitForSelector('.key');
    await thumb.lay(12, 11, 'Ann');
    const before = await kept(page);
    for (const [number, what] of [
      [7, 'a trap'],
      [6, 'an endless loop'],
    ]) {
      await tap(page, '.key[data-number="11"]');
      await tap(page, `.key[data-number="${number}"]`);
      await tap(page, '.train[data-place="Ann"]');
      await page.waitForSelector('.desk-lower .panel.bad');
      check(
        /still here/.test(await text(page, '.desk-lower .panel.bad')),
        `${what} is told: ${await text(page, '.desk-lower .panel.bad')}`,
      );
      check((await kept(page)).includes(`11-${number}`), `the record has the act behind ${what}`);
      await tap(page, '.desk-lower .panel.bad button', 'Undo');
      await page.waitForFunction(() => !document.querySelector('.desk-lower .panel.bad') && document.documentElement.dataset.busy === 'no');
      equal(await kept(page), before, `taken back behind ${what} it is as it was`);
    }
    await thumb.lay(12, 8, 'Ben');
    check(/Ben: 12-8\n$/.test(await kept(page)), 'and the table goes on');
    await thumb.lay(12, 9, 'Cem');
    check(/Cem: 12-9\n$/.test(await kept(page)), 'what is asked once more is answered');
    check((await page.$('.panel.bad')) === null, 'and not told');
    equal(page.troubles, [], 'troubles of the page');
  },
  { 'roundhouse.js': spoiled },
);

// Longer than the engine may take for anything once it is there.
await test(
  'an engine that is long on its way is waited for',
  async ({ browser, address }) => {
    const page = await open(browser, `${address}#/table`);
    await page.waitForSelector('.names input');
    check((await page.$('.panel.bad')) === null, 'nothing is told of it');
    check((await page.$$('#game-choice option')).length > 5, 'the games are there when it has come');
    equal(page.troubles, [], 'troubles of the page');
  },
  {},
  { 'roundhouse.wasm': 63000 },
);
