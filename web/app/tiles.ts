// Tiles and halves of tiles, small ones: pips for the eye, the number for the rest.

import { tile } from '../table/paint';
import { h } from './dom';

const numberOf = (text: string): number => Number.parseInt(text, 10);

/** "12-3" as its numbers; -1 is not known. */
export function halves(text: string): [number, number] {
  const [a, b] = text.split('-').map(numberOf);
  return [Number.isNaN(a) ? -1 : a, Number.isNaN(b) ? -1 : b];
}

/** A tile lying; more than eleven pips as numerals, as on the table. */
export function smallTile(a: number, b: number): HTMLElement {
  const place = h('span', { class: 'tile-box', 'aria-hidden': 'true' });
  place.innerHTML = `<svg class="mini" viewBox="-104 -54 208 108">${a < 0 || b < 0 ? '<use href="#k"/>' : tile(0, 0, 0, a, b, 11)}</svg>`;
  return place;
}

/** One half, standing for itself. */
export function half(number: number): HTMLElement {
  const place = h('span', { class: 'half', 'aria-hidden': 'true' });
  place.innerHTML =
    `<svg class="mini" viewBox="-52 -52 104 104"><rect class="body" x="-48" y="-48" width="96" height="96" rx="13"/>` +
    `<use href="#${number > 12 ? 'n' : 'p'}${number}"/></svg>`;
  return place;
}
