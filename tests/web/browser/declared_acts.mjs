// Acts that games declare, by taps: of anyone at somebody, of the player in turn, of the referee, and a line that has no button.

import { check, equal, open, tap, test } from './harness.mjs';
import { kept } from './engine.mjs';
import { settled, Thumb } from './taps.mjs';

async function begin(page, game, names) {
  const thumb = new Thumb(page);
  await page.waitForSelector('.names input');
  await thumb.players(names);
  await page.select('#game-choice', game);
  await tap(page, 'button.main', 'Begin');
  await tap(page, '[data-key=begin]');
  await page.waitForSelector('.panel.engine');
  const before = await kept(page);
  await tap(page, '.engine .choices button', names[0]);
  await settled(page, before);
  await page.waitForSelector('.key');
  return thumb;
}
const lastLine = async page => (await kept(page)).trim().split('\n').pop();

await test('acts that games declare', async ({ browser, address }) => {
  const page = await open(browser, `${address}#/table`);
  const thumb = await begin(page, 'star-ranch', ['Ann', 'Ben', 'Cem', 'Dora']);
  const end = await page.$eval('.train[data-place="Ann"]', one => Number(one.dataset.number));
  await thumb.lay(end, 4, 'Ann');
  const before = await kept(page);
  await tap(page, '[data-key=more]');
  await tap(page, 'dialog [data-act=challenge]');
  await tap(page, 'dialog .choices button', 'Cem');
  await tap(page, 'dialog .choices button', 'Ann');
  await settled(page, before);
  equal(await lastLine(page), 'Cem: challenge Ann', 'a challenge of anyone at somebody');
  const later = await page.$('[data-key=later]');
  if (later) await later.click();
  const then = await kept(page);
  await tap(page, '[data-key=menu]');
  await tap(page, 'dialog button', 'Write a line');
  await page.type('dialog textarea', 'claim Ben "late"');
  await tap(page, 'dialog button.main', 'Save');
  await settled(page, then);
  check((await lastLine(page)).startsWith('claim Ben'), `a line that has no button: ${await lastLine(page)}`);

  await page.goto(`${address}#/table`);
  await begin(page, 'encyclopedia', ['Ann', 'Ben', 'Cem', 'Dora']);
  const now = await kept(page);
  await tap(page, '[data-key=more]');
  const acts = await page.$$eval('dialog [data-act]', all => all.map(one => one.dataset.act));
  check(acts.length > 0, `acts of the game: ${acts}`);
  await tap(page, `dialog [data-act="${acts.at(-1)}"]`);
  for (let i = 0; i < 2 && (await kept(page)) === now; ++i) {
    const choice = await page.$('dialog .choices button');
    if (choice) await choice.click();
    await new Promise(done => setTimeout(done, 300));
  }
  await settled(page, now);
  check((await lastLine(page)).includes(acts.at(-1)), `the act is written: ${await lastLine(page)}`);
  equal(page.troubles, [], 'troubles of the page');
});
