// What nobody saw or wrote: a draw that makes the last tile of somebody's hand none, tiles that were counted otherwise than they were
// written, and the tile on the table that decided a ruling.

import { check, equal, open, ready, tap, test, text } from './harness.mjs';
import { kept } from './engine.mjs';
import { fragmentOf } from './links.mjs';
import { settled } from './taps.mjs';

const begun = '[variant train deal=3]\n[players Ann Ben Cem]\n\nround 12\nAnn: 12-12 12-5\nBen: 12-7\nCem: 12-3\n';
const at = async (browser, address, record) => {
  const page = await open(await browser.createBrowserContext(), address + fragmentOf({ v: 1, record }), { width: 390, height: 844 });
  await tap(page, '[data-key=go-on]');
  await ready(page);
  await page.waitForSelector('.desk-lower *');
  return page;
};
const write = async (page, does) => {
  const before = await kept(page);
  await does();
  return settled(page, before);
};
const count = async (page, tiles) => {
  for (const tile of tiles)
    for (const number of tile.split('-')) await tap(page, `.ending .key[data-number="${number}"]`);
};

await test('a draw that nobody wrote', async ({ browser, address }) => {
  const page = await at(browser, address, `${begun}Ann: 5-4\n`);
  await page.waitForSelector('.ending');
  check((await text(page, '[data-key=still-has]')).includes('Ann'), 'who is out by what was written');
  await tap(page, '[data-key=still-has]');
  const record = await write(page, () => tap(page, '[data-key="holds 1"]'));
  equal(record, `${begun}Ann: draw 5-4\n`, 'the draw is put in where the rules allow it');
  await page.waitForSelector('.turn-button');
  check((await page.$('.ending')) === null && (await text(page, '.turn-button')).includes('Ben'), 'and the round goes on');
  equal(await write(page, () => tap(page, '[data-key=undo]')), `${begun}Ann: 5-4\n`, 'taken back');
  await page.waitForSelector('[data-key=still-has]');
  await tap(page, '[data-key=still-has]');
  await write(page, () => tap(page, '[data-key="holds 4"]'));
  equal(await kept(page), record, 'no more draws than can have been');
  check(/Only 1 of 4/.test(await text(page, '#told')), 'which is said');
  equal(page.troubles, [], 'troubles of the page');
});

await test('tiles counted otherwise than they were written', async ({ browser, address }) => {
  const page = await at(browser, address, `${begun}Ann: 5-4\n`);
  await page.waitForSelector('.ending');
  await tap(page, '[data-key="left Ben"]');
  await count(page, ['3-2', '1-1', '6-0']);
  await tap(page, '[data-key="left Cem"]');
  await count(page, ['9-9']);
  const panel = () => tap(page, '[data-key=left-done]');
  await panel();
  check(/Ben has 2 tiles .* counted 3/.test(await text(page, 'dialog h2')), `what differs: ${await text(page, 'dialog')}`);
  check(/Cem has 2 tiles .* counted 1/.test(await text(page, 'dialog p')), 'of each of whom it does');
  await tap(page, 'dialog button', 'Count again');
  check(/3 tiles/.test(await text(page, '[data-key="left Ben"]')), 'what was counted is still there');
  await tap(page, '[data-key="left Cem"]');
  await count(page, ['8-0']);
  await panel();
  await write(page, () => tap(page, 'dialog button', 'Ben drew 1 that nobody wrote'));
  check(/\nBen: draw 12-7\n/.test(await kept(page)), 'the draw is in the record');
  check(/3 tiles/.test(await text(page, '[data-key="left Ben"]')), 'and what was counted stays');
  const record = await write(page, panel);
  check(record.endsWith('left Ann:\nleft Ben: 3-2 1-1 6-0\nleft Cem: 9-9 8-0\n'), `written: ${record}`);
  equal(page.troubles, [], 'troubles of the page');
});

await test('the tile that decided is lit', async ({ browser, address }) => {
  const page = await at(browser, address, `${begun}`);
  await page.waitForSelector('.key');
  // Tiles that lie cannot be tapped, so it is written.
  await tap(page, '[data-key=menu]');
  await tap(page, 'dialog button', 'Write a line');
  await page.type('dialog textarea', 'Ann: 12-3>mexican');
  await write(page, () => tap(page, 'dialog .main'));
  await page.waitForSelector('.panel.ruling .because');
  await page.waitForSelector('.desk-felt .decided', { timeout: 5000 }).catch(() => check(false, 'no tile is lit'));
  equal(await page.$$eval('.desk-felt .decided', all => all.length), 1, 'one tile is lit');
  await write(page, () => tap(page, '[data-key=take-back]'));
  await page.waitForFunction(() => !document.querySelector('.desk-felt .decided')).catch(() => check(false, 'it stays lit'));
  await write(page, async () => {
    await tap(page, '[data-key=menu]');
    await tap(page, 'dialog button', 'Write a line');
    await page.type('dialog textarea', 'Ann: draw mark');
    await tap(page, 'dialog .main');
  });
  equal(await page.$$eval('.desk-felt .decided', all => all.length), 0, 'where nothing is wrong nothing is lit');
  equal(page.troubles, [], 'troubles of the page');
});
