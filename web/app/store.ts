// What stays on this device: games, rule files, choices. Where a browser keeps nothing, it lasts as long as the page.

import type { Files } from '../bridge/calls';

export interface SavedGame {
  id: string;
  kind: 'table' | 'play';
  title: string;
  record: string;
  files: Files;
  updated: number;
  /** of a game against computers */
  rules?: string;
  seats?: string[];
  seat?: number;
}
export interface SavedRules {
  name: string;
  text: string;
  updated: number;
  /** what the form made it of; gone once it was changed by hand */
  form?: { like: string; title: string; players: number; answers: Record<string, string>; recipes: string[] };
  /** the game that it began with */
  like?: string;
}

type Shelf = 'games' | 'rules' | 'choices';
const memory: Record<Shelf, Map<string, unknown>> = { games: new Map(), rules: new Map(), choices: new Map() };
let base: Promise<IDBDatabase | null> | null = null;

function opened(): Promise<IDBDatabase | null> {
  base ??= new Promise(done => {
    try {
      const request = indexedDB.open('roundhouse', 1);
      request.onupgradeneeded = () => {
        request.result.createObjectStore('games', { keyPath: 'id' });
        request.result.createObjectStore('rules', { keyPath: 'name' });
        request.result.createObjectStore('choices');
      };
      request.onsuccess = () => done(request.result);
      request.onerror = () => done(null);
      request.onblocked = () => done(null);
    } catch {
      done(null);
    }
  });
  return base;
}

async function within<Result>(
  shelf: Shelf,
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result | undefined> {
  const database = await opened();
  if (!database) return undefined;
  return new Promise((done, fail) => {
    const change = database.transaction(shelf, mode);
    const request = ask(change.objectStore(shelf));
    change.oncomplete = () => done(request.result);
    change.onerror = change.onabort = () => fail(change.error);
  });
}

/** False where nothing is kept behind the closing of the page. */
export const lasts = async (): Promise<boolean> => (await opened()) !== null;

export async function saveGame(game: SavedGame): Promise<void> {
  game.updated = Date.now();
  memory.games.set(game.id, game);
  await within('games', 'readwrite', store => store.put(game));
}
export async function loadGame(id: string): Promise<SavedGame | undefined> {
  return (
    ((await within('games', 'readonly', store => store.get(id))) as SavedGame | undefined) ??
    (memory.games.get(id) as SavedGame | undefined)
  );
}
export async function allGames(): Promise<SavedGame[]> {
  const all =
    ((await within('games', 'readonly', store => store.getAll())) as SavedGame[] | undefined) ??
    ([...memory.games.values()] as SavedGame[]);
  return all.sort((a, b) => b.updated - a.updated);
}
export async function dropGame(id: string): Promise<void> {
  memory.games.delete(id);
  await within('games', 'readwrite', store => store.delete(id));
}
export async function saveRules(rules: SavedRules): Promise<void> {
  rules.updated = Date.now();
  memory.rules.set(rules.name, rules);
  await within('rules', 'readwrite', store => store.put(rules));
}
export async function loadRules(name: string): Promise<SavedRules | undefined> {
  return (
    ((await within('rules', 'readonly', store => store.get(name))) as SavedRules | undefined) ??
    (memory.rules.get(name) as SavedRules | undefined)
  );
}
export async function allRules(): Promise<SavedRules[]> {
  const all =
    ((await within('rules', 'readonly', store => store.getAll())) as SavedRules[] | undefined) ??
    ([...memory.rules.values()] as SavedRules[]);
  return all.sort((a, b) => b.updated - a.updated);
}
export async function dropRules(name: string): Promise<void> {
  memory.rules.delete(name);
  await within('rules', 'readwrite', store => store.delete(name));
}
/** All rule files of one's own, as calls take them. */
export async function ownFiles(): Promise<Files> {
  return Object.fromEntries((await allRules()).map(one => [one.name, one.text]));
}

/** The file of this name and those that it extends: what has to go along with a game by it. */
export async function filesFor(name: string): Promise<Files> {
  const own = await ownFiles();
  const files: Files = {};
  for (let next: string | undefined = name; next !== undefined && own[next] !== undefined && files[next] === undefined; ) {
    files[next] = own[next];
    next = /^extends:\s*["']?(?:\.\/)?([^\s"'@]+\.ya?ml)/m.exec(own[next])?.[1];
  }
  return files;
}

export async function choose(name: string, value: unknown): Promise<void> {
  memory.choices.set(name, value);
  await within('choices', 'readwrite', store => store.put(value, name));
}
export async function chosen<Value>(name: string): Promise<Value | undefined> {
  return (
    ((await within('choices', 'readonly', store => store.get(name))) as Value | undefined) ??
    (memory.choices.get(name) as Value | undefined)
  );
}

export const freshId = (): string => Array.from(crypto.getRandomValues(new Uint8Array(6)), byte => (byte % 36).toString(36)).join('');
