// The pad of numbers. With a first half chosen its keys are tiles, and those that lie already are dim.

import type { TableState } from '../../bridge/calls';
import { button, h } from '../dom';
import { half, halves, smallTile } from '../tiles';
import { words } from '../words';

export class Pad {
  private highest = 0;

  constructor(private readonly tap: (number: number) => void) {}

  /** first: the half that is chosen; tile: both are. */
  show(now: TableState, first: number | null, tile: [number, number] | null): HTMLElement {
    for (const one of now.unseen) this.highest = Math.max(this.highest, ...halves(one));
    for (const target of now.targets) this.highest = Math.max(this.highest, target.number);
    const unseen = new Set(now.unseen);
    const numbers = Array.from({ length: this.highest + 1 }, (_, number) => number);
    return h(
      'div',
      { class: `pad${first === null ? '' : ' second'}`, role: 'group', 'aria-label': first === null ? words.pad : words.padSecond(first) },
      numbers.map(number => {
        const seen = first !== null && !unseen.has(`${Math.max(first, number)}-${Math.min(first, number)}`);
        const label = first === null ? words.padKey(number) : `${first}-${number}${seen ? `, ${words.laid}` : ''}`;
        return button(
          [first === null ? half(number) : smallTile(first, number), h('b', {}, first === null ? number : `${first}-${number}`)],
          () => this.tap(number),
          {
            class: `key${seen ? ' seen' : ''}`,
            'aria-label': label,
            'data-key': `pad ${number}`,
            'data-number': number,
            'aria-pressed': tile?.includes(number) ? 'true' : null,
          },
        );
      }),
    );
  }
}
