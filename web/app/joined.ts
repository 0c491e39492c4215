// A link may bring a newer record of a game that is kept here. Both are compared line by line, and neither is written over unasked.

import type { Files } from '../bridge/calls';
import { button, type Child, h } from './dom';
import { freshId, type SavedGame, saveGame } from './store';
import { linesOf } from './table/ledger';
import { words } from './words';

export interface Meeting {
  game: SavedGame;
  /** the lines of each from the first one on that differs, which has this number */
  line: number;
  mine: string[];
  theirs: string[];
}

/** Who plays what, and when: all that stands above the first round. */
function headOf(lines: string[]): string {
  const begins = lines.findIndex(line => /^round\b/i.test(line));
  return lines
    .slice(0, begins < 0 ? lines.length : begins)
    .filter(line => line.trim() !== '')
    .join('\n');
}

/** The kept game, by the same rules, that a record is of, and where they part; of several the one with the most lines in common. */
export function meeting(record: string, rules: Files, games: SavedGame[]): Meeting | null {
  const theirs = linesOf(record);
  const head = headOf(theirs);
  const met = games
    .filter(game => game.kind === 'table' && headOf(linesOf(game.record)) === head)
    .filter(game => Object.keys(rules).every(name => rules[name] === game.files[name]))
    .map(game => {
      const mine = linesOf(game.record);
      const same = mine.findIndex((line, at) => line !== theirs[at]);
      const from = same < 0 ? mine.length : same;
      return { game, line: from + 1, mine: mine.slice(from), theirs: theirs.slice(from) };
    });
  return met.sort((a, b) => b.line - a.line)[0] ?? null;
}

/** What is known here of the game, with the ways on. */
export function meetingPanel({ game, line, mine, theirs }: Meeting, record: string, asOwn: () => void): Child {
  const go = (): void => {
    location.hash = `#/table/${game.id}`;
  };
  const take = async (): Promise<void> => {
    // What was written here alone stays as a game of its own.
    if (mine.length) await saveGame({ ...game, id: freshId(), title: words.beforeLink(game.title), updated: 0, revision: undefined });
    await saveGame({ ...game, record });
    go();
  };
  const column = (title: string, lines: string[]): Child =>
    h('div', {}, h('h3', {}, title), h('pre', {}, [...lines.slice(0, 12), ...(lines.length > 12 ? ['…'] : [])].join('\n')));
  return h(
    'div',
    { class: 'panel met' },
    h(
      'p',
      {},
      !theirs.length
        ? words.haveIt(game.title, mine.length)
        : mine.length
          ? words.parted(game.title, line)
          : words.bringsMore(game.title, theirs.length),
    ),
    mine.length && theirs.length ? h('div', { class: 'two' }, column(words.yours, mine), column(words.theLinks, theirs)) : null,
    h(
      'div',
      { class: 'row' },
      button(words.openYours, go, { class: theirs.length && !mine.length ? '' : 'main', 'data-key': 'open-yours' }),
      theirs.length ? button(words.takeLines(theirs.length), take, { class: mine.length ? '' : 'main', 'data-key': 'take-lines' }) : null,
      theirs.length ? button(words.asOwnGame, asOwn, { 'data-key': 'go-on' }) : null,
    ),
  );
}
