// What is needed at the table is in sight: the acts on small screens, on their sides, and where the page is zoomed to 200 %; players and
// trains whose names can be told apart; and the picture can be tapped, too.

import { check, equal, open, tap, test } from './harness.mjs';
import { ask, kept } from './engine.mjs';
import { fragmentOf } from './links.mjs';

const eight = Array.from({ length: 8 }, (_, index) => `planner_${index + 1}`);
const turns = ['9-9 9-3', '9-2', '9-7', '9-5', '9-6', '9-1', '9-8', '9-0', '3-2', '2-2 8-2', '7-3'];
const records = {
  dual: `[variant dual]\n[players ${eight.join(' ')}]\n\nround 9\n${turns.map((acts, index) => `${eight[index % 8]}: ${acts}\n`).join('')}`,
  tanglewood: '[variant tanglewood]\n[players Ann Ben Cem Dot]\n\nround 1\n',
  train: '[variant train]\n[players Player_1 Bartholomaeusina Cem Dorothea Max]\n\nround 12\nengine 12-12 Cem\nCem: 12-5\nDorothea: 12-8\n',
};
async function at(browser, address, game, width, height, wait = '.key') {
  const page = await open(browser, address + fragmentOf({ v: 1, record: records[game] }), { width, height });
  // At a second size it is here already.
  await tap(page, '[data-key=go-on], [data-key=open-yours]');
  await page.waitForSelector(wait);
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

/** Of these the boxes that are out of the window, and the words that are cut without a sign or lie in two lines. */
const spoiled = (page, selector) =>
  page.$$eval(selector, all =>
    all
      .filter(one => {
        const box = one.getBoundingClientRect();
        return box.left < 0 || box.right > innerWidth || [...one.querySelectorAll('.cut')].some(name => name.offsetHeight > 20);
      })
      .map(one => one.textContent),
  );

await test('players and trains in sight', async ({ browser, address }) => {
  let page = await at(browser, address, 'train', 390, 844);
  const chips = await page.$$eval('.chip', all => all.map(one => one.textContent));
  equal(chips.length, 5, 'chips of five players');
  equal(await spoiled(page, '.chip, .train'), [], 'chips and trains out of sight, or broken');
  check(/\d+ tiles?$/.test(chips[1]), `a chip says what is counted: ${chips[1]}`);
  equal(new Set(await page.$$eval('.chip .cut span:last-child', all => all.map(one => one.textContent))).size, 5, 'ends of names are seen');
  const names = await page.$$eval('button', all => all.map(one => one.getAttribute('aria-label') ?? one.textContent).filter(Boolean));
  equal(
    names.filter((name, index) => names.indexOf(name) !== index && name !== 'Undo'),
    [],
    'names that two buttons have',
  );
  await page.close();

  page = await at(browser, address, 'tanglewood', 360, 640, '.engine');
  await tap(page, '.engine button', 'Another engine');
  const broken = await page.$$eval('dialog .choices button', all =>
    all
      .filter(one => {
        const words = document.createRange();
        words.selectNodeContents(one.lastChild);
        return words.getClientRects().length !== 1;
      })
      .map(one => one.textContent),
  );
  equal(broken, [], 'names of tiles that lie in two lines');
  await page.close();

  for (const [width, height] of [
    [360, 640],
    [844, 390],
  ]) {
    page = await at(browser, address, 'dual', width, height);
    equal(await spoiled(page, '.train, .chip.turn'), [], 'trains and the chip of whose turn it is');
    const record = await kept(page);
    const { targets } = await ask(page, 'table', { record });
    const open = targets.filter(target => target.open);
    const labels = () => page.$$eval('.train[data-place]', all => all.map(one => one.getAttribute('aria-label')));
    equal((await labels()).length, open.length, 'of many ends those where something can be laid');
    check((await labels()).every(label => /open/.test(label)), `they are called open: ${await labels()}`);
    await tap(page, '[data-key=others]');
    const all = await labels();
    // Both sides of the 2-2 are one end.
    equal([all.length, new Set(all).size], [targets.length - 1, targets.length - 1], `no two ends are called the same: ${all}`);
    check(all.some(label => label.includes('side 2-2') && label.includes('closed')), 'the side of a double, closed');
    await tap(page, '[data-key=others]');
    await page.close();
  }

  // By a thumb, as they are drawn: a tile of a train, 15 px beside the start of one, and a side where nothing may be laid.
  page = await at(browser, address, 'dual', 390, 844);
  await page.waitForSelector('.desk-felt .open-side');
  const { targets } = await ask(page, 'table', { record: await kept(page) });
  const [started, empty] = [true, false].map(is => targets.find(target => target.open && target.started === is && target.owner === 3));
  const tapped = async (selector, down, name) => {
    const { x, y } = await page.evaluate(
      (selector, name) => {
        const below = name
          ? [...document.querySelectorAll('.desk-felt .name')].find(one => one.textContent.replace('▶ ', '') === name).getBoundingClientRect().bottom
          : -1e4;
        const one = [...document.querySelectorAll(`.desk-felt ${selector}`)].find(one => one.getBoundingClientRect().top >= below - 2);
        one.scrollIntoView({ block: 'center' });
        const box = one.getBoundingClientRect();
        return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
      },
      selector,
      name,
    );
    await page.mouse.click(x, y + down);
  };
  for (const [target, selector, down, name] of [
    [started, '.tile', 0, 'planner_4'],
    [empty, '.place', 15, 'planner_4\'s side train'],
  ]) {
    await tapped(selector, down, name);
    await page.waitForSelector('.train[aria-pressed=true]');
    equal(await page.$eval('.train[aria-pressed=true]', one => one.dataset.place), target.place, `${name}, tapped in the picture, is chosen`);
    await tap(page, '[data-key=clear]');
  }
  await tapped('.open-side', 0);
  await page.waitForFunction(() => /is closed/.test(document.getElementById('told').textContent));
  check((await page.$('.train[aria-pressed=true]')) === null, 'where nothing may be laid that is told');
  equal(page.troubles, [], 'troubles of the page');
});
