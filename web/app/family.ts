// Rule files together: which of them extends which, and what each may be called.

import type { Files } from '../bridge/calls';
import type { Shared } from './link';

/** How a rule file that comes from elsewhere may be called. */
export const sharedName = /^[\p{L}\p{N}_][\p{L}\p{N}_.@ -]{0,79}\.ya?ml$/u;

/** A name of a file as links allow it; that of a file of another kind gets the ending of rules. */
export function allowedName(name: string): string {
  if (sharedName.test(name)) return name;
  const [, stem, end] = /^(.*?)(?:\.(ya?ml))?$/is.exec(name)!;
  const plain = stem
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}_.@-]+/gu, ' ')
    .replace(/^[^\p{L}\p{N}_]+/u, '');
  // It leaves room for the number of a name that is taken.
  return `${[...plain].slice(0, 60).join('').trim() || 'house-rules'}.${(end ?? 'yaml').toLowerCase()}`;
}

/** What `extends` at the top of a rule file says, and where that is written. */
interface Parent {
  name: string;
  from: number;
  to: number;
}

const quoted = `"[^"\\\\]*(?:\\\\[^][^"\\\\]*)*"|'[^']*(?:''[^']*)*'`;
const flowToken = new RegExp(`${quoted}|["'][^]*|#[^\\n]*|[{}[\\],]|:(?=[\\s,{}[\\]"']|$)|(?:[^\\s,{}[\\]:]|:(?![\\s,{}[\\]]|$))+`, 'g');
const quotedHere = new RegExp(quoted, 'y');

/** No name is longer, whatever a stranger writes. */
const longest = 2000;

function plainOf(written: string): string {
  if (written.length > longest) return '';
  const bare = /^["']/.test(written) ? written : written.replace(/(^|\s)#[^\n]*/g, '$1');
  const line = bare.replace(/\s*\n\s*/g, ' ').trim();
  if (/^[>|]/.test(line)) return line.replace(/^\S+\s*/, '');
  if (line[0] === "'") return line.slice(1, -1).replace(/''/g, "'");
  if (line[0] !== '"') return line;
  try {
    return JSON.parse(line.replace(/\\x(..)/g, '\\u00$1'));
  } catch {
    return '';
  }
}

/** Where the value of `extends` stands in a map between braces. */
function inFlow(text: string): [number, number] | null {
  let depth = 0;
  let key: string | null = null;
  let from = -1;
  let to = -1;
  for (const { 0: token, index = 0 } of text.matchAll(flowToken)) {
    if (token[0] === '#') continue;
    const ends = token === ',' || token === '}' || token === ']';
    if (depth === 1 && ends && key === 'extends' && from >= 0) return [from, to];
    if (token === '{' || token === '[') ++depth;
    else if (token === '}' || token === ']') --depth;
    else if (token === ',') key = depth === 1 ? null : key;
    else if (token === ':') {
      if (depth === 1 && key === null) key = plainOf(text.slice(from, to));
    } else {
      if (from < 0) from = index;
      to = index + token.length;
      continue;
    }
    from = -1;
  }
  return null;
}

/** Where it stands in a map of lines. */
function inLines(text: string, indent: string): [number, number] | null {
  const key = new RegExp(`^${indent}(?:extends|"extends"|'extends')[ \\t]*:(?=\\s)`, 'm').exec(text);
  if (!key) return null;
  let from = key.index + key[0].length;
  // Up to the next line of the map.
  const next = new RegExp(`\\n(?!${indent}[ \\t]|[ \\t]*\\r?(?:\\n|$))`, 'g');
  next.lastIndex = from;
  const end = Math.min(next.exec(text)?.index ?? text.length, from + longest);
  from += /^(?:\s+(?:#[^\n]*)?)*/.exec(text.slice(from, end))![0].length;
  quotedHere.lastIndex = from;
  const whole = quotedHere.exec(text)?.[0] ?? text.slice(from, end).replace(/\s+#[^\n]*\s*$/, '').trimEnd();
  return [from, from + whole.length];
}

export function parentOf(text: string): Parent | null {
  // The engine reads none that are larger.
  if (text.length > 2 << 20) return null;
  const begun = /^(?:---[^\n]*\n|[ \t]*(?:#[^\n]*)?\r?\n)*/.exec(text)![0].length;
  const rest = text.slice(begun);
  const found = /^\s*\{/.test(rest) ? inFlow(rest) : inLines(rest, /^ {0,99}/.exec(rest)![0]);
  if (!found) return null;
  const [from, to] = found;
  return { name: plainOf(rest.slice(from, to)).replace(/^(?:\.\/)+/, ''), from: begun + from, to: begun + to };
}

/** The same file, extending another one. */
function extending(text: string, { name, from, to }: Parent, other: string): string {
  const written = text.slice(from, to);
  const changed = written.includes(name) ? written.replace(name, () => other) : JSON.stringify(other);
  return text.slice(0, from) + changed + text.slice(to);
}

/** With the name of the parent as `called` has it. */
export function renamedParent(text: string, called: (name: string) => string): string {
  const parent = parentOf(text);
  if (!parent) return text;
  const other = called(parent.name);
  return other === parent.name ? text : extending(text, parent, other);
}

/** Of these files the one of this name and those that it extends. */
export function chainOf(name: string, from: Files): Files {
  const files: Files = {};
  for (let next: string | undefined = name; next !== undefined && from[next] !== undefined && files[next] === undefined;) {
    files[next] = from[next];
    next = parentOf(from[next])?.name;
  }
  return files;
}

/** Under names that links allow; what names one of the files follows. */
export function allowed({ record, rules = {} }: Shared): Shared & { rules: Files } {
  const called = new Map<string, string>();
  const taken = new Set(Object.keys(rules).filter(name => sharedName.test(name)));
  for (const name of Object.keys(rules)) {
    let free = allowedName(name);
    for (let n = 2; free !== name && taken.has(free); ++n) free = allowedName(name).replace(/(?=\.ya?ml$)/, `-${n}`);
    taken.add(free);
    called.set(name, free);
  }
  // A parent that comes later gets its name by the same rule.
  const parent = (name: string): string => called.get(name) ?? (/^[^/]*\.ya?ml$/i.test(name) ? allowedName(name) : name);
  const variant = (whole: string, before: string, _: string, inside?: string, bare?: string): string => {
    const name = (inside ?? bare!).replace(/^(?:\.\/)+/, '');
    const now = parent(name);
    return now === name || !taken.has(now) ? whole : `${before}"${now}"`;
  };
  return {
    ...(record === undefined ? {} : { record: record.replace(/^(\[\s*variant\s*:?\s*)("([^"\n]*)"|([^\s\]"]+))/im, variant) }),
    rules: Object.fromEntries(Object.entries(rules).map(([name, text]) => [called.get(name)!, renamedParent(text, parent)])),
  };
}
