// The picture of a table in a place of its own: as large as fits, else scrolled to what was laid last.

import { Game, type Round, type State } from '../replay/game';
import { flagsOf } from '../replay/flags';
import { exitOf, inWords, numeralsFrom, outline, Picture } from '../table/paint';
import type { LaidTile, Plan } from '../table/plan';
import { button, h, icon, sheet } from './dom';
import { engine } from './engine';
import type { End } from './table/trains';
import { words } from './words';

const space = 'http://www.w3.org/2000/svg';
const layers = ['ground', 'joints', 'names', 'engine', 'tiles', 'marks', 'flags'];

let shapes: Promise<void> | null = null;
/** The shapes of tiles are the engine's; they come into the page once. */
export function haveShapes(): Promise<void> {
  shapes ??= engine
    .call('shapes', {})
    .then(({ svg }) => {
      const place = h('div', { hidden: false, class: 'shapes', 'aria-hidden': 'true' });
      place.innerHTML = svg;
      document.body.prepend(place);
    })
    .catch(error => {
      shapes = null;
      throw error;
    });
  return shapes;
}

export class Felt {
  readonly element: HTMLElement;
  game: Game | null = null;
  at = -1;
  /** tiles that lie and decided a ruling, "12-3" */
  decided: string[] = [];
  private readonly picture: Picture;
  private readonly flags: SVGGElement;
  private readonly desc: Element;
  private plan: Plan | null = null;
  /** instead of a picture, as long as nothing lies */
  private readonly waiting: HTMLElement;

  constructor(
    readonly least = 0.13,
    private readonly alwaysNarrow = false,
  ) {
    const svg = document.createElementNS(space, 'svg');
    svg.setAttribute('class', 'table');
    svg.setAttribute('role', 'img');
    svg.setAttribute('aria-label', words.thePicture);
    this.desc = document.createElementNS(space, 'desc');
    svg.append(this.desc);
    for (const name of layers) {
      const layer = document.createElementNS(space, 'g');
      layer.setAttribute('data-layer', name);
      svg.append(layer);
    }
    this.flags = svg.lastElementChild as SVGGElement;
    this.picture = new Picture(svg);
    this.waiting = h('img', { src: 'icon.svg', alt: '', class: 'waiting' });
    this.element = h('div', { class: 'felt-place', tabindex: 0, role: 'group', 'aria-label': words.thePicture }, this.waiting, svg);
    new ResizeObserver(() => this.paint()).observe(this.element);
  }

  /** `page`: the data of a page, as the engine gives it. It is used up. */
  show(page: unknown, record: string, step?: number): void {
    this.take(page, record);
    this.go(step ?? this.at);
  }
  /** The same without painting it. */
  take(page: unknown, record: string): void {
    this.game = page ? new Game(page as ConstructorParameters<typeof Game>[0], record) : null;
    this.at = this.game?.last ?? -1;
  }

  go(step: number): void {
    this.at = this.game ? Math.max(0, Math.min(this.game.last, step)) : -1;
    this.paint();
  }

  get state(): State | null {
    return this.game && this.at >= 0 && this.game.last >= 0 ? this.game.states[this.at] : null;
  }

  /** As before the tiles that were laid last, so that these can come one after another. */
  goBefore(n: number): void {
    this.paint(n);
  }

  /** Which of these ends a tap in the picture means: the nearest within a thumb's breadth, else the train that it meets. */
  met(event: MouseEvent, ends: End[]): End | undefined {
    const { plan, state } = this;
    const matrix = this.picture.svg.getScreenCTM();
    if (!plan || !state || !matrix) return undefined;
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    const reach = Math.max(24 / matrix.a, 100);
    const far = (x: number, y: number): number => Math.hypot(x - at.x, y - at.y);
    const table = this.game!.rounds[state.r];
    let best: { end: End; near: number; own: number } | undefined;
    for (const end of ends) {
      const place = plan.tiles[end.tile];
      const lane = plan.lanes.find(one => one[0] === end.train);
      const points = end.sides.length
        ? end.sides.map(side => exitOf(place, side))
        : place
          ? [[place[0] + place[3], place[1] + place[4]]]
          : lane && !end.target.started
            ? [[lane[4] + (lane[1] ? -100 : 100), lane[5]]]
            : [];
      const own = Math.min(...points.map(([x, y]) => far(x, y)));
      const tiles = plan.tiles.slice(0, state.n).filter((_, index) => table.tiles[index][0] === end.train);
      const near = Math.min(own, ...tiles.map(([x, y]) => far(x, y)));
      if (near <= reach && (!best || near < best.near || (near === best.near && own < best.own))) best = { end, near, own };
    }
    return best?.end;
  }

  /** What lies, in sentences. */
  get told(): string {
    const state = this.state;
    return state ? inWords(this.game!.rounds[state.r], state, words.picture) : '';
  }

  private paint(n = this.state?.n ?? 0): void {
    const now = this.state;
    const lies = <Mark extends number[]>(marks: Mark[], at: number): Mark[] => marks.filter(mark => mark[at] < n);
    const state = now && n < now.n ? { ...now, n, e: lies(now.e, 1), d: lies(now.d, 0) } : now;
    const { svg } = this.picture;
    svg.style.display = state ? '' : 'none';
    this.waiting.hidden = state !== null;
    if (!state || this.element.clientWidth === 0) return;
    const round = this.game!.rounds[state.r];
    const wide = !this.alwaysNarrow && this.element.clientWidth >= 620;
    const plan = (this.plan = round.plans[wide ? 1 : 0]);
    const room = { w: this.element.clientWidth, h: this.element.clientHeight };
    const scale = Math.max(Math.min(room.w / plan.w, room.h / plan.h), wide ? this.least : Math.min(room.w / plan.w, 0.2));
    svg.style.width = `${Math.floor(plan.w * scale)}px`;
    svg.style.height = `${Math.floor(plan.h * scale)}px`;
    this.picture.paint(round, plan, state, numeralsFrom(plan, wide));
    this.flags.innerHTML = flagsOf(this.game!, this.at, plan) + this.litTiles(round, plan);
    this.desc.textContent = this.told;
    this.follow(state);
  }

  /** Of the tiles that lay before the last line: what it laid itself is what the ruling is about. */
  private litTiles(round: Round, plan: Plan): string {
    const first = this.game!.lineOf(this.at);
    const lay = first > round.first ? this.game!.states[first - 1].n : 0;
    const isMeant = ([, a, b]: LaidTile): boolean => this.decided.includes(`${Math.max(a, b)}-${Math.min(a, b)}`);
    return plan.tiles
      .slice(0, lay)
      .map(([x, y, angle], index) =>
        isMeant(round.tiles[index]) ? `<g class="decided" transform="translate(${x} ${y}) rotate(${angle})">${outline}</g>` : '',
      )
      .join('');
  }

  private follow(state: State): void {
    const place = this.element;
    if (place.scrollHeight <= place.clientHeight && place.scrollWidth <= place.clientWidth) return;
    const box = this.picture.svg.querySelector(state.n > 0 ? '.newest rect' : '[data-layer=engine]')?.getBoundingClientRect();
    if (!box || box.width === 0) return;
    const view = place.getBoundingClientRect();
    // What decided is in sight together with it, where both fit in.
    const other = this.flags.querySelector('.decided')?.getBoundingClientRect() ?? box;
    const middle = (low: number, high: number, from: number, to: number, room: number): number =>
      Math.max(high, to) - Math.min(low, from) <= room ? (Math.min(low, from) + Math.max(high, to)) / 2 : (low + high) / 2;
    place.scrollTop += middle(box.top, box.bottom, other.top, other.bottom, view.height) - view.top - view.height / 2;
    place.scrollLeft += middle(box.left, box.right, other.left, other.right, view.width) - view.left - view.width / 2;
  }
}

/** Opens the same picture in the whole window; `tapped` says whether a tap in it was meant for it to close. */
export function largerButton(felt: Felt, tapped: (large: Felt, event: MouseEvent) => boolean = () => false): HTMLElement {
  const open = (): void => {
    const large = new Felt();
    const dialog = sheet(words.thePicture, () => [large.element, h('p', { class: 'soft' }, felt.told)], 'whole');
    large.game = felt.game;
    large.decided = felt.decided;
    large.go(felt.at);
    large.element.addEventListener('click', event => {
      if (tapped(large, event)) dialog.close();
    });
  };
  return button(icon('look'), open, { class: 'plain larger', 'aria-label': words.larger });
}
