// A newcomer's path from nothing to a family's printed rules: the nearest game, its questions, a recipe, a row of one's
// own with a mistake that is told and mended, the book with what differs lit, print, download, share, and a game by these rules.

import { check, equal, kind, open, ready, tap, test, text } from './harness.mjs';
import { ask, kept } from './engine.mjs';
import { valueOf } from './links.mjs';

const rules = page =>
  page.evaluate(
    () =>
      new Promise(done => {
        const open = indexedDB.open('roundhouse', 1);
        open.onsuccess = () => {
          const get = open.result.transaction('rules').objectStore('rules').getAll();
          get.onsuccess = () => {
            open.result.close();
            done(get.result[0]);
          };
        };
      }),
  );
async function rulesBecome(page, fits, what) {
  for (let i = 0; i < 200; ++i) {
    const now = await rules(page);
    if (now && fits(now.text)) return now;
    await new Promise(done => setTimeout(done, 50));
  }
  check(false, `${what}: ${(await rules(page))?.text}`);
  return rules(page);
}
const book = page => page.evaluate(() => document.querySelector('.book .paper')?.shadowRoot.textContent ?? '');
const lit = page =>
  page.evaluate(() =>
    [...(document.querySelector('.book .paper')?.shadowRoot.querySelectorAll('.lit') ?? [])].map(one =>
      one.textContent.replace(/\s+/g, ' ').trim(),
    ),
  );

for (const size of [
  { width: 360, height: 740 },
  { width: 390, height: 844 },
  { width: 1400, height: 900 },
])
  await test(`a newcomer at ${size.width}x${size.height}`, async ({ browser, address }) => {
    const page = await open(browser, address, size);
    await tap(page, '.doors a', 'Rules');
    await ready(page);
    check((await page.$$('.cards li')).length >= 12, 'games to begin with, a line on each');
    await tap(page, '[data-game=train]');
    await page.$eval('dialog input[name=title]', one => {
      one.value = 'Miller’s rules';
    });
    await tap(page, 'dialog button', 'Begin');
    await page.waitForFunction(
      () =>
        document.querySelectorAll('.questions fieldset').length === document.querySelectorAll('.question').length &&
        document.querySelector('.question'),
      { timeout: 60000 },
    );
    check(decodeURIComponent(await page.url()).includes('miller-s-rules.yaml'), `the file has a name: ${await page.url()}`);
    equal((await page.$$('.questions fieldset')).length, (await page.$$('.question')).length, 'all questions of the game come');
    check(
      (await page.$$eval('.choice small', all => all.filter(one => one.textContent.length > 20).length)) >= 5,
      'with sentences of the rulebook under the answers',
    );

    // An answer, and what it changes in the book.
    await tap(page, 'input[name=doubles][value="free"]');
    await rulesBecome(page, now => /doubles: free/.test(now), 'the answer is in the file');
    await page.waitForFunction(() => document.querySelector('input[name=doubles][value="free"]')?.checked);

    // A recipe by words.
    await tap(page, '[role=tab]', 'Recipes');
    await page.waitForSelector('.recipe');
    await page.type('#recipe-search', 'double blank fifty');
    await page.waitForFunction(() => /blank/i.test(document.querySelector('.recipe')?.textContent ?? ''));
    const wish = await text(page, '.recipe h2');
    check(/blank/i.test(wish), `the first recipe that is found: ${wish}`);
    const before = (await rules(page)).text;
    await tap(page, '.recipe button.main', 'Add');
    const withRecipe = (await rulesBecome(page, now => now !== before, 'the recipe is in the file')).text;
    check(/doubles: free/.test(withRecipe), 'and the answer still is');

    // Rows of one's own, with a mistake.
    await tap(page, '[role=tab]', 'Rows');
    await page.waitForFunction(() => document.querySelector('.editor-place')?.shadowRoot?.querySelector('.cm-content'));
    const content = await page.evaluateHandle(() => document.querySelector('.editor-place').shadowRoot.querySelector('.cm-content'));
    await content.asElement().click();
    await page.keyboard.down('Control');
    await page.keyboard.press('End');
    await page.keyboard.up('Control');
    await page.keyboard.type('optionz:\n');
    await page.waitForFunction(
      () => document.querySelector('.editor-place').shadowRoot.querySelector('.cm-lintRange-error, .cm-lint-marker-error'),
      { timeout: 15000 },
    );
    const told = await page
      .waitForFunction(() => /\d error/.test(document.querySelector('.status').textContent), { timeout: 15000 })
      .then(
        () => true,
        () => false,
      );
    check(told, `the mistake is told: ${await text(page, '.status')}`);
    check(/optionz/.test(await text(page, '.found-list')), 'below the editor as well');
    for (let i = 0; i < 9; ++i) await page.keyboard.press('Backspace');
    await page.waitForFunction(() => !/error/.test(document.querySelector('.status').textContent), { timeout: 15000 });
    check(true, 'and mended');

    // The book.
    if (size.width < 960) await tap(page, '[role=tab]', 'Book');
    await page.waitForFunction(() => document.querySelector('.book .paper'));
    await new Promise(done => setTimeout(done, 600));
    const words = await book(page);
    check(words.includes('Miller’s rules'), "the book has the family's name");
    const lines = await lit(page);
    check(lines.length > 0 && lines.length < 40, `lines that differ are lit: ${lines.length}`);
    // Only Chromium shows what is printed.
    if (kind === 'chromium') {
      await page.emulateMediaType('print');
      const seen = await page.evaluate(() =>
        ['#ways', '.parts', '.workshop > header', '.work'].filter(name => document.querySelector(name)?.getClientRects().length),
      );
      equal(seen, [], 'on paper is nothing but the book');
      check(await page.$eval('.book', one => one.getClientRects().length > 0), 'and the book is');
      const pdf = await page.pdf({ format: 'A4' });
      check(pdf.length > 8000, `it prints: ${pdf.length} bytes`);
      await page.emulateMediaType('screen');
    }

    await tap(page, '.workshop header button', 'Share');
    await page.waitForSelector('#share-link');
    const shared = valueOf(await page.$eval('#share-link', one => one.value));
    equal(Object.values(shared.rules), [(await rules(page)).text], 'the rules in the link');
    await page.keyboard.press('Escape');

    // And a game by them.
    await tap(page, 'a', 'Play by these');
    await ready(page);
    await page.waitForSelector('#game-choice');
    equal(await page.$eval('#game-choice', one => one.value), 'miller-s-rules.yaml', 'the game is chosen');
    await tap(page, 'button.main', 'Begin');
    await page.waitForSelector('[data-key=begin]');
    const record = await kept(page);
    check(/\[variant "?miller-s-rules\.yaml"?\]/.test(record), `the record names the rules: ${record}`);
    equal((await ask(page, 'judge', { record, files: { 'miller-s-rules.yaml': (await rules(page)).text } })).ok, true, 'and is read');
    equal(page.troubles, [], 'troubles of the page');
    equal(page.outside, [], 'requests to elsewhere');
  });
