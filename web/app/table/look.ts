// How the table stands behind a record, with what a desk needs to know of it.

import type { ActWord, Files, TableState } from '../../bridge/calls';
import { engine } from '../engine';
import { words } from '../words';
import { closeTurn, linesOf } from './ledger';

type Asked = { files: Files; view?: string; settle: boolean };

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Acts as the desk shows them: words of notation by the desk's names, what the game declares by the game's. */
function actsOf(now: TableState): ActWord[] {
  const known: Record<string, string> = { draw: words.draw, pass: words.pass, mark: words.mark };
  const acts = now.acts.filter(act => act.word !== 'lead').map(act => ({ ...act, title: known[act.word] ?? capital(act.title) }));
  const draw = acts.findIndex(act => act.word === 'draw');
  // A claim of the record, no act of the engine: it stands beside the draw that it comes after.
  if (draw >= 0 && !acts.some(act => act.word === 'mark') && now.targets.some(target => target.owner >= 0))
    acts.splice(draw + 1, 0, { word: 'mark', title: words.mark, needs: 'nothing', by: 'turn', seats: [now.turn], allowed: now.turn >= 0 });
  // Those of every game keep their places, what a game declares comes behind.
  const order = ['draw', 'mark', 'pass'];
  const place = (act: ActWord): number => (order.includes(act.word) ? order.indexOf(act.word) : order.length);
  return acts.sort((a, b) => place(a) - place(b));
}

/** The record as if nothing had been done in turns that nobody saw. */
const seenAlone = (record: string): string =>
  linesOf(record)
    .filter(line => !/^\s*\?\s*$/.test(line))
    .map(line => line.replace(/^([^:#[\]]+):\s*\?\s*$/, '$1: pass'))
    .join('\n') + '\n';

/** Behind turns that nobody saw much is unknown; what lies as far as it was written is shown nevertheless, and can be laid to. */
async function guessed(now: TableState, request: Asked): Promise<TableState> {
  if (now.known.length === 0 || now.over !== 'no') return now;
  const seen = seenAlone(now.record);
  const guess = await engine.call('table', { ...request, record: seen }).catch(() => null);
  if (guess === null) return now;
  const { phase, over, next, engines, targets, acts, unseen } = guess;
  const record = guess.record === seen ? now.record : closeTurn(now.record);
  // Several turns: whose it is nobody knows.
  const turn = /\n\s*\?\s*$/.test(record) ? -1 : guess.turn;
  return { ...now, record, turn, phase, over, next, engines, engine: guess.engine, targets, acts, unseen };
}

/** Who is said to be first in the round that is kept, if nobody has had a turn in it. */
function firstOf(record: string): string | undefined {
  const lines = linesOf(record);
  const round = lines.map(line => /^round\b/i.test(line)).lastIndexOf(true);
  return lines
    .slice(round + 1)
    .map(line => /^first\s+(\S+)\s*$/i.exec(line)?.[1])
    .find(name => name !== undefined);
}

/** The table behind a draw of this player's, or null where the draw is out of turn. */
async function drawn(now: TableState, name: string, request: Asked): Promise<TableState | null> {
  const then = await engine
    .call('table', { ...request, settle: false, record: `${now.record.trimEnd()}\n${name}: draw ...\n` })
    .catch(() => null);
  return then === null || then.phase !== 'play' || then.ruled.some(one => one.verdict === 'illegal' && one.line === then.lastLine)
    ? null
    : then;
}

/** With an engine that was set aside the engine follows a record from its first turn on: the table before it is that of a draw, which is
    put back. Who is first a line says, or the rules do; else it is asked. */
async function begun(now: TableState, request: Asked): Promise<TableState> {
  if (now.phase !== 'setup' || now.engine === null || now.round === '' || now.known.length > 0) return now;
  const said = firstOf(now.record);
  const may: [number, TableState][] = [];
  for (const { name, seat } of now.players) {
    const then = said === undefined || said === name ? await drawn(now, name, request) : null;
    if (then) may.push([seat, then]);
    // Two who may: it was agreed on, and nobody wrote it down.
    if (may.length > 1) return now;
  }
  if (may.length === 0) return now;
  const [[seat, { phase, targets, acts, unseen, page, players, boneyard }]] = may;
  return {
    ...now,
    turn: seat,
    phase,
    targets,
    unseen,
    page,
    acts: acts.map(act => (act.word === 'draw' ? { ...act, allowed: true } : act)),
    players: players.map((player, index) => (index === seat && player.tiles !== null ? { ...player, tiles: player.tiles - 1 } : player)),
    boneyard: boneyard === null ? null : boneyard + 1,
  };
}

/** `settle`: a turn in which nothing is left to be done is closed. */
export async function lookAt(record: string, files: Files, settle = false, view?: string): Promise<TableState> {
  const request = { files, settle, ...(view ? { view } : {}) };
  const now = await begun(await guessed(await engine.call('table', { ...request, record }), request), request);
  return { ...now, acts: actsOf(now) };
}
