// The app: which part of it is shown. A way is "#/table/ID"; "#1.…" is a link that somebody sent.

import { came } from './came';
import { dispute } from './dispute';
import { button, h, icon, put, sheet, tell } from './dom';
import { engine, Trouble } from './engine';
import { home } from './home';
import { language } from './language';
import { isLink } from './link';
import { owedBar } from './owed';
import { opened } from './opened';
import { begin } from './policy';
import { Play, playStart } from './play';
import { rulesStart, Workshop } from './rules';
import { allButton, download, fileButton, shareSheet } from './share';
import {
  allGames,
  hold,
  loadGame,
  loadRules,
  saveGame,
  saveRules,
  type SavedGame,
  type SavedRules,
  watch,
  whenFree,
} from './store';
import { Desk } from './table/desk';
import { gameList, newTable } from './table/setup';
import { stayAwake } from './awake';
import { words } from './words';

begin();
document.documentElement.lang = language;
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
  const place = h('div', {}, h('p', { class: 'soft', role: 'status' }, words.coming));
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
        fileButton((text, name) => void came(text, name), words.openRecord),
      ),
      allButton(),
    ),
  );
  const list = async (): Promise<void> => {
    const games = (await allGames()).filter(game => game.kind === 'table');
    put(kept, games.length ? [h('h2', {}, words.allGames), gameList(games, () => void list())] : null);
  };
  await list();
  await newTable(place, wish);
}

/** The address of a game that is not kept here, with those that are. */
async function nothingThere(root: HTMLElement, kind: 'table' | 'play'): Promise<void> {
  const games = (await allGames()).filter(game => game.kind === kind);
  put(
    root,
    h(
      'div',
      { class: 'page' },
      h('h1', {}, words.noSuchGame),
      h('p', {}, words.noSuchGameHelp),
      gameList(games, () => void nothingThere(root, kind)),
      h(
        'div',
        { class: 'row' },
        h('a', { class: 'button main', href: `#/${kind}` }, kind === 'table' ? words.newTable : words.newPlay),
        fileButton((text, name) => void came(text, name)),
      ),
    ),
  );
}

/** Where a game or a rule file is worked on. */
const wayOf = (shelf: 'games' | 'rules', one: SavedGame | SavedRules): string =>
  shelf === 'games' ? `#/${(one as SavedGame).kind}/${(one as SavedGame).id}` : `#/rules/${encodeURIComponent((one as SavedRules).name)}`;

function elsewhere(place: HTMLElement): void {
  put(
    place,
    h(
      'div',
      { class: 'panel elsewhere', role: 'alert' },
      h('h1', {}, words.openElsewhere),
      h('p', {}, words.openElsewhereHelp),
      h(
        'div',
        { class: 'row' },
        button(words.goOnHere, () => void show(true), { class: 'main', 'data-key': 'go-on-here' }),
        h('a', { class: 'button', href: '#/' }, words.home),
      ),
    ),
  );
}

/** Of a game that was deleted elsewhere, all that is left is in this tab. */
function deleted(place: HTMLElement, shelf: 'games' | 'rules', one: SavedGame | SavedRules): void {
  const [title, record] = shelf === 'games' ? [(one as SavedGame).title, one as SavedGame] : [(one as SavedRules).name, null];
  put(
    place,
    h(
      'div',
      { class: 'panel deleted', role: 'alert' },
      h('h1', {}, words.deletedElsewhere(title)),
      h('p', {}, words.deletedHelp),
      h(
        'div',
        { class: 'row' },
        button(
          words.keepAnyway,
          async () => {
            one.updated = 0;
            delete one.revision;
            await (record ? saveGame(record) : saveRules(one as SavedRules));
            if (location.hash === wayOf(shelf, one)) void show();
            else location.hash = wayOf(shelf, one);
          },
          { class: 'main', 'data-key': 'keep-anyway' },
        ),
        record
          ? button(words.sendRecord, () => shareSheet({ record: record.record, rules: record.files }, record.title))
          : button(words.download, () => download((one as SavedRules).text, (one as SavedRules).name)),
        h('a', { class: 'button', href: '#/' }, words.home),
      ),
    ),
  );
}

let turn = 0;
/** Lets go of what the view before held. */
let leave = (): void => {};
let shownNow: { shelf: 'games' | 'rules'; one: SavedGame | SavedRules } | null = null;

/** A game or a rule file, held for this tab while it is worked on. False: there is none, or none that is free. */
async function workOn<One extends SavedGame | SavedRules>(
  place: HTMLElement,
  shelf: 'games' | 'rules',
  key: string,
  steal: boolean,
  load: (key: string) => Promise<One | undefined>,
  work: (one: One) => void | Promise<void>,
  ifFree = false,
): Promise<boolean> {
  const mine = turn;
  const plain = (): void => {
    document.body.className = '';
    stayAwake(false);
  };
  const lost = async (): Promise<void> => {
    if (mine !== turn) return;
    const was = shownNow;
    plain();
    const still = await load(key).catch(() => undefined);
    if (mine !== turn) return;
    if (still || !was) elsewhere(place);
    else deleted(place, was.shelf, was.one);
  };
  const free = await hold(`${shelf}/${key}`, () => void lost(), steal);
  if (mine !== turn) {
    free?.();
    return true;
  }
  if (!free) {
    if (ifFree) return false;
    elsewhere(place);
    // The other tab was closed, or it was this page itself before it was loaded anew.
    leave = whenFree(`${shelf}/${key}`, () => {
      if (mine === turn && document.visibilityState === 'visible') void show();
    });
    return true;
  }
  leave = free;
  const one = await load(key);
  if (mine !== turn) return true;
  if (!one) {
    leave();
    leave = () => {};
    return false;
  }
  shownNow = { shelf, one };
  await work(one);
  return true;
}

/** The address of what is worked on, so that a load anew comes back to it. */
function nameView(shelf: 'games' | 'rules', one: SavedGame | SavedRules): void {
  const { dataset } = document.documentElement;
  const isReady = dataset.ready === location.hash;
  history.replaceState(null, '', wayOf(shelf, one));
  if (isReady) dataset.ready = location.hash;
}

/** The ruling on a game of another part, a dispute, or the one that was written last and that no other tab is at. */
async function disputes(place: HTMLElement, id: string | undefined, steal: boolean): Promise<void> {
  const mine = turn;
  const game = id ? await loadGame(id) : undefined;
  if (mine !== turn) return;
  const begun = (one: SavedGame | null): void => {
    if (mine !== turn) return;
    if (one === null) {
      leave();
      leave = () => {};
      shownNow = null;
      return;
    }
    shownNow = { shelf: 'games', one };
    if (/^#\/dispute/.test(location.hash)) nameView('games', one);
    void hold(`games/${one.id}`, () => mine === turn && elsewhere(place)).then(free => {
      if (free) mine === turn ? (leave = free) : free();
    });
  };
  if (game && game.kind !== 'dispute') return dispute(place, { record: game.record, files: game.files }, null, begun);
  const written = id ? [id] : (await allGames()).filter(one => one.kind === 'dispute').map(one => one.id);
  for (const one of written.slice(0, 3)) {
    const work = async (known: SavedGame): Promise<void> => {
      if (!id) nameView('games', known);
      await dispute(place, null, known, begun);
    };
    if (mine === turn && (await workOn(place, 'games', one, steal, loadGame, work, !id))) return;
  }
  if (mine === turn) await dispute(place, null, null, begun);
}

async function show(steal = false): Promise<void> {
  const mine = ++turn;
  leave();
  leave = () => {};
  shownNow = null;
  for (const dialog of Array.from(document.querySelectorAll('dialog'))) dialog.close();
  const hash = location.hash;
  const [, way = '', id, more] = /^#\//.test(hash) ? hash.slice(1).split('/') : ['', ''];
  // Each view gets a place of its own: what an older one still does comes nowhere.
  const place = h('div', { class: 'view' }, way ? h('p', { class: 'soft', role: 'status' }, words.loading) : null);
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
    if (isLink(hash)) await opened(place, hash);
    else if ((way === 'table' && id && id !== 'new') || (way === 'play' && id)) {
      const loadKind = async (key: string): Promise<SavedGame | undefined> => {
        const game = await loadGame(key);
        return game?.kind === way ? game : undefined;
      };
      const there = await workOn(place, 'games', id, steal, loadKind, game => {
        document.body.className = 'at-table';
        stayAwake(true);
        if (way === 'table') new Desk(place, game);
        else new Play(place, game);
      });
      if (!there) await nothingThere(place, way);
    } else if (way === 'table') await tables(place, plain(more));
    else if (way === 'dispute') await disputes(place, id, steal);
    else if (way === 'play') await playStart(place);
    else if (way === 'rules' && id) {
      if (!(await workOn(place, 'rules', plain(id) ?? '', steal, loadRules, one => void new Workshop(place, one)))) await rulesStart(place);
    } else if (way === 'rules') await rulesStart(place);
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
        h(
          'div',
          { class: 'row' },
          button(words.tryAgain, () => void show(), { class: 'main', 'data-key': 'show-again' }),
          h('a', { class: 'button', href: '#/' }, words.home),
        ),
      ),
    );
  }
  if (mine === turn) document.documentElement.dataset.ready = location.hash || '#';
}

addEventListener('hashchange', () => {
  void show().then(() => view.focus({ preventScroll: true }));
  scrollTo(0, 0);
});
const bar = owedBar();
watch({
  owed: now => bar.show(now),
  apart(shelf, from, to, isNew) {
    const name = shelf === 'games' ? (to as SavedGame).title : (to as SavedRules).name;
    if (isNew) return shelf === 'rules' ? tell(words.nameTaken(from, name)) : undefined;
    if (shownNow?.one === to) nameView(shelf, to);
    sheet(words.changedElsewhere, close => [h('p', {}, words.changedHelp(name)), button(words.done, close, { class: 'main' })]);
  },
  gone(shelf, one) {
    const place = view.querySelector<HTMLElement>('.view');
    if (shownNow?.one !== one || !place) return;
    document.body.className = '';
    stayAwake(false);
    deleted(place, shelf, one);
  },
});
// Some programs write the # of a link as %23: then what stands behind it looks like a part of the address.
const [, folder, behind] = /^(.*\/)(?:index\.html)?%23(\d{1,6}\..*)$/.exec(location.pathname) ?? [];
if (behind) location.replace(`${folder}#${behind}`);
else void show();
// The first call of any part then finds it loaded.
if (typeof WebAssembly === 'object') engine.begin();
if ('serviceWorker' in navigator)
  void navigator.serviceWorker
    .register('sw.js')
    .then(({ waiting }) => {
      if (!waiting) return;
      navigator.serviceWorker.addEventListener('controllerchange', () => location.reload());
      waiting.postMessage('take over');
    })
    .catch(() => {});
