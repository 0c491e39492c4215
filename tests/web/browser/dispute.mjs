// A dispute: a record is pasted, ruled, stepped through, judged by another house; a position and a scribble, too.

import { check, equal, kind, open, ready, tap, test, text } from './harness.mjs';

const record = `[variant club-double-twelve]
[players Ann Ben Cem]

round 12
Ann: 12-12 12-5
Ben: draw mark
Cem: 12-8>Mexican
Ann: 8-3>Ben
`;
const scribble = `[variant: club-double-twelve]
Players: Ann, Bob, Cem
Round #12
Ann: double twelve, then 12 5
Bob drew 1 tile & passed
Cem: laid 12–8 on Bob's train.
`;
const position = `[variant club-double-twelve]
[players Ann Ben Cem]

round 12
engine 12-12
train Ann: 12-5 5-8 marker
train Ben: 12-3
nothing else
boneyard 34
turn Ben
Ben: 8-1>Ann
`;

const quarrel = `[variant dual doubles=satisfy]
[players Joe Ann Don Jan Sue Ken]

round 9
Joe: 9-9 draw mark
Ann: 9-4
Don: 9-9 9-1
`;

const headline = page => page.$eval('.ruling-paper .paper', one => one.shadowRoot.querySelector('.verdict').textContent);
async function judged(page, written) {
  await page.$eval(
    '#dispute-text',
    (one, written) => {
      one.value = written;
    },
    written,
  );
  await tap(page, '[data-key=judge]');
  await page.waitForFunction(() => document.querySelector('.stepper') || document.querySelector('.result .panel.bad'));
  return (await page.$('.ruling-paper')) ? headline(page) : text(page, '.result .panel.bad');
}

for (const size of [
  { width: 360, height: 740 },
  { width: 390, height: 844 },
  { width: 1400, height: 900 },
])
  await test(`a dispute at ${size.width}x${size.height}`, async ({ browser, address }) => {
    const page = await open(browser, `${address}#/dispute`, size);
    await page.waitForSelector('#dispute-text');
    await tap(page, '[data-key=judge]');
    check(/Paste/.test(await text(page, '.result')), 'nothing pasted is told');
    equal(await judged(page, record), 'Illegal at 12.4', 'the verdict of a pasted record');
    check(
      await page.$eval('.ruling-paper .paper', one => one.shadowRoot.querySelector('figure svg') !== null),
      'with a picture of the table',
    );

    const pictures = () =>
      page.evaluate(() => [document.querySelector('.ruling-paper .paper').shadowRoot.querySelector('figure'), document.querySelector('.stepper')]
        .map(one => one.getClientRects().length > 0));
    equal(await pictures(), [false, true], 'the table is seen once, to be stepped through');
    if (kind === 'chromium') {
      await page.emulateMediaType('print');
      equal(await pictures(), [true, false], 'and once on paper');
      await page.emulateMediaType('screen');
    }
    const steps = Number((await text(page, '.steps span')).split(' of ')[1]);
    check(steps >= 5, `steps: ${steps}`);
    await tap(page, '.steps button[aria-label="To the end"]');
    check(/^12\.4/.test(await text(page, '.step-caption')), 'stepped to the end');
    check((await page.$('.stepper .foul')) !== null, 'the illegal tile is crossed in the picture');
    const laid = () =>
      page.$$eval('.stepper [data-layer=tiles] > g', all => all.filter(one => one.getAttribute('display') !== 'none').length);
    const last = await laid();
    for (let i = 0; i < 3; ++i) await tap(page, '.steps button[aria-label="Back"]');
    check((await laid()) < last, 'steps back take a tile off');

    await tap(page, '.other summary');
    await page.select('#game-choice', 'wild-blanks');
    await tap(page, '[data-key=judge]');
    await page.waitForFunction(() => document.querySelector('.ruling-paper'));
    check(/Illegal|Legal|Undecided/.test(await headline(page)), 'judged by another house');
    await page.select('#game-choice', '');
    check(
      /Illegal at 12\.3/.test(await judged(page, scribble)) || /Legal/.test(await headline(page)),
      `a scribble is read: ${await headline(page)}`,
    );
    check(/Legal|Undecided|Illegal/.test(await judged(page, position)), 'a position is ruled');
    // By which options it would be another, which comes behind.
    await judged(page, quarrel);
    const told = await page
      .waitForFunction(() => /legal here with doubles/.test(document.querySelector('.ruling-paper .paper')?.shadowRoot.textContent ?? ''), {
        timeout: 20000,
      })
      .then(
        () => true,
        () => false,
      );
    check(told, 'by which options it would be legal');
    const nonsense = await judged(page, 'what is this?');
    check(nonsense.length > 10, `what is no record gets a message: ${nonsense}`);
    equal(page.troubles, [], 'troubles of the page');
    equal(page.outside, [], 'requests to elsewhere');
  });
