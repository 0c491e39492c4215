// All games and rule files as one file, and back: JSON that begins with a key of its own, so that nothing takes it for a record.

import type { Files } from '../bridge/calls';
import { Trouble } from './engine';
import { allGames, allRules, isSameGame, keepFiles, type SavedGame, type SavedRules, saveGame } from './store';
import { words } from './words';

const key = 'all of roundhouse';

export const isAll = (begin: string): boolean => /^\s*\{\s*"all of roundhouse"\s*:/.test(begin);

export async function allOfIt(): Promise<string> {
  const bare = <One extends SavedGame | SavedRules>({ revision, updated, ...one }: One): object => one;
  return JSON.stringify({ [key]: 1, games: (await allGames()).map(bare), rules: (await allRules()).map(bare) }, null, 1);
}

// What a file says is taken only where it has this form.
type Test = (value: any) => boolean;
const isText: Test = value => typeof value === 'string';
const isNumber: Test = value => typeof value === 'number';
const isList: Test = value => Array.isArray(value) && value.every(isText);
const isTexts: Test = value => typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).every(isText);
const maybe =
  (test: Test): Test =>
  value =>
    value === undefined || test(value);
const has =
  (tests: Record<string, Test>): Test =>
  value =>
    typeof value === 'object' && value !== null && Object.entries(tests).every(([name, test]) => test(value[name]));

const game: Record<string, Test> = {
  id: value => isText(value) && /^[a-z0-9]{1,40}$/.test(value),
  kind: value => ['table', 'play', 'dispute'].includes(value),
  title: isText,
  record: isText,
  files: isTexts,
  rules: maybe(isText),
  seats: maybe(isList),
  seat: maybe(isNumber),
  options: maybe(isText),
  onlyScores: maybe(value => typeof value === 'boolean'),
};
const form = { like: isText, title: isText, players: isNumber, answers: isTexts, recipes: isList };
const file: Record<string, Test> = { name: isText, text: isText, form: maybe(has(form)), like: maybe(isText) };

const taken = (one: any, tests: Record<string, Test>): any =>
  Object.fromEntries(Object.keys(tests).flatMap(name => (one[name] === undefined ? [] : [[name, one[name]]])));

/** Keeps what is in such a file beside what is here; nothing is written over. Answers how many games and rule files came. */
export async function bringBack(text: string): Promise<[number, number]> {
  let all: any = null;
  try {
    all = JSON.parse(text);
  } catch {
    // Told below.
  }
  const lists: Test = has({ games: Array.isArray, rules: Array.isArray });
  if (all?.[key] !== 1 || !lists(all) || !all.games.every(has(game)) || !all.rules.every(has(file))) throw new Trouble(words.allBroken);
  const here = await allGames();
  const before = (await allRules()).length;
  const fresh: SavedGame[] = all.games.map((one: unknown) => ({ ...taken(one, game), updated: 0 }));
  const news = fresh.filter(one => !here.some(other => isSameGame(one, other)));
  // The last one that is kept stands first in the list.
  for (const one of news.reverse()) await saveGame(one);
  const files: SavedRules[] = all.rules.map((one: unknown) => taken(one, file));
  const texts: Files = Object.fromEntries(files.map(one => [one.name, one.text]));
  await keepFiles(texts, Object.fromEntries(files.map(one => [one.name, one])));
  return [news.length, (await allRules()).length - before];
}
