// An evening by taps, as it goes at a table: five players, rules of their own, a match that computers have played, twenty slips put
// right as people make them, the browser killed in the midst of acts, and the game sent to another device twice and gone on with there.
// Nothing that was shown is lost, and at the end the record is that of the match, line by line, as a table writes it.
// EVENING=whole: thirteen rounds and fifty kills in place of two and six. WebKit's driver keeps nothing behind the end of its browser, and
// ends with a page that crashes: there the tab is closed, without a word to the page.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { check, done, equal, kind, launch, open, ready, root, saved, serve, tap, text } from './harness.mjs';
import { kept } from './engine.mjs';
import { part } from './part.mjs';
import { give, quiet } from './storage.mjs';
import { settled, Thumb } from './taps.mjs';

const whole = process.env.EVENING === 'whole';
const rounds = whole ? 13 : 2;
const kills = whole ? 50 : 6;
const names = ['Ann', 'Ben', 'Cem', 'Dora', 'Eve'];
const size = { width: 390, height: 844 };
const rules = `roundhouse: 1
name: Friday rules
extends: train
options:
  draws: 2
  double_blank: 50
  engine_found: set-aside
  missed_notice: 1
`;

const { actsOf, linesOf, turnOf } = await part('table/ledger.ts');
const folder = mkdtempSync(join(tmpdir(), 'evening-'));
const program = (...given) => spawnSync(join(root, 'build/roundhouse'), given, { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 26 }).stdout;
const sleep = time => new Promise(done => setTimeout(done, time));
let state = 20261130;
const random = most => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * most);
};

/** The match as computers played it, cut off behind so many rounds. */
function playedMatch() {
  writeFileSync(join(folder, 'friday.yaml'), rules);
  program('simulate', 'friday.yaml', '--players', '5', '--games', '1', '--seed', '5', '--seats', 'planner,greedy', '--declared', '0.6', '--record', 'played');
  const record = readFileSync(join(folder, 'played', readdirSync(join(folder, 'played'))[0]), 'utf8');
  const seats = /^\[players ([^\]]+)\]/m.exec(record)[1].match(/\w+(?==")/g);
  const named = seats.reduce(
    (all, seat, at) => all.replaceAll(new RegExp(`\\b${seat}\\b(="[^"]*")?`, 'g'), names[at]),
    record.replace(/^\[(seed|rules).*\n/gm, '').replace('../friday', 'friday'),
  );
  const begins = [...named.matchAll(/^round .*$/gm)].map(one => one.index);
  return named.slice(0, begins[rounds]);
}
const scored = name => JSON.parse(program('score', '--format', 'json', name).split('\n')[0]);
const keptLines = record => linesOf(record.slice(record.search(/^round /m))).filter(line => line.trim() !== '');

/** The lines that a table writes of it. Hands and what was drawn nobody sees; the second round has its points alone. */
function asWritten(played) {
  writeFileSync(join(folder, 'played.train'), played);
  const table = scored('played.train');
  let round = -1;
  return keptLines(played).flatMap(line => {
    if (/^round /.test(line)) ++round;
    // The engine lies in the centre by the rules.
    if (/^(hand|score|engine)\b/.test(line)) return [];
    // Who passes gets the marker.
    const bare = line.replace(/\bpass mark\b/, 'pass').replace(/draw\([^)]*\)/g, 'draw').replace(/(challenge \w+) \d+-\d+/g, '$1').replace(/\s+#.*$/, '');
    if (!/^over\b/.test(bare)) return [bare];
    const { players } = table.rounds[round];
    if (round === 1) return [`score ${names.map((name, seat) => `${name} ${players[seat].score}`).join(' ')}`];
    return names.map((name, seat) => `left ${name}:${players[seat].left.map(tile => ` ${tile}`).join('')}`);
  });
}

class Killed extends Error {}

/** A device: a browser with what it keeps. */
class Device {
  profile = mkdtempSync(join(folder, 'device-'));
  async open(way) {
    this.browser ??= await launch(kind === 'webkit' ? {} : { userDataDir: this.profile });
    if (kind === 'webkit') this.other ??= await this.browser.newPage();
    this.page = await open(this.browser, server.address + way, size);
    return this.page;
  }
  async kill() {
    if (kind === 'webkit') return this.page.close();
    const { pid } = this.browser.process();
    process.kill(random(2) ? pid : -pid, 'SIGKILL');
    await this.browser.close().catch(() => {});
    await quiet(this.profile);
    this.browser = undefined;
  }
  async close() {
    await this.browser?.close().catch(() => {});
  }
}

/** Taps as one makes them who is interrupted now and then. */
class Hand extends Thumb {
  /** behind how many taps the browser is killed; 0: it is not */
  fuse = 0;
  async tap(selector, text) {
    await super.tap(selector, text);
    if (this.fuse && --this.fuse === 0) await this.struck();
  }
}

const played = playedMatch();
const wanted = asWritten(played);
const acts = wanted.reduce((sum, line) => sum + (turnOf(line) ? actsOf(turnOf(line).acts).length : 0), 0);
const server = await serve();
let device = new Device();
let hand;
let page;
/** The record as far as it is known to be kept. */
let record = '';
const troubles = [];
const spent = new Map();
const slipped = [];
let killed = 0;
let lost = 0;
let shownBefore = 0;
let sent = 0;

const spend = (what, taps) => {
  const one = spent.get(what) ?? { times: 0, taps: 0, most: 0 };
  spent.set(what, { times: one.times + 1, taps: one.taps + taps, most: Math.max(one.most, taps) });
};
const caption = () => page.evaluate(() => document.querySelector('.last-button .caption')?.textContent ?? '');

/** Which line is next, and how many acts of it are there. What differs from the match is an error of the app, or of this test. */
function placeOf(record) {
  const lines = keptLines(record);
  for (const [at, line] of lines.entries()) {
    if (line === wanted[at]) continue;
    const [is, goal] = [turnOf(line), turnOf(wanted[at] ?? '')];
    const [some, all] = [is, goal].map(turn => (turn ? actsOf(turn.acts) : []));
    if (at === lines.length - 1 && is && is.name === goal?.name && some.every((act, index) => act === all[index]))
      return { line: at, acts: some.length, isClosed: !is.open };
    throw new Error(`line ${at} of the rounds is ${JSON.stringify(line)}, wanted ${JSON.stringify(wanted[at])}`);
  }
  return { line: lines.length, acts: 0 };
}
const behind = (a, b) => a.line > b.line || (a.line === b.line && a.acts > b.acts);

async function sat(way) {
  page = await device.open(way);
  if (hand) hand.page = page;
  await page.waitForFunction(() => document.documentElement.dataset.busy === 'no' && document.querySelector('.desk-lower > *'));
  return kept(page);
}
/** The browser is killed a moment after a tap, and the game opened again. True: what was tapped had been shown. */
async function kill(was, isWritten) {
  const way = await page.evaluate(() => location.hash);
  // Half of the times as soon as it is shown.
  const end = Date.now() + (isWritten && random(2) ? 10000 : random(160));
  let seen = was;
  do seen = await caption();
  while (seen === was && Date.now() < end);
  ++killed;
  shownBefore += Number(seen !== was);
  troubles.push(...(page.troubles ?? []));
  await device.kill();
  const before = record;
  record = await sat(way);
  return { before, shown: seen !== was };
}
async function struckIn(does, isWritten) {
  if (!hand.fuse) return does();
  const was = await caption();
  hand.struck = async () => {
    const { before, shown } = await kill(was, isWritten);
    const [now, then] = [placeOf(record), placeOf(before)];
    if (behind(then, now) || (shown && !behind(now, then))) {
      ++lost;
      console.log(`  lost behind kill ${killed}: ${JSON.stringify(before.slice(-80))}, there is ${JSON.stringify(record.slice(-80))}`);
    }
    throw new Killed();
  };
  await does().catch(error => {
    if (!(error instanceof Killed)) throw error;
  });
  hand.fuse = 0;
}

/** What a tap changed is kept and shown. */
async function write(does) {
  const before = await kept(page);
  await does();
  return (record = await settled(page, before));
}
/** What was tapped by mistake goes: with the ruling on it, or by Undo. */
async function takeBack() {
  await write(async () => hand.tap((await page.$('.panel.ruling')) ? '[data-key=take-back]' : '[data-key=undo]'));
}
async function menu(entry) {
  await hand.tap('[data-key=menu]');
  await hand.tap('dialog button', entry);
}
/** A line of the record opened in what happened. */
async function lineOpened(line) {
  await hand.tap('[data-key=last]');
  await hand.tap('dialog .line', line);
  return page.waitForSelector('dialog textarea');
}
async function lineChanged(line, text) {
  const area = await lineOpened(line);
  await area.evaluate((one, text) => {
    one.value = text;
    one.dispatchEvent(new Event('input', { bubbles: true }));
  }, text);
  await write(() => hand.tap('dialog button.main', 'Save'));
}
async function figureChanged(round, name, text) {
  await hand.tap('.desk-lower button', 'Sheet');
  await hand.tap(`dialog [data-key="figure ${round} ${name}"]`);
  const field = await page.waitForSelector('dialog [data-key=figure]');
  await field.click({ count: 3 });
  await field.type(text);
  await write(() => hand.tap('dialog [data-key=figure-done]'));
}
async function someoneElse(name) {
  await hand.tap('[data-key=turn]');
  await hand.tap('dialog .choices.two button', name);
  await page.waitForFunction(name => document.querySelector('.turn-button bdi')?.textContent === name, {}, name);
}

const layOf = (act, name) => {
  const [, a, b, place] = /^(\d+)-(\d+)(?:>(.+))?$/.exec(act) ?? [];
  return a === undefined ? null : { a: Number(a), b: Number(b), place: place ?? name };
};
async function act(name, what) {
  const lay = layOf(what, name);
  const [, victim] = /^challenge (\w+)$/.exec(what) ?? [];
  if (lay) await hand.lay(lay.a, lay.b, lay.place);
  else if (victim) {
    const before = await kept(page);
    await hand.tap('[data-key=more]');
    await hand.tap('[data-act=challenge]');
    await hand.tap('dialog .choices.two button', name);
    await hand.tap('dialog .choices.two button', victim);
    await settled(page, before);
  } else await hand.act(what);
  record = await kept(page);
}

/** Tiles on the table in this round, and those that come soon. */
function seenAbout(line) {
  const from = wanted.findLastIndex((one, at) => at <= line && /^round /.test(one));
  return new Set(wanted.slice(from, line + 12).flatMap(one => one.match(/\d+-\d+/g) ?? []));
}
/** A tile that would fit as well and lies nowhere. */
async function wrongTile(at, place) {
  const end = Number(await page.$eval(`.train[data-place="${place}"]`, one => one.dataset.number));
  const seen = seenAbout(at);
  for (let other = 0; other <= 12; ++other) if (other !== end && !seen.has(`${Math.max(end, other)}-${Math.min(end, other)}`)) return [end, other];
  return null;
}
const isPlain = turn => turn.acts.length === 1 && layOf(turn.acts[0], turn.name) && !/(\d+)-\1\b/.test(turn.acts[0]);
const isOwn = turn => isPlain(turn) && layOf(turn.acts[0], turn.name).place === turn.name;
const next = at => wanted[at] && turnOf(wanted[at]) && turnFor(at);
const turnFor = at => {
  const { name, acts } = turnOf(wanted[at]);
  return { at, name, acts: actsOf(acts) };
};

/** What was written wrongly and is noticed later. */
let noticed = [];
async function wrongLine(turn, mend) {
  const tile = await wrongTile(turn.at, turn.name);
  if (!tile) return false;
  const right = wanted[turn.at];
  await hand.lay(...tile, turn.name);
  if (turnOf(linesOf(await kept(page)).pop())?.open) await hand.act('end');
  record = await kept(page);
  wanted[turn.at] = keptLines(record)[turn.at];
  noticed.push({
    at: turn.at + 3,
    mend: async () => {
      const wrong = wanted[turn.at];
      wanted[turn.at] = right;
      await mend(wrong, right);
    },
  });
  return true;
}

/** Slips, in the order in which they come; each waits for a turn that it fits. */
const slips = [
  ['a wrong tile, taken back', isOwn, async turn => {
    const tile = await wrongTile(turn.at, turn.name);
    await hand.lay(...tile, turn.name);
    await takeBack();
  }],
  ['a line put right by hand', isOwn, turn => wrongLine(turn, lineChanged)],
  ['a turn left out', turn => isOwn(turn) && next(turn.at + 1) && isOwn(next(turn.at + 1)), async turn => {
    const other = next(turn.at + 1);
    const { a, b } = layOf(other.acts[0], other.name);
    await someoneElse(other.name);
    await hand.lay(a, b, other.name);
    await write(() => hand.tap('[data-key=turn-missing]'));
    await lineChanged(`${turn.name}: ?`, wanted[turn.at]);
  }],
  ['a tile to a wrong train', isOwn, async turn => {
    const { a, b } = layOf(turn.acts[0], turn.name);
    await hand.lay(a, b, names[(names.indexOf(turn.name) + 2) % 5]);
    await takeBack();
  }],
  ['a line done again by taps', isOwn, turn => wrongLine(turn, async (wrong, right) => {
    await lineOpened(wrong);
    await write(() => hand.tap('dialog button', 'Do it again by taps'));
    const { name, acts } = turnOf(right);
    await act(name, acts);
    await page.waitForFunction(() => !document.querySelector('.again') && document.documentElement.dataset.busy === 'no');
    record = await kept(page);
  })],
  ['a wrong tile, and the browser is killed before Undo', isOwn, async turn => {
    const tile = await wrongTile(turn.at, turn.name);
    const was = await caption();
    for (const number of tile) await hand.tap(`.key[data-number="${number}"]`);
    record = await kept(page);
    await hand.tap(`.train[data-place="${turn.name}"]`);
    const { before, shown } = await kill(was, true);
    if (record === before) lost += Number(shown);
    else await write(() => hand.tap('[data-key=undo]'));
  }],
  ['a draw that nobody made', isPlain, async () => {
    await hand.act('draw');
    await takeBack();
  }],
  ['one draw too few', turn => turn.acts.join(' ') === 'draw draw mark', async () => {
    await hand.act('draw');
    await hand.act('mark');
    await takeBack();
  }],
  ['the wrong player', isPlain, async turn => {
    await someoneElse(names[(names.indexOf(turn.name) + 1) % 5]);
    await hand.act('draw');
    await takeBack();
  }],
  ['a wrong half, cleared', isPlain, async () => {
    await hand.tap('.key[data-number="7"]');
    await hand.tap('[data-key=clear]');
  }],
  ['a knock when the turn has ended', turn => turn.acts.length === 2 && turn.acts[1] === 'knock' && isPlain({ ...turn, acts: turn.acts.slice(0, 1) }), async turn => {
    await act(turn.name, turn.acts[0]);
    await hand.act('knock');
    await takeBack();
  }],
  ['a wrong tile, before its train', isPlain, async turn => {
    const [end, other] = (await wrongTile(turn.at, 'mexican')) ?? [3, 4];
    for (const number of [end, other]) await hand.tap(`.key[data-number="${number}"]`);
  }],
  ['one draw too many', turn => turn.acts[0] === 'draw' && turn.acts[1] !== 'draw', async () => {
    await hand.act('draw');
    await hand.act('draw');
    await takeBack();
  }],
  ['a challenge to the wrong player', turn => /^challenge/.test(turn.acts[0]), async turn => {
    const [, victim] = turn.acts[0].split(' ');
    await act(turn.name, `challenge ${names.find(name => name !== victim && name !== turn.name)}`);
    await takeBack();
  }],
  ['a turn too many, taken out', isPlain, async turn => {
    await hand.act('draw');
    await hand.act('draw');
    await hand.act('mark');
    await lineOpened(`${turn.name}: draw draw mark`);
    await write(() => hand.tap('dialog button', 'Take it out'));
  }],
  ['the round ended too early', () => true, async () => {
    await menu('End the round');
    await hand.tap('.ending button', 'Cancel');
    await page.waitForSelector('.desk-acts button');
  }],
  ['Undo too far', () => true, async () => {
    await write(() => hand.tap('[data-key=undo]'));
    await write(() => hand.tap('[data-key=redo]'));
  }],
];
/** At the end of a round: which round, which slip. */
const countingSlips = {
  0: ['a tile counted that somebody else has', 'a hand counted wrongly, put right in the sheet'],
  1: ['a figure put right where it stands'],
};
const due = slips.map((_, at) => Math.floor(((at + 0.5) * wanted.length) / (slips.length + 1)));

async function slip([what, , does], turn) {
  const begun = hand.count;
  if ((await does(turn)) === false) return false;
  record = await kept(page);
  slipped.push([what, hand.count - begun]);
  return true;
}

async function countTile(name, tile) {
  await hand.tap(`[data-key="left ${name}"]`);
  for (const number of tile.split('-')) await hand.tap(`.ending .key[data-number="${number}"]`);
}
/** All that is left in hands, or the points of it. */
async function counted(at) {
  const round = wanted.slice(0, at).filter(line => /^round /.test(line));
  const label = round[round.length - 1].split(' ')[1];
  const some = countingSlips[round.length - 1] ?? [];
  await page.waitForSelector('.ending');
  const begun = hand.count;
  let slipTaps = 0;
  if (/^score/.test(wanted[at])) {
    const points = names.map(name => new RegExp(`${name} (-?\\d+)`).exec(wanted[at])[1]);
    const seat = points.findIndex(one => one !== '0');
    await hand.tap('.ending button', 'Only points');
    for (const [index, name] of names.entries()) {
      const field = await page.waitForSelector(`[data-key="points ${name}"]`);
      await field.click({ count: 3 });
      await field.type(String(Number(points[index]) + (some.length && index === seat ? 10 : 0)));
    }
    await write(() => hand.tap('[data-key=points-done]'));
    if (some.length) {
      const before = hand.count;
      await figureChanged(label, names[seat], points[seat]);
      slipped.push([some[0], (slipTaps = hand.count - before)]);
    }
    return spend('points of a round', hand.count - begun - slipTaps);
  }
  const left = wanted.slice(at, at + 5).map(line => line.split(':')[1].trim().split(' ').filter(Boolean));
  const most = left.findIndex(tiles => tiles.length === Math.max(...left.map(one => one.length)));
  for (const [seat, tiles] of left.entries()) {
    // The last tile of one is forgotten; tiles are taken out again.
    const mistaken = some.length && seat === most;
    for (const tile of tiles.slice(0, mistaken ? -1 : undefined)) await countTile(names[seat], tile);
    if (mistaken) {
      const before = hand.count;
      const known = new Set([...seenAbout(at), ...left.flat()]);
      const other = ['9-9', '11-8', '10-6', '9-5', '8-3', '7-2', '6-1', '5-0', '11-10', '4-3', '6-6'].find(tile => !known.has(tile));
      await countTile(names[seat], other);
      await hand.tap('.held button', other);
      slipTaps = hand.count - before;
      slipped.push([some[0], slipTaps]);
    }
  }
  const done = hand.count;
  await write(async () => {
    await hand.tap('[data-key=left-done]');
    // The number of tiles does not agree with what was played, which is asked about.
    if (some.length) await hand.tap('dialog button', 'Write it as counted');
  });
  if (some.length) {
    // Written all the same, it is told at once.
    const before = done + 1;
    check((await text(page, '.panel.ruling .what')).includes(`${names[most]} has ${left[most].length} tiles`), 'a hand counted wrongly is told');
    await hand.tap('[data-key=later]');
    await figureChanged(label, names[most], left[most].join(' '));
    // What was put right stands last.
    wanted.splice(at, 5, ...keptLines(record).slice(at, at + 5));
    slipped.push([some[1], hand.count - before]);
    slipTaps += hand.count - before;
  }
  spend('tiles of a round', hand.count - begun - slipTaps);
}

/** To a device that knows nothing of it: by a link, then by a file. */
async function moved(by) {
  const begun = hand.count;
  const before = record;
  troubles.push(...(page.troubles ?? []));
  await hand.tap('[data-key=send]');
  await page.waitForSelector('#share-link');
  const from = device;
  if (by === 'link') {
    const link = await page.$eval('#share-link', one => one.value);
    device = new Device();
    hand.page = page = await device.open(link.slice(link.indexOf('#')));
    await hand.tap('[data-key=go-on]');
  } else {
    const file = await saved(from.browser, () => hand.tap('[data-key=download]'));
    const text = readFileSync(file, 'utf8');
    device = new Device();
    hand.page = page = await device.open('#/table');
    ++hand.count;
    await give(page, folder, 'game.train', text);
  }
  await from.close();
  await page.waitForFunction(() => /^#\/table\/\w/.test(location.hash));
  await ready(page);
  await page.waitForFunction(() => document.documentElement.dataset.busy === 'no' && document.querySelector('.desk-lower > *'));
  record = await kept(page);
  equal(record, before, `the record that came by a ${by}`);
  ++sent;
  spend(`sent by a ${by}`, hand.count - begun);
}

async function begin() {
  page = await device.open('#/rules');
  hand = new Hand(page);
  await page.waitForSelector('.cards li');
  await give(page, folder, 'friday.yaml', rules);
  await page.waitForFunction(() => /rules\/friday/.test(location.hash));
  await ready(page);
  await page.evaluate(() => {
    location.hash = '#/table';
  });
  await ready(page);
  await page.waitForSelector('.names input');
  await tap(page, '.names button', 'Add a player');
  await hand.players(names);
  await page.select('#game-choice', 'friday.yaml');
  await tap(page, 'button.main', 'Begin');
  await page.waitForSelector('[data-key=begin]');
  record = await kept(page);
}

const started = Date.now();
let closed = '';
try {
  await begin();
  let tapped = 0;
  const killAt = Array.from({ length: kills - 1 }, (_, at) => Math.floor(((at + 0.2 + random(60) / 100) * acts) / (kills - 1)));
  const sendAt = [wanted.length / 3, (wanted.length * 2) / 3].map(Math.floor);
  for (;;) {
    const here = placeOf(record);
    if (here.line >= wanted.length) break;
    if (here.acts === 0 && sent < 2 && here.line >= sendAt[sent]) await moved(sent ? 'file' : 'link');
    for (const late of noticed.filter(one => one.at <= here.line && here.acts === 0)) {
      const begun = hand.count;
      noticed = noticed.filter(one => one !== late);
      await late.mend();
      slipped[slipped.length - 1][1] += hand.count - begun;
    }
    const line = wanted[here.line];
    if (/^round /.test(line)) {
      await write(() => hand.tap('[data-key=begin], [data-key=next]', line.split(' ')[1]));
      spend('beginning of a round', 1);
      continue;
    }
    if (/^(left|score)\b/.test(line)) {
      await counted(here.line);
      continue;
    }
    const turn = turnFor(here.line);
    if (here.acts === 0 && noticed.length === 0) {
      const at = slips.findIndex(([, fits], index) => due[index] <= here.line && fits(turn));
      if (at >= 0 && (await slip(slips[at], turn))) {
        slips.splice(at, 1);
        due.splice(at, 1);
        continue;
      }
    }
    const begun = hand.count;
    // It had ended by itself: nothing that is usual was left to be done.
    if (here.isClosed) {
      await write(() => menu(`Add to ${turn.name}`));
      spend('turn added to', hand.count - begun);
      continue;
    }
    const what = turn.acts[here.acts];
    if (what === undefined && (await page.$('.ending'))) {
      await counted(here.line + 1);
      continue;
    }
    if (what === undefined) {
      await hand.act('end');
      record = await kept(page);
      spend('end of a turn', hand.count - begun);
      continue;
    }
    const isLay = layOf(what, turn.name) !== null;
    if (killAt.length && tapped++ >= killAt[0]) {
      killAt.shift();
      hand.fuse = isLay && random(4) ? 3 : 1;
    }
    await struckIn(() => act(turn.name, what), hand.fuse === (isLay ? 3 : 1) && !/knock|challenge/.test(what));
    if (placeOf(record).line > here.line || placeOf(record).acts > here.acts)
      spend(isLay ? 'lay' : what.split(' ')[0], hand.count - begun);
  }
  troubles.push(...(page.troubles ?? []));
  equal(keptLines(record), wanted, 'the record');
  writeFileSync(join(folder, 'tapped.train'), record);
  const [theirs, ours] = [scored('played.train'), scored('tapped.train')];
  equal(ours.totals, theirs.totals, 'the totals of the program');
  equal(
    ours.rounds.map(round => round.players.map(player => player.score)),
    theirs.rounds.map(round => round.players.map(player => player.score)),
    'the points of each round',
  );
  const shown = await page.$$eval('.results b', all => all.map(one => Number(/-?\d+/.exec(one.textContent)[0])));
  equal(shown, theirs.totals, 'the totals on the page');
  const verdict = name => program('validate', name).split('\n')[0].replace(name, '');
  equal(verdict('tapped.train'), verdict('played.train'), 'the verdict');
  closed = await text(page, '.panel h2');
  equal(closed, whole ? 'The match is over' : 'The round is over', 'how it ends');
} catch (error) {
  check(false, error.stack ?? String(error));
  const seen = await page?.evaluate(() => document.body.innerText.replace(/\s+/g, ' ').slice(0, 600)).catch(String);
  console.log(`  seen: ${seen}\n  kept: ${JSON.stringify(record.slice(-300))}\n  slips so far: ${slipped.map(([what]) => what).join('; ')}`);
}
const seconds = (Date.now() - started) / 1000;
await device.close();
await server.close();
rmSync(folder, { recursive: true, force: true, maxRetries: 5 });

const lay = spent.get('lay') ?? { most: 0 };
const slipTaps = slipped.reduce((sum, [, taps]) => sum + taps, 0);
console.log(`  ${wanted.length} lines in ${rounds} rounds, ${hand.count} taps in ${seconds.toFixed(0)} s, ${killed} kills, ${shownBefore} of them behind what was shown`);
for (const [what, { times, taps, most }] of spent) console.log(`  ${what}: ${times} times, ${(taps / times).toFixed(2)} taps, at most ${most}`);
console.log(`  slips: ${slipped.length}, ${slipTaps} taps: ${slipped.map(([what, taps]) => `${what} ${taps}`).join('; ')}`);
check(lost === 0, `what was shown is there behind each kill; lost: ${lost}`);
check(killed === kills, `kills: ${killed}`);
check(slipped.length >= (whole ? 20 : 18), `slips: ${slipped.length}, left: ${slips.map(([what]) => what).join('; ')}`);
check(sent === 2, 'it was sent twice');
check((spent.get('turn added to')?.times ?? 0) > 0 && (spent.get('knock')?.times ?? 0) > 0, 'a knock is added to a turn that ended by itself');
const turns = wanted.filter(line => turnOf(line)).length;
check(hand.count / turns < (whole ? 4.5 : 5.5), `taps a turn: ${(hand.count / turns).toFixed(2)}`);
check(lay.most <= 3, `taps of a lay: ${lay.most}`);
check((spent.get('draw')?.most ?? 9) <= 1 && (spent.get('mark')?.most ?? 9) <= 1, 'taps of a draw, and of a marker');
equal(troubles, [], 'troubles of the pages');
done(`an evening of ${rounds} rounds by taps${kind === 'chromium' ? '' : `, in ${kind}`}`);
