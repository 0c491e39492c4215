// Between rounds: the next one, its engine, who is first, and how the last one ended. Each panel writes lines of the record.

import type { TableState } from '../../bridge/calls';
import { bdi, button, h, put, sheet } from '../dom';
import { halves, smallTile } from '../tiles';
import { words } from '../words';
import { resultsList, type Scores } from './scores';

type Write = (line: string) => void;

export function roundPanel(now: TableState, write: Write, scores: () => void): HTMLElement {
  const { next } = now;
  return h(
    'div',
    { class: 'panel' },
    next
      ? [
          now.rounds === 0 ? h('p', { class: 'soft' }, words.setOf(...setOf(now)), ' ', isItsDouble(next) ? words.roundNamed(next.label) : null) : null,
          button(words.beginRound(next.label), () => write(`round ${next.label}`), { class: 'main wide', 'data-key': 'begin' }),
          button(words.otherRound, () => otherRound(next.label, write), { class: 'wide' }),
        ]
      : [h('h2', {}, words.matchOver), button(words.theSheet, scores, { class: 'main wide' })],
  );
}

/** The set before anything is laid: the highest number, and how many tiles. */
export const setOf = ({ unseen, copies }: Pick<TableState, 'unseen' | 'copies'>): [number, number] => [
  Math.max(...unseen.flatMap(halves)),
  unseen.length * copies,
];
export const isItsDouble = ({ label, engine }: NonNullable<TableState['next']>): boolean => engine === `${label}-${label}`;

function otherRound(label: string, write: Write): void {
  sheet(words.otherRound, () =>
    h(
      'form',
      {
        method: 'dialog',
        class: 'row',
        onsubmit: (event: SubmitEvent) => {
          const value = (new FormData(event.target as HTMLFormElement).get('label') as string).trim();
          if (/^[\p{L}\p{N}_ -]{1,40}$/u.test(value)) write(`round ${value}`);
        },
      },
      h('label', {}, words.roundLabel, ' ', h('input', { name: 'label', value: label, required: true, maxlength: 40 })),
      h('button', { class: 'main' }, words.begin),
    ),
  );
}

export function enginePanel(now: TableState, write: Write, onlyPoints: () => void): HTMLElement {
  const box = h('div', { class: 'panel engine' });
  const show = (wanted: string): void =>
    put(
      box,
      h('h2', {}, smallTile(...halves(wanted)), words.whoHasEngine(wanted)),
      h(
        'div',
        { class: 'choices two', role: 'group', 'aria-label': words.whoHasEngine(wanted) },
        now.players.map(player =>
          button(bdi(player.whole), () => write(`engine ${wanted} ${player.name}`), { 'data-key': `has ${player.name}` }),
        ),
      ),
      button(words.setAside, () => write(`engine ${wanted}`), { class: 'wide', 'data-key': 'aside' }),
      now.engines.length > 1
        ? button(
            words.otherEngine,
            () =>
              sheet(words.chooseEngine, close =>
                h(
                  'div',
                  { class: 'choices four' },
                  now.engines.map(tile =>
                    button([smallTile(...halves(tile)), tile], () => {
                      close();
                      show(tile);
                    }),
                  ),
                ),
              ),
            { class: 'wide' },
          )
        : null,
      button(words.onlyScores, onlyPoints, { class: 'wide', 'data-key': 'round-points' }),
    );
  show(now.engines[0]);
  return box;
}

/** The engine was set aside: somebody begins. */
export function firstPanel(now: TableState, write: Write): HTMLElement {
  return h(
    'div',
    { class: 'panel engine' },
    h('h2', {}, now.engine ? smallTile(...halves(now.engine)) : null, words.whoIsFirst),
    h(
      'div',
      { class: 'choices two', role: 'group', 'aria-label': words.whoIsFirst },
      now.players.map(player => button(bdi(player.whole), () => write(`first ${player.name}`), { 'data-key': `first ${player.name}` })),
    ),
  );
}

/** How the round ended, and the match. */
export function resultsPanel(
  { next, players }: TableState,
  over: TableState['over'],
  scores: Scores | null,
  write: Write,
  does: { sheet(): void; stop(): void; goOn(): void },
): HTMLElement {
  return h(
    'div',
    { class: 'panel' },
    h('h2', {}, over === 'match' ? words.matchOver : words.roundOver),
    scores ? resultsList(players, scores, does.sheet) : null,
    h(
      'div',
      { class: 'row' },
      button(words.theSheet, does.sheet),
      scores?.stopped ? button(words.goOnPlaying, does.goOn, { 'data-key': 'go-on' }) : null,
      scores && over !== 'match' ? button(words.stopHere, does.stop, { 'data-key': 'stop' }) : null,
      next && over !== 'match'
        ? button(words.nextRound(next.label), () => write(`round ${next.label}`), { class: 'main', 'data-key': 'next' })
        : null,
    ),
  );
}
