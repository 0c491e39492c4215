// The picture of a table in a place of its own: as large as fits, else scrolled to what was laid last.

import { Game, type State } from '../replay/game';
import { flagsOf } from '../replay/flags';
import { inWords, numeralsFrom, Picture } from '../table/paint';
import { h } from './dom';
import { engine } from './engine';
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
  private readonly picture: Picture;
  private readonly flags: SVGGElement;
  private readonly desc: Element;
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
    this.game = page ? new Game(page as ConstructorParameters<typeof Game>[0], record) : null;
    this.go(step ?? this.game?.last ?? -1);
  }

  go(step: number): void {
    this.at = this.game ? Math.max(0, Math.min(this.game.last, step)) : -1;
    this.paint();
  }

  get state(): State | null {
    return this.game && this.at >= 0 && this.game.last >= 0 ? this.game.states[this.at] : null;
  }

  /** What lies, in sentences. */
  get told(): string {
    const state = this.state;
    return state ? inWords(this.game!.rounds[state.r], state) : '';
  }

  private paint(): void {
    const state = this.state;
    const { svg } = this.picture;
    svg.style.display = state ? '' : 'none';
    this.waiting.hidden = state !== null;
    if (!state || this.element.clientWidth === 0) return;
    const round = this.game!.rounds[state.r];
    const wide = !this.alwaysNarrow && this.element.clientWidth >= 620;
    const plan = round.plans[wide ? 1 : 0];
    const room = { w: this.element.clientWidth, h: this.element.clientHeight };
    const scale = Math.max(Math.min(room.w / plan.w, room.h / plan.h), wide ? this.least : Math.min(room.w / plan.w, 0.2));
    svg.style.width = `${Math.floor(plan.w * scale)}px`;
    svg.style.height = `${Math.floor(plan.h * scale)}px`;
    this.picture.paint(round, plan, state, numeralsFrom(plan, wide));
    this.flags.innerHTML = flagsOf(this.game!, this.at, plan);
    this.desc.textContent = this.told;
    this.follow(state);
  }

  private follow(state: State): void {
    const place = this.element;
    if (place.scrollHeight <= place.clientHeight && place.scrollWidth <= place.clientWidth) return;
    const box = this.picture.svg.querySelector(state.n > 0 ? '.newest rect' : '[data-layer=engine]')?.getBoundingClientRect();
    if (!box || box.width === 0) return;
    const view = place.getBoundingClientRect();
    place.scrollTop += box.top + box.height / 2 - view.top - view.height / 2;
    place.scrollLeft += box.left + box.width / 2 - view.left - view.width / 2;
  }
}
