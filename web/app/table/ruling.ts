// The referee's ruling on an act, and the ways out of it.

import type { Ruled, TableState } from '../../bridge/calls';
import { button, h } from '../dom';
import { half, smallTile } from '../tiles';
import { words } from '../words';
import { linesOf } from './ledger';

export const titles: Record<Ruled['verdict'], string> = {
  illegal: words.illegal,
  allowed: words.allowed,
  undecided: words.undecided,
  advice: words.advice,
  score: words.score,
  unreadable: words.unreadable,
};

/** The tiles of the earlier lines that it rests on, "12-3". */
export function decidedBy(one: Ruled, record: string): string[] {
  const lines = linesOf(record);
  const tiles = (one.because ?? []).flatMap(({ line }) => (lines[line - 1] ?? '').match(/\b\d+-\d+\b/g) ?? []);
  return tiles.map(tile => tile.split('-').map(Number).sort((a, b) => b - a).join('-'));
}

export function told(one: Ruled, now: TableState | null = null): HTMLElement {
  return h(
    'div',
    { class: `ruled ${one.verdict}` },
    h('h2', {}, titles[one.verdict]),
    h('p', { class: 'what' }, one.message),
    one.says && !one.message.includes(one.says) ? h('blockquote', {}, one.says) : null,
    one.reasons.length
      ? h(
          'ul',
          {},
          one.reasons.map(reason => h('li', {}, reason)),
        )
      : null,
    one.because?.length
      ? h(
          'ol',
          { class: 'because' },
          one.because.map(({ line, message }) =>
            h('li', {}, h('code', {}, linesOf(now?.record ?? '')[line - 1] ?? ''), ' ', message),
          ),
        )
      : null,
    one.could.length
      ? h(
          'p',
          {},
          words.couldHave,
          ' ',
          one.could.map(act =>
            h(
              'span',
              { class: 'could' },
              act.halves.length > 1 ? smallTile(act.halves[0], act.halves[1]) : act.halves.length ? half(act.halves[0]) : null,
              act.words,
            ),
          ),
        )
      : null,
    one.rule ? h('p', { class: 'soft' }, words.rule(one.rule)) : null,
  );
}

interface Ways {
  takeBack(): void;
  letStand(): void;
  later(): void;
  /** turns of these before this line that nobody saw */
  insert(line: number, players: string[]): void;
}

export function rulingPanel(one: Ruled, now: TableState, ways: Ways): HTMLElement {
  return h(
    'div',
    { class: 'panel ruling', role: 'alert' },
    told(one, now),
    h(
      'div',
      { class: 'row ways' },
      button(words.takeBack, ways.takeBack, { class: 'main', 'data-key': 'take-back' }),
      one.verdict === 'illegal' ? button(words.letStand, ways.letStand, { 'data-key': 'let-stand' }) : null,
      now.missing.slice(0, 1).map(({ line, players }) =>
        button(
          words.turnMissing(players.map(name => now.players.find(one => one.name === name)?.whole ?? name)),
          () => ways.insert(line, players),
          { 'data-key': 'turn-missing' },
        ),
      ),
      button(words.later, ways.later, { class: 'later', 'data-key': 'later' }),
    ),
  );
}
