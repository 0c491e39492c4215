// Paints a position as picture.cpp does; tests/browser compares the two act by act. The shapes that it uses stand
// in the page as #b (a tile), #p9 (nine pips), #n9 (the numeral), #k (a back), #m (a marker).

import type { Plan, Position, Table, TilePlace } from './plan';

export const safe = (words: string): string => words.replace(/[&<>"']/g, sign => `&#${sign.charCodeAt(0)};`);

/** The outline of a tile, for marks. */
export const outline = '<rect x="-98" y="-48" width="196" height="96" rx="13"/>';

/** So many pips and more are written as numerals; with 0 all, with `never` none. */
export type NumeralsFrom = number;
export const never: NumeralsFrom = 99;
/** More than ten pips are grey texture on a tile of less than sixty pixels. */
export function numeralsFrom(plan: Plan, wide: boolean): NumeralsFrom {
  return !wide || Math.min(1010 / plan.w, 640 / plan.h) * 200 < 60 ? 11 : never;
}

export function tile(x: number, y: number, angle: number, inner: number, outer: number, numerals: NumeralsFrom): string {
  const half = (place: number, number: number): string => number >= numerals
    ? `<use href="#n${number}" transform="translate(${place} 0) rotate(${-angle})"/>`
    : `<use href="#p${number}" x="${place}"/>`;
  return `<g class="tile" transform="translate(${x} ${y}) rotate(${angle})"><use href="#b"/>` +
    `${half(-50, inner)}${half(50, outer)}</g>`;
}

function shortened(name: string): string {
  const letters = [...name];
  return letters.length > 24 ? letters.slice(0, 24).join('') + '…' : name;
}

function joint(place: TilePlace): string {
  let d = '';
  for (let i = 5; i < place.length; i += 2) d += `${i > 5 ? 'L' : 'M'}${place[0] + place[i]} ${place[1] + place[i + 1]}`;
  return `<path class="joint" d="${d}"/>`;
}

/** The middle of the short edge at this side of a double. */
export function exitOf(place: TilePlace, exit: number): [number, number] {
  const ahead = (place[2] === 90 || place[2] === 0 ? 1 : -1) * (exit % 2 ? -1 : 1) * 100;
  const beside = (exit >> 1) % 2 * 36;
  return place[2] % 180 ? [place[0] + beside, place[1] + ahead] : [place[0] + ahead, place[1] + beside];
}

const over = (place: number[]): string => `transform="translate(${place[0]} ${place[1]}) rotate(${place[2]})"`;

function marks(position: Position, plan: Plan): string {
  let made = '';
  if (position.n > 0) made += `<g class="newest" ${over(plan.tiles[position.n - 1])}>${outline}</g>`;
  for (const [index, covers] of position.d) {
    const place = index < 0 ? [plan.hub[0], plan.hub[1], plan.hub[3]] : plan.tiles[index];
    made += `<g class="owed" ${over(place)}>${outline}` + (covers === 1 ? '' :
      `<circle r="30"/><text transform="rotate(${-place[2]})" y="15">${covers}</text>`) + '</g>';
  }
  for (const [kind, index, train, exit, marked] of position.e) {
    let point: [number, number];
    if (kind === 0) {
      const lane = plan.lanes.find(one => one[0] === train);
      if (!lane) continue;
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

/** The first so many are seen. */
function showFirst(nodes: HTMLCollection, count: number): void {
  for (let i = 0; i < nodes.length; ++i)
    if (nodes[i].hasAttribute('display') === i < count) {
      if (i < count) nodes[i].removeAttribute('display');
      else nodes[i].setAttribute('display', 'none');
    }
}

/** A picture that goes from position to position and changes only what differs. */
export class Picture {
  private round: Table | null = null;
  private plan: Plan | null = null;
  private numerals: NumeralsFrom = never;

  constructor(readonly svg: SVGSVGElement) {}

  private layer(name: string): Element {
    return this.svg.querySelector(`[data-layer=${name}]`)!;
  }

  paint(table: Table, plan: Plan, position: Position, numerals: NumeralsFrom): void {
    if (table !== this.round || plan !== this.plan || numerals !== this.numerals) this.begin(table, plan, numerals);
    this.layUpTo(position.n);
    showFirst(this.layer('tiles').children, position.n);
    const joints = this.layer('joints').children;
    for (let i = 0; i < joints.length; ++i)
      joints[i].setAttribute('display', i < position.n && plan.tiles[i].length > 5 ? 'inline' : 'none');
    this.layer('engine').setAttribute('display', position.g ? 'inline' : 'none');
    this.layer('marks').innerHTML = marks(position, plan);
    const lanes = this.layer('ground').querySelectorAll('.lane');
    const names = this.layer('names').children;
    plan.lanes.forEach((lane, index) => {
      const [name, owner] = table.trains[lane[0]];
      const lit = position.t >= 0 && owner === position.t;
      lanes[index].classList.toggle('turn', lit);
      names[index].classList.toggle('turn', lit);
      const label = (lit ? '▶ ' : '') + shortened(name);
      if (names[index].textContent !== label) names[index].textContent = label;
    });
  }

  /** The tile that was laid as the index-th of the round. */
  tile(index: number): Element | undefined {
    return this.layer('tiles').children[index];
  }

  private begin(table: Table, plan: Plan, numerals: NumeralsFrom): void {
    this.round = table;
    this.plan = plan;
    this.numerals = numerals;
    this.svg.setAttribute('viewBox', `0 0 ${plan.w} ${plan.h}`);
    const [x, y, radius] = plan.hub;
    this.layer('ground').innerHTML = `<rect class="felt" width="${plan.w}" height="${plan.h}" rx="30"/>` +
      plan.lanes.map(lane => `<rect class="lane" x="${lane[8] - 16}" y="${lane[3] - 66}" width="${lane[10] + 32}"` +
        ' height="88" rx="20"/>').join('') +
      ['ties', 'rails', 'bed'].map(kind => plan.lanes.map(lane => `<path class="${kind}" d="${lane[12]}"/>`).join('')).join('') +
      `<circle class="pit" cx="${x}" cy="${y}" r="${radius - 10}"/>` +
      `<rect class="bridge" x="${x - radius + 14}" y="${y - 62}" width="${2 * radius - 28}" height="124" rx="10"/>`;
    this.layer('joints').innerHTML = '';
    this.layer('names').innerHTML = plan.lanes.map(lane => `<text class="name${lane[1] ? ' left' : ''}" x="${lane[2]}"` +
      ` y="${lane[3]}">${safe(shortened(table.trains[lane[0]][0]))}</text>`).join('');
    this.layer('engine').innerHTML = table.engine ? tile(x, y, plan.hub[3], table.engine[1], table.engine[0], numerals) : '';
    this.layer('tiles').innerHTML = '';
  }

  /** A round begins with an empty table: tiles are made when they are first seen, so that no step waits for all. */
  private layUpTo(count: number): void {
    const made = this.layer('tiles').children.length;
    if (made >= count) return;
    const { round, plan, numerals } = this;
    if (!round || !plan) return;
    const fresh = plan.tiles.slice(made, count);
    this.layer('joints').insertAdjacentHTML('beforeend', fresh.map(joint).join(''));
    this.layer('tiles').insertAdjacentHTML('beforeend', fresh.map((place, index) =>
      tile(place[0], place[1], place[2], round.tiles[made + index][1], round.tiles[made + index][2], numerals)).join(''));
  }
}

/** As table_description of picture.cpp has it. */
export const pictureWords = {
  noEngine: 'No engine lies on the table.',
  engine: (tile: string): string => `The engine is the ${tile}.`,
  atSide: (tile: string): string => `at a side ${tile}`,
  notStarted: 'not started',
  marked: 'marked',
  owed: (tile: string): string => `the ${tile} is to be covered`,
};

/** The same in words. */
export function inWords(table: Table, position: Position, words = pictureWords): string {
  if (!position.g || !table.engine) return words.noEngine;
  let text = words.engine(`${table.engine[0]}-${table.engine[1]}`);
  table.trains.forEach(([name], train) => {
    const lies: string[] = [];
    for (let i = 0; i < position.n; ++i)
      if (table.tiles[i][0] === train) {
        const tile = `${table.tiles[i][1]}-${table.tiles[i][2]}`;
        lies.push(table.tiles[i][3] ? words.atSide(tile) : tile);
      }
    text += ` ${name}: ${lies.length ? lies.join(', ') : words.notStarted}`;
    for (const end of position.e) if (end[2] === train && end[4]) text += `, ${words.marked}`;
    for (const [index] of position.d)
      if (index >= 0 && table.tiles[index][0] === train)
        text += `, ${words.owed(`${table.tiles[index][1]}-${table.tiles[index][2]}`)}`;
    text += '.';
  });
  return text;
}
