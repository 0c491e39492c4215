// What the tests of keeping share: what is in the data base of the page, ways to break it, and the doors by which something comes in.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ready, tap } from './harness.mjs';
import { Thumb } from './taps.mjs';

/** All of a shelf, as it is kept on the device, whatever was done to the page. */
export function shelf(page, name) {
  return page.evaluate(
    name =>
      new Promise((done, fail) => {
        const transaction = window.realTransaction ?? IDBDatabase.prototype.transaction;
        const open = indexedDB.open('roundhouse');
        open.onerror = () => fail(open.error);
        open.onsuccess = () => {
          if (!open.result.objectStoreNames.contains(name)) {
            open.result.close();
            return done([]);
          }
          const get = transaction.call(open.result, name).objectStore(name).getAll();
          get.onsuccess = () => {
            open.result.close();
            done(get.result);
          };
        };
      }),
    name,
  );
}
export async function until(what, fits, most = 15000) {
  const end = Date.now() + most;
  for (;;) {
    const now = await what();
    if (fits(now)) return now;
    if (Date.now() > end) throw new Error(`it never came: ${JSON.stringify(now)?.slice(0, 400)}`);
    await new Promise(done => setTimeout(done, 50));
  }
}

/** Until no process has the profile any more, and Firefox's has its own files back. */
export async function quiet(profile) {
  for (let i = 0; i < 400; ++i) {
    const left = readdirSync('/proc').some(one => {
      try {
        return /^\d+$/.test(one) && readFileSync(`/proc/${one}/cmdline`, 'utf8').includes(profile);
      } catch {
        return false;
      }
    });
    if (!left && (i > 200 || !readdirSync(profile).some(one => one.endsWith('.puppeteer')))) return;
    await new Promise(done => setTimeout(done, 25));
  }
  throw new Error('a process of the browser that was killed is still there');
}

/** Writing fails from now on, until `mend`. */
export const faults = {
  put: page =>
    page.evaluate(() => {
      const real = IDBObjectStore.prototype.put;
      window.mend = () => {
        IDBObjectStore.prototype.put = real;
      };
      IDBObjectStore.prototype.put = () => {
        throw new DOMException('Encountered full disk', 'QuotaExceededError');
      };
    }),
  transaction: page =>
    page.evaluate(() => {
      const real = IDBDatabase.prototype.transaction;
      window.realTransaction = real;
      window.mend = () => {
        IDBDatabase.prototype.transaction = real;
      };
      IDBDatabase.prototype.transaction = () => {
        throw new DOMException('The database connection is closing', 'InvalidStateError');
      };
    }),
};
export const mend = page => page.evaluate(() => window.mend());

/** To another part of the app, as a tap on its link goes there. */
export async function go(page, way) {
  await page.evaluate(way => {
    location.hash = way;
  }, way);
  await ready(page);
}
export async function give(page, folder, name, text, place = '.file input') {
  const file = join(folder, name);
  writeFileSync(file, text);
  await (await page.waitForSelector(place)).uploadFile(file);
}
/** A game of four with its engine laid; returns who taps. */
export async function beginTable(page, game = 'club-double-twelve') {
  const thumb = new Thumb(page);
  await go(page, '#/table');
  await page.waitForSelector('.names input');
  await thumb.players(['Ann', 'Ben', 'Cem', 'Dora']);
  await page.select('#game-choice', game);
  await tap(page, 'button.main', 'Begin');
  await page.waitForSelector('.desk');
  await tap(page, '[data-key=begin]');
  await tap(page, '.engine .choices button');
  await page.waitForSelector('.key');
  return thumb;
}
/** Rules of one's own by the form. */
export async function beginRules(page, title) {
  await go(page, '#/rules');
  await tap(page, '[data-game=train]');
  await page.waitForSelector('dialog input[name=title]');
  await page.$eval(
    'dialog input[name=title]',
    (one, title) => {
      one.value = title;
    },
    title,
  );
  await tap(page, 'dialog button', 'Begin');
  await page.waitForFunction(() => /^#\/rules\/./.test(location.hash) && document.querySelector('.question fieldset'));
}
