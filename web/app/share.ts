// Sends rules and records: as a link, as a code for a camera, as a file, as text.

import qrcode from 'qrcode-generator';
import { allOfIt, bringBack, isAll } from './all';
import { button, h, put, sheet, tell } from './dom';
import type { Files } from '../bridge/calls';
import { engine } from './engine';
import { allowed, chainOf } from './family';
import { linkOf, type Shared } from './link';
import { packed } from './packed';
import { words } from './words';

export function download(text: string, name: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  const link = h('a', { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}

export async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    tell(words.copied);
  } catch {
    tell(words.notCopied);
  }
}

/** As a picture of squares, or null where it is too long. */
export function codeOf(text: string): SVGSVGElement | null {
  // The longest text that a camera still reads off a phone.
  if (text.length > 2300) return null;
  const code = qrcode(0, 'L');
  code.addData(text);
  code.make();
  const size = code.getModuleCount();
  let d = '';
  for (let row = 0; row < size; ++row)
    for (let column = 0; column < size; ++column) if (code.isDark(row, column)) d += `M${column + 4} ${row + 4}h1v1h-1z`;
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', `0 0 ${size + 8} ${size + 8}`);
  svg.setAttribute('class', 'code');
  svg.setAttribute('role', 'img');
  svg.setAttribute('aria-label', words.qr);
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', d);
  svg.append(path);
  return svg;
}

/** Of these files those that the record is played by; where nobody can say, all. */
export async function rulesOf(record: string, files: Files): Promise<Files> {
  if (Object.keys(files).length === 0) return files;
  // Sending does not wait for an engine that does not come back.
  const asked = engine.call('table', { record, files }).then(
    now => now.variant,
    () => undefined,
  );
  const named = await Promise.race([asked, new Promise<undefined>(done => setTimeout(done, 3000))]);
  return named === undefined ? files : chainOf(named.replace(/^\.\//, ''), files);
}

/** A game as one file, with its rules in it. */
export async function theGame(game: { record: string; files: Files }): Promise<{ text: string; name: string }> {
  const { record, rules } = allowed({ record: game.record, rules: await rulesOf(game.record, game.files) });
  return { text: packed(record!, rules), name: 'game.train' };
}

export function shareSheet(shared: Shared, title: string): void {
  const place = h('div', { class: 'sharing' }, words.loading);
  sheet(words.send, () => place);
  void shown(shared, title, place);
}
async function shown(shared: Shared, title: string, place: HTMLElement): Promise<void> {
  const own = shared.rules ?? {};
  const { record, rules } = allowed({
    ...shared,
    rules: shared.record === undefined ? own : await rulesOf(shared.record, own),
  });
  const whole: Shared = { ...(record === undefined ? {} : { record }), ...(Object.keys(rules).length ? { rules } : {}) };
  // A rule file alone is called by its own name.
  const [name, text] = record === undefined ? Object.entries(rules)[0] : ['game.train', packed(record, rules)];
  put(
    place,
    button(words.download, () => download(text, name), { class: 'wide' }),
    h('p', { class: 'soft' }, words.loading),
  );
  const link = await linkOf(whole).catch(() => null);
  if (link === null)
    return put(
      place,
      button(words.download, () => download(text, name), { class: 'main wide', 'data-key': 'download' }),
      h('p', {}, words.noLink),
      h('pre', { tabindex: 0 }, record ?? text),
    );
  const field = h('input', {
    readonly: true,
    value: link,
    'aria-label': words.link,
    id: 'share-link',
    onfocus: (event: FocusEvent) => (event.target as HTMLInputElement).select(),
  });
  const code = codeOf(link);
  put(
    place,
    typeof navigator.share === 'function'
      ? button(words.sendLink, () => void navigator.share({ title, url: link }).catch(() => {}), { class: 'main wide' })
      : button(words.copyLink, () => void copy(link), { class: 'main wide' }),
    h(
      'div',
      { class: 'row' },
      typeof navigator.share === 'function' ? button(words.copyLink, () => void copy(link)) : null,
      button(words.download, () => download(text, name), { 'data-key': 'download' }),
    ),
    field,
    h('p', { class: 'soft' }, words.linkLength(link.length)),
    code ? [h('p', { class: 'soft' }, words.pointCamera), code] : h('p', { class: 'soft' }, words.qrTooLong),
    h('details', {}, h('summary', {}, words.showRecord), h('pre', { tabindex: 0 }, record ?? text)),
  );
  place.querySelector<HTMLElement>('button')?.focus();
}

const mostOfFile = 4 << 20;
const mostOfAll = 64 << 20;

async function backAgain(text: string): Promise<void> {
  tell(await bringBack(text).then(counts => words.broughtBack(...counts), error => (error as Error).message));
  if (/^#?\/?$/.test(location.hash)) dispatchEvent(new HashChangeEvent('hashchange'));
  else location.hash = '#/';
}

/** All that is kept as one file, and why one wants it. */
export const allButton = (): HTMLElement =>
  h(
    'div',
    { class: 'all' },
    h('p', { class: 'soft' }, words.forgets),
    button(words.downloadAll, async () => download(await allOfIt(), `roundhouse-${new Date().toISOString().slice(0, 10)}.json`), {
      'data-key': 'download-all',
    }),
  );

/** A button that opens a file; its text is held to a bound. A file of all games and rules is taken wherever it is opened. */
export function fileButton(open: (text: string, name: string) => void, title = words.openFile, kind = ''): HTMLElement {
  const input: HTMLInputElement = h('input', {
    type: 'file',
    accept: '.train,.txt,.yaml,.yml,.json,text/plain,application/json',
    class: 'unseen',
    tabindex: -1,
    'aria-hidden': 'true',
    onchange: async () => {
      const file = input.files?.[0];
      input.value = '';
      if (!file) return;
      const all = isAll(await file.slice(0, 100).text());
      if (file.size > (all ? mostOfAll : mostOfFile)) return tell(words.notLarger);
      if (all) return backAgain(await file.text());
      open(await file.text(), file.name);
    },
  });
  return h(
    'span',
    { class: 'file' },
    button(title, () => input.click(), { class: kind }),
    input,
  );
}
