// The trains as targets: whose, the number at the end, marker and debt; the fitting ones are lit.

import type { ActWord, Target } from '../../bridge/calls';
import { bdi, button, h } from '../dom';
import { half } from '../tiles';
import { words } from '../words';

/** What is tapped so far of an act. */
export interface Pick {
  first: number | null;
  tile: [number, number] | null;
  target: Target | null;
  act: ActWord | null;
}

/** "Ann's train" where there is room for "Ann" alone. */
export const shortName = (target: Target): string =>
  target.name
    .replace(/^the /, '')
    .replace(/[’']s (.*?) ?train$/, ' $1')
    .replace(/ train$/, '')
    .trim();

export function trainButton(target: Target, pick: Pick, tap: () => void): HTMLElement {
  const fits = pick.tile ? target.fits.includes(pick.tile.join('-')) : pick.first !== null && target.sure ? pick.first === target.number : target.open;
  const chosen = pick.target?.place === target.place && pick.target.number === target.number;
  const state = [target.marked ? words.marker : '', target.owed ? words.owed : ''].filter(Boolean).join(', ');
  return button(
    [
      h(
        'span',
        { class: 'train-name' },
        bdi(shortName(target)),
        target.marked ? h('span', { class: 'marker', 'aria-hidden': 'true' }) : null,
      ),
      h('span', { class: 'train-end' }, half(target.number), h('b', {}, target.number, target.sure ? '' : '?')),
      target.owed ? h('small', {}, words.owed) : null,
    ],
    tap,
    {
      class: `train${fits ? ' fits' : ''}${target.owed ? ' debt' : ''}${target.marked ? ' marked' : ''}`,
      'aria-pressed': chosen ? 'true' : 'false',
      'aria-label': `${target.name}, ${target.number}${target.sure ? '' : '?'}${state ? `, ${state}` : ''}`,
      'data-key': `train ${target.place}`,
      'data-place': target.place,
      'data-number': target.number,
    },
  );
}
