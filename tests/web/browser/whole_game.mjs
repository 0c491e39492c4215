// A whole game recorded by taps, round after round, and the taps counted: at most 3 for a lay, 2 for a draw with marker. What is
// tapped is a game that computers have played; the record that comes of it has to be judged as theirs is.
// And how long the ruling takes behind the last tap, in a round of 80 turns without hands.

import { check, equal, open, ready, tap, test } from './harness.mjs';
import { ask, kept } from './engine.mjs';
import { settled, Thumb } from './taps.mjs';

const rounds = Number(process.env.ROUNDS ?? 3);
const names = ['Ann', 'Ben', 'Cem', 'Dora'];

/** A game of computers, played to its end; hands and claims of chance are none of what is tapped. */
async function playedGame(page) {
  let {
    record,
    ask: asked,
    trouble,
  } = await ask(page, 'play', {
    rules: 'encyclopedia',
    players: names,
    seats: names.map(() => 'greedy'),
    seed: 11,
    set: { rounds: String(rounds) },
  });
  for (let i = 0; asked !== 'over' && i < 60; ++i)
    ({ record, ask: asked, trouble } = await ask(page, 'act', { record, seats: names.map(() => 'greedy'), typed: '' }));
  if (asked !== 'over') throw new Error(`the game of the computers did not end: ${asked} ${trouble}`);
  return record;
}

await test(`a game of ${rounds} rounds by taps`, async ({ browser, address }) => {
  const page = await open(browser, `${address}#/table`);
  const played = await playedGame(page);
  const thumb = new Thumb(page);
  await page.waitForSelector('.names input');
  await thumb.players(names);
  await page.select('#game-choice', 'encyclopedia');
  await tap(page, 'button.main', 'Begin');
  await page.waitForSelector('[data-key=begin]');
  let lays = 0,
    draws = 0,
    worstLay = 0,
    worstDraw = 0,
    turns = 0,
    tapsOfTurns = 0;
  const write = async does => {
    const before = await kept(page);
    await does();
    return settled(page, before);
  };
  for (const line of played.split('\n')) {
    const round = /^round (\S+)/.exec(line);
    if (round) {
      await write(() => thumb.tap('[data-key=begin], [data-key=next]', round[1]));
      continue;
    }
    const first = /^first (\S+)/.exec(line);
    if (first) {
      await write(() => thumb.tap(`[data-key="first ${first[1]}"]`));
      continue;
    }
    // Of a game of computers the hands are known, and the points with them; at a table the points are written.
    const score = /^score (.*)$/.exec(line);
    if (score) {
      await page.waitForSelector('.ending');
      await thumb.tap('.ending button', 'Only points');
      const inputs = await page.$$('.ending input');
      const points = names.map(name => new RegExp(`${name} (-?\\d+)`).exec(score[1])[1]);
      for (const [index, input] of inputs.entries()) await input.type(points[index]);
      await write(() => thumb.tap('[data-key=points-done]'));
      continue;
    }
    const turn = /^(Ann|Ben|Cem|Dora): (.*)$/.exec(line.replace(/\s+#.*/, ''));
    if (!turn) continue;
    ++turns;
    const [, name, text] = turn;
    const begun = thumb.count;
    let drew = false;
    let marked = false;
    const parts = text
      .replace(/\s*\.\.\.$/, '')
      .split(/\s+/)
      .filter(Boolean);
    // The engine that is the first tile of the first turn is asked for before it.
    if (await page.$(`[data-key="has ${name}"]`)) {
      await write(() => thumb.tap(`[data-key="has ${name}"]`));
      if (/^(\d+)-\1$/.test(parts[0])) parts.shift();
    }
    if (await page.$(`[data-key="first ${name}"]`)) await write(() => thumb.tap(`[data-key="first ${name}"]`));
    const acts = thumb.count;
    for (const part of parts) {
      const lay = /^(\d+)-(\d+)(?:=\d+)?(?:>(.+))?$/.exec(part);
      if (lay) {
        const place = lay[3] ? (names.find(one => one.toLowerCase() === lay[3].toLowerCase()) ?? lay[3].toLowerCase()) : name;
        const taps = await thumb.lay(Number(lay[1]), Number(lay[2]), place);
        ++lays;
        worstLay = Math.max(worstLay, taps);
      } else if (/^draw/.test(part)) {
        await thumb.act('draw');
        drew = true;
      } else if (part === 'mark') {
        await thumb.act('mark');
        marked = true;
      } else if (part !== 'pass' && part !== 'nomark') await thumb.act(part);
    }
    const open = /\.\.\.\n$/.test(await kept(page));
    if (open && parts.includes('pass') && !marked) await thumb.act('end');
    if (drew && marked && parts.length === 2) {
      ++draws;
      worstDraw = Math.max(worstDraw, thumb.count - acts);
    }
    tapsOfTurns += thumb.count - begun;
  }
  const record = await kept(page);
  const [theirs, ours] = [await ask(page, 'judge', { record: played }), await ask(page, 'judge', { record })];
  console.log(
    `  ${turns} turns, ${lays} lays of at most ${worstLay} taps, ${draws} draws with marker of at most ${worstDraw}, ${(tapsOfTurns / turns).toFixed(2)} taps a turn`,
  );
  check(turns > 30 * rounds, `turns recorded: ${turns}`);
  check(worstLay <= 3, `taps of a lay: ${worstLay}`);
  check(draws > 0 && worstDraw <= 2, `taps of a draw with marker: ${worstDraw} (${draws} of them)`);
  equal(theirs.verdict, 'legal', 'the verdict of the game of the computers');
  equal(ours.verdict, 'legal', `the verdict of what was tapped (${ours.headline})`);
  const points = async record => JSON.parse((await ask(page, 'score', { record })).json);
  check(JSON.stringify(await points(record)).replace(/"file":"[^"]*"/g, '').length > 50, 'its sheet');

  // The ruling behind the last tap, in a long round.
  let long = '';
  let count = 0;
  for (let seed = 1; seed < 200 && (count < 80 || count > 90); ++seed) {
    const { record: round } = await ask(page, 'play', { rules: 'train', players: names, seats: names.map(() => 'random'), seed });
    if (/^seek/m.test(round)) continue;
    long = round.replace(/^(hand|score|left|over|#|\[seed|\[complete).*\n/gm, '').replace(/draw\([^)]*\)/g, 'draw').trimEnd().split('\n').slice(0, -1).join('\n') + '\n';
    count = long.split('\n').filter(line => /^(Ann|Ben|Cem|Dora):/.test(line)).length;
  }
  check(count >= 80, `turns of the long round: ${count}`);
  await page.evaluate(
    (record, id) =>
      new Promise(done => {
        const open = indexedDB.open('roundhouse', 1);
        open.onsuccess = () => {
          const games = open.result.transaction('games', 'readwrite').objectStore('games');
          games.put({ id, kind: 'table', title: 'long', record, files: {}, updated: 1 }).onsuccess = () => {
            open.result.close();
            done();
          };
        };
      }),
    long,
    'long',
  );
  await page.evaluate(() => {
    location.hash = '#/table/long';
  });
  await ready(page);
  const act = '.desk-acts [data-act=draw]:not([disabled]), .desk-acts [data-act=pass]:not([disabled])';
  await page.waitForSelector(act);
  const took = [];
  for (let i = 0; i < 10; ++i) {
    took.push(
      await page.evaluate(
        act =>
          new Promise(done => {
            const begun = performance.now();
            document.querySelector(act).click();
            const look = () =>
              document.documentElement.dataset.busy === 'no' && performance.now() - begun > 1
                ? done(performance.now() - begun)
                : setTimeout(look, 0);
            setTimeout(look, 0);
          }),
        act,
      ),
    );
    await page.evaluate(
      () =>
        new Promise(done => {
          document.querySelector('[data-key=undo]').click();
          const look = () => (document.documentElement.dataset.busy === 'no' ? done() : setTimeout(look, 5));
          setTimeout(look, 20);
        }),
    );
  }
  took.sort((a, b) => a - b);
  console.log(`  from tap to ruling behind ${count} turns: ${took[5].toFixed(0)} ms in the middle, ${took[9].toFixed(0)} at most`);
  equal(page.troubles, [], 'troubles of the page');
});
