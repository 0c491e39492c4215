// What is written is kept, or it is told on every page that it is not, until it is; site data may go while it is open.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beginning, check, equal, kind, open, ready, tap, test, text } from './harness.mjs';
import { fragmentOf } from './links.mjs';
import { beginRules, beginTable, faults, give, go, mend, shelf, until } from './storage.mjs';

const good = '[variant train]\n[players Ann Ben Cem]\n\nround 12\nengine 12-12 Ann\nAnn: 12-5\nBen: draw mark\n';
const house = 'roundhouse: 1\nname: House\nextends: train\n';
const size = { width: 390, height: 844 };
const folder = mkdtempSync(join(tmpdir(), 'keeping-'));

const bar = page => page.$eval('#owed', one => one.textContent.replace(/\s+/g, ' ').trim()).catch(() => '');
const told = (page, what) =>
  until(
    () => bar(page),
    now => /Not kept/.test(now),
  ).then(
    () => check(true, what),
    async () => check(false, `it is told that ${what} is not kept: ${await page.url()}`),
  );
const raw = /UnknownError|QuotaExceeded|InvalidState|DOMException|closing|full disk/;
const noRaw = async (page, what) => {
  const seen = await page.evaluate(() => document.body.innerText);
  check(!raw.test(seen), `no raw error, ${what}: ${raw.exec(seen)?.[0]}`);
};
const shown = page => text(page, '.last-button .caption');

for (const [fault, breaks] of Object.entries(faults))
  await test(`every door while ${fault} throws`, async ({ browser, address }) => {
    const page = await open(browser, address, size);
    // What there is before: a table, a game against computers, rules.
    const thumb = await beginTable(page);
    const table = (await page.url()).split('/').pop();
    await thumb.lay(12, 5, 'Ann');
    await go(page, '#/play');
    await page.waitForSelector('#game-choice');
    await tap(page, 'button.main', 'Begin');
    await page.waitForSelector('.own-ways [data-way], .own-tile.fits');
    const play = (await page.url()).split('/').pop();
    await beginRules(page, 'Ours');
    const rules = (await page.url()).split('#')[1];
    equal(await bar(page), '', 'nothing is told where all is kept');
    await breaks(page);

    // The table.
    await go(page, `#/table/${table}`);
    await page.waitForSelector('.key');
    await tap(page, '[data-act=draw]');
    await page.waitForFunction(() => /draw/i.test(document.querySelector('.last-button .caption')?.textContent ?? ''));
    await told(page, 'an act at the table');
    const act = await shown(page);
    for (const way of ['#/', '#/rules', '#/play', '#/table', '#/dispute']) {
      await go(page, way);
      check(/Not kept/.test(await bar(page)), `it is told at ${way}`);
      check((await page.$('#owed [data-key=owed-download]')) !== null, `download is at hand at ${way}`);
      check((await page.$('#owed [data-key=owed-send]')) !== null, `send is at hand at ${way}`);
    }
    await go(page, `#/table/${table}`);
    await page.waitForSelector('.last-button');
    equal(await shown(page), act, 'the act is there behind another page');
    await tap(page, '#owed [data-key=owed-send]');
    await page.waitForSelector('#share-link');
    check(/Ben: draw/.test(await text(page, '.sharing pre')), 'what is sent has the act');
    await page.keyboard.press('Escape');
    await noRaw(page, 'at the table');

    // Against the computers.
    await go(page, `#/play/${play}`);
    await page.waitForSelector('.own-ways [data-way], .own-tile.fits');
    const count = async () => (await page.$$('#owed [data-key=owed-download]')).length;
    const before = await count();
    if (await page.$('.own-tile.fits')) {
      await tap(page, '.own-tile.fits');
      await tap(page, '.way.lay');
    } else await tap(page, '.own-ways [data-way]');
    await until(count, now => now > before).catch(() => check(false, 'an act of play is told'));
    await noRaw(page, 'in play');

    // Rules: an answer, rows, a new one, one from a file.
    await go(page, `#${rules}`);
    await page.waitForSelector('input[name=doubles][value="free"]');
    await tap(page, 'input[name=doubles][value="free"]');
    await page.waitForFunction(() => /Not kept/.test(document.querySelector('.status')?.textContent ?? '')).catch(() => {});
    check(/Not kept/.test(await text(page, '.status')), `the rules do not say that they are saved: ${await text(page, '.status')}`);
    await go(page, '#/');
    await go(page, `#${rules}`);
    await page.waitForFunction(() => document.querySelector('input[name=doubles][value="free"]')?.checked).catch(() => {});
    check(await page.$eval('input[name=doubles][value="free"]', one => one.checked), 'the answer is there behind another page');
    await beginRules(page, 'Theirs');
    check(/Not kept/.test(await text(page, '.status')), 'nor of new ones');
    await go(page, '#/rules');
    await give(page, folder, 'house.yaml', house);
    await page.waitForFunction(() => /rules\/house\.yaml/.test(location.hash)).catch(() => check(false, 'a file of rules opens'));
    await ready(page);

    // New games: from a file, from a link, set up, and a dispute.
    await go(page, '#/table');
    await give(page, folder, 'game.train', good);
    await page.waitForFunction(() => /^#\/table\/./.test(location.hash)).catch(() => check(false, 'a record opens'));
    await page.waitForSelector('.key').catch(() => check(false, 'and is gone on with'));
    await go(page, fragmentOf({ v: 1, record: good, rules: { 'linked.yaml': house } }));
    await tap(page, '[data-key=keep-rules]');
    await page.waitForFunction(() => /rules\/linked\.yaml/.test(location.hash)).catch(() => check(false, 'rules of a link open'));
    await go(page, fragmentOf({ v: 1, record: good.replaceAll('Cem', 'Dot') }));
    await tap(page, '[data-key=go-on]');
    await page.waitForSelector('.key').catch(() => check(false, 'a record of a link is gone on with'));
    await go(page, '#/dispute');
    await page.type('#dispute-text', 'Ann: 3-3');
    await go(page, '#/rules');
    await go(page, '#/dispute');
    equal(await page.$eval('#dispute-text', one => one.value), 'Ann: 3-3', 'what was written in a dispute is there');
    await beginTable(page);
    const last = (await page.url()).split('/').pop();
    await noRaw(page, 'at all doors');
    check(/Not kept/.test(await bar(page)), 'it is still told');

    // It can be kept again.
    await mend(page);
    await until(
      () => bar(page),
      now => now === '',
    ).catch(() => check(false, 'what can be kept again is kept, and no more told'));
    const games = await shelf(page, 'games');
    check(/Ben: draw/.test(games.find(one => one.id === table)?.record), 'the act is kept');
    check(
      games.some(one => one.id === last),
      'the new game is',
    );
    equal(games.length, 6, `all games are: ${games.map(one => one.title)}`);
    const files = await shelf(page, 'rules');
    equal(files.map(one => one.name).sort(), ['house.yaml', 'linked.yaml', 'ours.yaml', 'theirs.yaml'], 'all rules are');
    check(/doubles: free/.test(files.find(one => one.name === 'ours.yaml').text), 'with the answer');
    equal(page.troubles, [], 'troubles of the page');
  });

await test('a connection that is lost is opened anew, unseen', async ({ browser, address }) => {
  const page = await open(browser, address, size);
  const thumb = await beginTable(page);
  await page.evaluate(() => {
    const real = IDBDatabase.prototype.transaction;
    IDBDatabase.prototype.transaction = function (...all) {
      if (this.lost) throw new DOMException('The database connection is closing', 'InvalidStateError');
      window.used = this;
      return real.apply(this, all);
    };
  });
  await thumb.lay(12, 5, 'Ann');
  await page.evaluate(() => {
    window.used.lost = true;
  });
  await thumb.lay(12, 4, 'Ben');
  equal(await bar(page), '', 'nothing is told');
  check(/Ben: 12-4/.test((await shelf(page, 'games'))[0].record), 'the act is kept');
  equal(page.troubles, [], 'troubles of the page');
});

await test('taps that come faster than the engine answers', async ({ browser, address }) => {
  const page = await open(browser, address, size);
  await page.evaluate(() => {
    window.durabilities = new Set();
    window.persists = 0;
    const real = IDBDatabase.prototype.transaction;
    IDBDatabase.prototype.transaction = function (shelf, mode, options) {
      if (mode === 'readwrite') window.durabilities.add(options?.durability);
      return real.call(this, shelf, mode, options);
    };
    // WebKitGTK has none to ask.
    if (globalThis.StorageManager) StorageManager.prototype.persist = async () => ++window.persists > 0;
    else window.persists = 1;
  });
  await beginTable(page);
  await page.evaluate(() => {
    document.querySelector('[data-act=draw]').click();
    document.querySelector('[data-act=mark]').click();
  });
  await until(
    async () => (await shelf(page, 'games'))[0].record,
    now => /Ann: draw mark/.test(now),
    5000,
  ).catch(error => check(false, `both acts are kept: ${error.message}`));
  equal(await page.evaluate(() => [...window.durabilities]), ['strict'], 'a write is complete when it is on the disk');
  equal(await page.evaluate(() => window.persists), 1, 'the browser is asked once not to clear it');
  equal(page.troubles, [], 'troubles of the page');
});

// To clear the data of a site, and to leave it no room, nobody can be asked but Chromium.
if (kind === 'chromium') await test('site data cleared while it is open', async ({ browser, address }) => {
  const page = await open(browser, address, size);
  const clear = async () => {
    const session = await page.createCDPSession();
    await session.send('Storage.clearDataForOrigin', { origin: new URL(address).origin, storageTypes: 'all' });
    await session.detach();
  };
  const thumb = await beginTable(page);
  const table = (await page.url()).split('#')[1];
  await thumb.lay(12, 5, 'Ann');
  await clear();
  await tap(page, '[data-act=draw]');
  await page.waitForSelector('.deleted').catch(() => check(false, 'at the table it is told'));
  await noRaw(page, 'at the table');
  equal(await shelf(page, 'games'), [], 'what was cleared does not come back by itself');
  await tap(page, '[data-key=keep-anyway]');
  await page.waitForSelector('.last-button');
  equal((await page.url()).split('#')[1], table, 'kept all the same it is where it was');
  check(/Ben: draw/.test((await shelf(page, 'games'))[0].record), 'with the act');

  await beginRules(page, 'Ours');
  await page.waitForSelector('input[name=doubles][value="free"]');
  await clear();
  await tap(page, 'input[name=doubles][value="free"]');
  await page.waitForSelector('.deleted').catch(() => check(false, 'at the rules it is told'));
  await noRaw(page, 'at the rules');
  await tap(page, '[data-key=keep-anyway]');
  await page.waitForSelector('.workshop');
  check(/doubles: free/.test((await shelf(page, 'rules'))[0].text), 'kept all the same, with the answer');

  await go(page, '#/play');
  await page.waitForSelector('#game-choice');
  await tap(page, 'button.main', 'Begin');
  await page.waitForSelector('.own-ways [data-way], .own-tile.fits');
  await clear();
  await tap(page, (await page.$('.own-tile.fits')) ? '.own-tile.fits' : '.own-ways [data-way]');
  if (await page.$('.way.lay')) await tap(page, '.way.lay');
  await page.waitForSelector('.deleted').catch(() => check(false, 'at play it is told'));
  await noRaw(page, 'at play');
  await go(page, '#/');
  await page.waitForSelector('.doors');
  await noRaw(page, 'at the start');
  equal(page.troubles, [], 'troubles of the page');
});

/** As if another tab held the data base: it opens only when the others are gone. */
function blocked() {
  const real = IDBFactory.prototype.open;
  IDBFactory.prototype.open = function (name, version) {
    if (window.free || name !== 'roundhouse') return real.call(this, name, version);
    const request = new EventTarget();
    setTimeout(() => request.onblocked?.(new Event('blocked')), 10);
    window.letGo = () => {
      window.free = true;
      const late = real.call(this, name, version);
      late.onupgradeneeded = () => {
        request.result = late.result;
        request.onupgradeneeded?.();
      };
      late.onsuccess = () => {
        request.result = late.result;
        request.onsuccess?.();
      };
    };
    return request;
  };
}
await test('a data base that another tab blocks', async ({ browser, address }) => {
  const page = await open(browser, address, size);
  await go(page, fragmentOf({ v: 1, record: good }));
  await tap(page, '[data-key=go-on]');
  await page.waitForSelector('.key', { timeout: 30000 }).catch(() => check(false, 'it goes on in memory'));
  await told(page, 'a game');
  await page.evaluate(() => window.letGo());
  await until(
    () => bar(page),
    now => now === '',
  ).catch(() => check(false, 'when the others have let go, it is kept'));
  equal((await shelf(page, 'games')).length, 1, 'the game is kept');
  equal(page.troubles, [], 'troubles of the page');
}, beginning(`(${blocked})()`));

if (kind === 'chromium') await test('no room on the device', async ({ browser, address }) => {
  const page = await open(browser, address, size);
  const session = await page.createCDPSession();
  await session.send('Storage.overrideQuotaForOrigin', { origin: new URL(address).origin, quotaSize: 1 });
  await go(page, '#/table');
  await give(page, folder, 'game.train', good + '# '.padEnd(2000, 'x') + '\n');
  await page.waitForSelector('.key').catch(() => check(false, 'a record opens'));
  check(/no room/.test(await bar(page)), `there is no room: ${await bar(page)}`);
  await noRaw(page, 'at the table');
  await go(page, '#/rules');
  await give(page, folder, 'house.yaml', house);
  await page.waitForSelector('.workshop').catch(() => check(false, 'rules open'));
  await noRaw(page, 'at the rules');
  await go(page, '#/play');
  await page.waitForSelector('#game-choice');
  await tap(page, 'button.main', 'Begin');
  await page.waitForSelector('.own-hand button').catch(() => check(false, 'a game against computers begins'));
  await noRaw(page, 'at play');
  equal((await page.$$('#owed [role=alert]')).length, 1, 'it is said once');
  await session.send('Storage.overrideQuotaForOrigin', { origin: new URL(address).origin });
  await until(
    () => bar(page),
    now => now === '',
  ).catch(() => check(false, 'with room again it is kept'));
  equal(page.troubles, [], 'troubles of the page');
});

rmSync(folder, { recursive: true });
