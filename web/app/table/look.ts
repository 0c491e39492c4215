// How the table stands behind a record, with its acts as the desk names them.

import type { ActWord, Files, TableState } from '../../bridge/calls';
import { engine } from '../engine';
import { words } from '../words';

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Acts as the desk shows them: words of notation by the desk's names, what the game declares by the game's. */
function actsOf(now: TableState): ActWord[] {
  const known: Record<string, string> = { draw: words.draw, pass: words.pass, mark: words.mark };
  const acts = now.acts.filter(act => act.word !== 'lead').map(act => ({ ...act, title: known[act.word] ?? capital(act.title) }));
  // Those of every game keep their places, what a game declares comes behind.
  const order = ['draw', 'mark', 'pass'];
  const place = (act: ActWord): number => (order.includes(act.word) ? order.indexOf(act.word) : order.length);
  return acts.sort((a, b) => place(a) - place(b));
}

/** `settle`: a turn in which nothing is left to be done is closed. */
export async function lookAt(record: string, files: Files, settle = false, view?: string): Promise<TableState> {
  const now = await engine.call('table', { record, files, settle, ...(view ? { view } : {}) });
  return { ...now, acts: actsOf(now) };
}
