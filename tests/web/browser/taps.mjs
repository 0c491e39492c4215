// Records a game by taps alone, as whoever sits at the table would, and counts them.

import { tap } from './harness.mjs';
import { kept } from './engine.mjs';

/** Waits until what was tapped is in the record and on the screen; the record. */
export async function settled(page, before) {
  const now = await page.evaluate(
    async before => {
      const kept = () =>
        new Promise((done, fail) => {
          const open = indexedDB.open('roundhouse', 1);
          open.onerror = () => fail(open.error);
          open.onsuccess = () => {
            const get = open.result.transaction('games').objectStore('games').get(location.hash.split('/')[2]);
            get.onsuccess = () => {
              open.result.close();
              done(get.result?.record);
            };
          };
        });
      for (const end = performance.now() + 60000; performance.now() < end; await new Promise(done => setTimeout(done, 10)))
        if (document.documentElement.dataset.busy !== 'yes') {
          const now = await kept();
          // What was kept while it was looked at may be worked on still.
          if (now !== before && document.documentElement.dataset.busy !== 'yes') return now;
        }
      return null;
    },
    before,
  );
  if (now === null) throw new Error(`nothing was written behind: ${before.slice(-120)}`);
  return now;
}

export class Thumb {
  count = 0;
  constructor(page) {
    this.page = page;
  }
  async tap(selector, text) {
    ++this.count;
    await tap(this.page, selector, text);
  }
  /** A tile to a train: number, number, train. Returns how many taps it took. */
  async lay(a, b, place) {
    const begun = this.count;
    const before = await kept(this.page);
    await this.tap(`.key[data-number="${a}"]`);
    await this.tap(`.key[data-number="${b}"]`);
    const train = `.train[data-place="${place}"]`;
    if (!(await this.page.$(train))) await this.tap('[data-key=others]');
    await this.tap(train);
    await settled(this.page, before);
    return this.count - begun;
  }
  async act(word) {
    const begun = this.count;
    const before = await kept(this.page);
    if (!(await this.page.$(`.desk-acts [data-act="${word}"]`))) await this.tap('[data-key=more]');
    await this.tap(`[data-act="${word}"]`);
    await settled(this.page, before);
    return this.count - begun;
  }
  async players(names) {
    const inputs = await this.page.$$('.names input');
    for (const [index, name] of names.entries()) {
      await inputs[index].click({ count: 3 });
      await inputs[index].type(name);
    }
  }
}
