// A dispute: a record or a position goes in, the ruling comes out, with the picture of the table to step through.

import type { Files } from '../bridge/calls';
import { isRules } from './came';
import { button, h, icon, put } from './dom';
import { engine, missingRules, Trouble } from './engine';
import { Felt, haveShapes } from './felt';
import { paper } from './paper';
import { unpacked } from './packed';
import { fileButton, rulesOf, shareSheet } from './share';
import { allGames, dropGame, freshId, ownFiles, type SavedGame, saveGame } from './store';
import { gameChoices, gameOptions, gameSelect } from './table/setup';
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

/** The game at the table of which this is the record; with lines behind it, the game gets them. */
async function gameOf(record: string): Promise<SavedGame | undefined> {
  const text = `${record.trimEnd()}\n`;
  const begins = ({ kind, record: its }: SavedGame): boolean => kind === 'table' && text.startsWith(`${its.trimEnd()}\n`);
  const [game] = (await allGames()).filter(begins).sort((a, b) => b.record.length - a.record.length);
  if (!game || game.record === text) return game;
  game.record = text;
  await saveGame(game);
  return game;
}

/** The position of the first ruling is the one from which the picture below is stepped; on paper it stands in the ruling. */
const rulingStyle =
  '.is-body { background: none; padding: 0; margin: 0; max-width: none; } h1 { display: none; }' +
  '@media screen { :host(.stepped) section:first-of-type > figure { display: none; } }';

/** `given` is ruled at once; what is written is kept as `game`, or as a new one, which `begun` is told, and when it is none any more. */
export async function dispute(
  root: HTMLElement,
  given: { record: string; files: Files } | null,
  game: SavedGame | null = null,
  begun: (game: SavedGame | null) => void = () => {},
): Promise<void> {
  let files: Files = given?.files ?? game?.files ?? {};
  const area = h('textarea', {
    rows: 10,
    id: 'dispute-text',
    'aria-label': words.paste,
    placeholder: words.paste,
    spellcheck: 'false',
    autocapitalize: 'off',
    autocomplete: 'off',
  });
  area.value = given?.record ?? game?.record ?? '';
  const result = h('div', { class: 'result', 'aria-live': 'polite' });
  const chosen = game?.rules ?? '';
  const select = gameSelect({ own: [], bundled: [] }, '');
  put(select, h('option', { value: '' }, words.byRecord), chosen ? h('option', { value: chosen, selected: true }, chosen) : null);
  const options = h('input', {
    placeholder: words.optionsHint,
    'aria-label': words.options,
    autocapitalize: 'off',
    autocomplete: 'off',
    spellcheck: 'false',
  });
  options.value = game?.options ?? '';
  let kept = game;
  /** What was written is kept like a game; nothing written is no game. */
  function keep(): void {
    const written = { record: area.value, files, rules: select.value, options: options.value };
    if (written.record.trim() === '' && Object.keys(files).length === 0) {
      const { id } = kept ?? {};
      kept = null;
      if (id === undefined) return;
      begun(null);
      void dropGame(id);
      return;
    }
    if (kept && kept.record === written.record && kept.files === files && kept.rules === written.rules && kept.options === written.options)
      return;
    if (!kept && given && given.record === written.record && given.files === files) return;
    const isNew = kept === null;
    kept = Object.assign(kept ?? { id: freshId(), kind: 'dispute' as const, updated: 0, title: '' }, written, {
      title: words.disputeCalled(/\S.*/.exec(written.record.replace(/^\s*\[variant[^\]\n]*\]/i, ''))?.[0] ?? ''),
    });
    void saveGame(kept);
    if (isNew) begun(kept);
  }
  area.addEventListener('input', keep);
  options.addEventListener('input', keep);
  select.addEventListener('change', keep);
  const judgeNow = (): void => {
    keep();
    void judge();
  };

  const judgedBy = h(
    'details',
    { class: 'other' },
    h('summary', {}, words.judgeBy),
    h('label', { class: 'block' }, h('span', {}, words.rules), select),
    h('label', { class: 'block' }, h('span', {}, words.options), options),
    button(words.judge, judgeNow),
  );
  const entry = [
    h('label', { class: 'block' }, h('span', {}, words.paste), area),
    h(
      'div',
      { class: 'row' },
      button(words.judge, judgeNow, { class: 'main', 'data-key': 'judge' }),
      fileButton((text, name) => {
        if (isRules(text, name)) files = { ...files, [name]: text };
        else {
          const { record, rules } = unpacked(text);
          files = { ...files, ...rules };
          area.value = record;
        }
        judgeNow();
      }),
      button(words.example, () => {
        area.value = example;
        judgeNow();
      }),
    ),
    judgedBy,
    given ? null : h('p', { class: 'soft' }, words.nothingWritten, ' ', h('a', { href: '#/table/new' }, words.newTable)),
  ];
  // Of what is given the ruling is wanted first.
  put(
    root,
    given
      ? h('div', { class: 'given' }, result, h('details', { class: 'entry' }, h('summary', {}, words.showRecord), entry))
      : h('div', { class: 'dispute' }, h('section', { class: 'entry' }, h('h1', {}, words.disputeTitle), entry), result),
  );

  // The form is there before the games, which come with the engine.
  const coming = h('p', { class: 'soft', role: 'status' }, words.coming);
  if (!given) root.querySelector('.entry')!.append(coming);
  const filled = gameChoices().then(
    choices => {
      coming.remove();
      const { value } = select;
      put(select, h('option', { value: '' }, words.byRecord), gameOptions(choices, value));
      select.value = value;
    },
    error => {
      const { message, help } = error as Trouble;
      put(coming, message, ' ', help ?? '');
    },
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
            button(words.share, () => shareSheet({ record, rules: all }, words.ruling)),
            button(words.print, () => print()),
            button(words.keepAtTable, async () => {
              let game = await gameOf(record);
              if (!game) {
                const its = await rulesOf(record, all);
                game = { id: freshId(), kind: 'table', title: words.dispute, record, files: its, updated: 0 };
                await saveGame(game);
              }
              location.hash = `#/table/${game.id}`;
            }),
          ),
        ),
      );
      // The steps are of the record as it is written, whatever it is judged by.
      const { page, record: read } = await engine.call('replay', { record, files: all });
      if (mine === turn && page) {
        result.append(stepper(page, read || record));
        ruling.classList.add('stepped');
      }
      if (ruled.verdict !== 'illegal') return;
      // The list of other houses by which it would be legal takes longer, and comes behind.
      const more = await engine.call('judge', { ...request, also: true });
      if (mine !== turn || more.html === ruled.html) return;
      const fuller = paper(more.html, rulingStyle).host;
      fuller.className = ruling.className;
      ruling.replaceWith(fuller);
    } catch (error) {
      if (mine !== turn) return;
      const trouble = error instanceof Trouble ? error : new Trouble(String(error));
      const { message, help } = trouble;
      if (result.firstElementChild?.classList.contains('ruling-paper')) return;
      const missing = missingRules(trouble, record, all);
      // A record names its rules at its head; where it does not, they are chosen.
      const unnamed = trouble.findings.some(one => one.code === 'no-variant');
      if (unnamed) judgedBy.open = true;
      const [said, more] = unnamed
        ? [words.byWhichRules, '']
        : missing === null
          ? [message, help]
          : [words.rulesMissing(missing), words.rulesMissingHelp];
      put(result, h('div', { class: 'panel bad', role: 'alert' }, h('h2', {}, said), more ? h('p', {}, more) : null));
    }
  }
  if (given) await judge();
  else await filled;
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
      // What is illegal has been told above, with its reasons.
      state.k.map(([kind, text]) => h('span', { class: `note ${kind}` }, kind === 'illegal' ? words.illegal : game.text(text))),
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
