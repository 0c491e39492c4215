// The page of a game: goes from act to act and shows each. What stands where is in replay.html and replay.css.

import { inWords, numeralsFrom, Picture, safe } from '../table/paint';
import type { Plan } from '../table/plan';
import { squeezed } from '../table/squeeze';
import { flagsOf } from './flags';
import { Game, type Note, type State } from './game';
import { Hands } from './hands';
import { kinds, Moves } from './moves';
import { sheetOf } from './sheet';

const by = <Kind extends HTMLElement = HTMLElement>(id: string): Kind => document.getElementById(id) as Kind;
const record = by<HTMLTemplateElement>('record').content.textContent ?? '';
const game = new Game(JSON.parse(by('game').textContent ?? ''), record);
const picture = new Picture(document.querySelector<SVGSVGElement>('#table')!);
const felt = by('picture');
const hands = new Hands(game, by('players'), by('hand'));
const moves = new Moves(game, by('moves'), by('filters'), step => show(step));
const still = matchMedia('(prefers-reduced-motion: reduce)');
const print = matchMedia('print');
const noted = [...new Set(moves.findings.map(one => one.step))].sort((a, b) => a - b);

let at = -1;
let numerals = game.numerals;
let player: number | undefined;  // the timer while the game plays by itself
hands.current = () => game.states[at];

// The picture.

const isWide = (): boolean => felt.clientWidth >= 620 || print.matches;

/** The table has all of its place; where tiles would be too small it is scrolled. */
function fit(width: number, height: number): void {
  const room = { w: felt.clientWidth, h: felt.clientHeight };
  const least = isWide() ? 0.16 : Math.min(room.w / width, 0.2);
  const scale = Math.max(Math.min(room.w / width, room.h / height), least);
  const { style } = picture.svg;
  style.width = `${Math.floor(Math.min(width * scale, Math.max(room.w, width * least)))}px`;
  style.height = `${Math.floor(height * scale)}px`;
}

/** A shade at the lower edge says that the table goes on below. */
function showMore(): void {
  felt.classList.toggle('more', felt.scrollTop + felt.clientHeight < felt.scrollHeight - 4);
}
felt.addEventListener('scroll', showMore, { passive: true });
/** So does a word at the lower edge of what is said. */
function saysMore(): void {
  const now = by('now');
  now.classList.toggle('more', now.scrollTop + now.clientHeight < now.scrollHeight - 24);
}
by('now').addEventListener('scroll', saysMore, { passive: true });

/** Scrolls the table, if it has to be, to the tile that was laid last. */
function followTile(state: State): void {
  if (felt.scrollHeight <= felt.clientHeight && felt.scrollWidth <= felt.clientWidth) return;
  // Its mark, as the tile may still be on its way.
  const box = picture.svg.querySelector(state.n > 0 ? '.newest rect' : '[data-layer=engine]')?.getBoundingClientRect();
  if (!box || box.width === 0) return;
  const view = felt.getBoundingClientRect();
  const margin = 24;
  if (box.top < view.top + margin) felt.scrollTop -= view.top + margin - box.top;
  if (box.bottom > view.bottom - margin) felt.scrollTop += box.bottom - view.bottom + margin;
  if (box.left < view.left + margin) felt.scrollLeft -= view.left + margin - box.left;
  if (box.right > view.right - margin) felt.scrollLeft += box.right - view.right + margin;
}

/** A tile comes from the hand to its train. */
function fly(state: State, before: State | undefined): void {
  if (still.matches || !before || before.r !== state.r || state.n !== before.n + 1) return;
  const tile = picture.tile(state.n - 1);
  const from = by('hand').getBoundingClientRect();
  const to = tile?.getBoundingClientRect();
  if (!tile || !to || to.width === 0 || typeof tile.animate !== 'function') return;
  const place = tile.getAttribute('transform') ?? '';
  const scale = to.width / ((tile as SVGGraphicsElement).getBBox().width || 1);
  const dx = (from.left + 60 - to.left) / scale;
  const dy = (from.top - to.top) / scale;
  const css = (text: string): string => text.replace(/translate\(([-\d.]+) ([-\d.]+)\)/, 'translate($1px, $2px)')
    .replace(/rotate\(([-\d.]+)\)/, 'rotate($1deg)');
  tile.animate([{ transform: `translate(${dx}px, ${dy}px) ${css(place)}` }, { transform: css(place) }],
    { duration: 200, easing: 'ease-out' });
}

/** On a phone that it does not fit, without rows that are still empty; `data-whole` asks for all of it. */
function planFor(state: State): Plan {
  const round = game.rounds[state.r];
  if (isWide()) return round.plans[1];
  const [plan] = round.plans;
  const fits = plan.h * felt.clientWidth <= felt.clientHeight * plan.w;
  return fits || 'whole' in document.documentElement.dataset ? plan : squeezed(round, plan, state.n);
}

function paint(state: State): void {
  const round = game.rounds[state.r];
  const plan = planFor(state);
  fit(plan.w, plan.h);
  picture.paint(round, plan, state, numerals ? 0 : numeralsFrom(plan, isWide()));
  by('flags').innerHTML = flagsOf(game, at, plan);
  crop(plan);
}

/** On paper the picture is of what lies on the table, without the room for what comes. */
function crop({ w, h, hub }: Plan): void {
  const { svg } = picture;
  let [left, top, right, bottom] = print.matches ? [hub[0] - hub[2], hub[1] - hub[2], hub[0] + hub[2], hub[1] + hub[2]] : [0, 0, w, h];
  if (print.matches)
    for (const layer of svg.querySelectorAll<SVGGElement>(':scope > g:not([data-layer=ground])')) {
      const { x, y, width, height } = layer.getBBox();
      if (width === 0) continue;
      [left, top, right, bottom] = [Math.min(left, x - 20), Math.min(top, y - 20), Math.max(right, x + width + 20), Math.max(bottom, y + height + 20)];
    }
  svg.setAttribute('viewBox', `${left} ${top} ${right - left} ${bottom - top}`);
  // No tile is longer than two centimetres.
  svg.style.maxWidth = print.matches ? `${(right - left) / 10}mm` : '';
}

// The texts around it.

const noteOf = ([kind, words]: Note): string =>
  `<p class="note ${kind}"><strong>${kinds[kind]}:</strong> ${safe(game.text(words))}</p>`;

/** The act; at the end of a turn all its acts. */
function describe(state: State): void {
  by('place').textContent = game.text(state.p);
  by('written').textContent = game.written(state);
  const acts = game.states.slice(state.c ? game.lineOf(at) : at, at + 1);
  const all = acts.flatMap(act => act.k);
  const notes = (fouls: boolean): string => all.filter(note => (note[0] === 'illegal') === fouls).map(noteOf).join('');
  // Findings come before the acts, and say themselves what was done.
  const fouls = all.filter(note => note[0] === 'illegal').map(note => game.text(note[1]));
  const deeds = acts.flatMap(act => act.s).map(words => game.text(words)).filter(deed => !fouls.some(foul => foul.startsWith(deed)));
  by('sentences').innerHTML = notes(true) + '<p>' + deeds.map(deed => `<span>${safe(deed)}</span> `).join('') + '</p>' + notes(false) +
    (state.x === null ? '' : `<p class="note illegal"><strong>The record cannot be carried on from here:</strong> ${safe(game.text(state.x))}.</p>`);
  by('now').scrollTop = 0;
  saysMore();
  by('boneyard').textContent = `Boneyard ${state.b}`;
  by('facts').innerHTML = state.f.map(words => `<li>${safe(game.text(words))}</li>`).join('');
  if (by<HTMLDetailsElement>('words').open) by('spoken').textContent = inWords(game.rounds[state.r], state);
  const slider = by<HTMLInputElement>('slider');
  slider.value = String(at);
  slider.setAttribute('aria-valuetext', `${game.text(state.p)}, step ${at + 1} of ${game.last + 1}`);
  by('count').textContent = `${at + 1} / ${game.last + 1}`;
  by<HTMLSelectElement>('round').value = String(state.r);
  const off: [string, boolean][] = [['first', at === 0], ['act-back', at === 0], ['turn-back', at === 0],
    ['round-back', at === 0], ['turn-on', at === game.last], ['act-on', at === game.last],
    ['round-on', at === game.last], ['end', at === game.last]];
  for (const [id, is] of off) by(id).setAttribute('aria-disabled', String(is));
}

/** `9.2` where a turn is shown whole, `9.2~1` behind its first act. */
function nameOf(step: number): string {
  const place = game.text(game.states[step].p);
  return game.states[step].c ? place : `${place}~${step - game.lineOf(step) + 1}`;
}

function draw(before?: State): void {
  const state = game.states[at];
  paint(state);
  describe(state);
  hands.show(state, numerals, 3);
  moves.show(at);
  followTile(state);
  showMore();
  fly(state, before);
}

function show(step: number): void {
  const to = Math.max(0, Math.min(game.last, step));
  if (to === at) return;
  const before = at >= 0 && to === at + 1 ? game.states[at] : undefined;
  at = to;
  draw(before);
  addressLater();
}

// A browser allows only so many changes of the address.
let addressTimer: number | undefined;
function addressLater(): void {
  clearTimeout(addressTimer);
  addressTimer = window.setTimeout(() => history.replaceState(null, '', `#${encodeURIComponent(nameOf(at))}`), 250);
}

// Going about.

function roundOn(): void {
  const next = game.rounds[game.states[at].r + 1];
  show(next ? next.first : game.last);
}
function roundBack(): void {
  const { r } = game.states[at];
  show(game.rounds[r].first < at || r === 0 ? game.rounds[r].first : game.rounds[r - 1].first);
}
function noteOn(): void {
  const to = noted.find(step => step > at);
  if (to !== undefined) show(to);
}
function noteBack(): void {
  const to = noted.filter(step => step < at).pop();
  if (to !== undefined) show(to);
}

function pause(): void {
  clearInterval(player);
  player = undefined;
  by('play').setAttribute('aria-pressed', 'false');
}
function playOrPause(): void {
  if (player !== undefined) return pause();
  by('play').setAttribute('aria-pressed', 'true');
  if (at === game.last) show(0);
  player = window.setInterval(() => {
    if (at === game.last || document.hidden) pause();
    else show(at + 1);
  }, 1200);
}

// Taking along.

function tell(words: string): void { by('told').textContent = words; }
async function copy(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    tell(`${what} copied`);
  } catch {
    tell(`${what} could not be copied`);
  }
}
function save(text: string, name: string, type: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
/** The table as it is shown, as a picture that stands alone. */
function pictureFile(): string {
  const copyOf = picture.svg.cloneNode(true) as SVGSVGElement;
  const { w, h } = planFor(game.states[at]);
  copyOf.setAttribute('width', String(Math.round(w / 4)));
  copyOf.setAttribute('height', String(Math.round(h / 4)));
  const style = document.createElementNS(copyOf.namespaceURI, 'style');
  style.textContent = by('table-style').textContent;
  copyOf.prepend(style, document.querySelector('#shapes defs')!.cloneNode(true));
  return new XMLSerializer().serializeToString(copyOf);
}

const ways: Record<string, () => void> = {
  'first': () => show(0), 'round-back': roundBack, 'turn-back': () => show(game.turnBack(at)), 'act-back': () => show(at - 1),
  'act-on': () => show(at + 1), 'turn-on': () => show(game.turnOn(at)), 'round-on': roundOn, 'end': () => show(game.last),
  'note-back': noteBack, 'note-on': noteOn, 'play': playOrPause,
  'faces': () => {
    numerals = !numerals;
    by('faces').setAttribute('aria-pressed', String(numerals));
    draw();
  },
  'copy-link': () => { void copy(`${location.href.split('#')[0]}#${encodeURIComponent(nameOf(at))}`, 'Link'); },
  'copy-position': () => { void copy(game.recordTo(at), 'Position'); },
  'save-picture': () => save(pictureFile(), 'table.svg', 'image/svg+xml'),
  'save-record': () => save(record, 'game.train', 'text/plain'),
  'help-open': () => by<HTMLDialogElement>('help').showModal(),
};
const keys: Record<string, string> = {
  ArrowRight: 'act-on', l: 'act-on', ArrowLeft: 'act-back', h: 'act-back', j: 'turn-on', k: 'turn-back',
  ArrowDown: 'turn-on', ArrowUp: 'turn-back', n: 'round-on', p: 'round-back', g: 'first', G: 'end', Home: 'first', End: 'end',
  ']': 'note-on', '[': 'note-back', d: 'faces', '?': 'help-open', ' ': 'play', c: 'copy-link', o: 'copy-position',
};

for (const id of Object.keys(ways))
  by(id)?.addEventListener('click', () => {
    if (id !== 'play') pause();
    ways[id]();
  });
document.addEventListener('keydown', event => {
  if (event.ctrlKey || event.altKey || event.metaKey || by<HTMLDialogElement>('help').open) return;
  const target = event.target as Element;
  // Sliders and lists have arrows of their own, buttons their space.
  const named = /^(Arrow|Home|End)/.test(event.key);
  if (named && /^(INPUT|SELECT)$/.test(target.tagName)) return;
  if (target.tagName === 'SELECT' || (event.key === ' ' && /^(BUTTON|SUMMARY|INPUT)$/.test(target.tagName))) return;
  const way = keys[event.key];
  if (!way) return;
  event.preventDefault();
  if (way !== 'play') pause();
  ways[way]();
});

// A swipe to the left is one act on.
let touch: { x: number; y: number } | null = null;
felt.addEventListener('touchstart', event => {
  touch = event.touches.length === 1 ? { x: event.touches[0].clientX, y: event.touches[0].clientY } : null;
}, { passive: true });
felt.addEventListener('touchend', event => {
  const end = event.changedTouches[0];
  if (!touch || !end) return;
  const dx = end.clientX - touch.x;
  if (Math.abs(dx) > 50 && Math.abs(dx) > 2 * Math.abs(end.clientY - touch.y)) show(dx < 0 ? at + 1 : at - 1);
}, { passive: true });

// Controls that depend on the game.

by<HTMLInputElement>('slider').max = String(game.last);
by('slider').addEventListener('input', () => { pause(); show(Number(by<HTMLInputElement>('slider').value)); });
by('round').innerHTML = game.rounds.map((round, index) => `<option value="${index}">${safe(round.label)}</option>`).join('');
by('round').addEventListener('change', () => show(game.rounds[Number(by<HTMLSelectElement>('round').value)].first));
by('words').addEventListener('toggle', () => { by('spoken').textContent = inWords(game.round(at), game.states[at]); });
by('faces').setAttribute('aria-pressed', String(numerals));
for (const id of ['note-back', 'note-on']) by(id).hidden = noted.length === 0;
const spot = (step: number, kind: string): string =>
  `<i class="${kind}" style="--at:${(100 * step / Math.max(1, game.last)).toFixed(2)}%"></i>`;
by('ticks').innerHTML = game.rounds.slice(1).map(round => spot(round.first, 'begins')).join('') +
  moves.findings.filter(one => one.kind !== 'advice' && one.kind !== 'better').map(one => spot(game.endOfLine(one.step), one.kind)).join('');
for (const id of ['save-record', 'copy-position']) by(id).hidden = record === '';
by('seen').hidden = game.view !== '' || game.rounds.length === 0;
if (game.rounds.length > 0)
  by('seat').innerHTML = '<option value="-1">of all</option>' +
    game.rounds[0].players.map((name, seat) => `<option value="${seat}">of ${safe(name)}</option>`).join('');
by('seat').addEventListener('change', () => {
  hands.seen = Number(by<HTMLSelectElement>('seat').value);
  hands.show(game.states[at], numerals, Infinity);
});
by('sheet').innerHTML = sheetOf(game);

print.addEventListener('change', () => { if (at >= 0) paint(game.states[at]); });
addEventListener('beforeprint', () => { if (at >= 0) hands.show(game.states[at], numerals, Infinity); });
new ResizeObserver(() => { if (at >= 0) { paint(game.states[at]); followTile(game.states[at]); } }).observe(felt);

/** The step that the address names. Of one that names none the reader is told. */
function begin(): void {
  const wish = decodeURIComponent(location.hash.slice(1));
  if (at >= 0 && wish === nameOf(at)) return;
  const [place, act] = wish.split('~');
  const end = game.states.findIndex(state => game.text(state.p) === place && state.c === 1);
  if (wish !== '' && end < 0) tell(`there is no turn ${place} in this game`);
  by('told').classList.toggle('unseen', wish === '' || end >= 0);
  if (end < 0) return show(at < 0 ? game.start : at);
  show(act ? Math.min(game.lineOf(end) + Number(act) - 1, end) : end);
}
addEventListener('hashchange', begin);
if (game.last >= 0) begin();
document.documentElement.dataset.ready = 'yes';
