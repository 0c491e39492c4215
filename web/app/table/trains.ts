// The trains as targets: whose, the number at the end, marker and debt; the fitting ones are lit.

import type { ActWord, Target } from '../../bridge/calls';
import type { Position, Table } from '../../table/plan';
import { button, cut, h } from '../dom';
import { half, halves } from '../tiles';
import { words } from '../words';

/** What is tapped so far of an act. */
export interface Pick {
  first: number | null;
  tile: [number, number] | null;
  target: Target | null;
  act: ActWord | null;
}

/** An end as it is tapped, and where it lies in the picture: behind which tile of its train (-1: none), or at which sides of it. */
export interface End {
  target: Target;
  /** which of its train's ends it is; empty where there is one */
  part: string;
  train: number;
  tile: number;
  sides: number[];
}

/** "Ann's train" where there is room for "Ann" alone. */
export const shortName = (target: Target): string =>
  target.name
    .replace(/^the /, '')
    .replace(/[’']s (.*?) ?train$/, ' $1')
    .replace(/ train$/, '')
    .trim();

/** The ends that can be told apart. A record says "a side of the 5-5" and not which: free sides of a double are one end here. */
export function endsOf(targets: Target[], table: Table | null, position: Position | null): End[] {
  const found = targets.map((target): End => {
    const train = table?.trains.findIndex(([name, , written]) => (written ?? name) === target.train) ?? -1;
    const shown = halves(target.tile ?? '').join();
    let tile = (position?.n ?? 0) - 1;
    while (tile >= 0 && (table!.tiles[tile][0] !== train || [...table!.tiles[tile].slice(1, 3)].sort((a, b) => b - a).join() !== shown)) --tile;
    return { target, part: '', train, tile, sides: [] };
  });
  const alike = (a: End, b: End): boolean => a.train === b.train && a.tile === b.tile && a.target.tile === b.target.tile;
  return found.filter((end, index) => {
    const sides = end.tile < 0 ? [] : position!.e.filter(([kind, tile]) => kind === 2 && tile === end.tile).map(one => one[3]);
    // Sides come behind the end of the train at the same double.
    const isFirst = !found.slice(0, index).some(one => alike(one, end) && one.sides.length);
    if (found.slice(index).filter(one => alike(one, end)).length <= sides.length) end.sides = sides;
    if (found.some(one => one !== end && one.target.train === end.target.train && one.target.tile))
      end.part = end.sides.length ? words.side(end.target.tile!) : (end.target.tile ?? '');
    return !end.sides.length || isFirst;
  });
}

/** Whether what is tapped so far may be laid there; of one half only its number is known. */
export const fits = ({ target }: End, pick: Pick): boolean =>
  pick.tile ? target.fits.includes(pick.tile.join('-')) : pick.first !== null && target.sure ? pick.first === target.number : target.open;

export function trainButton(end: End, pick: Pick, tap: () => void): HTMLElement {
  const { target, part } = end;
  const isLit = fits(end, pick);
  const chosen = pick.target?.place === target.place && pick.target.number === target.number && pick.target.train === target.train;
  const number = `${target.number}${target.sure ? '' : '?'}`;
  // What is lit is said, too.
  const may = pick.tile || (pick.first !== null && target.sure) ? (isLit ? words.fits : words.fitsNot) : target.open ? words.open : words.closed;
  return button(
    [
      h(
        'span',
        { class: 'train-name' },
        h('span', {}, shortName(target).split(/ (?=side$)/).map(cut)),
        target.marked ? h('span', { class: 'marker', 'aria-hidden': 'true' }) : null,
      ),
      part ? h('small', {}, part) : null,
      h('span', { class: 'train-end' }, half(target.number), h('b', {}, number)),
      target.owed ? h('small', {}, words.owed) : null,
    ],
    tap,
    {
      class: `train${isLit ? ' fits' : ''}${target.owed ? ' debt' : ''}${target.marked ? ' marked' : ''}`,
      'aria-pressed': chosen ? 'true' : 'false',
      'aria-label': [words.theTrain(target.name), part, words.endOf(number), target.marked && words.marker, target.owed && words.owed, may].filter(Boolean).join(', '),
      'data-key': `train ${target.place} ${target.number}`,
      'data-place': target.place,
      'data-number': target.number,
    },
  );
}
