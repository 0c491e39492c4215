// Records a game by taps alone, as whoever sits at the table would, and counts them.

import { tap } from './harness.mjs';
import { kept } from './engine.mjs';

/** Waits until what was tapped is in the record and on the screen. */
export async function settled(page, before) {
  for (let i = 0; i < 400; ++i) {
    const now = await kept(page);
    if (now !== before && (await page.evaluate(() => document.documentElement.dataset.busy !== 'yes'))) return now;
    await new Promise(done => setTimeout(done, 15));
  }
  throw new Error(`nothing was written behind: ${before.slice(-120)}`);
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
      await inputs[index].click({ clickCount: 3 });
      await inputs[index].type(name);
    }
  }
}
