// Where newcomers were stuck: what is put right and taken back again, what is said where it is seen, and what is asked for in words.

import { check, equal, open, ready, tap, test, text } from './harness.mjs';
import { kept } from './engine.mjs';
import { go, shelf, until } from './storage.mjs';
import { fragmentOf } from './links.mjs';
import { settled, Thumb } from './taps.mjs';

const size = { width: 390, height: 844 };
const record = `[variant train highest=9 deal=15]
[players Omar Lena]

round 9
engine 9-9 Lena
Lena: 9-4>mexican
Omar: 4-4>mexican 4-0>mexican
Lena: 9-7
Omar: 9-5
Lena: 8-7
`;

async function at(browser, address, text_ = record) {
  const page = await open(browser, address + fragmentOf({ v: 1, record: text_ }), size);
  await tap(page, 'button', 'Go on here');
  await page.waitForSelector('.key');
  return page;
}
const idle = page => page.waitForFunction(() => document.documentElement.dataset.busy === 'no');
async function again(page, line) {
  await tap(page, '[data-key=last]');
  check(/Tap a line/.test(await text(page, 'dialog .inside')), 'that lines can be tapped is said');
  await tap(page, 'dialog .line', line);
  await tap(page, 'dialog button', 'Do it again by taps');
  await page.waitForSelector('.again');
  await idle(page);
}

await test('a line done again is one change', async ({ browser, address }) => {
  const page = await at(browser, address);
  await again(page, 'Omar: 9-5');
  await tap(page, '.again button');
  await page.waitForFunction(() => !document.querySelector('.again'));
  await idle(page);
  equal(await kept(page), record, 'where nothing was done again all is as it was');
  await again(page, 'Omar: 9-5');
  await new Thumb(page).lay(9, 6, 'Omar');
  await page.waitForFunction(() => !document.querySelector('.again'));
  await idle(page);
  const mended = record.replace('Omar: 9-5', 'Omar: 9-6');
  equal(await kept(page), mended, 'the line is another one, and what came behind it stays');
  await tap(page, '[data-key=undo]');
  equal(await settled(page, mended), record, 'one Undo takes all of that back');
  check((await page.$('.again')) === null, 'and goes on at the end');
  equal(page.troubles, [], 'troubles of the page');
});

await test('what is said is seen', async ({ browser, address }) => {
  const page = await at(browser, address, `${record}Omar: 5-5\n`);
  check(/double to cover/.test(await text(page, '.desk-trains')), 'a double that is to be covered');
  check(/5-5 has to be covered/.test(await text(page, '.last-button .caption')), `what was done last: ${await text(page, '.last-button .caption')}`);
  const before = await kept(page);
  await new Thumb(page).lay(6, 5, 'Omar');
  check(/5-5 is covered/.test(await text(page, '.last-button .caption')), `and behind it that it is: ${await text(page, '.last-button .caption')}`);
  check((await kept(page)) !== before, 'which is written');
  await tap(page, '[data-key=menu]');
  await tap(page, 'dialog button', 'End the round');
  await tap(page, '[data-key=left-done]');
  check(/Nothing is counted yet/.test(await text(page, '#told')), 'that nothing is counted');
  await tap(page, '[data-key=left-points]');
  equal(await text(page, '.ending h2'), 'The points of the round', 'what is asked for');
  for (const [name, points] of [['Omar', '20'], ['Lena', '0']]) {
    await page.click(`[data-key="points ${name}"]`, { count: 3 });
    await page.keyboard.type(points);
  }
  await tap(page, '[data-key=points-done]');
  await page.waitForSelector('.results');
  check(!/tiles/.test(await text(page, '.desk-players')), 'tiles that nobody counted are not told behind the round');
  await tap(page, '.results .figure', '20');
  await page.waitForSelector('dialog [data-key="figure 9 Omar"]').catch(() => check(false, 'points that are tapped can be put right'));
  await page.evaluate(() => {
    window.print = () => (window.printed = true);
  });
  await tap(page, '[data-key=print-sheet]');
  check(await page.evaluate(() => window.printed), 'the sheet is printed where it is seen');
  await page.keyboard.press('Escape');
  await tap(page, '[data-key=menu]');
  await tap(page, 'dialog button', 'We stop here');
  await page.waitForFunction(() => /has won/.test(document.querySelector('.panel')?.textContent ?? ''));
  check(/^# The players stopped here/m.test(await kept(page)), 'an evening can be ended in the midst of a game');
  await tap(page, '[data-key=send]');
  await tap(page, 'dialog button', 'Copy link');
  await until(() => page.evaluate(() => document.querySelector('dialog #told.shown')?.textContent ?? ''), now => /Cop/.test(now)).catch(() =>
    check(false, 'what is said under a sheet is seen in it'),
  );
  await page.keyboard.press('Escape');
  await until(() => page.evaluate(() => document.querySelector('body > #told') !== null), now => now).catch(() => check(false, 'and behind it on the page'));
  equal(page.troubles, [], 'troubles of the page');
});

await test('before anything is recorded', async ({ browser, address }) => {
  const page = await open(browser, `${address}#/table/new`, size);
  await until(() => text(page, '.form > .soft'), now => /up to 12.12, 91 of them/.test(now)).catch(async () =>
    check(false, `the tiles of a game are said: ${await text(page, '.form > .soft')}`),
  );
  await go(page, '#/dispute');
  await page.type('#dispute-text', '[players Ann Bob]\nround 12\nAnn: 12-12 12-5\n');
  await tap(page, '[data-key=judge]');
  await page.waitForSelector('.result .panel.bad');
  check(/By which rules/.test(await text(page, '.result')), 'rules that are not named are asked for');
  check(await page.$eval('.other', one => one.open), 'where they are chosen');
  await page.$eval('#dispute-text', one => (one.value = ''));
  await page.type('#dispute-text', 'players: Ann Bob\nvariant: train\nround 12\nAnn: 12-12 12-5\n');
  await tap(page, '[data-key=judge]');
  await page.waitForSelector('.ruling-paper').catch(() => check(false, 'rules that are named as people write are found'));
  await page.focus('#dispute-text');
  await page.keyboard.down('Control');
  await page.keyboard.press('a');
  await page.keyboard.up('Control');
  await page.keyboard.press('Backspace');
  await until(() => shelf(page, 'games'), now => now.length === 0).catch(() => check(false, 'nothing written is no game'));
  await new Promise(done => setTimeout(done, 300));
  check(!/another tab/.test(await text(page, '#view')), 'which is no other tab');
  await page.type('#dispute-text', 'Ben: 12-5');
  await until(() => shelf(page, 'games'), now => now[0]?.record === 'Ben: 12-5').catch(() => check(false, 'what is written next is kept'));
  await page.reload();
  await ready(page);
  equal(await page.$eval('#dispute-text', one => one.value), 'Ben: 12-5', 'and there behind a reload');
  equal(page.troubles, [], 'troubles of the page');
});
