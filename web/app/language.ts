// In which language the app speaks: the one that was chosen, else the first of the browser's that it has, else English.

import { setting } from './settings';
import type { Words } from './words';

/** Another language is a file beside words/german.ts, and a row here. It comes as a file of its own, only where it is spoken. */
const others: Record<string, { name: string; words(): Promise<Words> }> = {
  de: { name: 'Deutsch', words: async () => (await import('./words/german')).german },
};
export const languages: Record<string, string> = {
  en: 'English',
  ...Object.fromEntries(Object.entries(others).map(([code, { name }]) => [code, name])),
};

const wanted = globalThis.navigator?.languages ?? [];
const spoken = [setting('language'), ...wanted.map(one => one.split('-')[0])].find(code => code !== null && code in languages) ?? 'en';

const found = await others[spoken]?.words().catch(() => null);
/** Of a language whose file has not come there is nothing. */
export const language = found ? spoken : 'en';
/** As the browser's user has dates, where that is of this language. */
export const locale = wanted.find(one => one.startsWith(language)) ?? language;

export const spokenWords = (english: Words): Words => found ?? english;
