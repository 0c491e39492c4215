// A file that is opened goes where it belongs, wherever it was opened: a game to the table, rules to the rules.

import { allowed, allowedName } from './family';
import { unpacked } from './packed';
import { rulesOf } from './share';
import { freshId, keepFiles, ownFiles, saveGame } from './store';

/** By what it begins with; a file that does not say goes by its name. */
export function isRules(text: string, name: string): boolean {
  const begun = text.split('\n').find(line => !/^\s*(?:#.*|---.*)?$/.test(line)) ?? '';
  if (/^\s*(?:\{|(["']?)(?:roundhouse|extends)\1\s*:)/.test(begun)) return true;
  return /\.ya?ml$/i.test(name) && !/^\s*(?:\[\s*(?:variant|players)\b|round\b)/im.test(text);
}

/** `forRules`: of a game that brings its rules along these are wanted. */
export async function came(text: string, name: string, forRules = false): Promise<void> {
  const brought = unpacked(text);
  const alone = isRules(text, name);
  const its = alone ? { [allowedName(name)]: text } : brought.rules;
  if (alone || (forRules && Object.keys(its).length)) {
    const [kept] = await keepFiles(its);
    location.hash = `#/rules/${encodeURIComponent(kept)}`;
    return;
  }
  // Rules that a record brings along are its own.
  const { record = '', rules } = allowed({ record: brought.record, rules: { ...(await ownFiles()), ...its } });
  const id = freshId();
  await saveGame({ id, kind: 'table', title: name.replace(/\.\w+$/, ''), record, files: await rulesOf(record, rules), updated: 0 });
  location.hash = `#/table/${id}`;
}
