// A dispute: a record or a position goes in, the ruling comes out, with the picture of the table to step through.

import type { Files } from '../bridge/calls';
import { button, h, icon, put } from './dom';
import { engine, Trouble } from './engine';
import { Felt, haveShapes } from './felt';
import { paper } from './paper';
import { fileButton, shareSheet } from './share';
import { freshId, loadGame, ownFiles, saveGame } from './store';
import { gameChoices, gameSelect } from './table/setup';
import { words } from './words';

const example = `[variant club-double-twelve]
[players Ann Ben Cem]

round 12
Ann: 12-12 12-5
Ben: draw mark
Cem: 12-8>Mexican
Ann: 8-3>Ben
`;

/** `options`: name=value, with spaces between; a value with spaces in quotation marks. */
function setOf(options: string): Record<string, string> {
  const set: Record<string, string> = {};
  for (const [, name, quoted, plain] of options.matchAll(/([\w-]+)\s*=\s*(?:"([^"]*)"|(\S+))/g)) set[name] = quoted ?? plain;
  return set;
}

const rulingStyle = '.is-body { background: none; padding: 0; margin: 0; max-width: none; } h1 { display: none; }';

export async function dispute(root: HTMLElement, given: { record: string; files: Files } | null): Promise<void> {
  let files: Files = given?.files ?? {};
  const area = h('textarea', {
    rows: 10,
    id: 'dispute-text',
    'aria-label': words.paste,
    placeholder: words.paste,
    spellcheck: 'false',
    autocapitalize: 'off',
    autocomplete: 'off',
  });
  area.value = given?.record ?? '';
  const result = h('div', { class: 'result', 'aria-live': 'polite' });
  const choices = await gameChoices();
  const select = gameSelect(choices, '');
  select.prepend(h('option', { value: '', selected: true }, words.byRecord));
  select.value = '';
  const options = h('input', {
    placeholder: words.optionsHint,
    'aria-label': words.options,
    autocapitalize: 'off',
    autocomplete: 'off',
    spellcheck: 'false',
  });
  const judgeNow = (): void => {
    void judge();
  };

  const entry = [
    h('label', { class: 'block' }, h('span', {}, words.paste), area),
    h(
      'div',
      { class: 'row' },
      button(words.judge, judgeNow, { class: 'main', 'data-key': 'judge' }),
      fileButton((text, name) => {
        if (/\.ya?ml$/i.test(name)) {
          files = { ...files, [name]: text };
          return judgeNow();
        }
        area.value = text;
        judgeNow();
      }),
      button(words.example, () => {
        area.value = example;
        judgeNow();
      }),
    ),
    h(
      'details',
      { class: 'other' },
      h('summary', {}, words.judgeBy),
      h('label', { class: 'block' }, h('span', {}, words.rules), select),
      h('label', { class: 'block' }, h('span', {}, words.options), options),
      button(words.judge, judgeNow),
    ),
  ];
  // Of what is given the ruling is wanted first.
  put(
    root,
    given
      ? h('div', { class: 'given' }, result, h('details', { class: 'entry' }, h('summary', {}, words.showRecord), entry))
      : h('div', { class: 'dispute' }, h('section', { class: 'entry' }, h('h1', {}, words.disputeTitle), entry), result),
  );

  let turn = 0;
  async function judge(): Promise<void> {
    const mine = ++turn;
    const record = area.value;
    if (record.trim() === '') return put(result, h('p', { class: 'bad', role: 'alert' }, words.nothingPasted));
    put(result, h('p', { class: 'soft' }, words.loading));
    const all = { ...(await ownFiles()), ...files };
    const set = setOf(options.value);
    try {
      await haveShapes();
      const request = {
        record,
        files: all,
        ...(select.value ? { rules: select.value } : {}),
        ...(Object.keys(set).length ? { set } : {}),
      };
      const ruled = await engine.call('judge', request);
      if (mine !== turn) return;
      const ruling = paper(ruled.html, rulingStyle).host;
      put(
        result,
        h(
          'section',
          { 'aria-label': words.ruling, class: 'ruling-paper' },
          ruling,
          h(
            'div',
            { class: 'row' },
            button(words.share, () => shareSheet({ record, rules: files }, words.ruling)),
            button(words.print, () => print()),
            button(words.keepAtTable, async () => {
              const game = { id: freshId(), kind: 'table' as const, title: words.dispute, record, files: all, updated: 0 };
              await saveGame(game);
              location.hash = `#/table/${game.id}`;
            }),
          ),
        ),
      );
      // The steps are of the record as it is written, whatever it is judged by.
      const { page, record: read } = await engine.call('replay', { record, files: all });
      if (mine === turn && page) result.append(stepper(page, read || record));
      if (ruled.verdict !== 'illegal') return;
      // By which other houses it would be legal takes longer, and comes behind.
      const more = await engine.call('judge', { ...request, also: true });
      if (mine !== turn || more.html === ruled.html) return;
      ruling.replaceWith(paper(more.html, rulingStyle).host);
    } catch (error) {
      if (mine !== turn) return;
      const { message, help } = error instanceof Trouble ? error : new Trouble(String(error));
      if (result.firstElementChild?.classList.contains('ruling-paper')) return;
      put(result, h('div', { class: 'panel bad', role: 'alert' }, h('h2', {}, message), help ? h('p', {}, help) : null));
    }
  }
  if (given) await judge();
}

/** The picture, act by act. */
export function stepper(page: unknown, record: string): HTMLElement {
  const felt = new Felt();
  const caption = h('p', { class: 'step-caption', 'aria-live': 'polite' });
  const place = h('span', { class: 'soft' });
  const slider: HTMLInputElement = h('input', { type: 'range', min: 0, 'aria-label': words.step, oninput: () => go(Number(slider.value)) });
  function go(step: number): void {
    felt.go(step);
    const { game, state, at } = felt;
    if (!game || !state) return;
    put(
      caption,
      h('strong', {}, `${game.text(state.p)} `),
      state.s.map(text => `${game.text(text)} `).join(''),
      state.k.map(([kind, text]) => h('span', { class: `note ${kind}` }, game.text(text))),
    );
    place.textContent = words.stepOf(at + 1, game.last + 1);
    slider.max = String(game.last);
    slider.value = String(at);
    slider.setAttribute('aria-valuetext', place.textContent);
  }
  const way = (sign: string, label: string, to: () => number): HTMLElement => button(icon(sign), () => go(to()), { 'aria-label': label });
  felt.show(page, record, 0);
  const game = felt.game!;
  if (game.last < 0) return h('div', {});
  // Where the quarrel is.
  const foul = game.states.findIndex(state => state.k.some(([kind]) => kind === 'illegal' || kind === 'undecided'));
  go(foul < 0 ? game.last : foul);
  return h(
    'section',
    { class: 'stepper', 'aria-label': words.steps },
    felt.element,
    caption,
    h(
      'div',
      { class: 'row steps' },
      way('first', words.firstStep, () => 0),
      way('before', words.backStep, () => felt.at - 1),
      place,
      way('next', words.onStep, () => felt.at + 1),
      way('last', words.lastStep, () => game.last),
    ),
    slider,
  );
}

export async function disputeOf(root: HTMLElement, id: string | undefined): Promise<void> {
  const game = id ? await loadGame(id) : undefined;
  await dispute(root, game ? { record: game.record, files: game.files } : null);
}
