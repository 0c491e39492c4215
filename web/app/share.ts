// Sends rules and records: as a link, as a code for a camera, as a file, as text.

import qrcode from 'qrcode-generator';
import { button, h, put, sheet, tell } from './dom';
import { linkOf, type Shared } from './link';
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
  // What a camera still reads off a phone.
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

/** A rule file alone is called by its own name. */
const fileOf = (shared: Shared): [string, string] =>
  shared.record !== undefined ? ['game.train', shared.record] : Object.entries(shared.rules ?? {})[0];

export function shareSheet(shared: Shared, title: string): void {
  const whole: Shared = Object.keys(shared.rules ?? {}).length ? shared : { record: shared.record };
  const place = h('div', { class: 'sharing' }, words.loading);
  sheet(words.send, () => place);
  const [name, text] = fileOf(whole);
  void linkOf(whole).then(link => {
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
        button(words.download, () => download(text, name)),
      ),
      field,
      h('p', { class: 'soft' }, words.linkLength(link.length)),
      code ?? h('p', { class: 'soft' }, words.qrTooLong),
      h('details', {}, h('summary', {}, words.showRecord), h('pre', { tabindex: 0 }, text)),
    );
    place.querySelector<HTMLElement>('button')?.focus();
  });
}

const mostOfFile = 4 << 20;

/** A button that opens a file; its text is held to a bound. */
export function fileButton(open: (text: string, name: string) => void, title = words.openFile): HTMLElement {
  const input = h('input', {
    type: 'file',
    accept: '.train,.txt,.yaml,.yml,text/plain',
    class: 'unseen',
    tabindex: -1,
    'aria-hidden': 'true',
    onchange: async () => {
      const file = input.files?.[0];
      input.value = '';
      if (!file) return;
      if (file.size > mostOfFile) return tell(words.notLarger);
      open(await file.text(), file.name);
    },
  });
  return h(
    'span',
    { class: 'file' },
    button(title, () => input.click()),
    input,
  );
}
