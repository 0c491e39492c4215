// The app: which part of it is shown. A way is "#/table/ID"; "#1.…" is a link that somebody sent.

import { h, icon, put } from './dom';
import { disputeOf } from './dispute';
import { engine, Trouble } from './engine';
import { home } from './home';
import { opened } from './opened';
import { begin } from './policy';
import { Play, playStart } from './play';
import { rulesOf, rulesStart } from './rules';
import { fileButton } from './share';
import { allGames, freshId, loadGame, ownFiles, saveGame } from './store';
import { Desk } from './table/desk';
import { gameList, newTable } from './table/setup';
import { stayAwake } from './awake';
import { words } from './words';

begin();
const view = document.getElementById('view')!;
const ways = document.getElementById('ways')!;
const parts: [string, string][] = [
  ['table', words.table],
  ['dispute', words.dispute],
  ['play', words.play],
  ['rules', words.rules],
];

function showWays(here: string): void {
  ways.setAttribute('aria-label', words.ways);
  put(
    ways,
    h(
      'a',
      { href: '#/', class: 'brand', 'aria-current': here === '' ? 'page' : null },
      h('img', { src: 'icon.svg', alt: '', width: 28, height: 28 }),
      h('span', { class: 'long' }, words.name),
      h('span', { class: 'short' }, words.home),
    ),
    parts.map(([way, title]) =>
      h('a', { href: `#/${way}`, 'aria-current': way === here ? 'page' : null }, icon(way), h('span', {}, title)),
    ),
  );
}

async function tables(root: HTMLElement, wish: string | undefined): Promise<void> {
  const place = h('div', {});
  const kept = h('section', { class: 'kept' });
  put(
    root,
    h(
      'div',
      { class: 'page' },
      h('h1', {}, words.newTable),
      place,
      kept,
      h(
        'p',
        {},
        fileButton((text, name) => void goOn(text, name), words.openRecord),
      ),
    ),
  );
  const list = async (): Promise<void> => {
    const games = (await allGames()).filter(game => game.kind === 'table');
    put(kept, games.length ? [h('h2', {}, words.allGames), gameList(games, () => void list())] : null);
  };
  await list();
  await newTable(place, wish);
}

/** A record from a file, or from somebody else, gone on with. */
async function goOn(record: string, name: string): Promise<void> {
  const id = freshId();
  await saveGame({ id, kind: 'table', title: name.replace(/\.\w+$/, ''), record, files: await ownFiles(), updated: 0 });
  location.hash = `#/table/${id}`;
}

let turn = 0;
async function show(): Promise<void> {
  const mine = ++turn;
  for (const dialog of Array.from(document.querySelectorAll('dialog'))) dialog.close();
  const hash = location.hash;
  // Each view gets a place of its own: what an older one still does comes nowhere.
  const place = h('div', { class: 'view' });
  const [, way = '', id, more] = /^#\//.test(hash) ? hash.slice(1).split('/') : ['', ''];
  const plain = (text: string | undefined): string | undefined => {
    try {
      return text === undefined ? undefined : decodeURIComponent(text);
    } catch {
      return undefined;
    }
  };
  showWays(way);
  document.body.className = '';
  stayAwake(false);
  put(view, place);
  try {
    if (/^#\d+\./.test(hash)) await opened(place, hash);
    else if (way === 'table' && id && id !== 'new') {
      const game = await loadGame(id);
      if (mine !== turn) return;
      if (game?.kind === 'table') {
        document.body.className = 'at-table';
        stayAwake(true);
        new Desk(place, game);
      } else await tables(place, undefined);
    } else if (way === 'table') await tables(place, plain(more));
    else if (way === 'dispute') await disputeOf(place, id);
    else if (way === 'play' && id) {
      const game = await loadGame(id);
      if (mine !== turn) return;
      if (game?.kind === 'play') {
        document.body.className = 'at-table';
        stayAwake(true);
        new Play(place, game);
      } else await playStart(place);
    } else if (way === 'play') await playStart(place);
    else if (way === 'rules' && id) await rulesOf(place, plain(id) ?? '');
    else if (way === 'rules') await rulesStart(place);
    else home(place);
  } catch (error) {
    const { message, help } = error instanceof Trouble ? error : new Trouble(String(error));
    put(
      place,
      h(
        'div',
        { class: 'panel bad', role: 'alert' },
        h('h1', {}, message),
        help ? h('p', {}, help) : null,
        h('a', { class: 'button main', href: '#/' }, words.home),
      ),
    );
  }
  if (mine === turn) document.documentElement.dataset.ready = hash || '#';
}

addEventListener('hashchange', () => {
  void show().then(() => view.focus({ preventScroll: true }));
  scrollTo(0, 0);
});
void show();
// The first call of any part then finds it loaded.
engine.begin();
if ('serviceWorker' in navigator) void navigator.serviceWorker.register('sw.js').catch(() => {});
