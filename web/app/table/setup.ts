// Games kept on this device, and a new one: who plays, by which rules.

import { askToDrop, bdi, button, type Child, h, put } from '../dom';
import { engine, Trouble } from '../engine';
import { allRules, choose, chosen, dropGame, filesFor, freshId, type SavedGame, saveGame } from '../store';
import { locale } from '../language';
import { words } from '../words';
import { setOf } from './between';

export interface GameChoice {
  name: string;
  title: string;
  about: string;
  players: [number, number];
}

export interface GameChoices {
  own: GameChoice[];
  bundled: GameChoice[];
}

/** They are the same for all of a visit. */
let asked: Promise<{ games: GameChoice[] }> | null = null;

/** The bundled games, the usual one first; of what its file says of itself the first sentence is for people. */
export async function bundledGames(): Promise<GameChoice[]> {
  asked ??= engine.call('games', {});
  const { games } = await asked.catch(error => {
    asked = null;
    throw error;
  });
  return games
    .map(game => ({ ...game, about: /^.*?[.!?](?=\s|$)/.exec(game.about)?.[0] ?? game.about }))
    .sort((a, b) => Number(b.name === 'train') - Number(a.name === 'train'));
}

/** Bundled games and rule files of one's own. */
export async function gameChoices(): Promise<GameChoices> {
  return {
    own: (await allRules()).map(({ name, form }) => ({
      name,
      title: form?.title ?? name.replace(/\.ya?ml$/, ''),
      about: '',
      players: [1, 99] as [number, number],
    })),
    bundled: await bundledGames(),
  };
}

export const gameSelect = (choices: GameChoices, value: string): HTMLSelectElement =>
  h('select', { name: 'game', id: 'game-choice' }, gameOptions(choices, value));

export function gameOptions(choices: GameChoices, value: string): Child {
  const option = (one: GameChoice): HTMLElement => h('option', { value: one.name, selected: one.name === value }, one.title);
  return [
    choices.own.length ? h('optgroup', { label: words.ownRules }, choices.own.map(option)) : null,
    h('optgroup', { label: words.bundled }, choices.bundled.map(option)),
  ];
}

/** As far as it has come, so that two games of the same players can be told apart. */
function reached(record: string): string {
  const [, label] = [...record.matchAll(/^round (.+)$/gm)].pop() ?? [];
  return label === undefined || label === '-' ? '' : `${words.round(label)} · `;
}

export function gameList(games: SavedGame[], changed: () => void): Child {
  return games.length === 0
    ? h('p', { class: 'soft' }, words.noGames)
    : h(
        'ul',
        { class: 'games' },
        games.map(game =>
          h(
            'li',
            {},
            h(
              'a',
              { href: `#/${game.kind}/${game.id}` },
              h('strong', {}, bdi(game.title)),
              h(
                'small',
                {},
                `${words[game.kind]} · `,
                reached(game.record),
                new Date(game.updated).toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short' }),
              ),
            ),
            button(
              words.drop,
              () => askToDrop(game.title, () => void dropGame(game.id).then(changed)),
              { class: 'small', 'aria-label': `${words.drop}: ${game.title}` },
            ),
          ),
        ),
      );
}

/** A form for a new game to be recorded. `wish` is the game it opens with. */
export async function newTable(root: HTMLElement, wish: string | undefined): Promise<void> {
  const choices = await gameChoices();
  let names = (await chosen<string[]>('names')) ?? ['', '', '', ''];
  const game = wish ?? (await chosen<string>('game')) ?? choices.bundled[0]?.name ?? '';
  const list = h('div', { class: 'names' });
  const told = h('p', { class: 'bad', role: 'alert' });
  const select = gameSelect(choices, game);
  const about = h('p', { class: 'soft' });
  const current = (): GameChoice | undefined => [...choices.own, ...choices.bundled].find(one => one.name === select.value);
  const showAbout = async (): Promise<void> => {
    const one = current();
    const text = one && one.about ? `${one.about} ${words.playersFit(...one.players)}. ` : '';
    about.textContent = text;
    // The tiles are those of a table by these rules.
    const [files, some] = [await filesFor(select.value), Math.max(2, one?.players[0] ?? 2)];
    const players = Array.from({ length: some }, (_, seat) => `P${seat}`);
    const { record } = await engine.call('begin', { rules: select.value, files, players, date: '' });
    const now = await engine.call('table', { record, files });
    if (current() === one) about.textContent = text + words.setOf(...setOf(now));
  };
  const tellAbout = (): void => void showAbout().catch(() => {});
  select.addEventListener('change', tellAbout);

  function rows(): void {
    put(
      list,
      names.map((name, index) =>
        h(
          'div',
          { class: 'row' },
          h('input', {
            value: name,
            'aria-label': words.player(index + 1),
            placeholder: words.player(index + 1),
            maxlength: 40,
            autocomplete: 'off',
            dir: 'auto',
            oninput: (event: Event) => {
              names[index] = (event.target as HTMLInputElement).value;
              void choose('names', names);
            },
          }),
          index > 0
            ? button(
                '↑',
                () => {
                  names.splice(index - 1, 0, ...names.splice(index, 1));
                  rows();
                },
                { class: 'small', 'aria-label': `${words.earlier}: ${name || words.player(index + 1)}` },
              )
            : null,
          names.length > 2
            ? button(
                '×',
                () => {
                  names.splice(index, 1);
                  void choose('names', names);
                  rows();
                },
                { class: 'small', 'aria-label': words.removePlayer(name || words.player(index + 1)) },
              )
            : null,
        ),
      ),
      button(
        words.addPlayer,
        () => {
          names.push('');
          rows();
          (list.querySelectorAll('input')[names.length - 1] as HTMLElement).focus();
        },
        { class: 'small' },
      ),
    );
  }

  async function begin(onlyScores: boolean): Promise<void> {
    const players = names.map((name, index) => name.trim() || words.player(index + 1));
    const one = current();
    told.textContent = '';
    if (new Set(players.map(name => name.toLowerCase())).size < players.length) return void (told.textContent = words.sameName);
    if (one && (players.length < one.players[0] || players.length > one.players[1]))
      return void (told.textContent = words.tooFew(...one.players));
    const files = await filesFor(select.value);
    try {
      const { record } = await engine.call('begin', { rules: select.value, files, players, date: new Date().toISOString().slice(0, 10) });
      await choose('names', names);
      await choose('game', select.value);
      const saved: SavedGame = { id: freshId(), kind: 'table', title: words.gameTitle(players), record, files, updated: 0, ...(onlyScores ? { onlyScores } : {}) };
      await saveGame(saved);
      location.hash = `#/table/${saved.id}`;
    } catch (error) {
      told.textContent = error instanceof Trouble ? `${error.message} ${error.help}` : String(error);
    }
  }

  rows();
  tellAbout();
  names = [...names];
  rows();
  put(
    root,
    h(
      'form',
      {
        class: 'form',
        onsubmit: (event: Event) => {
          event.preventDefault();
          void begin(false);
        },
      },
      h('fieldset', {}, h('legend', {}, words.whoPlays), list),
      h('label', { class: 'block' }, h('span', {}, words.whichGame), select),
      about,
      told,
      h('button', { class: 'main wide' }, words.begin),
      button([words.onlyScores, h('small', {}, words.onlyScoresAbout)], () => void begin(true), { class: 'wide stacked', 'data-key': 'only-scores' }),
    ),
  );
}
