// The first view: what one may do here, and the games one was at.

import { came } from './came';
import { h, icon, put } from './dom';
import { engine, type Trouble } from './engine';
import { language, languages } from './language';
import { set } from './settings';
import { allButton, fileButton } from './share';
import { allGames, lasts } from './store';
import { keysChoice } from './table/keys';
import { gameList } from './table/setup';
import { words } from './words';

const parts = [
  ['table', words.table, words.tableAbout],
  ['dispute', words.dispute, words.disputeAbout],
  ['play', words.play, words.playAbout],
  ['rules', words.rules, words.rulesAbout],
];

/** Everything that is seen has its words from the beginning of the page. */
function speak(code: string): void {
  set('language', code);
  location.reload();
}

export function home(root: HTMLElement): void {
  const version = h('span', {});
  const kept = h('section', { class: 'kept' });
  put(
    root,
    h(
      'div',
      { class: 'home' },
      h(
        'header',
        { class: 'hero' },
        h('img', { src: 'icon.svg', alt: '', width: 88, height: 88 }),
        h('h1', {}, words.name),
        h('p', {}, words.tagline),
      ),
      h(
        'ul',
        { class: 'doors' },
        parts.map(([way, title, about]) =>
          h('li', {}, h('a', { href: `#/${way}`, class: `to-${way}` }, icon(way), h('strong', {}, title), h('span', {}, about))),
        ),
      ),
      kept,
      allButton(),
      fileButton((text, name) => void came(text, name)),
      h(
        'div',
        { class: 'row settings' },
        h(
          'label',
          {},
          words.language,
          ' ',
          h(
            'select',
            { 'data-key': 'language', onchange: (event: Event) => speak((event.target as HTMLSelectElement).value) },
            Object.entries(languages).map(([code, name]) => h('option', { value: code, lang: code, selected: code === language }, name)),
          ),
        ),
        keysChoice(),
      ),
      h('p', { class: 'soft offline' }, words.offline, ' ', version),
    ),
  );
  void engine
    .call('version', {})
    .then(answer => {
      version.textContent = words.about(answer.version);
    })
    .catch(error => {
      if ((error as Trouble).kind === 'unable') put(version, h('strong', {}, (error as Trouble).message), ' ', (error as Trouble).help);
    });
  const list = async (): Promise<void> => {
    const games = await allGames();
    put(
      kept,
      games.length ? [h('h2', {}, words.allGames), gameList(games.slice(0, 6), () => void list())] : null,
      (await lasts()) ? null : h('p', { class: 'warn' }, words.notKept),
    );
  };
  void list();
}
