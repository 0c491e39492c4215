// Hands and players: who has the turn, how many tiles, points and totals, and whose tiles are seen.

import { safe, tile } from '../table/paint';
import type { Game, Hand, State } from './game';

function halves(known: string): [number, number][] {
  const number = (letter: string): number => '0123456789abcdefghi'.indexOf(letter);
  const tiles: [number, number][] = [];
  for (let i = 0; i < known.length; i += 2) tiles.push([number(known[i]), number(known[i + 1])]);
  return tiles;
}

const mini = (inside: string): string => `<svg class="mini" viewBox="-104 -54 208 108">${inside}</svg>`;

/** The tiles, said for who listens and drawn for who looks. */
function tilesOf(hand: Hand, hidden: boolean, numerals: boolean): string {
  const tiles = hidden ? [] : halves(hand[1]);
  const unknown = Math.max(0, hand[0] - tiles.length);
  const said = tiles.map(([a, b]) => `${a}-${b}`).join(' ');
  return `<p class="tiles"><span class="unseen">${said}${unknown ? ` and ${unknown} unknown` : ''}</span>` +
    `<span aria-hidden="true">${tiles.map(([a, b]) => mini(tile(0, 0, 0, a, b, numerals ? 0 : 11))).join('')}` +
    `${unknown ? `${mini('<use href="#k"/>')}<span class="times">×${unknown}</span>` : ''}</span></p>`;
}

/** The list of players, and the hand of the turn at a place of its own. */
export class Hands {
  private round = -1;
  private shown: { hand: Hand; turn: boolean; seen: number; numerals: boolean }[] = [];
  /** the seat whose hand alone is seen; -1: all */
  seen = -1;

  constructor(private readonly game: Game, private readonly list: HTMLElement, private readonly own: HTMLElement) {}

  /** An act changes three hands at most; a round begins with all of them, and those wait for the next frames. */
  show(state: State, numerals: boolean, most: number): void {
    const round = this.game.rounds[state.r];
    if (state.r !== this.round) {
      this.round = state.r;
      this.shown = [];
      this.list.innerHTML = round.players.map(() => '<li></li>').join('');
      // Of many there is room for a line each, and for the tiles of the turn.
      this.list.classList.toggle('many', round.players.length > 6);
    }
    this.showOwn(state, numerals);
    for (const [seat, name] of round.players.entries()) {
      const hand = state.h[seat];
      const turn = state.t === seat;
      const is = this.shown[seat];
      if (!hand || (is && is.hand === hand && is.turn === turn && is.seen === this.seen && is.numerals === numerals)) continue;
      if (most-- === 0) {
        requestAnimationFrame(() => { if (this.round === state.r) this.later(numerals); });
        return;
      }
      this.shown[seat] = { hand, turn, seen: this.seen, numerals };
      const entry = this.list.children[seat];
      entry.className = turn ? 'turn' : '';
      entry.innerHTML = this.entry(name, hand, turn, this.hides(seat, state), numerals);
      if (turn) this.inSight(entry as HTMLElement);
    }
  }

  /** Where the list scrolls by itself, whoever has the turn is in sight. */
  private inSight(entry: HTMLElement): void {
    const { list } = this;
    if (list.scrollHeight <= list.clientHeight) return;
    const at = entry.getBoundingClientRect().top - list.getBoundingClientRect().top;
    if (at < 0 || at + entry.offsetHeight > list.clientHeight)
      list.scrollTop += at - (list.clientHeight - entry.offsetHeight) / 2;
  }

  /** Set by who shows: the state that is current when a frame comes. */
  current: () => State = () => this.game.states[0];
  private later(numerals: boolean): void { this.show(this.current(), numerals, 3); }

  private hides(seat: number, state: State): boolean {
    return this.seen >= 0 && this.seen !== seat && state.t >= 0;
  }

  private entry(name: string, hand: Hand, turn: boolean, hidden: boolean, numerals: boolean): string {
    const [count, , points, total, facts] = hand;
    const words = [`${count} ${count === 1 ? 'tile' : 'tiles'}`];
    if (points !== null) words.push(`${points} ${points === 1 ? 'point' : 'points'}`);
    if (total !== null && total !== 0) words.push(`total ${total + (points ?? 0)}`);
    for (const fact of facts) words.push(this.game.text(fact));
    return `<h2>${turn ? '<span class="turn-sign" aria-hidden="true">▶</span> ' : ''}${safe(name)}` +
      `${turn ? ' <span class="whose">has the turn</span>' : ''}</h2><p>${safe(words.join(', '))}</p>` +
      (count ? tilesOf(hand, hidden, numerals) : '');
  }

  private showOwn(state: State, numerals: boolean): void {
    const seat = state.t;
    const hand = seat < 0 ? undefined : state.h[seat];
    this.own.innerHTML = hand
      ? `<h2>${safe(this.game.rounds[state.r].players[seat])} to play</h2>${tilesOf(hand, this.hides(seat, state), numerals)}`
      : '';
  }
}
