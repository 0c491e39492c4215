// The questions of a game as a form: the rulebook's headings, answers in words, what holds, and a number for each number of players.

import { check, equal, open, tap, test, text } from './harness.mjs';

const whole = page =>
  page.waitForFunction(() => {
    const places = document.querySelectorAll('.question');
    return places.length > 10 && document.querySelectorAll('.questions fieldset').length === places.length;
  });
const isSaid = (page, selector, words) =>
  page.waitForFunction((where, what) => document.querySelector(where)?.textContent.includes(what), {}, selector, words);
const held = (page, option) =>
  page.$$eval(`[data-option="${option}"] input:checked`, fields => fields.map(field => field.value));
const deal = page => page.$$eval('[data-option="deal"] input', fields => fields.map(field => field.value));

await test('the questions of a game', async ({ browser, address }) => {
  const page = await open(browser, `${address}#/rules`, { width: 360, height: 640 });
  await tap(page, '[data-game="train"]');
  await tap(page, 'dialog .main');
  await whole(page);

  const headings = await page.$$eval('.questions h2', all => all.map(one => one.textContent));
  check(headings.length > 3 && headings.length < 15, `it has headings: ${headings}`);
  equal(new Set(headings).size, headings.length, 'each heading once');
  const chapters = await page.$$eval('.book .paper', papers =>
    papers.flatMap(paper => [...(paper.shadowRoot ?? paper).querySelectorAll('h2')].map(one => one.textContent)),
  );
  const ofBook = headings.filter(heading => chapters.some(chapter => chapter.includes(heading)));
  check(ofBook.length >= headings.length - 1, `they are the book's, but one: ${ofBook.length} of ${headings.length}`);
  const answers = await page.$$eval('.choice b', all => all.map(one => one.textContent));
  check(answers.includes('Its player and, if need be, everybody in turn'), 'answers are words');
  check(!answers.some(answer => /^[a-z]+(-[a-z]+)+$/.test(answer)), 'and no names of the file');
  check(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'the page is no wider than the screen');

  equal(await held(page, 'end_on_double'), ['true'], 'what holds of yes and no is shown');
  await page.click('[data-option="end_on_double"] input[value="false"]');
  await isSaid(page, '.status', 'No mistakes');
  await page.waitForFunction(() => document.querySelector('[data-option="end_on_double"] .changed'));
  equal(await held(page, 'end_on_double'), ['false'], 'and behind an answer');

  equal(await deal(page), ['15', '15', '14', '12', '12', '10', '10'], 'a number for each number of players');
  const four = await page.$('[data-option="deal"] [data-players="4"]');
  await four.click({ count: 3 });
  await four.type('13');
  await page.keyboard.press('Tab');
  await page.waitForFunction(() => document.querySelector('[data-option="deal"] .changed'));
  equal(await deal(page), ['15', '15', '13', '12', '12', '10', '10'], 'one of them is changed');
  equal(await text(page, '[data-key=narrowed]'), '', 'nothing is narrowed by it');
  const eight = await page.$('[data-option="deal"] [data-players="8"]');
  await eight.click({ count: 3 });
  await eight.type('15');
  await page.keyboard.press('Tab');
  await isSaid(page, '[data-key=narrowed]', 'for 2 to 7 players now');

  equal(await page.$$eval('.parts button', all => all.filter(one => one.getBoundingClientRect().right > innerWidth).length), 0, 'all parts of the workshop are in sight');
  await tap(page, '[data-part=meaning]');
  await page.waitForSelector('.work .paper');
  const scenes = await page.$eval('.work .paper', one => one.shadowRoot.textContent.replace(/\s+/g, ' '));
  check(/How many tiles does everybody draw at the start\? 15 for 2 players, 15 for 3 players, 13 for 4 players/.test(scenes), `what the answers mean: ${scenes.slice(0, 600)}`);
  check(/As in .*: .* How many tiles may a player draw who cannot play\? 1\./.test(scenes), 'and what is left to the game that they began with');
});
