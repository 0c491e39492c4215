// Writes lines of a record from taps. It knows how a line is written, nothing of the rules.

const turnLine = /^([^:#[\]]+): ?(.*)$/;
const open = /\s*\.\.\.\s*$/;

export interface Turn {
  name: string;
  acts: string;
  open: boolean;
}

/** A line as a turn of somebody at the table, if it is one. */
export function turnOf(line: string): Turn | null {
  const found = turnLine.exec(line.replace(/\s+#.*$/, ''));
  if (!found || /^(hand|left|train|referee)\b/i.test(found[1])) return null;
  return { name: found[1].trim(), acts: found[2].replace(open, '').trim(), open: open.test(found[2]) };
}

export const linesOf = (record: string): string[] => record.replace(/\s+$/, '').split('\n');
export const recordOf = (lines: string[]): string => lines.join('\n') + '\n';

export function addLine(record: string, ...lines: string[]): string {
  return recordOf([...linesOf(record), ...lines]);
}

/** Turns of these that nobody saw, before this line, counted from 1. */
export function insertUnseen(record: string, line: number, players: string[]): string {
  const lines = linesOf(record);
  lines.splice(line - 1, 0, ...players.map(name => `${name}: ?`));
  return recordOf(lines);
}

/** An act more in this player's turn, which stays open. */
export function addAct(record: string, name: string, act: string): string {
  const lines = linesOf(record);
  // The referee has no turn.
  if (name === 'referee') return addLine(record, `referee: ${act}`);
  const last = turnOf(lines[lines.length - 1]);
  if (last?.open && last.name === name) lines[lines.length - 1] = `${name}: ${`${last.acts} ${act}`.trim()} ...`;
  else lines.push(`${name}: ${act} ...`);
  return recordOf(lines);
}

/** The turn of the last line is over; one in which nothing was done is a pass. */
export function closeTurn(record: string): string {
  const lines = linesOf(record);
  const last = turnOf(lines[lines.length - 1]);
  if (last?.open) lines[lines.length - 1] = `${last.name}: ${last.acts || 'pass'}`;
  return recordOf(lines);
}

/** The last line goes on: something was forgotten in it. Who passed has not, then. */
export function reopenTurn(record: string): string {
  const lines = linesOf(record);
  const last = turnOf(lines[lines.length - 1]);
  if (last && !last.open) lines[lines.length - 1] = `${last.name}: ${last.acts.replace(/ pass$/, '')} ...`;
  return recordOf(lines);
}

/** Acts as words of the line, those in brackets or quotation marks in one. */
export function actsOf(acts: string): string[] {
  const found: string[] = [];
  const parts = acts.match(/"[^"]*"|\([^)]*\)|[^\s"(]+(?:\([^)]*\))?/g) ?? [];
  for (const part of parts) {
    // A player, number or remark behind a declared act is a part of it.
    const before = found[found.length - 1];
    const bare = before !== undefined && /^[\p{L}_]/u.test(before) && !/^(draw|pass|mark|nomark)\b/i.test(before);
    if (bare && !/^\d+[-:/|]/.test(part) && !/^(draw|pass|mark|nomark)\b/i.test(part)) found[found.length - 1] += ` ${part}`;
    else found.push(part);
  }
  return found;
}

/** The last act goes; with the first act of a line the line goes. A note of the table goes with what it is about. */
export function takeBack(record: string): string {
  const lines = linesOf(record);
  while (lines.length > 0 && /^(referee\b|claim\b|#)/.test(lines[lines.length - 1])) lines.pop();
  const last = turnOf(lines[lines.length - 1] ?? '');
  const acts = actsOf(last?.acts ?? '');
  if (last && acts.length > 1) lines[lines.length - 1] = `${last.name}: ${acts.slice(0, -1).join(' ')} ...`;
  else lines.pop();
  return recordOf(lines);
}

/** The table agreed to go on. */
export const letStand = (record: string): string => addLine(record, 'referee: allow');

/** Turns that nobody saw, written down so that they can be put in later. */
export function unseenTurn(record: string, name: string): string {
  return addLine(closeTurn(record), `${name}: ?`);
}

/** Puts another text in place of a line; an empty one takes it out. */
export function changeLine(record: string, number: number, text: string): string {
  const lines = linesOf(record);
  lines.splice(
    number - 1,
    1,
    ...text
      .split('\n')
      .map(line => line.trim())
      .filter(line => line !== ''),
  );
  return recordOf(lines);
}

/** The first lines, as far as this one (from 1). */
export const upTo = (record: string, number: number): string => recordOf(linesOf(record).slice(0, number));
export const behind = (record: string, number: number): string[] => linesOf(record).slice(number);

/** Where the next act belongs: its line is said to be open or not. */
export function openTurn(record: string): Turn | null {
  const lines = linesOf(record);
  const last = turnOf(lines[lines.length - 1] ?? '');
  return last?.open ? last : null;
}

/** The last sentences of what happened in a turn, as many as fit in: what was done last is wanted. */
export function endOf(caption: string, room = 90): string {
  const sentences = caption.split(/(?<=\.) (?=\S)/);
  let end = sentences.pop()!;
  while (sentences.length && end.length + sentences[sentences.length - 1].length < room) end = `${sentences.pop()} ${end}`;
  return end;
}

/** The players have ended the game before its rules do: a remark, as nothing of the rules says so. */
const stopLine = '# The players stopped here.';
export const hasStopped = (record: string): boolean => linesOf(record).includes(stopLine);
export const stop = (record: string): string => addLine(closeTurn(record), stopLine);
export const goOn = (record: string): string => recordOf(linesOf(record).filter(line => line !== stopLine));

/** Where each round begins and ends: lines from 0, the end is not of it. */
export function roundsOf(record: string): { from: number; to: number }[] {
  const lines = linesOf(record);
  const begins = lines.flatMap((line, at) => (/^round\b/i.test(line) ? [at] : []));
  return begins.map((from, index) => ({ from, to: begins[index + 1] ?? lines.length }));
}

/** Puts a line into a round in place of those that `drops` knows, behind all that is played in it. */
function withLine(record: string, round: number, line: string, drops: (line: string) => boolean): string {
  const lines = linesOf(record);
  const { from, to } = roundsOf(record)[round];
  const block = lines.slice(from, to).filter(one => !drops(one));
  // Lines between two rounds are of the later one; a remark that all is over stays the last.
  let end = block.length;
  while (end > 1 && (block[end - 1].trim() === '' || /^(game|rules|joins)\b/i.test(block[end - 1]) || block[end - 1] === stopLine)) end -= 1;
  block.splice(end, 0, line);
  lines.splice(from, to - from, ...block);
  return recordOf(lines);
}

/** The points of a round; what is not known is not written. */
export function withScore(record: string, round: number, points: (readonly [string, number | null])[]): string {
  const known = points.filter(([, number]) => number !== null).map(([name, number]) => `${name} ${number}`);
  return withLine(record, round, `score ${known.join(' ')}`, line => /^scores?\b/i.test(line));
}

const isLeftOf = (line: string, name: string): boolean => /^left\b/i.test(line) && line.replace(/^left\s+/i, '').split(':')[0].trim() === name;

/** The tiles that somebody is written to have had left in a round; null: nothing is. */
export function leftIn(record: string, round: number, name: string): string[] | null {
  const { from, to } = roundsOf(record)[round];
  const line = linesOf(record).slice(from, to).find(one => isLeftOf(one, name));
  return line === undefined ? null : line.slice(line.indexOf(':') + 1).split(/\s+/).filter(Boolean);
}

/** What somebody had left in a round; sums that were written of it may be wrong by that, and go. */
export function withLeft(record: string, round: number, name: string, tiles: string): string {
  return withLine(record, round, `left ${name}:${tiles ? ` ${tiles}` : ''}`, line => /^scores?\b/i.test(line) || isLeftOf(line, name));
}
