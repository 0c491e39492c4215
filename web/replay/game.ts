// The data of a page (replay/views/page_data.h) and every position that it adds up to.

import type { Debt, End, Plan, Position, Table } from '../table/plan';

/** tiles, the known ones as two letters each, points or null, total before the round or null, facts */
export type Hand = [number, string, number | null, number | null, Words[]];
/** A text, or its index in `texts`. */
export type Words = string | number;
/** kind, text, acts that would have been legal, or better */
export type Note = ['illegal' | 'allowed' | 'undecided' | 'advice' | 'better', Words, string[]?];

export interface Round extends Table {
  label: string;
  first: number;
  players: string[];
  /** a narrow plan and a wide one */
  plans: [Plan, Plan];
}

/** One act, and all that is so behind it. */
export interface State extends Position {
  r: number;
  p: Words;
  /** the line as written, or its number in the record */
  w: Words | [number];
  s: Words[];
  k: Note[];
  x: Words | null;
  /** it ends its line */
  c: number;
  b: number;
  f: Words[];
  h: Record<string, Hand>;
}

interface GameData {
  numerals: number;
  start: number;
  /** the player as whom it is seen; empty: all hands are shown */
  view: string;
  texts: string[];
  shapes: number[][];
  rounds: Round[];
  steps: Partial<State>[];
}

const byPlace = (a: End, b: End): number => a[2] - b[2] || a[0] - b[0] || a[1] - b[1] || a[3] - b[3];

function changedEnds(ends: End[], changes: End[]): End[] {
  const gone = changes.filter(end => end[4] === 2);
  return ends.filter(end => !gone.some(other => byPlace(end, other) === 0))
    .concat(changes.filter(end => end[4] !== 2)).sort(byPlace);
}

function changedHand(hand: Hand | undefined, changes: Hand): Hand {
  if (!hand) return changes;
  const changed = [...changes, ...hand.slice(changes.length)] as Hand;
  if (changes.length > 1) {
    const tiles: string[] = hand[1].match(/../g) || [];
    for (const [, sign, tile] of changes[1].matchAll(/([+-])(..)/g))
      if (sign === '+') tiles.push(tile); else tiles.splice(tiles.indexOf(tile), 1);
    changed[1] = tiles.sort().join('');
  }
  return changed;
}

/** Each state shares with the one before what did not change. */
function statesOf(steps: Partial<State>[]): State[] {
  const states: State[] = [];
  let before = { h: {}, e: [] as End[], d: [] as Debt[], t: -1 } as unknown as State;
  for (const step of steps) {
    if (step.r !== undefined) before = { ...before, h: {}, e: [], t: -1 };
    const state: State = { ...before, s: [], k: [], x: null, c: 0, ...step, h: before.h, e: before.e };
    if (step.e) state.e = changedEnds(before.e, step.e);
    if (step.h) {
      state.h = { ...before.h };
      for (const seat of Object.keys(step.h)) state.h[seat] = changedHand(before.h[seat], step.h[seat]);
    }
    states.push(state);
    before = state;
  }
  return states;
}

export class Game {
  readonly rounds: Round[];
  readonly states: State[];
  readonly start: number;
  readonly view: string;
  readonly numerals: boolean;
  private readonly texts: string[];
  private readonly lines: string[];

  constructor(data: GameData, record: string) {
    this.lines = record.split('\n');
    this.texts = data.texts;
    this.rounds = data.rounds;
    this.start = data.start;
    this.view = data.view;
    this.numerals = data.numerals === 1;
    for (const round of this.rounds)
      for (const plan of round.plans) plan.tiles = plan.tiles.map(([x, y, shape]) => [x, y, ...data.shapes[shape]]);
    this.states = statesOf(data.steps);
  }

  get last(): number { return this.states.length - 1; }
  text(words: Words): string { return typeof words === 'string' ? words : this.texts[words]; }
  /** The line of this act as it is written. */
  written(state: State): string {
    return Array.isArray(state.w) ? this.lines[state.w[0]] : this.text(state.w);
  }
  /** The record as far as the line of this act: the position, with all that led to it. */
  recordTo(at: number): string {
    let step = this.endOfLine(at);
    while (step > 0 && !Array.isArray(this.states[step].w)) --step;
    const line = this.states[step].w;
    return this.lines.slice(0, Array.isArray(line) ? line[0] + 1 : this.lines.length).join('\n') + '\n';
  }
  round(at: number): Round { return this.rounds[this.states[at].r]; }

  /** The first act of the line to which this one belongs. */
  lineOf(at: number): number {
    let first = at;
    const { states } = this;
    while (first > 0 && states[first - 1].p === states[at].p && states[first - 1].r === states[at].r &&
           !states[first - 1].c) --first;
    return first;
  }
  /** The last act of that line. */
  endOfLine(at: number): number {
    let to = at;
    while (to < this.last && !this.states[to].c && this.states[to + 1].r === this.states[at].r) ++to;
    return to;
  }
  /** The last step of a round. */
  endOf(round: number): number {
    return round + 1 < this.rounds.length ? this.rounds[round + 1].first - 1 : this.last;
  }
  turnOn(at: number): number {
    let to = at + 1;
    while (to < this.last && !this.states[to].c) ++to;
    return Math.min(to, this.last);
  }
  turnBack(at: number): number {
    let to = at - 1;
    while (to > 0 && !this.states[to].c) --to;
    return Math.max(to, 0);
  }
}
