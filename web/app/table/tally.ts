// The points of a game as a score keeper has them: players as rows, rounds as columns, each figure put right where it stands; and
// the points of a round, a number a player.

import type { PlayerLine, TableState } from '../../bridge/calls';
import { bdi, button, type Child, h, sheet } from '../dom';
import { words } from '../words';
import { isItsDouble } from './between';
import * as ledger from './ledger';
import { greatest, type RoundScores, type Scores, whoLeads } from './scores';

type Named = Pick<PlayerLine, 'name' | 'whole'>;

/** A figure so much greater than all others is asked about. */
const unusual = 150;

/** A field a player; `zero` are those who are known to have none. `write` gets the points by seat. */
export function pointsForm(players: Named[], zero: boolean[], most: number, write: (points: number[]) => void): HTMLFormElement {
  const told = h('p', { class: 'bad', role: 'alert' });
  let sure = '';
  const fields = players.map((player, seat) =>
    h('input', {
      type: 'number',
      inputmode: 'numeric',
      enterkeyhint: 'next',
      value: zero[seat] ? '0' : '',
      'data-key': `points ${player.name}`,
    }),
  );
  const toMend = (seat: number, text: string): void => {
    told.textContent = text;
    fields[seat].focus();
    fields[seat].select();
  };
  function done(): void {
    const open = fields.findIndex(field => field.value.trim() === '');
    const next = fields.findIndex((field, seat) => seat > open && field.value.trim() === '');
    // Whoever is left without a figure has gone out.
    if (open >= 0 && next < 0 && fields.length > 1) fields[open].value = '0';
    else if (open >= 0) return toMend(open, words.pointsMissing(players[open].whole));
    const points = fields.map(field => Number(field.value));
    const odd = points.findIndex(number => !Number.isInteger(number));
    if (odd >= 0) return toMend(odd, words.pointsMissing(players[odd].whole));
    const highest = Math.max(...points);
    const seat = points.indexOf(highest);
    const others = Math.max(most, ...points.filter((_, index) => index !== seat));
    if (highest > unusual && highest > 2 * others && sure !== String(points))
      return (sure = String(points)), toMend(seat, words.pointsUnusual(players[seat].whole, highest));
    write(points);
  }
  return h(
    'form',
    {
      class: 'points',
      novalidate: true,
      oninput: () => {
        told.textContent = '';
      },
      onsubmit: (event: Event) => {
        event.preventDefault();
        const at = fields.indexOf(document.activeElement as HTMLInputElement);
        const next = fields.findIndex((field, seat) => seat > at && field.value.trim() === '');
        // Enter goes on to the next field that is empty.
        if (at >= 0 && next >= 0 && fields[at].value.trim() !== '') fields[next].focus();
        else done();
      },
    },
    players.map((player, seat) => h('label', { class: 'row' }, bdi(player.whole), fields[seat])),
    told,
    h('button', { type: 'button', class: 'main wide', onclick: done, 'data-key': 'points-done' }, words.done),
  );
}

export interface Ways {
  /** points of a round, by seat */
  score(round: number, seat: number, points: number): void;
  /** the tiles that somebody had left in it */
  left(round: number, seat: number, tiles: string): void;
  /** the tiles that are written of somebody, though no points come of them, as their number is wrong */
  written(round: number, seat: number): string[] | null;
}

/** Asks for one figure, or for the tiles that it was counted from. */
function edit(players: Named[], rounds: RoundScores[], at: number, seat: number, ways: Ways): void {
  const round = rounds[at];
  const tiles = round.left[seat] ?? (round.points[seat] === null ? ways.written(at, seat) : null);
  const player = players[seat];
  const field = h('input', {
    type: tiles ? 'text' : 'number',
    inputmode: tiles ? null : 'numeric',
    value: tiles ? tiles.join(' ') : (round.points[seat] ?? ''),
    'aria-label': tiles ? words.tilesLeft(player.whole) : words.pointsOf(player.whole, round.label),
    'data-key': 'figure',
    autocomplete: 'off',
  });
  const dialog = sheet(words.pointsOf(player.whole, round.label), close =>
    h(
      'form',
      {
        onsubmit: (event: Event) => {
          event.preventDefault();
          const text = field.value.trim();
          if (!tiles && !/^-?\d+$/.test(text)) return field.focus();
          close();
          if (tiles) ways.left(at, seat, text);
          else ways.score(at, seat, Number(text));
        },
      },
      tiles ? h('p', {}, words.tilesLeft(player.whole)) : null,
      field,
      h('button', { class: 'main wide', 'data-key': 'figure-done' }, words.save),
    ),
  );
  field.focus();
  field.select();
  dialog.classList.add('figure');
}

/** Who leads, what everybody has, and each round, the newest first. Without `ways` nothing can be changed. */
export function standings(players: Named[], scores: Scores, ways: Ways | null): HTMLElement {
  const { rounds, totals, ranks } = scores;
  const shown = rounds.map((round, at) => ({ round, at })).filter(({ round }) => round.over).reverse();
  return h(
    'div',
    { class: 'standings', tabindex: '0', role: 'region', 'aria-label': words.sheet },
    h(
      'table',
      {},
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          h('th', { scope: 'col' }, h('span', { class: 'unseen' }, words.players)),
          h('th', { scope: 'col' }, words.inAll),
          shown.map(({ round }) => h('th', { scope: 'col' }, round.label)),
        ),
      ),
      h(
        'tbody',
        {},
        players.map((player, seat) =>
          h(
            'tr',
            { class: ranks[seat] === 1 ? 'leads' : null },
            h(
              'th',
              { scope: 'row' },
              bdi(player.whole),
              ranks[seat] ? h('small', {}, words.place(ranks[seat]!)) : null,
            ),
            h('td', { class: 'total' }, totals[seat] ?? '?'),
            shown.map(({ round, at }) => {
              const figure = round.points[seat] ?? '?';
              return h(
                'td',
                {},
                ways
                  ? button(String(figure), () => edit(players, rounds, at, seat, ways), {
                      class: 'plain figure',
                      'aria-label': `${words.pointsOf(player.whole, round.label)}: ${figure}`,
                      'data-key': `figure ${round.label} ${player.name}`,
                    })
                  : String(figure),
              );
            }),
          ),
        ),
      ),
    ),
  );
}

/** Records with these figures changed. Absent: the record has rounds that no `round` line begins. */
export function waysOf(record: () => string, rounds: RoundScores[], players: Named[], change: (record: string) => void): Ways | null {
  const blocks = ledger.roundsOf(record());
  if (blocks.length !== rounds.length) return null;
  return {
    score: (round, seat, points) => {
      const all = rounds[round].points.map((had, index) => (index === seat ? points : had));
      change(ledger.withScore(record(), round, players.map((player, index) => [player.name, all[index] ?? null] as const)));
    },
    left: (round, seat, tiles) => change(ledger.withLeft(record(), round, players[seat].name, tiles)),
    written: (round, seat) => ledger.leftIn(record(), round, players[seat].name),
  };
}

/** Only the scores of a game: how it stands, and the next round. */
export function tally(
  now: TableState,
  scores: Scores | null,
  ways: Ways | null,
  does: { write(...lines: string[]): void; stop(): void; goOn(): void; sheet(): void; taps: (() => void) | null },
): Child[] {
  const { next, players } = now;
  const isOver = scores?.over === 'match';
  // A round that was begun is the one that is written down.
  const label = now.over === 'no' && now.round !== '' && !scores?.settled ? now.round : (next?.label ?? null);
  const isBegun = label === now.round && label !== null && now.over === 'no';
  const begun = scores?.rounds.some(round => round.over) ?? false;
  return [
    h(
      'div',
      { class: 'panel tally' },
      scores && begun ? [whoLeads(scores), standings(players, scores, ways)] : null,
      isOver || label === null
        ? null
        : [
            h('h2', {}, words.round(label)),
            !begun && next && isItsDouble(next) ? h('p', { class: 'soft' }, words.roundNamed(label)) : null,
            pointsForm(players, [], greatest(scores), points => {
              const line = `score ${players.map((player, seat) => `${player.name} ${points[seat]}`).join(' ')}`;
              does.write(...(isBegun ? [line] : ['', `round ${label}`, line]));
            }),
          ],
      h(
        'div',
        { class: 'row' },
        begun ? button(words.theSheet, does.sheet) : null,
        scores?.stopped ? button(words.goOnPlaying, does.goOn, { 'data-key': 'go-on' }) : null,
        begun && !isOver ? button(words.stopHere, does.stop, { 'data-key': 'stop' }) : null,
        does.taps ? button(words.byTapsNow, does.taps, { 'data-key': 'taps' }) : null,
      ),
    ),
  ];
}
