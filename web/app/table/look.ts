// How the table stands behind a record, with what a desk needs to know of it.

import type { ActWord, Files, TableState } from '../../bridge/calls';
import { engine } from '../engine';
import { words } from '../words';
import { closeTurn, linesOf, openTurn } from './ledger';

/** Nothing is left to be done in this turn but to end it. Announcements do not keep it open. */
function isDone(now: TableState, name: string): boolean {
  if (now.over !== 'no' || now.turn < 0 || now.players[now.turn].name !== name) return true;
  return now.phase === 'play' && !now.targets.some(target => target.open) && !now.acts.some(act => act.word === 'draw' && act.allowed);
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Acts as the desk shows them: words of notation by the desk's names, what the game declares by the game's. */
function actsOf(now: TableState): ActWord[] {
  const known: Record<string, string> = { draw: words.draw, pass: words.pass, mark: words.mark };
  const acts = now.acts.filter(act => act.word !== 'lead').map(act => ({ ...act, title: known[act.word] ?? capital(act.title) }));
  const draw = acts.findIndex(act => act.word === 'draw');
  // A claim of the record, no act of the engine: it stands beside the draw that it comes after.
  if (draw >= 0 && !acts.some(act => act.word === 'mark') && now.targets.some(target => target.owner >= 0))
    acts.splice(draw + 1, 0, { word: 'mark', title: words.mark, needs: 'nothing', by: 'turn', seats: [now.turn], allowed: now.turn >= 0 });
  return acts;
}

function nextOf(now: TableState, record: string): TableState['next'] {
  if (now.next !== undefined) return now.next;
  if (now.over === 'match') return null;
  const labels = linesOf(record).map(line => /^round\s+(.+?)\s*$/i.exec(line)?.[1]).filter((label): label is string => label !== undefined);
  const last = labels[labels.length - 1];
  if (last === undefined) {
    const number = now.scheduled ?? Math.max(0, ...now.unseen.map(tile => Number(tile.split('-')[0])));
    return { label: String(number), engine: `${number}-${number}` };
  }
  const number = /^\d+$/.test(last) ? Number(last) - 1 : -1;
  return number >= 0 ? { label: String(number), engine: `${number}-${number}` } : { label: `${labels.length + 1}`, engine: null };
}

function enginesOf(now: TableState): string[] {
  if (now.engines !== undefined) return now.engines;
  if (now.engine !== null || now.round === '') return [];
  const doubles = now.unseen.filter(tile => { const [a, b] = tile.split('-'); return a === b; });
  const wanted = now.scheduled === null ? doubles[doubles.length - 1] : `${now.scheduled}-${now.scheduled}`;
  return wanted === undefined ? doubles : [wanted, ...doubles.filter(tile => tile !== wanted).reverse()];
}

/** The record as if nothing had been done in turns that nobody saw. */
const seenAlone = (record: string): string =>
  linesOf(record).filter(line => !/^\s*\?\s*$/.test(line)).map(line => line.replace(/^([^:#[\]]+):\s*\?\s*$/, '$1: pass')).join('\n') + '\n';

/** Behind turns that nobody saw much is unknown; what lies as far as it was written is shown nevertheless, and can be laid to. */
async function guessed(now: TableState, record: string, request: { files: Files; view?: string }): Promise<TableState> {
  if (now.round === '' || now.turn >= 0 || now.over !== 'no' || seenAlone(record) === record) return now;
  const guess = await engine.call('table', { record: seenAlone(record), ...request }).catch(() => null);
  // Several turns: whose it is nobody knows.
  const turn = /\n\s*\?\s*$/.test(record) ? -1 : guess?.turn ?? -1;
  return guess === null ? now : { ...now, turn, phase: guess.phase, over: guess.over, engine: guess.engine, targets: guess.targets, acts: guess.acts, unseen: guess.unseen };
}

/** `settle`: a turn in which nothing is left to be done is closed. */
export async function lookAt(record: string, files: Files, settle = false, view?: string): Promise<TableState> {
  const request = { files, ...(view ? { view } : {}) };
  let now = await guessed(await engine.call('table', { record, settle, ...request }), record, request);
  const turn = openTurn(record);
  if (settle && now.record === undefined && turn && isDone(now, turn.name)) {
    record = closeTurn(record);
    now = await guessed(await engine.call('table', { record, ...request }), record, request);
  }
  return { ...now, record: now.record ?? record, next: nextOf(now, record), engines: enginesOf(now), acts: actsOf(now) };
}
