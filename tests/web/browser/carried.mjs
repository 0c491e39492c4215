// What is opened never takes a name that is taken, each answer of the form is kept by itself, what was written in a dispute stays,
// and a game that is downloaded has its rules in it.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { check, equal, open, ready, root, tap, test, text } from './harness.mjs';
import { kept } from './engine.mjs';
import { fragmentOf } from './links.mjs';
import { beginRules, beginTable, give, go, shelf, until } from './storage.mjs';

const size = { width: 390, height: 844 };
const folder = mkdtempSync(join(tmpdir(), 'carried-'));
const house = 'roundhouse: 1\nname: House\nextends: train\n';
const other = house.replace('House', 'Other house');
const third = house.replace('House', 'Third house');

await test('a name that is taken', async ({ browser, address }) => {
  const page = await open(browser, address, size);
  const names = async () => (await shelf(page, 'rules')).map(one => one.name).sort();
  const textOf = async name => (await shelf(page, 'rules')).find(one => one.name === name)?.text;
  await beginRules(page, 'Ours');
  const own = await textOf('ours.yaml');
  const openFile = async (name, text, way = '#/rules') => {
    await go(page, way);
    await give(page, folder, name, text);
    await page.waitForFunction(() => /^#\/rules\/./.test(location.hash));
    await ready(page);
  };
  await openFile('ours.yaml', house);
  equal(await names(), ['ours-2.yaml', 'ours.yaml'], 'a file that is opened takes a free name');
  equal(await textOf('ours.yaml'), own, "one's own stays as it was");
  equal(await text(page, '.workshop h1'), 'ours-2.yaml', 'and is shown under its name');
  await openFile('ours.yaml', own);
  equal(await names(), ['ours-2.yaml', 'ours.yaml'], 'the same text is the same file');
  await beginRules(page, 'Ours');
  equal(await names(), ['ours-2.yaml', 'ours.yaml'], 'and new rules that say the same are no other ones');
  await openFile('ours.yaml', other);
  equal(await names(), ['ours-2.yaml', 'ours-3.yaml', 'ours.yaml'], 'a third name');

  // A family of files keeps together, whatever its files are called now.
  const child = 'roundhouse: 1\nname: Child\nextends: ./ours.yaml\n';
  await go(page, fragmentOf({ v: 1, rules: { 'child.yaml': child, 'ours.yaml': third } }));
  await tap(page, '[data-key=keep-rules]');
  await page.waitForFunction(() => /rules\/child\.yaml/.test(location.hash));
  equal(await names(), ['child.yaml', 'ours-2.yaml', 'ours-3.yaml', 'ours-4.yaml', 'ours.yaml'], 'what a link brings takes a free name');
  equal(await textOf('ours-4.yaml'), third, 'as it came');
  equal(await textOf('child.yaml'), child.replace('ours.yaml', 'ours-4.yaml'), 'and what extends it still does');
  equal(await textOf('ours.yaml'), own, "one's own is still as it was");
  equal(page.troubles, [], 'troubles of the page');
});

await test('each answer by itself', async ({ browser, address }) => {
  const page = await open(browser, address, size);
  await beginRules(page, 'Ours');
  const text_ = async () => (await shelf(page, 'rules'))[0].text;
  const answer = async (option, value) => {
    await page.waitForSelector(`#q-${option}`);
    await page.$eval(
      `#q-${option}`,
      (one, value) => {
        one.value = value;
        one.dispatchEvent(new Event('change', { bubbles: true }));
      },
      value,
    );
  };
  await answer('draws', '9');
  const refused = await page.waitForSelector('[data-option=draws] .refused').catch(() => null);
  check(refused !== null, 'an answer that is refused is told beside its field');
  if (refused) check(/9.*0.*3/.test(await text(page, '[data-option=draws] .refused')), `with the reason: ${await text(page, '.refused')}`);
  await answer('double_blank', '50');
  await until(text_, now => /double_blank: 50/.test(now)).catch(() => check(false, 'the next answer is kept'));
  check(!/draws: 9/.test(await text_()), 'the refused one is not');
  await tap(page, '[role=tab]', 'Recipes');
  await page.waitForSelector('.recipe button.main');
  const before = await text_();
  await tap(page, '.recipe button.main', 'Add');
  await until(text_, now => now !== before).catch(() => check(false, 'a recipe is kept'));
  await tap(page, '[role=tab]', 'Questions');
  await page.waitForSelector('#q-double_blank').catch(() => check(false, 'the form is there behind another tab'));
  equal(await page.$eval('#q-double_blank', one => one.value), '50', 'with the answer');
  const whole = await text_();
  await page.reload();
  await ready(page);
  await page.waitForSelector('#q-double_blank').catch(() => check(false, 'the form is there behind a load anew'));
  equal(await page.$eval('#q-double_blank', one => one.value), '50', 'with the answer, too');
  equal(await text_(), whole, 'the file is as it was');

  // What an earlier version of the app kept: an answer that is refused among others.
  await page.evaluate(
    () =>
      new Promise(done => {
        const open = indexedDB.open('roundhouse');
        open.onsuccess = () => {
          const store = open.result.transaction('rules', 'readwrite').objectStore('rules');
          const get = store.getAll();
          get.onsuccess = () => {
            const [one] = get.result;
            one.form.answers.draws = '9';
            store.put(one).onsuccess = () => {
              open.result.close();
              done();
            };
          };
        };
      }),
  );
  await page.reload();
  await ready(page);
  await page.waitForSelector('#q-double_blank').catch(() => check(false, 'an old form with a refused answer opens'));
  equal(await page.$eval('#q-double_blank', one => one.value), '50', 'with the others');
  await answer('draws', '2');
  await until(text_, now => /draws: 2/.test(now)).catch(() => check(false, 'and takes the next one'));
  equal(page.troubles, [], 'troubles of the page');
});

await test('what was written in a dispute', async ({ browser, address }) => {
  const page = await open(browser, `${address}#/dispute`, size);
  const there = () => page.$eval('#dispute-text', one => one.value);
  await page.waitForSelector('#dispute-text');
  await page.type('#dispute-text', 'Ann: 12-12');
  await go(page, '#/rules');
  await go(page, '#/dispute');
  equal(await there(), 'Ann: 12-12', 'is there behind another page');
  await page.type('#dispute-text', '\nBen: draw');
  await until(
    () => shelf(page, 'games'),
    now => /Ben: draw/.test(now[0]?.record),
  );
  await page.reload();
  await ready(page);
  equal(await there(), 'Ann: 12-12\nBen: draw', 'and behind a load anew');
  await page.close();
  const next = await open(browser, `${address}#/dispute`, size);
  equal(await next.$eval('#dispute-text', one => one.value), 'Ann: 12-12\nBen: draw', 'and in a new tab');
  const second = await open(browser, `${address}#/dispute`, size);
  await second.waitForSelector('#dispute-text');
  equal(await second.$eval('#dispute-text', one => one.value), '', 'a second tab beside it begins with nothing');
  await second.type('#dispute-text', 'Cem: 1-1');
  await until(
    () => shelf(second, 'games'),
    now => now.length === 2,
  );
  equal(await next.$eval('#dispute-text', one => one.value), 'Ann: 12-12\nBen: draw', 'and leaves the first alone');
  await go(second, '#/');
  await second.waitForSelector('.games li');
  equal((await second.$$('.games li')).length, 2, 'both stand among the games');
  equal(next.troubles.concat(second.troubles), [], 'troubles of the pages');
});

/** What the browser is given to download. */
async function downloaded(page, press) {
  await page.evaluate(() => {
    window.given = null;
    const real = URL.createObjectURL;
    URL.createObjectURL = blob => {
      void blob.text().then(text => {
        window.given = text;
      });
      return real.call(URL, blob);
    };
  });
  await press();
  return until(
    () => page.evaluate(() => window.given),
    now => now !== null,
  );
}

await test('a game that is downloaded', async ({ browser, address }) => {
  const page = await open(browser, address, size);
  await go(page, '#/rules');
  await give(page, folder, 'base.yaml', 'roundhouse: 1\nname: Base\nextends: train\noptions:\n  draws: 2 # two\n\n  double_blank: 50\n');
  await page.waitForFunction(() => /rules\/base/.test(location.hash));
  await go(page, '#/rules');
  await give(page, folder, 'grandma-rules.yaml', "roundhouse: 1\nname: Grandma's\nextends: ./base.yaml\n");
  await page.waitForFunction(() => /rules\/grandma/.test(location.hash));
  await go(page, '#/rules');
  await give(page, folder, 'none-of-it.yaml', house);
  await page.waitForFunction(() => /rules\/none/.test(location.hash));
  const thumb = await beginTable(page, 'grandma-rules.yaml');
  await thumb.lay(12, 5, 'Ann');
  const record = await kept(page);
  await tap(page, '[data-key=send]');
  await page.waitForSelector('#share-link');
  const file = await downloaded(page, () => tap(page, '[data-key=download]'));
  check(file.startsWith(record), 'is its record');
  check(/# rules grandma-rules\.yaml/.test(file) && /# rules base\.yaml/.test(file), 'with its rules behind it');
  check(!/none-of-it/.test(file), 'and no others');

  // On another device, which has none of these rules.
  const context = await browser.createBrowserContext();
  const far = await open(context, `${address}#/table`, size);
  await give(far, folder, 'friday.train', file);
  await far.waitForSelector('.key').catch(() => check(false, 'it opens on another device'));
  equal(await kept(far), record, 'the record is the same');
  await tap(far, '[data-act=draw]');
  await far.waitForFunction(() => /draw/i.test(document.querySelector('.last-button .caption')?.textContent ?? ''));
  await tap(far, '[data-key=send]');
  await far.waitForSelector('#share-link');
  const again = await downloaded(far, () => tap(far, '[data-key=download]'));
  equal(again.slice(again.indexOf('\n# rules')), file.slice(file.indexOf('\n# rules')), 'downloaded again its rules are the same');
  await far.keyboard.press('Escape');
  await go(far, '#/dispute');
  await give(far, folder, 'friday.train', file);
  await far.waitForSelector('.ruling-paper').catch(() => check(false, 'it is ruled on another device'));
  await go(far, '#/rules');
  await give(far, folder, 'friday.train', file);
  await far.waitForFunction(() => /rules\/./.test(location.hash)).catch(() => check(false, 'its rules can be kept'));
  equal((await shelf(far, 'rules')).map(one => one.name).sort(), ['base.yaml', 'grandma-rules.yaml'], 'under their names');

  // The program judges it by these rules, too.
  const program = join(root, 'build/roundhouse');
  check(existsSync(program), 'the program is built');
  const judged = spawnSync(program, ['validate', join(folder, 'friday.train')]);
  check(/legal/.test(judged.stdout) && judged.status === 0, `the program reads it: ${judged.stdout}${judged.stderr}`);

  // Without its rules.
  const poor = await open(await browser.createBrowserContext(), `${address}#/table`, size);
  await give(poor, folder, 'poor.train', record);
  const missing = await poor.waitForSelector('.missing').catch(() => null);
  check(missing !== null, 'without its rules it is told that these are missing');
  if (missing) {
    const said = await text(poor, '.missing');
    check(/rules of this game, grandma-rules\.yaml, are not here/.test(said), `in a sentence: ${said}`);
    check(!/cannot read|line 2/.test(said), 'for people');
    check(
      (await poor.$$eval('button', all => all.filter(one => /Undo/.test(one.title + one.textContent)))).length === 0,
      'there is no Undo',
    );
    await give(poor, folder, 'grandma-rules.yaml', readFileSync(join(folder, 'grandma-rules.yaml'), 'utf8'), '.missing .file input');
    await poor.waitForFunction(() => /base\.yaml/.test(document.querySelector('.missing')?.textContent ?? '')).catch(() => {});
    check(/base\.yaml/.test(await text(poor, '.missing')), 'then which it extends');
    await give(poor, folder, 'base.yaml', readFileSync(join(folder, 'base.yaml'), 'utf8'), '.missing .file input');
    await poor.waitForSelector('.key').catch(() => check(false, 'with them it goes on'));
    equal(await kept(poor), record, 'and no line of the record is lost');
  }
  equal(page.troubles.concat(far.troubles, poor.troubles), [], 'troubles of the pages');
});
rmSync(folder, { recursive: true });
