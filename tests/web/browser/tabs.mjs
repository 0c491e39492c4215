// Two tabs at one game or one rule file lose nothing, what is deleted in one does not come back by the other, and a tab lets go of the
// data base for a later version.

import { beginning, check, equal, kind, open, ready, tap, test, text } from './harness.mjs';
import { beginRules, beginTable, shelf, go, until } from './storage.mjs';

const size = { width: 390, height: 844 };
const shown = page => text(page, '.last-button .caption');
/** Only the tab in front is painted, and taps wait for that. */
async function touch(page, ...what) {
  await page.bringToFront();
  await tap(page, ...what);
}
async function see(page, selector) {
  await page.bringToFront();
  return page.waitForSelector(selector);
}

await test('a later version of the data base', async ({ browser, address }) => {
  const page = await open(browser, address, size);
  await beginTable(page);
  const other = await open(browser, address, size);
  const came = await other.evaluate(
    () =>
      new Promise(done => {
        const request = indexedDB.open('roundhouse', 2);
        request.onsuccess = () => done('open');
        request.onerror = () => done(request.error.name);
        setTimeout(() => done('blocked'), 8000);
      }),
  );
  equal(came, 'open', 'an old tab lets go of it');
  await touch(page, '[data-act=draw]');
  const bar = await until(
    () => text(page, '#owed'),
    now => /Not kept/.test(now),
  ).catch(() => '');
  check(/newer version/.test(bar), `it is told that an act is not kept, and why: ${bar}`);
  equal(page.troubles, [], 'troubles of the page');
});

await test('two tabs at one game and one rule file, where one holds it', async ({ browser, address }) => {
  const one = await open(browser, address, size);
  const thumb = await beginTable(one);
  const other = await open(browser, await one.url(), size);
  await see(other, '.elsewhere').catch(() => check(false, 'the other tab says that the game is open'));
  check((await other.$('.desk')) === null, 'and shows no table');
  await one.bringToFront();
  await thumb.lay(12, 5, 'Ann');
  await touch(other, '[data-key=go-on-here]');
  await see(other, '.key');
  check(/12-5|5-12/.test(await shown(other)), 'taken over it is as it stood');
  await see(one, '.elsewhere').catch(() => check(false, 'the first is told'));
  await touch(other, '[data-act=draw]');
  await other.bringToFront();
  await other.waitForFunction(() => /draw/i.test(document.querySelector('.last-button .caption')?.textContent ?? ''));
  await touch(one, '[data-key=go-on-here]');
  await see(one, '.last-button');
  check(/draw/i.test(await shown(one)), 'and back again nothing is missing');
  await see(other, '.elsewhere');
  equal((await shelf(one, 'games')).length, 1, 'it is one game');
  // It is the tab in front that goes on; to WebKit's driver every tab is.
  if (kind !== 'webkit') {
    const next = await open(browser, await one.url(), size);
    await see(next, '.elsewhere');
    await one.evaluate(() => {
      location.hash = '#/';
    });
    await see(next, '.last-button').catch(() => check(false, 'what no other tab has any more is gone on with'));
    await next.close();
  }
  await one.bringToFront();
  await one.evaluate(table => {
    location.hash = table;
  }, new URL(await other.url()).hash);
  await see(one, '.last-button');

  // Loaded anew a page does not stand in its own way.
  await one.bringToFront();
  await one.reload();
  await ready(one);
  await see(one, '.key').catch(() => check(false, 'a page that is loaded anew goes on'));

  // Deleted in one tab while the other is at it.
  await other.bringToFront();
  await go(other, '#/');
  await touch(other, '.games button', 'Delete');
  await touch(other, 'dialog .row button.main');
  await see(one, '.deleted').catch(() => check(false, 'that it is deleted is told where it is open'));
  equal(await shelf(one, 'games'), [], 'it is gone');

  await one.bringToFront();
  await beginRules(one, 'Ours');
  await other.goto(await one.url());
  await other.bringToFront();
  await other.reload();
  await see(other, '.elsewhere').catch(() => check(false, 'rules are held, too'));
  equal(one.troubles.concat(other.troubles), [], 'troubles of the pages');
});

await test('two tabs at one game and one rule file, where none can hold it', async ({ browser, address }) => {
  const one = await open(browser, address, size);
  const thumb = await beginTable(one);
  const other = await open(browser, await one.url(), size);
  await see(other, '.key');
  const mine = (await one.url()).split('/').pop();
  await one.bringToFront();
  await thumb.lay(12, 3, 'Ann');
  await touch(other, '[data-act=draw]');
  await see(other, 'dialog[open]').catch(() => check(false, 'the tab that was behind is told'));
  let games = await shelf(one, 'games');
  equal(games.length, 2, 'both are kept');
  check(/Ann: 12-3/.test(games.find(game => game.id === mine).record), 'what was written first is not written over');
  const apart = games.find(game => game.id !== mine);
  check(/Ann: draw/.test(apart.record) && /\(2\)$/.test(apart.title), `the other is a game of its own: ${apart.title}`);
  check((await other.url()).endsWith(apart.id), 'and goes on there');
  await other.keyboard.press('Escape');
  await other.bringToFront();
  await other.waitForFunction(() => !document.querySelector('dialog'));
  await touch(other, '[data-act=mark]');
  games = await until(
    () => shelf(one, 'games'),
    now => now.some(game => /draw mark/.test(game.record)),
  );
  equal(games.length, 2, 'and is no third one with the next act');

  // Deleted here, written there.
  await one.bringToFront();
  await go(one, '#/');
  await one.waitForFunction(id => document.querySelector(`.games a[href$="${id}"]`), {}, apart.id).catch(() => check(false, 'it is among the games'));
  await one.evaluate(id => {
    [...document.querySelectorAll('.games li')]
      .find(li => li.querySelector('a').href.endsWith(id))
      .querySelector('button')
      .click();
  }, apart.id);
  await touch(one, 'dialog .row button.main');
  await until(
    () => shelf(one, 'games'),
    now => now.length === 1,
  );
  await touch(other, '[data-act=draw]');
  await see(other, '.deleted').catch(() => check(false, 'the tab that writes is told'));
  equal(
    (await shelf(one, 'games')).map(game => game.id),
    [mine],
    'what was deleted does not come back',
  );
  await touch(other, '[data-key=keep-anyway]');
  await see(other, '.desk');
  equal((await shelf(one, 'games')).length, 2, 'but when it is wanted');

  await one.bringToFront();
  await beginRules(one, 'Ours');
  await other.goto(await one.url());
  await other.bringToFront();
  await other.reload();
  await ready(other);
  await see(other, 'input[name=doubles][value="free"]');
  await see(one, 'input[name=doubles][value="free"]');
  await touch(one, 'input[name=doubles][value="free"]');
  await until(
    () => shelf(one, 'rules'),
    now => /doubles: free/.test(now[0]?.text),
  );
  await touch(other, 'input[name=doubles][value="play-on"]');
  const files = await until(
    () => shelf(one, 'rules'),
    now => now.length === 2,
  ).catch(() => shelf(one, 'rules'));
  equal(files.map(file => file.name).sort(), ['ours-2.yaml', 'ours.yaml'], 'both rule files are kept');
  check(/doubles: free/.test(files.find(file => file.name === 'ours.yaml').text), 'what was answered first is not written over');
  equal(one.troubles.concat(other.troubles), [], 'troubles of the pages');
}, beginning("Object.defineProperty(Navigator.prototype, 'locks', { get: () => undefined })"));
