// The sheet of the game: points and totals by round as far as they are shown, and a curve of the totals.

import { safe } from '../table/paint';
import type { Game } from './game';

export function sheetOf(game: Game): string {
  const rows: { label: string; points: (number | null)[]; totals: (number | null)[] }[] = [];
  game.rounds.forEach((round, index) => {
    const state = game.states[game.endOf(index)];
    if (state.t >= 0) return;
    const hands = round.players.map((_, seat) => state.h[seat]);
    if (hands.every(hand => !hand || hand[2] === null)) return;
    rows.push({
      label: round.label.replace(/^round /, ''),
      points: hands.map(hand => hand?.[2] ?? null),
      totals: hands.map(hand => hand && hand[2] !== null && hand[3] !== null ? hand[2] + hand[3] : null),
    });
  });
  if (rows.length === 0) return '';
  const players = game.rounds[game.rounds.length - 1].players;
  const number = (value: number | null | undefined): string => value === null || value === undefined ? '' : String(value);
  const letters = players.reduce((sum, name) => sum + Math.max(...name.split(' ').map(word => word.length)), 0);
  const table = `<div class="wide${letters > 45 ? ' many' : ''}" tabindex="0" role="group" aria-label="Points"><table><thead><tr><th scope="col">Round</th>` +
    players.map(name => `<th scope="col">${safe(name)}</th>`).join('') + '</tr></thead><tbody>' +
    rows.map(row => `<tr><th scope="row">${safe(row.label)}</th>` + players.map((_, seat) =>
      `<td>${number(row.points[seat])} <strong>${number(row.totals[seat])}</strong></td>`).join('') + '</tr>').join('') +
    '</tbody></table></div>';
  return `<h2>Points <small>of the round, and <strong>in all</strong></small></h2>${table}${rows.length > 1 ? curve(players, rows) : ''}`;
}

/** Totals over the rounds, a line for each player; the name stands where its line ends. */
function curve(players: string[], rows: { totals: (number | null)[] }[]): string {
  const width = 640;
  const height = 260;
  const all = rows.flatMap(row => row.totals.filter((total): total is number => total !== null));
  const most = Math.max(1, ...all);
  const least = Math.min(0, ...all);
  const x = (round: number): number => 40 + round * (width - 170) / rows.length;
  const y = (total: number): number => height - 24 - (total - least) * (height - 44) / (most - least);
  const ends: [number, number][] = [];
  const lines = players.map((_, seat) => {
    const points = [[0, 0] as [number, number]];
    rows.forEach((row, round) => { const total = row.totals[seat]; if (total !== null && total !== undefined) points.push([round + 1, total]); });
    ends.push([seat, y(points[points.length - 1][1])]);
    return `<polyline class="line${seat % 8}" points="${points.map(([round, total]) => `${x(round)},${y(total)}`).join(' ')}"/>`;
  });
  // Names that would lie over one another move apart.
  ends.sort((a, b) => a[1] - b[1]);
  for (let i = 1; i < ends.length; ++i) ends[i][1] = Math.max(ends[i][1], ends[i - 1][1] + 15);
  const tall = Math.max(height, ends.length ? ends[ends.length - 1][1] + 12 : height);
  const names = ends.map(([seat, at]) => `<text class="line${seat % 8}" x="${x(rows.length) + 8}" y="${at + 4}">${safe(players[seat])}</text>`);
  return `<svg class="curve" viewBox="0 0 ${width} ${tall}" role="img" aria-label="Totals over the rounds">` +
    `<line x1="40" x2="${x(rows.length)}" y1="${y(0)}" y2="${y(0)}"/><text x="34" y="${y(0) + 4}" text-anchor="end">0</text>` +
    `<text x="34" y="${y(most) + 4}" text-anchor="end">${most}</text>${lines.join('')}${names.join('')}</svg>`;
}
