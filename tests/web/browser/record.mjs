// A round of four recorded by taps alone: an illegal act is told and let stand, the page is closed in the middle and gone on
// with, and the record is sent as a link that carries all of it, which another page and the program open and judge the same.

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { check, equal, kind, open, ready, root, tap, test, text } from './harness.mjs';
import { ask, kept } from './engine.mjs';
import { valueOf } from './links.mjs';
import { settled, Thumb } from './taps.mjs';

/** What of the table is amiss on paper: the picture, who has what and the ruling stand one below the other, and keys are left out. */
async function onPaper(page) {
  if (kind !== 'chromium') return [];
  await page.emulateMediaType('print');
  const found = await page.evaluate(() => {
    const parts = ['.felt-place .table', '.desk-players', '.panel.ruling'].map(one => document.querySelector(one).getBoundingClientRect());
    const amiss = parts.flatMap(({ width, height, right }, index) => (width > 0 && height > 0 && right <= innerWidth + 1 ? [] : [`part ${index}`]));
    if (parts.some((one, index) => index > 0 && one.top < parts[index - 1].bottom - 1)) amiss.push('they lie on each other');
    return amiss.concat([...document.querySelectorAll('.key, .act, .ways button')].filter(one => one.getClientRects().length).map(one => one.textContent));
  });
  await page.emulateMediaType('screen');
  return found;
}

for (const size of [
  { width: 360, height: 740 },
  { width: 390, height: 844 },
  { width: 1400, height: 900 },
])
  await test(`a round recorded by taps at ${size.width}x${size.height}`, async ({ browser, address }) => {
    let page = await open(browser, address, size);
    const thumb = new Thumb(page);
    await tap(page, '.doors a', 'Table');
    await ready(page);
    await page.waitForSelector('.names input');
    await thumb.players(['Ann', 'Ben', 'Cem', 'Grandma Rose']);
    await page.select('#game-choice', 'club-double-twelve');
    await tap(page, 'button', 'Begin');
    await page.waitForSelector('[data-key=begin]');
    await tap(page, '[data-key=begin]');
    await tap(page, '[data-key="has Ben"]');
    await page.waitForSelector('.key');
    check((await text(page, '.turn-button')).includes('Ben'), 'Ben, who has the engine, begins');

    equal(await thumb.lay(12, 5, 'Ben'), 3, 'taps of a lay');
    check((await text(page, '.turn-button')).includes('Cem'), 'behind a lay the turn goes on by itself');
    const begun = thumb.count;
    await thumb.act('draw');
    await thumb.act('mark');
    equal(thumb.count - begun, 2, 'taps of a draw with marker');
    check((await text(page, '.turn-button')).includes('Grandma Rose'), 'behind a marker the turn goes on by itself');
    check((await page.$('.train.marked[data-place="Cem"]')) !== null, "the marker stands on Cem's train");
    await thumb.lay(12, 9, 'Grandma');
    await thumb.lay(12, 11, 'Ann');

    // Illegal: Ann's train bears no marker.
    await thumb.lay(11, 3, 'Ann');
    check((await page.$('.panel.ruling')) !== null, 'an illegal act is told at once');
    const told = await text(page, '.panel.ruling');
    check(/closed/.test(told) && /marker/.test(told), `with its rule: ${told}`);
    check((await page.$('.panel.ruling .could svg')) !== null, 'what would have been legal is drawn');
    check(/any tile with an? \d+ on \w+/.test(told), `and said: ${told}`);
    check(/^Illegal: Ben lays the 11-3/.test(await text(page, '.last-button .verdict')), 'the line above says what is illegal');
    equal(await onPaper(page), [], 'on paper');
    check((await page.$('[data-key=take-back]')) !== null && (await page.$('[data-key=let-stand]')) !== null, 'both ways out are there');
    let before = await kept(page);
    await tap(page, '[data-key=take-back]');
    let now = await settled(page, before);
    // The date above it may hold these letters, too.
    check(!/^\w+:.*11-3/m.test(now), 'taken back it is gone');
    await thumb.lay(11, 3, 'Ann');
    before = await kept(page);
    await tap(page, '[data-key=let-stand]');
    now = await settled(page, before);
    check(/Ben: 3-11>Ann|Ben: 11-3>Ann/.test(now) && /\nreferee: allow/.test(now), `let stand it is in the record: ${JSON.stringify(now)}`);
    check((await page.$('.panel.ruling')) === null, 'and it is not told again');

    // Closed, and opened again.
    const place = await page.url();
    before = await kept(page);
    await page.close();
    page = await open(browser, place, size);
    thumb.page = page;
    await page.waitForSelector('.key');
    equal(await kept(page), before, 'the record behind a closing');
    check((await text(page, '.turn-button')).includes('Cem'), "it is still Cem's turn");

    // A turn that nobody saw, put in later by taps.
    before = await kept(page);
    await tap(page, '[data-key=turn]');
    await tap(page, '[data-key=unseen]');
    await settled(page, before);
    check((await kept(page)).endsWith('Cem: ?\n'), 'a turn that nobody saw');
    await thumb.lay(9, 4, 'Grandma');
    before = await kept(page);
    await tap(page, '[data-key=last]');
    await tap(page, 'dialog .story .line', 'Cem: ?');
    await tap(page, 'dialog button', 'Do it again by taps');
    await page.waitForSelector('.again');
    await thumb.act('draw');
    await thumb.act('mark');
    await page.waitForFunction(() => !document.querySelector('.again') && document.documentElement.dataset.busy === 'no');
    now = await kept(page);
    check(/Cem: draw mark\nGrandma: 9-4\n$/.test(now), `put in later it stands where it belongs: ${JSON.stringify(now.slice(-80))}`);

    // One that was forgotten is offered where it shows.
    await tap(page, '[data-key=turn]');
    await tap(page, 'dialog button', 'Ben');
    await thumb.act('draw');
    check((await text(page, '[data-key=turn-missing]')).includes('Ann'), 'whose turn is missing');
    before = await kept(page);
    await tap(page, '[data-key=turn-missing]');
    check(/Ann: \?\nBen: draw/.test(await settled(page, before)), 'a turn that is missing is put in');
    for (let taps = 0; taps < 2; ++taps) {
      before = await kept(page);
      await tap(page, '[data-key=undo]');
      await settled(page, before);
    }
    equal(await kept(page), now, 'both taken back');

    // Undo, by the button.
    await thumb.act('draw');
    before = await kept(page);
    await tap(page, '[data-key=undo]');
    equal(await settled(page, before), now, 'undone');

    // The end of the round.
    await tap(page, '[data-key=menu]');
    await tap(page, 'dialog button', 'End the round');
    await page.waitForSelector('.ending');
    await tap(page, '[data-key="left Ann"]');
    await tap(page, '.ending button', 'nothing: out');
    for (const [name, tile] of [
      ['Ben', [3, 2]],
      ['Cem', [0, 0]],
      ['Grandma', [7, 6]],
    ]) {
      await tap(page, `[data-key="left ${name}"]`);
      for (const number of tile) await tap(page, `.ending .key[data-number="${number}"]`);
    }
    before = await kept(page);
    await tap(page, '[data-key=left-done]');
    // By what was written they hold more, which is asked about.
    await tap(page, 'dialog button', 'Write it as counted');
    now = await settled(page, before);
    check(
      /left Ann:\nleft Ben: 3-2\nleft Cem: 0-0\nleft Grandma: 7-6\n$/.test(now),
      `what is left is written: ${JSON.stringify(now.slice(-80))}`,
    );

    // Two taps send it: the button of the table, and the one of the sheet.
    await tap(page, '[data-key=send]');
    await page.waitForSelector('#share-link');
    const link = await page.$eval('#share-link', one => one.value);
    equal(valueOf(link).record, now, 'the record in the link');
    check((await page.$('.sharing .main')) !== null, 'the second tap sends it');
    check((await page.$('svg.code')) !== null, 'the link stands as a QR code');

    // The installed program takes the record out of the link and judges it the same.
    const folder = mkdtempSync(join(tmpdir(), 'link-'));
    const program = join(root, 'build/roundhouse');
    execFileSync(program, ['open', '--into', folder, '-'], { input: link });
    const [file] = readdirSync(folder).filter(name => name.endsWith('.train'));
    check(file !== undefined, `a record in ${readdirSync(folder)}`);
    equal(readFileSync(join(folder, file), 'utf8'), now, 'the record that the program takes out of the link');
    const judged = JSON.parse(spawnSync(program, ['validate', '--format', 'json', join(folder, file)]).stdout);
    const here = JSON.parse((await ask(page, 'judge', { record: now })).json);
    equal({ ...here, file: '' }, { ...judged, file: '' }, 'the ruling of the program');
    rmSync(folder, { recursive: true });

    // Whoever opens it sees the same.
    const other = await open(await browser.createBrowserContext(), link, size);
    await other.waitForSelector('.ruling-paper .paper');
    const ruling = await ask(other, 'judge', { record: now });
    const headline = await other.$eval('.paper', one => one.shadowRoot.querySelector('.verdict')?.textContent ?? '');
    check(headline !== '' && ruling.headline === headline, `the ruling of the link: ${headline} / ${ruling.headline}`);
    await tap(other, '[data-key=go-on]');
    await ready(other);
    await other.waitForSelector('.desk');
    equal(await kept(other), now, 'the record that the other goes on with');
    equal(page.troubles.concat(other.troubles), [], 'troubles of the pages');
    equal(page.outside.concat(other.outside), [], 'requests to elsewhere');
  });
