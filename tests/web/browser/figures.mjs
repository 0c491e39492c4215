// Points on the page are those of the program: after a round and after a match the panel, the chips and the sheet say what
// `score --format json` says of the same record. Fifty matches of six games, as computers played them, and as a table writes them:
// without hands, with tiles that were counted in some rounds and points alone in others. And a few by taps.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { axeSource, check, equal, open, ready, root, tap, test, text } from './harness.mjs';
import { kept } from './engine.mjs';
import { settled, Thumb } from './taps.mjs';

const folder = mkdtempSync(join(tmpdir(), 'figures-'));
const program = (...given) => {
  const { stdout, stderr, status } = spawnSync(join(root, 'build/roundhouse'), given, { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 26 });
  // 1: a finding, such as a round that is not played to its end.
  if (status === null || status > 1) throw new Error(`roundhouse ${given.join(' ')}: ${status} ${stderr}`);
  return stdout;
};
let state = 20261128;
const random = most => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return state % most;
};

/** What the program says of a record. */
function scored(record) {
  writeFileSync(join(folder, 'one.train'), record);
  const { players, rounds, over, totals, ranks } = JSON.parse(program('score', '--format', 'json', 'one.train').split('\n')[0]);
  const last = rounds[rounds.length - 1];
  return {
    players,
    isOver: last.end !== 'unfinished',
    round: last.players.map(player => player.score),
    running: last.players.map(player => player.total),
    // Before the first round is over there is nothing to tell.
    chips: rounds.some(round => round.end !== 'unfinished') ? totals : totals.map(() => null),
    totals,
    // Who is first may depend on tiles that nobody wrote down.
    winners: over && ranks ? players.filter((_, seat) => ranks[seat] === 1) : [],
  };
}

/** Lines of a round of computers as a table would have them: nobody's hand, and at its end what was counted. */
function asWritten(lines, round, names, counted) {
  const seen = lines
    .filter(line => !/^(hand|seek|over|score|left)\b/.test(line))
    .map(line => line.replace(/draw\([^)]*\)/g, 'draw').replace(/\s+#.*$/, ''));
  while (seen.length && seen[seen.length - 1].trim() === '') seen.pop();
  const end = counted
    ? names.map((name, seat) => `left ${name}:${round.players[seat].left.map(tile => ` ${tile}`).join('')}`)
    : [`score ${names.map((name, seat) => `${name} ${round.players[seat].score}`).join(' ')}`];
  return [...seen, ...end, ''];
}

/** Records of a match of computers: whole and as far as some round, as it was played and as a table writes it. */
function* recordsOf(played, names, rounds) {
  const lines = played.split('\n');
  const begins = lines.flatMap((line, at) => (/^round\b/.test(line) ? [at] : []));
  const head = lines.slice(0, begins[0]);
  const parts = begins.map((at, index) => lines.slice(at, begins[index + 1]));
  const some = 1 + random(parts.length);
  const hidden = head.filter(line => !/^\[(complete|rules|seed)\b/.test(line));
  const written = parts.map((part, index) => asWritten(part, rounds[index], names, random(2) === 0));
  const record = (from, all, to) => [...from, ...all.slice(0, to).flat()].join('\n').replace(/\n*$/, '\n');
  yield ['played, whole', record(head, parts, parts.length)];
  yield [`played, ${some} rounds`, record(head, parts, some)];
  yield ['written, whole', record(hidden, written, written.length)];
  yield [`written, ${some} rounds`, record(hidden, written, some)];
  // In the midst of a round the points are those before it.
  if (some < parts.length) yield [`within round ${some + 1}`, record(hidden, [...written.slice(0, some), written[some].slice(0, 8)], some + 1)];
}

const onPage = page =>
  page.evaluate(() => {
    const number = text => (/-?\d+/.test(text ?? '') ? Number(/-?\d+/.exec(text)[0]) : null);
    const results = [...document.querySelectorAll('.results li')];
    return {
      names: results.map(one => one.querySelector('bdi').textContent),
      round: results.map(one => number(one.querySelector('.figure, span').textContent)),
      totals: results.map(one => number(one.querySelector('b').textContent)),
      chips: [...document.querySelectorAll('.chip')].map(one => number(one.querySelector('small')?.textContent)),
      winner: document.querySelector('.panel .winner')?.textContent ?? '',
    };
  });
/** Opens the sheet, reads it, closes it. */
async function onSheet(page) {
  const button = await page.$('.desk-lower .panel .row button');
  await button.click();
  await page.waitForFunction(() => document.querySelector('dialog .paper')?.shadowRoot?.querySelector('table'));
  const seen = await page.evaluate(() => {
    const number = text => (/-?\d+/.test(text) ? Number(/-?\d+/.exec(text.replace(/\s/g, ''))[0]) : null);
    const { shadowRoot } = document.querySelector('dialog .paper');
    const row = one => one && { round: [...one.querySelectorAll('td.score')].map(cell => number(cell.firstChild?.textContent ?? '')), totals: [...one.querySelectorAll('td.total')].map(cell => number(cell.textContent)) };
    const rows = [...shadowRoot.querySelectorAll('tbody tr')];
    return {
      last: row(rows.filter(one => !one.classList.contains('sum')).pop()),
      sum: row(rows.filter(one => one.classList.contains('first')).pop()),
      winner: shadowRoot.querySelector('.winner')?.textContent ?? '',
    };
  });
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => !document.querySelector('dialog'));
  return seen;
}
const won = names => (names.length < 2 ? names.map(name => `${name} has won`).join('') : `${names.slice(0, -1).join(', ')} and ${names[names.length - 1]} have won`);

/** How many figures were compared. */
async function compare(page, record, what) {
  const wanted = scored(record);
  const seen = await onPage(page);
  equal(seen.chips, wanted.chips, `${what}: totals of the chips`);
  if (!wanted.isOver) {
    equal(seen.round, [], `${what}: nothing is said of a round that goes on`);
    return wanted.totals.length;
  }
  equal(seen.names, wanted.players, `${what}: names of the panel`);
  equal(seen.round, wanted.round, `${what}: points of the round`);
  equal(seen.totals, wanted.totals, `${what}: totals of the panel`);
  equal(seen.winner, won(wanted.winners), `${what}: who has won`);
  const sheet = await onSheet(page);
  equal(sheet.last, { round: wanted.round, totals: wanted.running }, `${what}: the last round of the sheet`);
  equal(sheet.sum.totals, wanted.totals, `${what}: totals of the sheet`);
  if (wanted.winners.length === 1) check(sheet.winner.startsWith(`${won(wanted.winners)} with ${wanted.totals[wanted.players.indexOf(wanted.winners[0])]} `), `${what}: the winner of the sheet: ${sheet.winner}`);
  return 6 * wanted.totals.length;
}

const games = [
  ['train', '4', 10],
  ['train', '2', 4],
  ['club-double-twelve', '3', 8],
  ['dual', '6', 8],
  ['chicken-foot', '4', 8],
  ['block-partners', '4', 6],
  ['tanglewood', '3', 6],
];
const many = Number(process.env.MATCHES ?? 50);

await test('points on the page are those of the program', async ({ browser, address }) => {
  const page = await open(browser, `${address}#/table`, { width: 390, height: 844 });
  let matches = 0;
  let figures = 0;
  for (const [variant, players, count] of games) {
    const share = Math.max(1, Math.round((count * many) / 50));
    const into = `${variant}-${players}`;
    program('simulate', variant, '--players', players, '--games', String(share), '--seed', '11', '--seats', 'greedy', '--record', into);
    for (const name of readdirSync(join(folder, into)).sort()) {
      const played = readFileSync(join(folder, into, name), 'utf8');
      const { rounds } = JSON.parse(program('score', '--format', 'json', join(into, name)).split('\n')[0]);
      const names = /^\[players ([^\]]+)\]/m.exec(played)[1].replace(/="[^"]*"/g, '').split(/\s+/);
      for (const [what, record] of recordsOf(played, names, rounds)) {
        const path = join(folder, 'opened.train');
        writeFileSync(path, record);
        await page.goto(`${address}#/table`);
        await ready(page);
        await page.waitForSelector('.file input');
        await (await page.$('.file input')).uploadFile(path);
        await page.waitForFunction(() => /^#\/table\/\w/.test(location.hash));
        await ready(page);
        await page.waitForFunction(() => document.documentElement.dataset.busy === 'no' && document.querySelector('.chip'));
        figures += await compare(page, record, `${name}, ${what}`);
      }
      ++matches;
    }
  }
  console.log(`  ${matches} matches, ${figures} figures`);
  check(matches >= many, `matches: ${matches}`);
  check(figures > 50 * many, `figures that were compared: ${figures}`);
  equal(page.troubles, [], 'troubles of the page');
});

for (const order of [
  ['points', 'tiles', 'points'],
  ['tiles', 'points', 'tiles'],
])
  await test(`points of rounds by taps: ${order.join(', ')}`, async ({ browser, address }) => {
    const page = await open(browser, `${address}#/table`, { width: 390, height: 844 });
    const thumb = new Thumb(page);
    const names = ['Ann', 'Ben', 'Cem'];
    await page.waitForSelector('.names input');
    await tap(page, '.names button', '×');
    await thumb.players(names);
    await page.select('#game-choice', 'train');
    await tap(page, 'button.main', 'Begin');
    await page.waitForSelector('[data-key=begin]');
    for (const [index, how] of order.entries()) {
      const write = async does => {
        const before = await kept(page);
        await does();
        return settled(page, before);
      };
      await write(() => tap(page, index ? '[data-key=next]' : '[data-key=begin]'));
      await write(() => tap(page, '[data-key="has Ann"]'));
      await thumb.lay(12 - index, 5, 'Ann');
      await compare(page, await kept(page), `within round ${index + 1}`);
      await tap(page, '[data-key=menu]');
      await tap(page, 'dialog button', 'End the round');
      await page.waitForSelector('.ending');
      if (how === 'points') {
        await tap(page, '.ending button', 'Only points');
        const inputs = await page.$$('.ending input');
        for (const [seat, input] of inputs.entries()) await input.type(String([119, 24, 0][seat] + index));
      } else {
        await tap(page, '[data-key="left Ann"]');
        await tap(page, '.ending button', 'nothing: out');
        for (const [name, tiles] of [
          ['Ben', [[3, 2], [12, 8]]],
          ['Cem', [[0, 0]]],
        ])
          for (const tile of tiles) {
            await tap(page, `[data-key="left ${name}"]`);
            for (const number of tile) await tap(page, `.ending .key[data-number="${number}"]`);
          }
      }
      const record = await write(async () => {
        await tap(page, `[data-key=${how === 'points' ? 'points-done' : 'left-done'}]`);
        // By what was written they hold many more.
        if (how === 'tiles') await tap(page, 'dialog button', 'Write it as counted');
      });
      // That Ann is out after one turn cannot be; the table goes on with it nevertheless.
      await page.waitForSelector('.results b, .panel.ruling');
      if (await page.$('.panel.ruling')) await tap(page, '.panel.ruling button', 'Decide later');
      await page.waitForSelector('.results b');
      await compare(page, record, `round ${index + 1}, ${how}`);
      check((await text(page, '.panel h2')).includes('over'), 'the panel says that it is over');
    }
    await page.evaluate(axeSource());
    equal(await page.evaluate(async () => (await axe.run(document.querySelector('.desk'))).violations.map(one => one.id)), [], 'axe-core');
    equal(page.troubles, [], 'troubles of the page');
  });

rmSync(folder, { recursive: true });
