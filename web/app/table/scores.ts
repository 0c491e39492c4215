// The points of a record, as the engine's score sheet has them. Panels, chips and the sheet itself take their figures from here and
// from nowhere else.

import type { Files, PlayerLine, TableState } from '../../bridge/calls';
import { bdi, button, type Child, cut, h, put } from '../dom';
import { engine } from '../engine';
import { words } from '../words';
import { hasStopped, linesOf, recordOf, turnOf } from './ledger';

/** A round by seat. */
export interface RoundScores {
  label: string;
  over: boolean;
  points: (number | null)[];
  /** the tiles that the points were counted from; null: they are written, or not known */
  left: (string[] | null)[];
}
/** A figure is null where nothing that was written says it. */
export interface Scores {
  /** the sheet as a page */
  html: string;
  /** by seat, of the last round; empty as long as that goes on, and where nothing of it counts */
  round: (number | null)[];
  /** by seat, behind the last round that is over; empty before the first */
  totals: (number | null)[];
  /** what the last round came to is known, or nothing of it counts */
  settled: boolean;
  /** by what was played or written */
  over: TableState['over'];
  /** the players have ended it before its rules do */
  stopped: boolean;
  /** whole names; empty as long as the match goes on */
  winners: string[];
  /** who is first so far */
  leaders: string[];
  /** places by seat; empty before the first round is over */
  ranks: (number | null)[];
  rounds: RoundScores[];
}

/** What is read of `score --format json`. */
interface ScoreTable {
  players: string[];
  before: (number | null)[] | null;
  earlier: (number | null)[] | null;
  rounds: { label: string; end: string; players: ({ score: number | null; from: string; left: string[] | null } | null)[] }[];
  games: { groups?: string[] }[];
  over: boolean;
  totals: (number | null)[];
  ranks: (number | null)[] | null;
}

/** `ruled`: lines that cannot be read are left out, as they are of the table. */
export async function scoresOf({ record, ruled }: Pick<TableState, 'record' | 'ruled'>, files: Files): Promise<Scores> {
  const unreadable = new Set(ruled.filter(one => one.verdict === 'unreadable').map(one => one.line));
  const readable = recordOf(linesOf(record).map((line, index) => (unreadable.has(index + 1) ? '' : line)));
  const { html, json } = await engine.call('score', { record: readable, files });
  const table = JSON.parse(json.split('\n')[0]) as ScoreTable;
  const last = table.rounds[table.rounds.length - 1];
  const isOver = last !== undefined && last.end !== 'unfinished';
  const isVoid = isOver && /^(void|dealt-again)$/.test(last.end);
  const isBegun = isOver || table.rounds.length > 1 || table.before !== null || table.earlier !== null;
  const round = isOver && !isVoid ? last.players.map(player => player?.score ?? null) : [];
  // Where players are in groups, the first of a group has not won the match.
  const grouped = table.games.some(game => game.groups !== undefined);
  const stopped = !table.over && hasStopped(record);
  const isMatchOver = table.over || stopped;
  const leaders = isBegun && !grouped ? table.players.filter((_, seat) => table.ranks?.[seat] === 1) : [];
  return {
    html,
    round,
    totals: isBegun ? table.totals : [],
    settled: isVoid || (isOver && round.every(points => points !== null)),
    over: isMatchOver ? 'match' : isOver ? 'round' : 'no',
    stopped,
    winners: isMatchOver ? leaders : [],
    leaders,
    ranks: isBegun && !grouped ? (table.ranks ?? []) : [],
    rounds: table.rounds.map(one => ({
      label: one.label,
      over: one.end !== 'unfinished',
      points: one.players.map(player => player?.score ?? null),
      left: one.players.map(player => (player?.from === 'tiles' ? player.left : null)),
    })),
  };
}

/** The greatest figure of a round so far. */
export const greatest = (scores: Scores | null): number =>
  Math.max(0, ...(scores?.rounds ?? []).flatMap(round => round.points.map(points => points ?? 0)));

/** The scores of one game, asked for where they may have changed: turns of a round that goes on change none. */
export class Scorer {
  private about: string | null = null;
  private scores: Scores | null = null;

  /** Null where the engine cannot say. */
  async of(now: Pick<TableState, 'record' | 'ruled' | 'over'>, files: Files): Promise<Scores | null> {
    const lines = linesOf(now.record);
    const round = lines.map(line => /^round\b/i.test(line)).lastIndexOf(true);
    const about = now.over === 'no' ? recordOf(lines.filter((line, at) => at <= round || turnOf(line) === null)) : now.record;
    if (about !== this.about) {
      this.scores = await scoresOf(now, files).catch(() => null);
      this.about = about;
    }
    return this.scores;
  }
}

/** Who has won, or leads. */
export function whoLeads({ winners, leaders }: Scores): Child {
  if (winners.length) return h('p', { class: 'winner' }, words.haveWon(winners));
  return leaders.length ? h('p', { class: 'leader' }, words.leads(leaders)) : null;
}

/** The points of the round that is over, and what they come to. `mend`: a tap on them puts them right. */
export function resultsList(players: { whole: string }[], scores: Scores, mend?: () => void): Child[] {
  return [
    whoLeads(scores),
    h(
      'ul',
      { class: 'results' },
      players.map(({ whole }, seat) => {
        const points = scores.round[seat] ?? null;
        const total = scores.totals[seat] ?? null;
        return h(
          'li',
          {},
          bdi(whole),
          pointsShown(points !== null ? words.points(points) : scores.round.length ? '?' : '', mend),
          h('b', {}, h('span', { class: 'unseen' }, words.inAll), total ?? '?'),
        );
      }),
    ),
  ];
}

const pointsShown = (text: string, mend?: () => void): HTMLElement =>
  mend && text ? button(text, mend, { class: 'plain figure' }) : h('span', {}, text);

/** The players with what they hold and their totals; whose turn it is stays in view. */
export function showPlayers(place: HTMLElement, players: PlayerLine[], turn: number, scores: Scores | null, isOver = false): void {
  put(
    place,
    players.map(({ whole, tiles }, seat) => {
      const total = scores?.totals[seat] ?? null;
      return h(
        'span',
        { class: seat === turn ? 'chip turn' : 'chip', role: 'listitem', 'aria-current': seat === turn ? 'true' : null },
        cut(whole),
        // Points may have been written of a round that nobody followed to its end.
        tiles === null || isOver ? null : h('b', {}, words.tiles(tiles)),
        total === null ? null : h('small', {}, words.points(total)),
      );
    }),
  );
  const chip = place.children[turn] as HTMLElement | undefined;
  if (chip) place.scrollLeft = chip.offsetLeft - place.offsetLeft - chip.offsetWidth / 2;
}
