// What every browser has to do: keep what was written, send it and open it, as a link and as a file, and go on where something is missing.
// BROWSER=firefox and BROWSER=webkit run it there.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beginning, check, equal, open, ready, saved, tap, test, text } from './harness.mjs';
import { ask, kept } from './engine.mjs';
import { fragmentOf, valueOf } from './links.mjs';
import { settled, Thumb } from './taps.mjs';

const house = 'roundhouse: 1\nname: Our house\nextends: train\noptions:\n  draws: 2\n';

/** A table at which four turns were tapped; its record. */
async function recorded(page) {
  const thumb = new Thumb(page);
  await tap(page, '.doors a', 'Table');
  await ready(page);
  await page.waitForSelector('.names input');
  await thumb.players(['Ann', 'Ben', 'Cem', 'Grandma Rose']);
  await page.select('#game-choice', 'club-double-twelve');
  await tap(page, 'button', 'Begin');
  await page.waitForSelector('[data-key=begin]');
  await tap(page, '[data-key=begin]');
  await tap(page, '[data-key="has Ben"]');
  await page.waitForSelector('.key');
  await thumb.lay(12, 5, 'Ben');
  await thumb.act('draw');
  await thumb.act('mark');
  await thumb.lay(12, 9, 'Grandma');
  return kept(page);
}
async function linkOf(page) {
  await tap(page, '[data-key=send]');
  await page.waitForSelector('#share-link');
  return page.$eval('#share-link', one => one.value);
}
/** In a browser that knows nothing of the first one. */
const elsewhere = async (browser, address) => open(await browser.createBrowserContext(), address);

await test('keep, send, open', async ({ browser, address }) => {
  const page = await open(browser, address);
  const record = await recorded(page);
  check(/Ben: 12-5\nCem: draw mark\nGrandma: 12-9\n$/.test(record), `what was tapped is written: ${JSON.stringify(record)}`);
  await page.reload();
  await ready(page);
  await page.waitForSelector('.key');
  equal(await kept(page), record, 'the record behind a reload');
  check((await text(page, '.turn-button')).includes('Ann'), 'and it is still the turn of Ann');
  const second = await open(browser, address);
  await tap(second, '.games a', 'Ann');
  await tap(second, 'button', 'Go on here');
  await second.waitForSelector('.key');
  equal(await kept(second), record, 'the record in another window');
  await page.waitForFunction(() => !document.querySelector('.key'));
  await second.close();
  await tap(page, 'button', 'Go on here');
  await page.waitForSelector('.key');

  const link = await linkOf(page);
  equal(valueOf(link).record, record, 'the record in the link');
  const other = await elsewhere(browser, link);
  await other.waitForSelector('.ruling-paper .paper');
  await tap(other, '[data-key=go-on]');
  await ready(other);
  await other.waitForSelector('.key');
  equal(await kept(other), record, 'the record that the other goes on with');

  const file = await saved(browser, () => tap(page, '.sharing button', 'Download'));
  equal(readFileSync(file, 'utf8'), record, 'the file that is saved');
  const third = await elsewhere(browser, `${address}#/table`);
  await third.waitForSelector('.file input');
  await (await third.$('.file input')).uploadFile(file);
  await third.waitForSelector('.desk .key');
  equal(await kept(third), record, 'the record out of the file');
  for (const one of [page, other, third]) equal(one.troubles ?? [], [], 'troubles of the page');
});

await test('keep, send, open rules', async ({ browser, address }) => {
  const page = await open(browser, `${address}#/rules`);
  await page.waitForSelector('.cards li');
  const path = join(browser.downloads, 'our house.yaml');
  writeFileSync(path, house);
  await (await page.$('.file input')).uploadFile(path);
  await page.waitForFunction(() => /our%20house/.test(location.hash));
  await ready(page);
  await page.reload();
  await ready(page);
  await page.waitForSelector('.book .paper');
  const own = () =>
    page.evaluate(
      () =>
        new Promise(done => {
          const open = indexedDB.open('roundhouse');
          open.onsuccess = () => {
            const all = open.result.transaction('rules').objectStore('rules').getAll();
            all.onsuccess = () => {
              open.result.close();
              done(all.result.map(one => [one.name, one.text]));
            };
          };
        }),
    );
  equal(await own(), [['our house.yaml', house]], 'the rules behind a reload');
  await tap(page, 'button', 'Share');
  await page.waitForSelector('#share-link');
  const link = await page.$eval('#share-link', one => one.value);
  equal(valueOf(link).rules, { 'our house.yaml': house }, 'the rules in the link');
  const other = await elsewhere(browser, link);
  await tap(other, '[data-key=keep-rules]');
  await other.waitForFunction(() => location.hash.startsWith('#/rules/'));
  await ready(other);
  await other.reload();
  await ready(other);
  await other.waitForSelector('.book .paper');
  const title = await other.$eval('.book .paper', one => one.shadowRoot.querySelector('h1')?.textContent ?? '');
  check(/Our house/.test(title), `the other has the book of these rules: ${title}`);
});

await test(
  'a link is made and read without streams that inflate',
  async ({ browser, address }) => {
    const page = await open(browser, address);
    equal(await page.evaluate(() => typeof CompressionStream + typeof DecompressionStream), 'undefinedundefined', 'there are none');
    const record = await recorded(page);
    equal(valueOf(await linkOf(page)).record, record, 'the record in the link');
    await page.goto(`${address}${fragmentOf({ v: 1, record })}`);
    await page.reload();
    await ready(page);
    check((await page.$('[data-key=open-yours]')) !== null, 'a link is opened, and its game is here');
  },
  beginning('delete globalThis.CompressionStream; delete globalThis.DecompressionStream'),
);

await test('all of it without a network', async ({ browser, server, address }) => {
  const page = await open(browser, address);
  const kept = await page
    .waitForFunction(
      async () => {
        const held = await Promise.all((await caches.keys()).map(async name => (await (await caches.open(name)).keys()).length));
        return navigator.serviceWorker?.controller && held.some(files => files > 8);
      },
    )
    .then(() => true, () => false);
  check(kept, 'all files are kept');
  if (!kept) return;
  await server.close();
  await page.reload();
  await ready(page);
  const record = await recorded(page);
  await page.reload();
  await ready(page);
  await page.waitForSelector('.key');
  const { verdict } = await ask(page, 'judge', { record });
  equal(verdict, 'legal', 'a game is recorded and judged');
});
