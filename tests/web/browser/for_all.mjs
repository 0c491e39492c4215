// For all: axe-core finds nothing, in each part, by day and by night; everything can be done by the keyboard; targets are 48 px
// high; nothing has to be scrolled sideways at 320 px, which is 200 % of 640.

import { axeSource, check, equal, open, ready, tap, test } from './harness.mjs';
import { fragmentOf } from './links.mjs';

const record =
  '[variant club-double-twelve]\n[players Ann Ben="ראובן" Cem]\n\nround 12\nengine 12-12 Ann\nAnn: 12-5\nBen: draw mark\nCem: 12-8\nAnn: 8-3>Cem\n';

async function audit(page, what) {
  await page.evaluate(axeSource());
  const found = await page.evaluate(async () =>
    (await axe.run(document, { resultTypes: ['violations'] })).violations.map(
      one =>
        `${one.id}: ${one.nodes
          .slice(0, 3)
          .map(node => node.target.join(' '))
          .join(' | ')}`,
    ),
  );
  equal(found, [], `axe-core, ${what}`);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  check(wide <= 0, `nothing sideways, ${what}: ${wide}`);
}
/** What is tapped is 48 px high and wide; links in a text, and fields of a browser's own, are what they are. */
async function targets(page, what) {
  const small = await page.evaluate(() =>
    [...document.querySelectorAll('button, a.button, #ways a, .doors a, select, summary')]
      .filter(one => one.getClientRects().length && !one.closest('.paper'))
      .map(one => [one, one.getBoundingClientRect()])
      .filter(([, box]) => box.width < 47.5 || box.height < 47.5)
      .map(
        ([one, box]) =>
          `${one.className || one.tagName} ${one.textContent.slice(0, 20)} ${Math.round(box.width)}x${Math.round(box.height)}`,
      ),
  );
  equal(small, [], `targets of 48 px, ${what}`);
}

for (const dark of [false, true])
  for (const [width, height] of [
    [360, 740],
    [390, 844],
    [1400, 900],
    [320, 640],
  ])
    await test(`for all at ${width}x${height}${dark ? ', dark' : ''}`, async ({ browser, address }) => {
      const page = await open(browser, address, { width, height, dark });
      const at = async (way, wait, what = way) => {
        await page.goto(`${address}${way}`);
        await ready(page);
        if (wait) await page.waitForSelector(wait);
        await audit(page, what);
        if (width < 720) await targets(page, what);
      };
      await at('', '.doors');
      await at('#/table', '.names input');
      await at('#/play', '#game-choice');
      await at('#/rules', '.cards li');
      await at('#/dispute', '#dispute-text');
      await at(fragmentOf({ v: 1, record }), '.stepper', 'a link');
      await at('#1.broken!', '.panel.bad', 'a broken link');
      await page.goto(`${address}#/rules`);
      await ready(page);
      await tap(page, '[data-game=train]');
      await tap(page, 'dialog button', 'Begin');
      await page.waitForFunction(
        () => document.querySelectorAll('.questions fieldset').length > 3 && document.querySelector('.book .paper'),
      );
      for (const part of ['questions', 'recipes', 'rows', 'book']) {
        if (part === 'book' && width >= 960) continue;
        await tap(page, `[role=tab][data-part=${part}]`);
        if (part === 'recipes') await page.waitForSelector('.recipe');
        if (part === 'rows')
          await page.waitForFunction(() => document.querySelector('.editor-place')?.shadowRoot?.querySelector('.cm-content'));
        await audit(page, `the rules, ${part}`);
        if (width < 720) await targets(page, `the rules, ${part}`);
      }
      await page.goto(`${address}#/play`);
      await ready(page);
      await tap(page, 'button.main', 'Begin');
      await page.waitForSelector('.own-hand button');
      await page.waitForSelector('.own-ways [data-way], .own-tile.fits');
      await audit(page, 'playing');
      if (width < 720) await targets(page, 'playing');
      await page.goto(`${address}${fragmentOf({ v: 1, record })}`);
      await ready(page);
      await tap(page, '[data-key=go-on]');
      await ready(page);
      await page.waitForSelector('.key');
      await audit(page, 'the table');
      if (width < 720) await targets(page, 'the table');
      equal(await page.$$eval('.chip bdi', all => all.length), 3, 'names are isolated, whichever way they run');
      for (const key of ['turn', 'last', 'menu', 'send']) {
        await tap(page, `[data-key=${key}]`);
        await page.waitForSelector('dialog[open]');
        if (key === 'send') await page.waitForSelector('#share-link');
        await audit(page, `the sheet ${key}`);
        await page.keyboard.press('Escape');
        await page.waitForFunction(() => !document.querySelector('dialog'));
      }
      await page.keyboard.press('?');
      await page.waitForSelector('dialog .keys');
      await audit(page, 'the sheet of keys');
      await page.keyboard.press('Escape');
      await page.waitForFunction(() => !document.querySelector('dialog'));
      // A lay by the keyboard alone, and focus stays where it was.
      const before = await page.$eval('.caption', one => one.textContent);
      await page.focus('.key[data-number="5"]');
      await page.keyboard.press('Enter');
      equal(await page.evaluate(() => document.activeElement?.dataset.number), '5', 'focus stays on the key');
      await page.focus('.key[data-number="4"]');
      await page.keyboard.press('Enter');
      await page.focus('.train[data-place="Ann"]');
      await page.keyboard.press('Enter');
      await page.waitForFunction(
        before => document.querySelector('.panel.ruling') || document.querySelector('.caption')?.textContent !== before,
        {},
        before,
      );
      check(
        (await page.$eval('#said', one => one.textContent)).length > 0 || (await page.$('[role=alert]')) !== null,
        'what happened is said',
      );
      // A round by ear: every state is said in words, focus stays, and what a tap did is heard.
      const said = () => page.$eval('#said', one => one.textContent);
      const bare = () => page.$$eval('.desk button', all => all.map(one => one.getAttribute('aria-label') ?? one.textContent).filter(name => /^[\d\s?·-]*$/.test(name)));
      if (await page.$('[data-key=take-back]')) {
        await audit(page, 'a ruling');
        await tap(page, '[data-key=take-back]');
      } else await tap(page, '[data-key=undo]');
      await page.waitForFunction(() => /^Undone/.test(document.querySelector('#said').textContent)).catch(() => {});
      check(/^Undone\. .*’s turn$/.test(await said()), `Undo says whose turn it is: ${await said()}`);
      equal(await bare(), [], 'buttons that are called by a number alone');
      equal(await page.$$eval('.chip[aria-current=true]', all => all.length), 1, 'who has the turn is said among the players');
      check((await page.$eval('.train', one => one.getAttribute('aria-label'))).includes('end '), 'the end of a train is said');
      await tap(page, '[data-key=menu]');
      await tap(page, 'dialog button', 'End the round');
      await page.waitForSelector('.ending');
      for (const number of [6, 4]) {
        await page.focus(`.ending .key[data-number="${number}"]`);
        await page.keyboard.press('Enter');
        equal(await page.evaluate(() => document.activeElement?.dataset.number), String(number), 'focus stays on the key while hands are counted');
      }
      check((await said()).endsWith('holds 6-4'), `a tile that is counted is said: ${await said()}`);
      await audit(page, 'hands counted');
      await page.focus('.ending [data-key=left-points]');
      await page.keyboard.press('Enter');
      await page.waitForSelector('.ending input');
      await audit(page, 'points counted');
      for (const field of await page.$$('.ending input')) await field.type('5');
      await tap(page, '[data-key=points-done]');
      await page.waitForSelector('.results');
      await audit(page, 'how a round ended');
      await tap(page, '[data-key=next]');
      await page.waitForSelector('.engine .choices');
      equal(await page.$eval('.engine .choices', one => one.getAttribute('aria-label')), 'Who has the 11-11?', 'what the names are asked for is said');
      await audit(page, 'the engine');
      equal(page.troubles, [], 'troubles of the page');
    });
