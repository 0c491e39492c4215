// The one door for what stays on this device: games, rule files, choices. What is handed in is held in memory at once, and is kept
// when the data base says that it has it for good; until then it is owed, tried again, and told to whoever watches. Nothing is
// written over what somebody else wrote since, and no name that is taken.

import type { Files } from '../bridge/calls';
import { Trouble } from './engine';
import { allowed, chainOf, parentOf, renamedParent } from './family';
import { mirror, mirrored } from './mirror';
import { words } from './words';

/** Which writing of it this is: of two tabs only one can go on from it. */
interface Written {
  /** 0: it was never kept */
  updated: number;
  revision?: string;
}
export interface SavedGame extends Written {
  id: string;
  kind: 'table' | 'play' | 'dispute';
  title: string;
  record: string;
  files: Files;
  /** of a game against computers, and what a dispute is judged by */
  rules?: string;
  seats?: string[];
  seat?: number;
  options?: string;
  /** of a game at the table: the points are kept, and no acts */
  onlyScores?: boolean;
}
export interface SavedRules extends Written {
  name: string;
  text: string;
  /** what the form made it of; gone once it was changed by hand */
  form?: { like: string; title: string; players: number; answers: Record<string, string>; recipes: string[] };
  /** the game that it began with */
  like?: string;
}

/** kept: for good. apart: another tab wrote, so this stands under a name of its own. gone: it was deleted. owed: in this tab alone. */
export type Outcome = 'kept' | 'apart' | 'gone' | 'owed';
export type Why = 'full' | 'newer' | 'closed';
export interface Owed {
  games: SavedGame[];
  rules: SavedRules[];
  why: Why | null;
  /** what is kept cannot be read */
  unread: boolean;
}
export interface Watcher {
  owed?(now: Owed): void;
  /** `from`: what it was called before; `isNew`: a name was taken when it came */
  apart?(shelf: 'games' | 'rules', from: string, to: SavedGame | SavedRules, isNew: boolean): void;
  gone?(shelf: 'games' | 'rules', one: SavedGame | SavedRules): void;
}

type Shelf = 'games' | 'rules' | 'choices';
interface Kind<Value> {
  shelf: 'games' | 'rules';
  key(one: Value): string;
  /** the same thing under another name */
  rename(one: Value, key: string): void;
  free(taken: (key: string) => boolean, one: Value): string;
  alike(a: Value, b: Value): boolean;
}
export const freshId = (): string => Array.from(crypto.getRandomValues(new Uint8Array(6)), byte => (byte % 36).toString(36)).join('');

const games: Kind<SavedGame> = {
  shelf: 'games',
  key: one => one.id,
  rename(one, key) {
    one.id = key;
    const [, title, number] = /^(.*?)(?: \((\d+)\))?$/s.exec(one.title)!;
    one.title = `${title} (${Number(number ?? 1) + 1})`;
  },
  free: freshId,
  alike: (a, b) =>
    a.record === b.record && JSON.stringify(a.files) === JSON.stringify(b.files) && a.options === b.options && a.rules === b.rules,
};
const rules: Kind<SavedRules> = {
  shelf: 'rules',
  key: one => one.name,
  rename(one, key) {
    one.name = key;
  },
  free(taken, one) {
    for (let n = 2; ; ++n) {
      const name = one.name.replace(/(\.ya?ml)?$/, `-${n}$1`);
      if (!taken(name)) return name;
    }
  },
  alike: (a, b) => a.text === b.text,
};
export const isSameGame = games.alike;
const isNew = (one: Written): boolean => one.updated === 0;
const writing = (one: Written): string => `${one.revision ?? ''} ${one.updated}`;

// The data base.

/** How long a page waits before it goes on in memory, in ms. */
const patience = 4000;
let base: Promise<IDBDatabase> | null = null;
/** false: this browser has never opened it */
let everOpened = false;

function opened(): Promise<IDBDatabase> {
  if (base) return base;
  const mine: Promise<IDBDatabase> = new Promise((done, fail) => {
    // Behind onblocked it opens when the other tabs have let go.
    const request = indexedDB.open('roundhouse', 1);
    let isEmpty = false;
    request.onupgradeneeded = () => {
      isEmpty = true;
      request.result.createObjectStore('games', { keyPath: 'id' });
      request.result.createObjectStore('rules', { keyPath: 'name' });
      request.result.createObjectStore('choices');
    };
    request.onerror = () => fail(request.error);
    request.onsuccess = () => {
      everOpened = true;
      const database = request.result;
      const forget = (): void => {
        if (base === mine) base = null;
      };
      database.onclose = forget;
      // A later version of the app shall not wait for this tab.
      database.onversionchange = () => {
        database.close();
        forget();
      };
      // Empty on the first visit, or because the browser has lost it.
      if (isEmpty)
        void putBack(database)
          .catch(() => {})
          .then(() => done(database));
      else done(database);
    };
  });
  base = mine;
  mine.catch(() => {
    if (base === mine) base = null;
  });
  return mine;
}

async function putBack(database: IDBDatabase): Promise<void> {
  const all = await mirrored();
  if (all.length === 0) return;
  await new Promise<void>((done, fail) => {
    const whole = database.transaction(['games', 'rules'], 'readwrite', { durability: 'strict' });
    whole.oncomplete = () => done();
    whole.onabort = () => fail(whole.error);
    for (const [shelf, one] of all) whole.objectStore(shelf).put(one);
  });
}

const soon = <Value>(work: Promise<Value>): Promise<Value> =>
  new Promise((done, fail) => {
    const timer = setTimeout(() => fail(new DOMException('no answer', 'TimeoutError')), patience);
    work.then(done, fail).finally(() => clearTimeout(timer));
  });

interface Change<Result> {
  store: IDBObjectStore;
  got<Value>(request: IDBRequest<Value>, then: (value: Value) => void): void;
  answer(result: Result): void;
}
/** One transaction; answers when it is complete. What was lost is opened anew, once. */
async function within<Result>(
  shelf: Shelf,
  mode: IDBTransactionMode,
  ask: (change: Change<Result>) => void,
  complete: (result: Result) => void = () => {},
): Promise<Result> {
  const attempt = async (): Promise<Result> => {
    const database = await opened();
    return new Promise((done, fail) => {
      let result: Result;
      const whole = database.transaction(shelf, mode, { durability: 'strict' });
      whole.oncomplete = () => {
        complete(result);
        done(result);
      };
      whole.onabort = () => fail(whole.error ?? new DOMException('stopped', 'AbortError'));
      const careful = (work: () => void): void => {
        try {
          work();
        } catch (error) {
          fail(error);
          whole.abort();
        }
      };
      const change: Change<Result> = {
        store: whole.objectStore(shelf),
        got: (request, then) => {
          request.onsuccess = () => careful(() => then(request.result));
        },
        answer: value => {
          result = value;
        },
      };
      careful(() => ask(change));
    });
  };
  try {
    return await soon(attempt());
  } catch (error) {
    const { name } = error as DOMException;
    if (name === 'QuotaExceededError' || name === 'VersionError' || name === 'TimeoutError') throw error;
    void base?.then(database => database.close()).catch(() => {});
    base = null;
    return soon(attempt());
  }
}

// The copy in memory.

const memory: Record<Shelf, Map<string, unknown>> = { games: new Map(), rules: new Map(), choices: new Map() };
interface Debt {
  shelf: Shelf;
  key: string;
  write(): Promise<Outcome>;
  /** rises with every change */
  change: number;
  /** the last try failed */
  why: Why | null;
}
const debts = new Map<string, Debt>();
const watchers: Watcher[] = [];
let unread = false;
let asked = false;

/** What is kept in this tab alone, as long as there is any. */
function owed(): Owed {
  const failed = [...debts.values()].filter(debt => debt.why !== null && debt.shelf !== 'choices');
  const of = (shelf: Shelf): unknown[] => failed.filter(debt => debt.shelf === shelf).flatMap(debt => memory[shelf].get(debt.key) ?? []);
  return {
    games: of('games') as SavedGame[],
    rules: of('rules') as SavedRules[],
    why: failed.length ? failed[failed.length - 1].why : null,
    unread: unread && everOpened,
  };
}
let shown = '';
function announce(): void {
  const now = owed();
  const seen = JSON.stringify([now.games.map(one => one.id), now.rules.map(one => one.name), now.why, now.unread]);
  if (seen === shown) return;
  shown = seen;
  for (const one of [...watchers]) one.owed?.(now);
}
/** Answers what ends it. */
export function watch(watcher: Watcher): () => void {
  watchers.push(watcher);
  watcher.owed?.(owed());
  return () => void watchers.splice(watchers.indexOf(watcher), 1);
}
export const isKept = (one: SavedRules): boolean => (debts.get(`rules/${one.name}`)?.why ?? null) === null;
/** True while something would be lost with this tab. */
export const owes = (): boolean => [...debts.values()].some(debt => debt.why !== null && debt.shelf !== 'choices');

function whyOf(error: unknown): Why {
  const name = (error as DOMException | null)?.name;
  return name === 'QuotaExceededError' ? 'full' : name === 'VersionError' ? 'newer' : 'closed';
}

/** One write after the other. */
let line: Promise<unknown> = Promise.resolve();
function settle(debt: Debt): Promise<Outcome> {
  const path = `${debt.shelf}/${debt.key}`;
  const mine = debts.get(path) ?? debt;
  mine.write = debt.write;
  ++mine.change;
  debts.set(path, mine);
  const work = line.then(() => pay(mine));
  line = work;
  return work;
}
async function pay(debt: Debt): Promise<Outcome> {
  const path = `${debt.shelf}/${debt.key}`;
  // An earlier write has taken this change with it.
  if (debts.get(path) !== debt) return 'kept';
  const { change } = debt;
  try {
    const outcome = await debt.write();
    if (debt.change === change || outcome !== 'kept') debts.delete(path);
    debt.why = null;
    unread = false;
    wait = soonest;
    announce();
    return outcome;
  } catch (error) {
    debt.why = whyOf(error);
    announce();
    tryAgainLater();
    return 'owed';
  }
}

let again: ReturnType<typeof setTimeout> | undefined;
const soonest = 1000;
let wait = soonest;
function tryAgainLater(): void {
  clearTimeout(again);
  again = setTimeout(() => void tryAgain(), wait);
  wait = Math.min(2 * wait, 8 * soonest);
}
/** Writes all that is owed, and reads what could not be read. */
export async function tryAgain(): Promise<void> {
  if (unread) await all(games);
  for (const debt of [...debts.values()]) await settle(debt);
}

function keep<Value extends Written>(kind: Kind<Value>, one: Value): Promise<Outcome> {
  const shelf = memory[kind.shelf] as Map<string, Value>;
  const was = kind.key(one);
  const fresh = isNew(one);
  const here = shelf.get(was);
  if (fresh && here && here !== one) {
    if (kind.alike(here, one)) {
      Object.assign(one, here);
    } else {
      kind.rename(
        one,
        kind.free(key => shelf.has(key), one),
      );
      for (const watcher of watchers) watcher.apart?.(kind.shelf, was, one as never, true);
    }
  }
  const key = kind.key(one);
  shelf.set(key, one);
  return settle({ shelf: kind.shelf, key, write: () => write(kind, key, one), change: 0, why: null });
}

/** Compares and puts, in one transaction. */
async function write<Value extends Written>(kind: Kind<Value>, key: string, one: Value): Promise<Outcome> {
  const shelf = memory[kind.shelf] as Map<string, Value>;
  const fresh = isNew(one);
  const put = (store: IDBObjectStore, to: string): Value => {
    const next = { ...one, revision: freshId(), updated: Date.now() };
    if (to !== key) kind.rename(next, to);
    store.put(next);
    return next;
  };
  let rest = false;
  const { outcome } = await within<{ outcome: Outcome; next: Value }>(
    kind.shelf,
    'readwrite',
    ({ store, got, answer }) =>
      got<Value | undefined>(store.get(key), there => {
        if (!there && !fresh) return answer({ outcome: 'gone', next: one });
        if (!there || writing(there) === writing(one)) return answer({ outcome: 'kept', next: put(store, key) });
        if (kind.alike(there, one)) return answer({ outcome: 'kept', next: there });
        got(store.getAllKeys(), keys => {
          const taken = new Set([...keys.map(String), ...shelf.keys()]);
          answer({
            outcome: 'apart',
            next: put(
              store,
              kind.free(name => taken.has(name), one),
            ),
          });
        });
      }),
    ({ outcome, next }) => {
      one.revision = next.revision;
      one.updated = next.updated;
      if (outcome !== 'apart') return;
      // Changes since then are written once more, under the new name.
      rest = !kind.alike(one, next);
      if (shelf.get(key) === one) shelf.delete(key);
      kind.rename(one, kind.key(next));
      shelf.set(kind.key(one), one);
    },
  );
  if (outcome === 'gone' && shelf.get(key) === one) shelf.delete(key);
  if (outcome === 'apart') for (const watcher of watchers) watcher.apart?.(kind.shelf, key, one as never, fresh);
  if (outcome === 'gone') for (const watcher of watchers) watcher.gone?.(kind.shelf, one as never);
  if (outcome === 'kept' || outcome === 'apart') await mirror(kind.shelf, kind.key(one), one);
  else await mirror(kind.shelf, key, null);
  if (rest) await write(kind, kind.key(one), one);
  // Without it a browser may clear what is kept when it wants room.
  if (!asked && (outcome === 'kept' || outcome === 'apart')) {
    asked = true;
    void navigator.storage?.persist?.().catch(() => {});
  }
  return outcome;
}

function cannotRead(): void {
  unread = true;
  announce();
  tryAgainLater();
}

/** What is in memory and not yet in the data base is read first. */
async function load<Value>(shelf: Shelf, key: string): Promise<Value | undefined> {
  const held = memory[shelf].get(key) as Value | undefined;
  if (debts.has(`${shelf}/${key}`)) return held;
  try {
    const found = await within<Value | undefined>(shelf, 'readonly', ({ store, got, answer }) => got(store.get(key), answer));
    unread = false;
    announce();
    if (found === undefined) memory[shelf].delete(key);
    else memory[shelf].set(key, found);
    return found;
  } catch {
    cannotRead();
    if (held === undefined && shelf !== 'choices' && everOpened) throw new Trouble(words.notRead, words.notReadHelp);
    return held;
  }
}

async function all<Value extends Written>(kind: Kind<Value>): Promise<Value[]> {
  const shelf = memory[kind.shelf] as Map<string, Value>;
  let found: Value[];
  try {
    found = await within<Value[]>(kind.shelf, 'readonly', ({ store, got, answer }) => got(store.getAll(), answer));
    unread = false;
    const isOwed = (key: string): boolean => debts.has(`${kind.shelf}/${key}`);
    found = found.filter(one => !isOwed(kind.key(one)));
    for (const [key, one] of shelf) if (isOwed(key)) found.push(one);
    const seen = new Set(found.map(kind.key));
    for (const key of shelf.keys()) if (!seen.has(key)) shelf.delete(key);
    for (const one of found) shelf.set(kind.key(one), one);
    announce();
  } catch {
    cannotRead();
    found = [...shelf.values()];
  }
  return found.sort((a, b) => (b.updated || Infinity) - (a.updated || Infinity));
}

function drop(shelf: 'games' | 'rules', key: string): Promise<Outcome> {
  memory[shelf].delete(key);
  return settle({
    shelf,
    key,
    change: 0,
    why: null,
    async write() {
      await within<undefined>(shelf, 'readwrite', ({ store }) => store.delete(key));
      await mirror(shelf, key, null);
      // A tab that has it open gets to know.
      take(`${shelf}/${key}`);
      return 'kept';
    },
  });
}

/** False where nothing is kept behind the closing of the page. */
export const lasts = (): Promise<boolean> =>
  soon(opened()).then(
    () => true,
    () => everOpened,
  );

export const saveGame = (game: SavedGame): Promise<Outcome> => keep(games, game);
export const loadGame = (id: string): Promise<SavedGame | undefined> => load('games', id);
export const allGames = (): Promise<SavedGame[]> => all(games);
export const dropGame = (id: string): Promise<Outcome> => drop('games', id);
export const saveRules = (one: SavedRules): Promise<Outcome> => keep(rules, one);
export const loadRules = (name: string): Promise<SavedRules | undefined> => load('rules', name);
export const allRules = (): Promise<SavedRules[]> => all(rules);
export const dropRules = (name: string): Promise<Outcome> => drop('rules', name);

export async function choose(name: string, value: unknown): Promise<void> {
  memory.choices.set(name, value);
  await settle({
    shelf: 'choices',
    key: name,
    change: 0,
    why: null,
    async write() {
      await within<undefined>('choices', 'readwrite', ({ store }) => store.put(value, name));
      return 'kept';
    },
  });
}
export const chosen = <Value>(name: string): Promise<Value | undefined> => load('choices', name);

// One tab at a time.

const lock = (path: string): string => `roundhouse ${path}`;
/** Takes a game or a rule file from whichever tab has it. */
function take(path: string): void {
  void navigator.locks?.request(lock(path), { steal: true }, () => {}).catch(() => {});
}
/**
 * Holds "games/ID" or "rules/NAME" for this tab, until what it answers is called. Null: another one has it. `lost`: it was taken.
 * Where a browser has no locks the writes alone are compared.
 */
export async function hold(path: string, lost: () => void, steal = false): Promise<(() => void) | null> {
  const { locks } = navigator;
  if (!locks) return () => {};
  return new Promise(done => {
    let free: (() => void) | null = null;
    let isGranted = false;
    // A page that is just being closed lets go, and a busy browser takes its time.
    const waiting = new AbortController();
    const look = async (): Promise<void> => {
      const { held } = await locks.query();
      if (held?.some(one => one.name === lock(path))) waiting.abort();
      else if (!isGranted) timer = setTimeout(() => void look(), 600);
    };
    let timer = setTimeout(() => void look(), 600);
    locks
      .request(lock(path), steal ? { steal } : { signal: waiting.signal }, () => {
        clearTimeout(timer);
        isGranted = true;
        return new Promise<void>(release => {
          free = () => {
            free = null;
            release();
          };
          done(() => free?.());
        });
      })
      .catch(() => {
        if (free) lost();
        else done(null);
      });
  });
}

/** Tells when no other tab has it any more. Answers what ends the waiting. */
export function whenFree(path: string, then: () => void): () => void {
  const waiting = new AbortController();
  void navigator.locks?.request(lock(path), { signal: waiting.signal }, () => {}).then(then, () => {});
  return () => waiting.abort();
}

// Rule files together.

/** All rule files of one's own, as calls take them. */
export async function ownFiles(): Promise<Files> {
  return Object.fromEntries((await allRules()).map(one => [one.name, one.text]));
}

/** What has to go along with a game by it. */
export const filesFor = async (name: string): Promise<Files> => chainOf(name, await ownFiles());

/** A name without the number that it got where another file had it. */
const stemOf = (name: string): string => name.replace(/(?:-\d+)?\.ya?ml$/, '');

/**
 * Keeps files that came together; those that extend one whose name was taken name it as it is called now. Answers the names. `more`: what
 * else is known of a file.
 */
export async function keepFiles(came: Files, more: Record<string, Partial<SavedRules>> = {}): Promise<string[]> {
  const files = allowed({ rules: came }).rules;
  const before = Object.keys(came);
  const given = new Map(Object.keys(files).map((name, at) => [name, before[at]]));
  const own = await ownFiles();
  const called = new Map<string, string>();
  const left = new Map(Object.entries(files));
  while (left.size) {
    // Parents first, so that their names are known.
    const [name, brought] = [...left].find(([, one]) => !left.has(parentOf(one)?.name ?? '')) ?? [...left][0];
    left.delete(name);
    const text = renamedParent(brought, parent => called.get(parent) ?? parent);
    const same = Object.keys(own).find(one => own[one] === text && stemOf(one) === stemOf(name));
    const one: SavedRules = { ...more[given.get(name)!], name, text, updated: 0 };
    if (same === undefined) await saveRules(one);
    called.set(name, same ?? one.name);
  }
  return Object.keys(files).map(name => called.get(name)!);
}
