// The sheets that open over the table: whose turn it is, what happened so far, the score sheet.

import type { Files, TableState } from '../../bridge/calls';
import { bdi, button, h, put, sheet } from '../dom';
import { paper } from '../paper';
import { words } from '../words';
import * as ledger from './ledger';
import { told } from './ruling';
import { type Scores, scoresOf, whoLeads } from './scores';
import { standings, type Ways } from './tally';

export function turnSheet(now: TableState, choose: (seat: number) => void, unseen: (seat: number) => void, gap: () => void): void {
  sheet(words.whoseTurn, close => [
    h(
      'div',
      { class: 'choices two' },
      now.players.map((player, seat) =>
        button(
          bdi(player.whole),
          () => {
            close();
            choose(seat);
          },
          { 'aria-pressed': String(seat === now.turn) },
        ),
      ),
    ),
    h('h3', {}, words.skipped),
    h(
      'div',
      { class: 'choices' },
      now.turn >= 0
        ? button(
            [bdi(words.unseenTurn(now.players[now.turn].whole))],
            () => {
              close();
              unseen(now.turn);
            },
            { 'data-key': 'unseen' },
          )
        : null,
      button(words.manyUnseen, () => {
        close();
        gap();
      }),
    ),
  ]);
}

export interface Corrections {
  /** what is wrong with the record with this text in place of the line; empty: nothing more than before */
  check(line: number, text: string): Promise<string>;
  change(line: number, text: string): void;
  again(line: number): void;
}

/** All lines of the record with what they meant, the newest first; each can be put right. `close` goes before a correction. */
export function storyList(record: string, now: TableState | null, ways: Corrections, close: () => void): HTMLElement {
  const captions = new Map((now?.story ?? []).map(one => [one.line, one.caption]));
  function edit(number: number, line: string, found: TableState['ruled']): void {
    const area = h('textarea', { rows: 2, 'aria-label': words.writeAs, spellcheck: 'false', autocapitalize: 'off' }, line);
    const trouble = h('p', { class: 'bad', role: 'alert' });
    /** What was told is taken as it is when it is tapped once more. */
    let asIs: string | null = null;
    async function change(key: HTMLElement, text: string): Promise<void> {
      const wrong = asIs === text ? '' : await ways.check(number, text).catch(error => (error as Error).message);
      if (wrong) {
        asIs = text;
        trouble.textContent = wrong;
        key.textContent = words.keepAnyway;
        return;
      }
      dialog.close();
      close();
      ways.change(number, text);
    }
    const save = button(words.save, () => void change(save, area.value), { class: 'main' });
    const remove = button(words.removeLine, () => void change(remove, ''));
    area.addEventListener('input', () => {
      save.textContent = words.save;
    });
    const dialog = sheet(words.line(number), () => [
      found.map(one => told(one, now)),
      area,
      trouble,
      h(
        'div',
        { class: 'row' },
        save,
        ledger.turnOf(line)
          ? button(words.byTaps, () => {
              dialog.close();
              close();
              ways.again(number);
            })
          : null,
        remove,
      ),
    ]);
  }
  return h(
    'ol',
    { class: 'story' },
    ledger
      .linesOf(record)
      .map((line, index) => {
        const number = index + 1;
        if (line.trim() === '') return null;
        const found = now?.ruled.filter(one => one.line === number) ?? [];
        return h(
          'li',
          {},
          button(
            [h('code', {}, line), captions.get(number) ? h('span', {}, captions.get(number)) : null],
            () => edit(number, line, found),
            { class: 'line' },
          ),
          found.map(one => told(one, now)),
        );
      })
      .reverse(),
  );
}

/** `ways`: figures can be put right on it. */
export async function scoreSheet(
  now: Pick<TableState, 'record' | 'ruled'> & Partial<Pick<TableState, 'players'>>,
  files: Files,
  ways: (scores: Scores, close: () => void) => Ways | null = () => null,
): Promise<void> {
  const place = h('div', {}, words.loading);
  const dialog = sheet(words.sheet, () => place, 'whole');
  try {
    const scores = await scoresOf(now, files);
    const page = paper(scores.html, now.players ? narrowSheet : '').host;
    // A phone has the players as rows, and the curve below them.
    put(
      place,
      now.players ? [whoLeads(scores), standings(now.players, scores, ways(scores, () => dialog.close())), h('p', { class: 'soft' }, words.tapToMend)] : null,
      h('div', { class: 'row' }, button(words.print, () => print(), { 'data-key': 'print-sheet' })),
      page,
    );
  } catch (error) {
    put(place, h('p', { class: 'bad' }, (error as Error).message));
  }
}
const narrowSheet = '@media screen { .wide, h1, h2, p { display: none } }';

/** What no button is for: the notation has more than a desk can show. */
export function writeLines(write: (lines: string[]) => void): void {
  const area = h('textarea', { rows: 3, 'aria-label': words.writeLine, spellcheck: 'false', autocapitalize: 'off' });
  const save = (close: () => void): void => {
    const lines = area.value
      .split('\n')
      .map(line => line.trim())
      .filter(line => line !== '');
    close();
    if (lines.length) write(lines);
  };
  sheet(words.writeLine, close => [
    h('p', { class: 'soft' }, words.writeLineHint),
    area,
    h(
      'div',
      { class: 'row' },
      button(words.save, () => save(close), { class: 'main' }),
    ),
  ]);
  area.focus();
}
