// The script of the page. It holds every position that the data adds up to (page_data.h) and paints one of
// them as picture.cpp paints it: tests/browser compares the two act by act.

#include "replay/views/page_parts.h"

namespace roundhouse::replay {

std::string_view page_script() {
  return R"js('use strict';
(() => {
const game = JSON.parse(document.getElementById('game').textContent);
const by = id => document.getElementById(id);
const text = words => typeof words === 'string' ? words : game.texts[words];
for (const round of game.rounds)
  for (const plan of round.plans) plan.tiles = plan.tiles.map(([x, y, shape]) => [x, y, ...game.shapes[shape]]);
const safe = words => words.replace(/[&<>"']/g, sign => `&#${sign.charCodeAt(0)};`);

// Every position, each sharing with the one before what did not change.
const states = [];
const byPlace = (a, b) => a[2] - b[2] || a[0] - b[0] || a[1] - b[1] || a[3] - b[3];
const sameEnd = (a, b) => !byPlace(a, b);

function changedEnds(ends, changes) {
  const gone = changes.filter(end => end[4] === 2);
  return ends.filter(end => !gone.some(other => sameEnd(end, other)))
    .concat(changes.filter(end => end[4] !== 2)).sort(byPlace);
}

function changedHand(hand, changes) {
  if (!hand) return changes;
  const changed = [...changes, ...hand.slice(changes.length)];
  if (changes.length > 1) {
    const tiles = hand[1].match(/../g) || [];
    for (const [, sign, tile] of changes[1].matchAll(/([+-])(..)/g))
      if (sign === '+') tiles.push(tile); else tiles.splice(tiles.indexOf(tile), 1);
    changed[1] = tiles.sort().join('');
  }
  return changed;
}

let before = {h: {}, e: []};
for (const step of game.steps) {
  if (step.r !== undefined) before = {...before, h: {}, e: []};
  const state = {...before, s: [], k: [], x: null, c: 0, ...step, h: before.h, e: before.e};
  if (step.e) state.e = changedEnds(before.e, step.e);
  if (step.h) {
    state.h = {...before.h};
    for (const seat of Object.keys(step.h)) state.h[seat] = changedHand(before.h[seat], step.h[seat]);
  }
  states.push(state);
  before = state;
}
const last = states.length - 1;
const noted = states.map((state, index) => index).filter(index => states[index].k.length > 0 || states[index].x !== null);

let at = -1;         // the step that is shown
let painted = '';    // round, plan and kind of faces of the picture
let shown = {};      // the state whose parts stand in the page
let numerals = game.numerals === 1;

// The picture.

const table = by('table');
const layer = name => table.querySelector(`[data-layer=${name}]`);

function tile(x, y, angle, inner, outer) {
  const half = (place, number) => numerals
    ? `<use href="#n${number}" transform="translate(${place} 0) rotate(${-angle})"/>`
    : `<use href="#p${number}" x="${place}"/>`;
  return `<g class="tile" transform="translate(${x} ${y}) rotate(${angle})"><use href="#b"/>` +
    `${half(-50, inner)}${half(50, outer)}</g>`;
}

function paintPlan(round, plan, wide) {
  table.setAttribute('viewBox', `0 0 ${plan.w} ${plan.h}`);
  table.style.maxWidth = wide ? `${plan.w / 100 * 26}px` : '';
  const [x, y, radius] = plan.hub;
  const path = (kind, d) => `<path class="${kind}" d="${d}"/>`;
  layer('ground').innerHTML = `<rect class="felt" width="${plan.w}" height="${plan.h}" rx="30"/>` +
    plan.lanes.map(lane => `<rect class="lane" x="${lane[8] - 16}" y="${lane[9] - 4}" width="${lane[10] + 32}"` +
      ` height="${lane[11] + 24}" rx="24"/>`).join('') +
    ['ties', 'rails', 'bed'].map(kind => plan.lanes.map(lane => path(kind, lane[12])).join('')).join('') +
    `<circle class="pit" cx="${x}" cy="${y}" r="${radius - 10}"/>` +
    `<rect class="bridge" x="${x - radius + 14}" y="${y - 62}" width="${2 * radius - 28}" height="124" rx="10"/>`;
  layer('joints').innerHTML = '';
  layer('names').innerHTML = plan.lanes.map(lane => `<text class="name${lane[1] ? ' left' : ''}" x="${lane[2]}"` +
    ` y="${lane[3]}">${safe(short(round.trains[lane[0]][0]))}</text>`).join('');
  layer('engine').innerHTML = round.engine ? tile(x, y, plan.hub[3], round.engine[1], round.engine[0]) : '';
  layer('tiles').innerHTML = '';
}

function jointOf(place) {
  let d = '';
  for (let i = 5; i < place.length; i += 2) d += `${i > 5 ? 'L' : 'M'}${place[0] + place[i]} ${place[1] + place[i + 1]}`;
  return `<path class="joint" d="${d}"/>`;
}

/// A round begins with an empty table: tiles are made when they are first seen, so that no step has to wait for
/// all of them.
function layUpTo(count, round, plan) {
  const made = layer('tiles').children.length;
  if (made >= count) return;
  const fresh = plan.tiles.slice(made, count);
  layer('joints').insertAdjacentHTML('beforeend', fresh.map(jointOf).join(''));
  layer('tiles').insertAdjacentHTML('beforeend', fresh.map((place, index) =>
    tile(place[0], place[1], place[2], round.tiles[made + index][1], round.tiles[made + index][2])).join(''));
}

function short(name) {
  const letters = [...name];
  return letters.length > 24 ? letters.slice(0, 24).join('') + '…' : name;
}

function exitOf(place, exit) {
  const ahead = (place[2] === 90 || place[2] === 0 ? 1 : -1) * (exit % 2 ? -1 : 1) * 100;
  const beside = (exit >> 1) % 2 * 36;
  return place[2] % 180 ? [place[0] + beside, place[1] + ahead] : [place[0] + ahead, place[1] + beside];
}

const frame = '<rect x="-98" y="-48" width="196" height="96" rx="13"/>';

function marksOf(state, plan) {
  let made = '';
  const over = place => `transform="translate(${place[0]} ${place[1]}) rotate(${place[2]})"`;
  if (state.n > 0) made += `<g class="newest" ${over(plan.tiles[state.n - 1])}>${frame}</g>`;
  for (const [index, covers] of state.d) {
    const place = index < 0 ? [plan.hub[0], plan.hub[1], plan.hub[3]] : plan.tiles[index];
    made += `<g class="owed" ${over(place)}>${frame}` + (covers === 1 ? '' :
      `<circle r="30"/><text transform="rotate(${-place[2]})" y="15">${covers}</text>`) + '</g>';
  }
  for (const [kind, index, train, exit, marked] of state.e) {
    let point;
    if (kind === 0) {
      const lane = plan.lanes.find(one => one[0] === train);
      point = [lane[6], lane[7]];
      made += `<rect class="place" x="${lane[1] ? lane[4] - 198 : lane[4] + 2}" y="${lane[5] - 48}" width="196"` +
        ' height="96" rx="13"/>';
    } else {
      const place = plan.tiles[index];
      point = kind === 2 ? exitOf(place, exit) : [place[0] + place[3], place[1] + place[4]];
      if (kind === 2 && !marked) made += `<circle class="open-side" cx="${point[0]}" cy="${point[1]}" r="17"/>`;
    }
    if (marked) made += `<use class="marker-sign" href="#m" x="${point[0]}" y="${point[1]}"/>`;
  }
  return made;
}

/// The first so many are seen.
function showFirst(nodes, count) {
  for (let i = 0; i < nodes.length; ++i)
    if (nodes[i].hasAttribute('display') === i < count)
      i < count ? nodes[i].removeAttribute('display') : nodes[i].setAttribute('display', 'none');
}

function paint(state) {
  const round = game.rounds[state.r];
  const wide = table.parentElement.clientWidth >= 620 || print.matches;
  const plan = round.plans[wide ? 1 : 0];
  const key = `${state.r} ${wide} ${numerals}`;
  if (painted !== key) paintPlan(round, plan, wide);
  painted = key;
  layUpTo(state.n, round, plan);
  showFirst(layer('tiles').children, state.n);
  const joints = layer('joints').children;
  for (let i = 0; i < joints.length; ++i)
    joints[i].setAttribute('display', i < state.n && plan.tiles[i].length > 5 ? 'inline' : 'none');
  layer('engine').setAttribute('display', state.g ? 'inline' : 'none');
  layer('marks').innerHTML = marksOf(state, plan);
  const lanes = layer('ground').querySelectorAll('.lane');
  const names = layer('names').children;
  plan.lanes.forEach((lane, index) => {
    const turn = state.t >= 0 && round.trains[lane[0]][1] === state.t;
    lanes[index].classList.toggle('turn', turn);
    names[index].classList.toggle('turn', turn);
  });
}

// The texts around the picture.

function tableText(state) {
  const round = game.rounds[state.r];
  if (!state.g) return 'No engine lies on the table.';
  let text = `The engine is the ${round.engine[0]}-${round.engine[1]}.`;
  round.trains.forEach(([name], train) => {
    const lies = [];
    for (let i = 0; i < state.n; ++i)
      if (round.tiles[i][0] === train) lies.push(` ${round.tiles[i][3] ? 'at a side ' : ''}${round.tiles[i][1]}-${round.tiles[i][2]}`);
    text += ` ${name}:${lies.length ? lies.join(',') : ' not started'}`;
    for (const end of state.e) if (end[2] === train && end[4]) text += ', marked';
    for (const [index] of state.d)
      if (index >= 0 && round.tiles[index][0] === train)
        text += `, the ${round.tiles[index][1]}-${round.tiles[index][2]} is to be covered`;
    text += '.';
  });
  return text;
}

function halves(known) {
  const number = letter => '0123456789abcdefghi'.indexOf(letter);
  const tiles = [];
  for (let i = 0; i < known.length; i += 2) tiles.push([number(known[i]), number(known[i + 1])]);
  return tiles;
}

function handOf(name, hand, turn) {
  const [count, known, points, total, facts] = hand;
  const tiles = halves(known);
  const unknown = Math.max(0, count - tiles.length);
  const words = [`${count} ${count === 1 ? 'tile' : 'tiles'}`];
  if (points !== null) words.push(`${points} ${points === 1 ? 'point' : 'points'}`);
  if (total !== null && total !== 0) words.push(`before this round ${total}`);
  for (const fact of facts) words.push(text(fact));
  const said = tiles.map(([a, b]) => `${a}-${b}`).join(' ');
  const mini = inside => `<svg class="mini" viewBox="-104 -54 208 108">${inside}</svg>`;
  return `<h2>${turn ? '<span class="hand" aria-hidden="true">▶</span> ' : ''}${safe(name)}` +
    `${turn ? ' <span class="whose">has the turn</span>' : ''}</h2><p>${safe(words.join(', '))}</p>` +
    (count ? `<p class="tiles"><span class="unseen">${said}${unknown ? ` and ${unknown} unknown` : ''}</span>` +
      `<span aria-hidden="true">${tiles.map(([a, b]) => mini(tile(0, 0, 0, a, b))).join('')}` +
      `${unknown ? `${mini('<use href="#k"/>')}<span class="times">×${unknown}</span>` : ''}</span></p>` : '');
}

let shownHands = [];  // by seat, what its part of the page was made of

/// An act changes three hands at most; a round begins with all of them, and those wait for the next frames.
function showHands(most) {
  const state = states[at];
  const list = by('players').children;
  for (const [seat, name] of game.rounds[state.r].players.entries()) {
    const hand = state.h[seat];
    const turn = state.t === seat;
    const is = shownHands[seat];
    if (is && is.hand === hand && is.turn === turn) continue;
    if (most-- === 0) {
      requestAnimationFrame(() => showHands(3));
      return;
    }
    shownHands[seat] = {hand, turn};
    list[seat].className = turn ? 'turn' : '';
    list[seat].innerHTML = handOf(name, hand, turn);
  }
}

const kinds = {illegal: 'Illegal', allowed: 'Let stand', undecided: 'Undecided', advice: 'Advice'};
const noteOf = ([kind, index]) => `<p class="note ${kind}"><strong>${kinds[kind]}:</strong> ${safe(text(index))}</p>`;

/// The act; at the end of a turn all its acts.
function actsOf(step) {
  let first = step;
  if (states[step].c)
    while (first > 0 && states[first - 1].p === states[step].p && states[first - 1].r === states[step].r &&
           !states[first - 1].c) --first;
  return states.slice(first, step + 1);
}

function describe(state) {
  const round = game.rounds[state.r];
  if (state.r !== shown.r) {
    by('round').value = state.r;
    by('stage').classList.toggle('many', round.players.length > 5);
  }
  by('place').textContent = text(state.p);
  by('written').textContent = text(state.w);
  const acts = actsOf(at);
  by('sentences').innerHTML = acts.flatMap(act => act.s).map(index => `<span>${safe(text(index))}</span> `).join('') +
    acts.flatMap(act => act.k).map(noteOf).join('') +
    (state.x === null ? '' : `<p class="note illegal"><strong>The record cannot be carried on from here:</strong> ${safe(text(state.x))}.</p>`);
  by('boneyard').textContent = `Boneyard: ${state.b}`;
  if (state.f !== shown.f) by('facts').innerHTML = state.f.map(index => `<li>${safe(text(index))}</li>`).join('');
  if (state.r !== shown.r) by('players').innerHTML = round.players.map(() => '<li></li>').join('');
  if (state.r !== shown.r || shown.faces !== numerals) shownHands = [];
  showHands(3);
  if (by('words').open) by('spoken').textContent = tableText(state);
  by('slider').value = at;
  by('slider').setAttribute('aria-valuetext', `${text(state.p)}, step ${at + 1} of ${last + 1}`);
  by('count').textContent = `${at + 1} / ${last + 1}`;
  for (const [id, off] of [['first', at === 0], ['act-back', at === 0], ['turn-back', at === 0], ['turn-on', at === last],
                           ['act-on', at === last], ['end', at === last]])
    by(id).setAttribute('aria-disabled', off);
}

function show(step) {
  const to = Math.max(0, Math.min(last, step));
  if (to === at) return;
  at = to;
  draw();
}

function draw() {
  const state = states[at];
  paint(state);
  describe(state);
  shown = {...state, faces: numerals};
}

// Going about.

const turnOn = () => { let to = at + 1; while (to < last && !states[to].c) ++to; show(to); };
const turnBack = () => { let to = at - 1; while (to > 0 && !states[to].c) --to; show(to); };
function roundOn() {
  const next = game.rounds[states[at].r + 1];
  show(next ? next.first : last);
}
function roundBack() {
  const here = game.rounds[states[at].r];
  show(here.first < at || states[at].r === 0 ? here.first : game.rounds[states[at].r - 1].first);
}
const noteOn = () => { const to = noted.find(index => index > at); if (to !== undefined) show(to); };
const noteBack = () => { const to = noted.filter(index => index < at).pop(); if (to !== undefined) show(to); };

const ways = {
  'first': () => show(0), 'round-back': roundBack, 'turn-back': turnBack, 'act-back': () => show(at - 1),
  'act-on': () => show(at + 1), 'turn-on': turnOn, 'round-on': roundOn, 'end': () => show(last),
  'note-back': noteBack, 'note-on': noteOn,
  'faces': () => {
    numerals = !numerals;
    by('faces').setAttribute('aria-pressed', numerals);
    draw();
  },
  'help-open': () => by('help').showModal(),
};
const keys = {
  ArrowRight: 'act-on', l: 'act-on', ArrowLeft: 'act-back', h: 'act-back', j: 'turn-on', k: 'turn-back',
  ArrowDown: 'turn-on', ArrowUp: 'turn-back', n: 'round-on', p: 'round-back', g: 'first', G: 'end', Home: 'first', End: 'end',
  ']': 'note-on', '[': 'note-back', d: 'faces', '?': 'help-open',
};
for (const id of Object.keys(ways)) by(id).addEventListener('click', ways[id]);
document.addEventListener('keydown', event => {
  if (event.ctrlKey || event.altKey || event.metaKey || by('help').open) return;
  // Sliders and lists have arrows of their own.
  const named = /^(Arrow|Home|End)/.test(event.key);
  if (named && /^(INPUT|SELECT)$/.test(event.target.tagName)) return;
  if (event.target.tagName === 'SELECT') return;
  // Up and down scroll where the page is longer than the screen.
  if (/^Arrow(Up|Down)$/.test(event.key) && document.documentElement.scrollHeight > innerHeight) return;
  const way = keys[event.key];
  if (!way) return;
  event.preventDefault();
  ways[way]();
});
by('slider').max = last;
by('slider').addEventListener('input', () => show(Number(by('slider').value)));
by('round').innerHTML = game.rounds.map((round, index) => `<option value="${index}">${safe(round.label)}</option>`).join('');
by('round').addEventListener('change', () => show(game.rounds[by('round').value].first));
by('words').addEventListener('toggle', () => { if (by('words').open) by('spoken').textContent = tableText(states[at]); });
by('faces').setAttribute('aria-pressed', numerals);

// The findings, each a way to its act.
const findings = [];
noted.forEach(index => {
  for (const [kind, words] of states[index].k) findings.push([index, kinds[kind], words, kind]);
  if (states[index].x !== null) findings.push([index, 'Ends', states[index].x, 'illegal']);
});
by('findings-box').hidden = findings.length === 0;
for (const id of ['note-back', 'note-on']) by(id).hidden = findings.length === 0;
by('findings-count').textContent = findings.length === 1 ? '1 finding' : `${findings.length} findings`;
by('findings').innerHTML = findings.map(([index, kind, words, style]) =>
  `<li><button type="button" class="${style}" data-step="${index}"><strong>${safe(text(states[index].p))}</strong> ${kind}: ` +
  `${safe(text(words))}</button></li>`).join('');
by('findings').addEventListener('click', event => {
  const button = event.target.closest('button');
  if (button) show(Number(button.dataset.step));
});

const print = matchMedia('print');
print.addEventListener('change', () => paint(states[at]));
addEventListener('beforeprint', () => { if (at >= 0) showHands(Infinity); });
new ResizeObserver(() => { if (at >= 0) paint(states[at]); }).observe(table.parentElement);
function begin() {
  // page.html#9.2 opens at that turn.
  const wish = decodeURIComponent(location.hash.slice(1));
  const found = wish === '' ? -1 : states.findIndex(state => text(state.p) === wish && state.c);
  show(found >= 0 ? found : game.start);
}
addEventListener('hashchange', begin);
if (last >= 0) begin();
document.documentElement.dataset.ready = 'yes';
})();
)js";
}

}  // namespace roundhouse::replay
