// The referee's findings, as they lie on the table: tiles that were laid against the rules keep a mark, and at the
// step of a finding stands what would have been legal, or better.

import { outline, safe } from '../table/paint';
import type { Plan } from '../table/plan';
import type { Game, Round } from './game';

/** Where the next tile of a train would lie: behind its last one, or where its first one comes. */
function nextPlace(round: Round, plan: Plan, laid: number, train: number): [number, number] | null {
  for (let i = laid - 1; i >= 0; --i)
    if (round.tiles[i][0] === train && !round.tiles[i][3]) {
      const place = plan.tiles[i];
      // A marker's place is half a tile nearer than the middle of a tile.
      const far = 1 + 50 / Math.hypot(place[3], place[4]);
      return [place[0] + place[3] * far, place[1] + place[4] * far];
    }
  const lane = plan.lanes.find(one => one[0] === train);
  return lane ? [lane[1] ? lane[4] - 100 : lane[4] + 100, lane[5]] : null;
}

/** `9-3>Ann`: what is laid, and the train by its short name; of a tile alone the own one. Where a tile has been laid there it
    stands behind that one, which it would hide else. */
function ghost(round: Round, plan: Plan, laid: number, taken: number, act: string, seat: number): string {
  const [tile, place] = act.split('>');
  if (!/^\d/.test(tile)) return '';
  const train = place === undefined ? round.trains.findIndex(one => one[1] === seat)
    : round.trains.findIndex(one => (one[2] ?? one[0]) === place);
  const isTaken = laid < taken && round.tiles[laid][0] === train;
  const at = train < 0 ? null : nextPlace(round, plan, isTaken ? taken : laid, train);
  return at === null ? '' : `<g class="ghost" transform="translate(${at[0]} ${at[1]})">${outline}` +
    `<text y="16">${safe(tile)}</text></g>`;
}

export function flagsOf(game: Game, at: number, plan: Plan): string {
  const round = game.round(at);
  let made = '';
  for (let step = round.first; step <= at; ++step) {
    const state = game.states[step];
    const before = step > round.first ? game.states[step - 1].n : 0;
    if (state.n > before && state.k.some(note => note[0] === 'illegal')) {
      const place = plan.tiles[state.n - 1];
      made += `<g class="foul" transform="translate(${place[0]} ${place[1]}) rotate(${place[2]})">${outline}` +
        '<path d="M-98-48L98 48M-98 48L98-48"/></g>';
    }
  }
  const first = game.lineOf(at);
  const turn = first > 0 ? game.states[first - 1].t : -1;
  const seen = new Set<string>();
  for (let step = first; step <= at; ++step) {
    const before = step > round.first ? game.states[step - 1].n : 0;
    for (const [kind, , could] of game.states[step].k)
      if ((kind === 'illegal' || kind === 'better') && could)
        for (const act of could) {
          const one = ghost(round, plan, before, game.states[step].n, act, turn);
          if (one && !seen.has(one)) made += one;
          seen.add(one);
        }
  }
  return made;
}
