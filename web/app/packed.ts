// A game as one file: its record, and behind it, as comments, the rule files that it is played by. The program reads the same.

import type { Files } from '../bridge/calls';
import { sharedName } from './family';
import type { Shared } from './link';

const begun = /^# rules (\S.*)$/;
const line = /^#\|(?: ?)(.*)$/;

export function packed(record: string, rules: Files): string {
  const files = Object.entries(rules).map(
    ([name, text]) =>
      `\n# rules ${name}\n${text
        .replace(/\n$/, '')
        .split('\n')
        .map(one => (one === '' ? '#|' : `#| ${one}`))
        .join('\n')}\n`,
  );
  return files.length ? record.replace(/\n*$/, '\n') + files.join('') : record;
}

/** The record without the rules behind it, and these. */
export function unpacked(text: string): Required<Pick<Shared, 'record'>> & { rules: Files } {
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  const rules: Files = {};
  const record: string[] = [];
  let into: string[] | null = null;
  let name = '';
  const close = (): void => {
    if (into) rules[name] = `${into.join('\n')}\n`;
    into = null;
  };
  lines.forEach((one, at) => {
    const [, file] = begun.exec(one) ?? [];
    const [, within] = line.exec(one) ?? [];
    if (file !== undefined && sharedName.test(file.trim()) && line.test(lines[at + 1] ?? '')) {
      close();
      name = file.trim();
      into = [];
    } else if (into && within !== undefined) into.push(within);
    else {
      close();
      record.push(one);
    }
  });
  close();
  if (Object.keys(rules).length === 0) return { record: text, rules };
  return { record: record.join('\n').replace(/\n*$/, '\n'), rules };
}
