// Only the scores of a game, as most tables write them: its way in, a number a player, figures put right where they stand, an end before the
// rules have one, and back to acts. What is kept is a record, and its totals are those of the program.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { axeSource, check, equal, open, root, tap, test, text } from './harness.mjs';
import { kept } from './engine.mjs';
import { settled, Thumb } from './taps.mjs';

const folder = mkdtempSync(join(tmpdir(), 'scores-'));
const names = ['Ann', 'Ben', 'Cem', 'Dot', 'Eve'];
const rounds = [
  [0, 24, 36, 8, 51],
  [33, 0, 12, 70, 9],
  [5, 41, 0, 17, 28],
];

/** What the program says of a record. */
function scored(record) {
  writeFileSync(join(folder, 'one.train'), record);
  const { stdout } = spawnSync(join(root, 'build/roundhouse'), ['score', '--format', 'json', join(folder, 'one.train')], { encoding: 'utf8' });
  return JSON.parse(stdout.split('\n')[0]);
}

const standing = page =>
  page.evaluate(() =>
    [...document.querySelectorAll('.desk .standings tbody tr')].map(row => [
      row.querySelector('bdi').textContent,
      Number(row.querySelector('.total').textContent),
      ...[...row.querySelectorAll('td:not(.total)')].map(cell => Number(cell.textContent)),
    ]),
  );

async function write(page, does) {
  const before = await kept(page);
  await does();
  return settled(page, before);
}

/** Types a figure a player; `but` is the one who has none. */
async function points(page, figures, but = -1) {
  for (const [seat, name] of names.entries()) {
    if (seat === but) continue;
    const field = await page.waitForSelector(`[data-key="points ${name}"]`);
    await field.click({ count: 3 });
    await field.type(String(figures[seat]));
  }
}

await test('only scores', async ({ browser, address }) => {
  const page = await open(browser, `${address}#/table`, { width: 390, height: 844 });
  const thumb = new Thumb(page);
  await page.waitForSelector('.names input');
  await tap(page, '.names button', 'Add a player');
  await thumb.players(names);
  await page.select('#game-choice', 'train');
  await tap(page, '[data-key=only-scores]');
  await page.waitForSelector('.tally .points');
  equal(await text(page, '.tally h2'), 'Round 12', 'the round that is first');

  // A field that is empty is the winner's; two are asked about.
  await tap(page, '[data-key=points-done]');
  check((await text(page, '.points [role=alert]')).includes('Ann’s points are missing'), 'an empty sheet is not taken');
  let taps = thumb.count;
  for (const [index, figures] of rounds.entries()) {
    await points(page, figures, figures.indexOf(0));
    await write(page, () => thumb.tap('[data-key=points-done]'));
    equal(
      await standing(page),
      names.map((name, seat) => [
        name,
        rounds.slice(0, index + 1).reduce((sum, one) => sum + one[seat], 0),
        ...rounds.slice(0, index + 1).reverse().map(one => one[seat]),
      ]),
      `behind round ${index + 1}`,
    );
  }
  // A figure a player and Done.
  equal((thumb.count - taps) / rounds.length, 1, 'taps beside the fields');
  let table = scored(await kept(page));
  equal(table.rounds.map(one => one.label), ['12', '11', '10'], 'rounds of the record');
  equal(table.totals, [38, 65, 48, 95, 88], 'totals of the program');
  check((await text(page, '.tally .leader')) === 'Ann leads', 'who leads');

  // A figure is put right where it stands.
  await tap(page, '[data-key="figure 11 Dot"]');
  const field = await page.waitForSelector('dialog [data-key=figure]');
  // All of it is selected.
  await field.type('7');
  await write(page, () => tap(page, '[data-key=figure-done]'));
  table = scored(await kept(page));
  equal(table.rounds[1].players.map(one => one.score), [33, 0, 12, 7, 9], 'the round that was put right');
  equal((await standing(page)).map(row => row[1]), table.totals, 'totals behind it');
  check((await text(page, '.tally .leader')) === 'Dot leads', 'who leads now');
  await write(page, () => tap(page, '[data-key=undo]'));
  equal((await standing(page)).map(row => row[1]), [38, 65, 48, 95, 88], 'taken back');

  // A figure far above all others is asked about once.
  await points(page, [0, 240, 8, 3, 1]);
  await tap(page, '[data-key=points-done]');
  check((await text(page, '.points [role=alert]')).includes('240 points for Ben?'), 'an unusual figure is asked about');
  const before = await kept(page);
  await tap(page, '[data-key=points-done]');
  await settled(page, before);
  equal(scored(await kept(page)).totals, [38, 305, 56, 98, 89], 'and taken when it is said again');

  // It ends before its rules say so, and goes on after all.
  await write(page, () => tap(page, '[data-key=stop]'));
  check((await text(page, '.tally .winner')) === 'Ann has won', 'who has won');
  check(!(await page.$('.tally .points')), 'no further round is asked for');
  await page.reload();
  await page.waitForSelector('.tally .winner');
  await write(page, () => tap(page, '[data-key=go-on]'));
  equal(await text(page, '.tally h2'), 'Round 8', 'the round that is next');

  // The sheet of the program, with the players as rows.
  await tap(page, '.tally button', 'Sheet');
  await page.waitForSelector('dialog .standings');
  await page.waitForFunction(() => document.querySelector('dialog .paper')?.shadowRoot?.querySelector('.curves'));
  check(await page.evaluate(() => document.querySelector('dialog').scrollWidth <= innerWidth), 'the sheet is no wider than the screen');
  await tap(page, 'dialog header button');
  await page.waitForFunction(() => !document.querySelector('dialog'));

  await page.evaluate(axeSource());
  equal(await page.evaluate(async () => (await axe.run(document.querySelector('.desk'))).violations.map(one => one.id)), [], 'axe-core');

  // By acts from here on, and back.
  await tap(page, '[data-key=taps]');
  await page.waitForSelector('[data-key=next]');
  check(await page.$eval('.desk', one => !one.classList.contains('scoring')), 'the table is back');
  await write(page, () => tap(page, '[data-key=next]'));
  await write(page, () => tap(page, '[data-key="has Ann"]'));
  await thumb.lay(8, 5, 'Ann');
  await tap(page, '[data-key=menu]');
  await tap(page, 'dialog button', 'Only scores');
  await page.waitForSelector('.tally .points');
  equal(await text(page, '.tally h2'), 'Round 8', 'the round that was begun');
  await points(page, [0, 1, 2, 3, 4]);
  await write(page, () => tap(page, '[data-key=points-done]'));
  equal(scored(await kept(page)).rounds.map(one => one.end), ['written', 'written', 'written', 'written', 'written'], 'all are written');
  equal(page.troubles ?? [], [], 'troubles of the page');
});

await test('tiles are refused at the tap', async ({ browser, address }) => {
  const page = await open(browser, `${address}#/table`, { width: 390, height: 844 });
  const thumb = new Thumb(page);
  await page.waitForSelector('.names input');
  await tap(page, '.names button', '×');
  await thumb.players(['Ann', 'Ben', 'Cem']);
  await page.select('#game-choice', 'train');
  await tap(page, 'button.main', 'Begin');
  await page.waitForSelector('[data-key=begin]');
  await write(page, () => tap(page, '[data-key=begin]'));
  await write(page, () => tap(page, '[data-key="has Ann"]'));
  await thumb.lay(12, 5, 'Ann');
  await tap(page, '[data-key=menu]');
  await tap(page, 'dialog button', 'End the round');
  const count = async (name, a, b) => {
    await tap(page, `[data-key="left ${name}"]`);
    for (const number of [a, b]) await tap(page, `.ending .key[data-number="${number}"]`);
  };
  const held = () => page.$$eval('.held button', all => all.map(one => one.textContent.trim()));
  await count('Ben', 12, 5);
  check((await text(page, '#told')).includes('12-5 lies on the table'), 'a tile of the table');
  equal(await held(), [], 'it is not counted');
  await count('Ben', 9, 3);
  equal(await held(), ['9-3'], 'one that is free is');
  await count('Cem', 9, 3);
  check((await text(page, '#told')).includes('9-3 is counted'), 'a tile of another hand');
  await count('Cem', 4, 4);
  await tap(page, '.held button', '4-4');
  equal(await held(), [], 'one tile goes, the others stay');
  await tap(page, '[data-key="left Ben"]');
  equal(await held(), ['9-3'], 'of others, too');
  // Who is out has no points.
  await tap(page, '.ending button', 'Only points');
  for (const [name, figure] of [['Ben', 12], ['Cem', 8]]) {
    const field = await page.$(`[data-key="points ${name}"]`);
    await field.click({ count: 3 });
    await field.type(String(figure));
  }
  const record = await write(page, () => tap(page, '[data-key=points-done]'));
  check(/^score Ann 0 Ben 12 Cem 8$/m.test(record), `the line of points: ${record}`);
  // What was counted is put right by its tiles.
  await write(page, async () => {
    await tap(page, '[data-key=menu]');
    await tap(page, 'dialog button', 'Write a line');
    const area = await page.waitForSelector('dialog textarea');
    await area.evaluate(one => {
      one.value = 'round 11\nleft Ann:\nleft Ben: 9-3\nleft Cem: 4-4 6-5';
    });
    await tap(page, 'dialog button.main', 'Save');
  });
  await page.waitForSelector('.results');
  await tap(page, '.desk-lower button', 'Sheet');
  await tap(page, 'dialog [data-key="figure 11 Cem"]');
  const tiles = await page.waitForSelector('dialog [data-key=figure]');
  equal(await tiles.evaluate(one => one.value), '4-4 6-5', 'the tiles that were counted');
  await tiles.type('4-4');
  await write(page, () => tap(page, '[data-key=figure-done]'));
  equal(scored(await kept(page)).rounds[1].players.map(one => one.score), [0, 12, 8], 'the tiles that were put right');
  equal(page.troubles ?? [], [], 'troubles of the page');
});

rmSync(folder, { recursive: true });
