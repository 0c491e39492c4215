// The app in German: every word is there with the same gaps, a browser that is set to German gets it, a round is recorded by taps
// with no English of the app's own in sight, without a network as well; the engine's pages have German headings; and what is chosen on
// the first view holds, the keys, too.

import { check, equal, kind, open, ready, tap, test, text } from './harness.mjs';
import { ask, kept } from './engine.mjs';
import { part } from './part.mjs';
import { settled, Thumb } from './taps.mjs';

const { english, words } = await part('words.ts');
const { german } = await part('words/german.ts');

equal(words.begin, english.begin, 'without a browser the words are English');
/** Every word with the path to it, lists of words laid open. */
const flat = (all, path = '') =>
  Object.entries(all).flatMap(([name, word]) => (typeof word === 'object' ? flat(word, `${path}${name}.`) : [[path + name, word]]));
const shape = all => flat(all).map(([path, word]) => `${path}${typeof word === 'function' ? `/${word.length}` : ''}`).sort();
equal(shape(german), shape(english), 'words and their gaps');

/** Texts of English alone: whole ones, and what stands between the gaps of the others. */
const pieces = word => {
  if (typeof word === 'string') return [word];
  return [...String(word).matchAll(/"((?:[^"\\]|\\.)*)"|[`}]([^`{}$]*)(?=\$\{|`)/g)].map(([, quoted, between]) => quoted ?? between);
};
const long = all => flat(all).flatMap(([, word]) => pieces(word)).map(one => one.trim()).filter(one => /\p{L}{3}/u.test(one));
const both = new Set(long(german));
const whole = new Set(flat(english).map(([, word]) => word).filter(word => typeof word === 'string' && !both.has(word)));
const within = [...new Set(long(english))].filter(one => one.length > 3 && !both.has(one) && !whole.has(one));
check(whole.size > 200, `sentences to look for: ${whole.size}, pieces of such: ${within.length}`);
check(within.includes('is closed.') && within.includes('Begin round'), `pieces: ${within.join(' | ')}`);
const alike = flat(english).filter(([path, word]) => typeof word === 'string' && word === flat(german).find(([other]) => other === path)[1]);
equal(alike.map(([path]) => path).sort(), ['home', 'link', 'name'], 'words that are the same in both');

/** What is seen and read aloud, but for what the engine, the games and the record say. */
const seen = page =>
  page.evaluate(() => {
    const foreign = '.caption, .step-caption, .ruled, .story code, .story .line span, #said, select, .form > .soft, .cards button > :not(small), [data-act]:not([data-act=draw], [data-act=mark], [data-act=pass], [data-act=end])';
    const found = [];
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      const holder = node instanceof Element ? node : node.parentElement;
      if (holder.closest(foreign) && !holder.matches('.ruled h2')) continue;
      if (node instanceof Element) for (const name of ['aria-label', 'title', 'placeholder', 'alt']) found.push(node.getAttribute(name) ?? '');
      else found.push(node.textContent);
    }
    return found.map(one => one.replace(/\s+/g, ' ').trim()).filter(one => one !== '');
  });
let looked = 0;
async function noEnglish(page, where) {
  const all = await seen(page);
  looked += all.length;
  equal(all.filter(one => whole.has(one)), [], `English in sight, ${where}`);
  equal(all.filter(one => within.some(piece => new RegExp(`(?<!\\p{L})${piece.replace(/[^\p{L} ]/gu, '.')}(?!\\p{L})`, 'u').test(one))), [], `English in part, ${where}`);
}

await test(
  'a round in German',
  async ({ browser, server, address }) => {
    const page = await open(browser, address, { width: 360, height: 740 });
    // WebKitGTK has the language of the machine.
    if (kind === 'webkit') {
      await page.select('[data-key=language]', 'de');
      await page.waitForFunction(() => document.documentElement.lang === 'de' && document.documentElement.dataset.ready);
    }
    equal(await page.evaluate(() => document.documentElement.lang), 'de', 'the language of the page');
    await page.waitForFunction(() => /\d/.test(document.querySelector('.offline span')?.textContent));
    await noEnglish(page, 'on the first view');
    await tap(page, '.doors a', german.table);
    await page.waitForSelector('.names input');
    await noEnglish(page, 'before a game');
    await page.waitForSelector('#game-choice');
    const thumb = new Thumb(page);
    await thumb.players(['Ann', 'Ben', 'Cem', 'Dot']);
    await page.select('#game-choice', 'club-double-twelve');
    await tap(page, 'button.main', german.begin);
    await page.waitForSelector('[data-key=begin]');
    await noEnglish(page, 'before the first round');
    await tap(page, '[data-key=begin]');
    await page.waitForSelector('[data-key="has Ben"]');
    await noEnglish(page, 'who has the engine');
    await tap(page, '[data-key="has Ben"]');
    await page.waitForSelector('.key');
    check((await text(page, '.turn-button')).includes('Ben ist dran'), 'whose turn it is');
    await thumb.lay(12, 5, 'Ben');
    await thumb.act('draw');
    await noEnglish(page, 'in a turn');
    await thumb.act('mark');
    equal(await page.$eval('.train[data-place=Cem]', one => one.getAttribute('aria-label').split(',')[0]), 'der Zug von Cem', 'a train by its name');
    await thumb.tap('.key[data-number="12"]');
    await noEnglish(page, 'with half a tile');
    await thumb.tap('[data-key=clear]');
    await thumb.lay(12, 11, 'Ann');
    await page.waitForSelector('.panel.ruling');
    await noEnglish(page, 'at a ruling');
    check((await text(page, '.panel.ruling h2')) === german.illegal, 'the heading of a ruling');
    check((await text(page, '.panel.ruling')).includes(german.couldHave), 'what would have been legal');
    let before = await kept(page);
    await tap(page, '[data-key=let-stand]');
    await settled(page, before);
    for (const [key, where] of [
      ['menu', 'in the menu'],
      ['turn', 'whose turn'],
      ['last', 'what happened'],
    ]) {
      await tap(page, `[data-key=${key}]`);
      await page.waitForSelector('dialog');
      await noEnglish(page, where);
      await page.keyboard.press('Escape');
      await page.waitForFunction(() => !document.querySelector('dialog'));
    }
    await tap(page, '.larger');
    check((await text(page, 'dialog .soft')).startsWith('Die Lok ist die 12-12.'), 'the picture in words');
    await page.keyboard.press('Escape');

    await tap(page, '[data-key=menu]');
    await tap(page, 'dialog button', german.endRound);
    await page.waitForSelector('.ending');
    await noEnglish(page, 'at the end');
    await tap(page, '.ending button', german.onlyPoints);
    await page.waitForSelector('.ending input');
    await noEnglish(page, 'with points alone');
    for (const [index, field] of (await page.$$('.ending input')).entries()) await field.type(String(5 * index));
    before = await kept(page);
    await tap(page, '[data-key=points-done]');
    check((await settled(page, before)).endsWith('score Ann 0 Ben 5 Cem 10 Dot 15\n'), 'the record is in the notation, as ever');
    await page.waitForSelector('.results');
    await noEnglish(page, 'behind the end');
    check(/15 Punkte/.test(await text(page, '.results')), 'the points of the round');
    const paper = () => page.evaluate(() => [...document.querySelectorAll('.paper')].pop().shadowRoot.textContent.replace(/\s+/g, ' '));
    await tap(page, '.results ~ .row button', german.theSheet);
    await page.waitForSelector('dialog .paper');
    check(/Punkteblatt.*Runde.*bisher zusammen/.test(await paper()), `the score sheet: ${await paper()}`);
    await page.keyboard.press('Escape');
    check(looked > 500, `texts that were looked at: ${looked}`);

    // The file of the language is kept with the others.
    await page.evaluate(() => navigator.serviceWorker.ready);
    const isKept = async () => {
      const all = await Promise.all((await caches.keys()).map(name => caches.open(name)));
      const files = (await Promise.all(all.map(cache => cache.keys()))).flat();
      return files.some(({ url }) => /german-\w+\.js$/.test(url));
    };
    await page.waitForFunction(isKept);
    await server.close();
    await page.goto(`${address}#/rules`);
    await page.reload();
    await ready(page);
    equal(await text(page, 'h1'), german.rulesTitle, 'without a network');
    await page.waitForSelector('.cards button');
    await noEnglish(page, 'at the rules');
    const { games } = await ask(page, 'games', {});
    const books = await Promise.all(games.map(({ name }) => ask(page, 'book', { rules: name })));
    const heads = new Set(books.flatMap(({ html }) => [...html.matchAll(/<h2><span class="number">\d+<\/span> ([^<]+)</g)].map(one => one[1])));
    check(heads.size > 12, `chapters of the games: ${heads.size}`);
    equal([...heads].filter(one => german.frame(one) === one), [], 'chapters without a German heading');
    equal(german.frame('constructor'), 'constructor', 'no heading, no change');
    await page.goto(`${address}#/dispute`);
    await ready(page);
    await tap(page, 'button', german.example);
    await page.waitForSelector('.ruling-paper .paper');
    await noEnglish(page, 'at a dispute');
    const ruling = await paper();
    check(/Nicht erlaubt bei 12\.4.*Runde 12\.4, Zeile \d.*Stattdessen:/.test(ruling), `the frame of a ruling: ${ruling}`);
    await page.goto(`${address}#/play`);
    await ready(page);
    await noEnglish(page, 'before a game against the computer');

    // Another one by choice, which stays.
    await page.goto(`${address}#/`);
    await ready(page);
    await page.select('[data-key=language]', 'en');
    await page.waitForFunction(() => document.documentElement.lang === 'en' && document.documentElement.dataset.ready);
    await page.reload();
    await ready(page);
    equal(await text(page, '.doors strong'), english.table, 'English by choice');
    equal(page.troubles.filter(one => !/ERR_CONNECTION_REFUSED|Failed to (fetch|update)/.test(one)), [], 'troubles of the page');
  },
  {},
  {},
  'de-AT',
);

await test('a table without keys', async ({ browser, address }) => {
  const page = await open(browser, address);
  await tap(page, '[data-key=keys]');
  await page.goto(`${address}#/table`);
  await ready(page);
  await page.waitForSelector('.names input');
  await new Thumb(page).players(['Ann', 'Ben']);
  await tap(page, 'button.main', 'Begin');
  await tap(page, '[data-key=begin]');
  await tap(page, '[data-key="has Ann"]');
  await page.waitForSelector('.key');
  const before = await kept(page);
  for (const key of ['d', '5', 'u', '?']) await page.keyboard.press(key);
  check((await page.$('dialog')) === null && (await page.$('.desk-hint [data-key=clear]')) === null, 'no key is heard');
  equal(await kept(page), before, 'and nothing is written');
  await tap(page, '[data-key=menu]');
  await tap(page, 'dialog button', 'Keys');
  await tap(page, 'dialog [data-key=keys]');
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => !document.querySelector('dialog'));
  await page.keyboard.press('5');
  await page.waitForSelector('.desk-hint [data-key=clear]');
  check(true, 'switched on where they are listed, they are heard at once');
});
