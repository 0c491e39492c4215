// A game against three computers, played to the end of its first round and into the second: with a hint, a reason why
// a tile goes nowhere, an act taken back, the page closed in between.

import { check, equal, kind, open, ready, tap, test, text } from './harness.mjs';
import { ask, kept } from './engine.mjs';
import { settled } from './taps.mjs';

/** Hand and picture are within the window, whatever else is. */
const inView = page =>
  page.evaluate(() =>
    ['.felt-place', '.own-hand'].every(name => {
      const box = document.querySelector(name)?.getBoundingClientRect();
      return box && box.height > 60 && box.top >= 0 && box.top < innerHeight - 40;
    }),
  );

/** One act: a tile that fits where it first may go, else what else is offered. */
async function act(page) {
  const before = await kept(page);
  if (await page.$('.own-tile.fits')) {
    await tap(page, '.own-tile.fits');
    await tap(page, '.way.lay');
  } else {
    const ways = await page.$$eval('.own-ways [data-way]', all => all.map(one => one.dataset.way));
    const way = ways.find(one => /draw/.test(one)) ?? ways.find(one => one === 'pass') ?? ways[0];
    if (way === undefined) throw new Error(`nothing can be done: ${await text(page, '.own-ways')}`);
    await tap(page, `.own-ways [data-way="${way}"]`);
  }
  await settled(page, before);
  await page.waitForFunction(() => document.querySelector('.own-ways [data-way], .own-ways h2, .own-tile.fits'));
}

for (const size of [
  { width: 360, height: 740 },
  { width: 390, height: 844 },
  { width: 1400, height: 900 },
])
  await test(`a game against three computers at ${size.width}x${size.height}`, async ({ browser, address }) => {
    let page = await open(browser, `${address}#/play`, size);
    await page.waitForSelector('#game-choice');
    await page.select('#game-choice', 'club-double-twelve');
    await tap(page, 'button', 'Begin');
    await page.waitForSelector('.own-hand button');
    check(await inView(page), 'table and hand are in view');
    await page.waitForSelector('.own-ways [data-way], .own-tile.fits');
    await tap(page, '.own-ways button', 'Hint');
    await page.waitForSelector('.told-hint');
    check(/^Hint: Lay the \d+-\d+ on (your|the|\w+'s) [^>]*\. \S/.test(await text(page, '.told-hint')), `a hint in words: ${await text(page, '.told-hint')}`);
    check((await inView(page)) && (await page.$('dialog')) === null, 'and it hides neither table nor hand');
    const dull = await page.$('.own-tile:not(.fits)');
    if (dull) {
      await dull.click();
      await tap(page, '.own-ways button', 'Why not?');
      await page.waitForSelector('dialog .why');
      check((await text(page, 'dialog .why')).length > 15, 'why a tile goes nowhere');
      await page.keyboard.press('Escape');
      await dull.click().catch(() => {});
    }
    await page.evaluate(() => {
      const log = document.querySelector('.log');
      new MutationObserver(() => window.told.push([performance.now(), log.children.length])).observe(log, { childList: true });
    });
    let first;
    let told = [];
    // Behind an act that does not end the turn the others do nothing.
    for (let i = 0; i < 8 && told.length < 2; ++i) {
      first = await kept(page);
      await page.evaluate(() => {
        window.told = [];
      });
      await act(page);
      told = await page.evaluate(() => window.told);
    }
    check(
      told.length > 1 && told.every(([at, count], index) => index === 0 || (count > told[index - 1][1] && at - told[index - 1][0] > 200)),
      `acts of the others come one after another: ${JSON.stringify(told)}`,
    );
    // Who wants no motion waits for none. Only Chromium can be told so.
    const calm = async () => kind === 'chromium' && page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
    await calm();
    if (size.width < 960) {
      await tap(page, '.larger');
      check((await page.$eval('dialog .felt-place svg', one => one.clientHeight)) > 100, 'the picture can be enlarged');
      await page.keyboard.press('Escape');
    }
    const second = await kept(page);
    check(second !== first && second.length > first.length, 'an act is in the record');
    await tap(page, '.desk-top [aria-label=Undo]');
    const back = await settled(page, second);
    check(/took back/.test(back), 'taken back it is a note in the record');
    await page.waitForSelector('.own-ways [data-way], .own-tile.fits');

    const place = await page.url();
    const before = await kept(page);
    await page.close();
    page = await open(browser, place, size);
    await calm();
    await page.waitForSelector('.own-ways [data-way], .own-tile.fits');
    equal(await kept(page), before, 'the record behind a closing');

    let acts = 0;
    let seen = true;
    while (!(await page.$('[data-way=next]')) && ++acts < 150) {
      await act(page);
      seen &&= await inView(page);
    }
    check(seen, `table and hand were in view in all of ${acts} acts`);
    check((await page.$('[data-way=next]')) !== null, `the round came to its end (${acts} acts)`);
    const judged = await ask(page, 'judge', { record: await kept(page) });
    equal(judged.verdict, 'legal', 'the verdict of what was played');
    await tap(page, '[data-way=next]');
    await page.waitForFunction(() => document.querySelector('.desk-top h1')?.textContent.includes('Round 11'));
    check(true, 'the second round begins');
    equal(page.troubles, [], 'troubles of the page');
    equal(page.outside, [], 'requests to elsewhere');
  });
