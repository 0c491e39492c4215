// The end of a round: who holds what, tile by tile, or only the points.

import type { PlayerLine, TableState } from '../../bridge/calls';
import { bdi, button, h, put, say, sheet, tell } from '../dom';
import { halves, smallTile } from '../tiles';
import { words } from '../words';
import { Pad } from './pad';
import { pointsForm } from './tally';

/** The tiles that were counted of each, null: not yet. They outlast the panel, so that one wrong tile does not cost all. */
export type Counted = (string[] | null)[];

interface Does {
  /** the lines for the record */
  write(lines: string[]): void;
  cancel: (() => void) | null;
  /** draws of somebody's that nobody wrote down */
  untold(player: PlayerLine, draws: number): void;
}

/** `most` is the greatest figure so far. */
export function ending(now: TableState, held: Counted, most: number, { write, cancel, untold }: Does): HTMLElement {
  now.players.forEach((player, index) => {
    if (player.tiles === 0) held[index] = [];
    else if (!held[index]?.length) held[index] = null;
  });
  let seat = Math.max(
    0,
    held.findIndex(tiles => tiles === null),
  );
  let first: number | null = null;
  let onlyPoints = false;
  const box = h('div', { class: 'panel ending' });
  /** It is counted as often as the set has it. */
  const isGone = (tile: string): boolean => held.flatMap(tiles => tiles ?? []).filter(one => one === tile).length >= now.copies;
  const pad = new Pad(number => {
    if (first === null) first = number;
    else {
      const tile = `${Math.max(first, number)}-${Math.min(first, number)}`;
      first = null;
      // Refused at the tap.
      if (!now.unseen.includes(tile)) tell(words.tileLies(tile));
      else if (isGone(tile)) tell(words.tileCounted(tile));
      else {
        (held[seat] ??= []).push(tile);
        say(`${words.leftOf(now.players[seat].whole)} ${held[seat]!.join(', ')}`);
      }
    }
    render();
  });

  function lines(): string[] {
    return now.players.flatMap((player, index) =>
      held[index] === null ? [] : [`left ${player.name}:${held[index]!.map(tile => ` ${tile}`).join('')}`],
    );
  }

  /** Counts that differ from what was written are asked about. */
  function done(): void {
    const all = lines();
    const odd = now.players.flatMap((player, index) => {
      const counted = held[index]?.length;
      return counted === undefined || player.tiles === null || counted === player.tiles ? [] : [{ player, counted, tiles: player.tiles }];
    });
    if (!all.length) return tell(words.nothingCounted);
    if (!odd.length) return write(all);
    const [first, ...more] = odd.map(({ player, counted, tiles }) => words.countDiffers(player.whole, counted, tiles));
    sheet(first, close => {
      const way = (text: string, does: () => void, main = false): HTMLElement =>
        button(text, () => (close(), does()), { class: main ? 'main wide' : 'wide' });
      return [
        more.map(text => h('p', {}, text)),
        odd
          .filter(({ counted, tiles }) => counted > tiles)
          .map(({ player, counted, tiles }) => way(words.drewUntold(player.whole, counted - tiles), () => untold(player, counted - tiles), true)),
        way(words.countAgain, () => {}),
        way(words.asCounted, () => write(all)),
      ];
    });
  }

  /** Who is out by what was written may have drawn a tile that nobody wrote. */
  function askHowMany(player: PlayerLine): void {
    sheet(words.howManyHeld(player.whole), close =>
      h(
        'div',
        { class: 'choices four' },
        [1, 2, 3, 4, 5, 6, 7, 8].map(count => button(count, () => (close(), untold(player, count)), { 'data-key': `holds ${count}` })),
      ),
    );
  }

  function render(): void {
    const { players } = now;
    const out = players.find(player => player.tiles === 0);
    const focused = box.contains(document.activeElement) ? (document.activeElement as HTMLElement).dataset.key : null;
    put(
      box,
      h('h2', {}, onlyPoints ? words.pointsOfRound : words.whatIsLeft),
      onlyPoints
        ? pointsForm(players, players.map(player => player.tiles === 0), most, points =>
            write([`score ${players.map((player, index) => `${player.name} ${points[index]}`).join(' ')}`]),
          )
        : [
            h(
              'div',
              { class: 'holders', role: 'group', 'aria-label': words.whatIsLeft },
              players.map((player, index) =>
                button(
                  [
                    bdi(player.whole),
                    ' ',
                    h(
                      'small',
                      {},
                      held[index] === null
                        ? words.leftUnknown
                        : held[index]!.length === 0
                          ? words.leftNothing
                          : words.tiles(held[index]!.length),
                    ),
                  ],
                  () => {
                    seat = index;
                    first = null;
                    render();
                  },
                  { 'aria-pressed': String(index === seat), 'data-key': `left ${player.name}` },
                ),
              ),
            ),
            h(
              'p',
              { class: 'held' },
              held[seat] === null
                ? h('span', { class: 'soft' }, words.countNow(players[seat].whole))
                : [h('strong', {}, words.leftOf(players[seat].whole)), ' '],
              held[seat] === null
                ? null
                : held[seat]!.length === 0
                  ? h('span', { class: 'soft' }, words.leftNothing)
                  : held[seat]!.map((tile, index) =>
                      button(
                        [smallTile(...halves(tile)), tile],
                        () => {
                          held[seat]!.splice(index, 1);
                          render();
                        },
                        { class: 'small', 'aria-label': words.removePlayer(tile) },
                      ),
                    ),
            ),
            pad.show({ ...now, targets: [], unseen: now.unseen.filter(tile => !isGone(tile)) }, first, null),
          ],
      h(
        'div',
        { class: 'row' },
        cancel ? button(words.cancel, cancel) : null,
        onlyPoints
          ? null
          : button(
              words.leftNothing,
              () => {
                held[seat] = [];
                first = null;
                next();
                render();
              },
              { 'data-key': 'left-nothing' },
            ),
        button(
          onlyPoints ? words.byTiles : words.onlyPoints,
          () => {
            onlyPoints = !onlyPoints;
            render();
          },
          { 'data-key': 'left-points' },
        ),
        onlyPoints || players.every((_, index) => index === seat || held[index] !== null)
          ? null
          : button(
              words.next,
              () => {
                held[seat] ??= null;
                first = null;
                seat = (seat + 1) % players.length;
                render();
              },
              { 'data-key': 'left-next' },
            ),
        onlyPoints
          ? null
          : button(words.done, done, { class: 'main', 'data-key': 'left-done' }),
      ),
      out ? button(words.stillHas(out.whole), () => askHowMany(out), { class: 'wide', 'data-key': 'still-has' }) : null,
    );
    // Focus stays where it was; where that is gone it goes to whose tiles these are.
    const at = (key: string | undefined): HTMLElement | null => (key ? box.querySelector(`[data-key="${CSS.escape(key)}"]`) : null);
    if (focused !== null) (at(focused) ?? at(`left ${players[seat].name}`))?.focus({ preventScroll: true });
  }
  function next(): void {
    const open = now.players.findIndex((_, index) => held[index] === null);
    if (open >= 0) seat = open;
  }
  render();
  return box;
}
