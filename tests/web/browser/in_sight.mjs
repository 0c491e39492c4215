// What is needed at the table is in sight: the acts on small screens, on their sides, and where the page is zoomed to 200 %.

import { check, equal, open, tap, test } from './harness.mjs';
import { fragmentOf } from './links.mjs';

const eight = Array.from({ length: 8 }, (_, index) => `planner_${index + 1}`);
const turns = ['9-9 9-3', '9-2', '9-7', '9-5', '9-6', '9-1', '9-8', '9-0', '3-2', '2-2 8-2', '7-3'];
const records = {
  dual: `[variant dual]\n[players ${eight.join(' ')}]\n\nround 9\n${turns.map((acts, index) => `${eight[index % 8]}: ${acts}\n`).join('')}`,
  train: '[variant train]\n[players Player_1 Bartholomaeusina Cem Dorothea Max]\n\nround 12\nengine 12-12 Cem\nCem: 12-5\nDorothea: 12-8\n',
};
async function at(browser, address, game, width, height) {
  const page = await open(browser, address + fragmentOf({ v: 1, record: records[game] }), { width, height });
  await tap(page, '[data-key=go-on]');
  await page.waitForSelector('.key');
  return page;
}

for (const game of ['dual', 'train'])
  await test(`the table of ${game} in sight`, async ({ browser, address }) => {
    for (const [width, height] of [
      [844, 390],
      [360, 640],
      [320, 568],
      [195, 422],
    ]) {
      const page = await at(browser, address, game, width, height);
      // Not only within the window: a tap in the middle meets it.
      const hidden = () =>
        page.$$eval('.desk-acts button', all =>
          all
            .filter(one => {
              const box = one.getBoundingClientRect();
              const met = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
              return box.bottom > innerHeight || box.right > innerWidth || box.top < 0 || !one.contains(met);
            })
            .map(one => one.textContent),
        );
      const where = `${width}x${height}`;
      equal((await page.$$('.desk-acts button')).length, 4, `acts at ${where}`);
      equal(await hidden(), [], `acts out of sight at ${where}`);
      await page.$eval('.desk-side', one => one.scrollTo(0, 1e4));
      equal(await hidden(), [], `acts out of sight where all is scrolled at ${where}`);
      await tap(page, '.key[data-number="0"]');
      check((await page.$('.pad.second')) !== null, `the pad is reached at ${where}`);
      equal(page.troubles, [], 'troubles of the page');
      await page.close();
    }
  });
