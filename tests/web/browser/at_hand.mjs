// A table by keys alone: focus goes on to what is to be done next, keys do what thumbs do, an undone act is done again; the acts rest
// behind a turn that has ended by itself; and a line that is spoiled by hand is told before it is kept.

import { check, equal, open, tap, test, text } from './harness.mjs';
import { kept } from './engine.mjs';
import { settled, Thumb } from './taps.mjs';

const focus = page => page.evaluate(() => document.activeElement?.dataset.key ?? document.activeElement?.tagName);
const lastLine = record => record.trim().split('\n').pop();

await test('a table by keys', async ({ browser, address }) => {
  const page = await open(browser, `${address}#/table`, { width: 390, height: 844 });
  await page.waitForSelector('.names input');
  await new Thumb(page).players(['Ann', 'Ben', 'Cem', 'Dot']);
  await page.select('#game-choice', 'club-double-twelve');
  await tap(page, 'button.main', 'Begin');
  await page.waitForSelector('[data-key=begin]');
  const write = async does => {
    const before = await kept(page);
    await does();
    return settled(page, before);
  };
  const press = (...keys) => async () => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await page.focus('[data-key=begin]');
  await write(press('Enter'));
  equal(await focus(page), 'has Ann', 'behind the beginning of a round focus is at its engine');
  await write(press('Enter'));
  await page.waitForSelector('.key');
  equal(await focus(page), 'pad 0', 'behind the engine focus is at the pad');

  // As soon as the turn has gone on by itself, a thumb that meant to end it.
  await page.evaluate(() => {
    const acts = document.querySelector('.desk-acts');
    new MutationObserver(() => {
      if (!acts.hasAttribute('data-rest') || document.documentElement.dataset.busy === 'yes') return;
      document.documentElement.dataset.late = 'yes';
      acts.querySelector('[data-act=pass]').click();
    }).observe(document.documentElement, { attributes: true, attributeFilter: ['data-busy'] });
  });
  let record = await write(press('1', '2', '5', 't', 'Enter'));
  equal(lastLine(record), 'Ann: 12-5', 'a lay by keys');
  check((await focus(page)) !== 'BODY', 'focus is not lost');
  check(await page.evaluate(() => document.documentElement.dataset.late === 'yes'), 'the acts rest behind a turn that has ended by itself');
  await page.waitForFunction(() => !document.querySelector('.desk-acts[data-rest]'));
  equal(await kept(page), record, 'and nobody has passed by it');

  record = await write(press('d'));
  equal(lastLine(record), 'Ben: draw ...', 'd draws');
  const drawn = record;
  await page.keyboard.down('Control');
  await page.keyboard.press('u');
  await page.keyboard.up('Control');
  const undone = await write(press('u'));
  equal(lastLine(undone), 'Ann: 12-5', 'u takes it back');
  equal(await write(press('r')), drawn, 'r does it again');
  check((await page.$('[data-key=redo]')) === null, 'then there is nothing to be done again');
  await write(press('u'));
  await write(() => tap(page, '[data-key=redo]'));
  equal(await kept(page), drawn, 'so does its button');
  record = await write(press('m'));
  equal(lastLine(record), 'Ben: draw mark', 'm sets the marker');
  await write(press('u'));
  await page.waitForSelector('[data-key=redo]');
  await write(press('p'));
  equal(lastLine(await kept(page)), 'Ben: draw', 'p ends the turn');
  check((await page.$('[data-key=redo]')) === null, 'what was written anew is not written over');
  await page.keyboard.press('?');
  await page.waitForSelector('dialog .keys');
  equal(await page.$$eval('dialog .keys dt', all => all.length), 10, 'keys that are listed');
  record = await kept(page);
  await page.keyboard.press('d');
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => !document.querySelector('dialog'));
  equal(await kept(page), record, 'under a sheet keys do nothing');

  // A line by hand.
  await tap(page, '[data-key=menu]');
  await tap(page, 'dialog button', 'Write a line');
  await page.type('dialog textarea', 'score Ann 12 Ben 0 Cem 3 Dot 16');
  record = await write(() => tap(page, 'dialog button.main', 'Save'));
  check(record.endsWith('Dot 16\n'), 'letters in a field are letters');
  const edit = async (line, words) => {
    await tap(page, '.desk-top [data-key=menu]');
    await tap(page, 'dialog button', 'What happened');
    await tap(page, 'dialog .story .line', line);
    await page.$eval('dialog:last-of-type textarea', one => {
      one.value = '';
    });
    await page.type('dialog:last-of-type textarea', words);
    await tap(page, 'dialog:last-of-type .main', 'Save');
  };
  await edit('score Ann', 'score Ann 12 Dot sixteen');
  await page.waitForFunction(() => document.querySelector('dialog:last-of-type .bad')?.textContent);
  check(/sixteen/.test(await text(page, 'dialog:last-of-type .bad')), 'a line that cannot be read is told beside its field');
  equal(await kept(page), record, 'and not kept');
  await write(() => tap(page, 'dialog:last-of-type .main', 'Keep it all the same'));
  check(/Dot sixteen/.test(await kept(page)), 'it can be kept all the same');
  check(/^Cannot be read: .*sixteen/.test(await text(page, '.last-button .verdict')), `then it is told: ${await text(page, '.last-button .verdict')}`);
  await write(() => edit('Dot sixteen', 'score Ann 12 Ben 0 Cem 3 Dot 17'));
  check(/Dot 17/.test(await kept(page)), 'a line that is put right is kept at once');
  await edit('Ann: 12-5', 'Ann: 11-5');
  await page.waitForFunction(() => document.querySelector('dialog:last-of-type .bad')?.textContent);
  check(/Ann: 12-5/.test(await kept(page)), 'nor is a line kept that makes a turn illegal');
  equal(page.troubles, [], 'troubles of the page');
});
