// Builds what is on the page, node by node: no text ever becomes markup.

import { words } from './words';

export type Child = Node | string | number | null | undefined | false | Child[];
type Listener = (event: any) => void;
type Attributes = Record<string, string | number | boolean | null | undefined | Listener>;

function append(parent: Node, children: Child[]): void {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    if (Array.isArray(child)) append(parent, child);
    else parent.appendChild(child instanceof Node ? child : document.createTextNode(String(child)));
  }
}

export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === 'function') node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? '' : String(value));
  }
  append(node, children);
  return node;
}

export function put(parent: Element | ShadowRoot, ...children: Child[]): void {
  parent.replaceChildren();
  append(parent, children);
}

/** A name of a person: its letters may run from right to left, the sentence round it does not. */
export const bdi = (name: string): HTMLElement => h('bdi', {}, name);

/** The same where there may be no room for it: it is cut before its last letters, which tell "Player 1" from "Player 2". */
export function cut(name: string): HTMLElement {
  const letters = [...name];
  return h('bdi', { class: 'cut' }, h('span', {}, letters.slice(0, -2).join('')), h('span', {}, letters.slice(-2).join('')));
}

export function button(text: Child, does: (event: Event) => void, attributes: Attributes = {}): HTMLButtonElement {
  return h('button', { type: 'button', onclick: does, ...attributes }, text);
}

const icons: Record<string, string> = {
  rules: 'M5 3h11l3 3v15H5zM8 9h8M8 13h8M8 17h5',
  table: 'M3 8h18v8H3zM12 8v8M6.5 12h1M16 10.5h1M16.5 13.5h1',
  dispute: 'M12 4v16M7 20h10M5 7h14M5 7l-2.5 6h5zM19 7l-2.5 6h5z',
  play: 'M7 4.5v15l12-7.5z',
  back: 'M15 5l-7 7 7 7',
  more: 'M5 12h.1M12 12h.1M19 12h.1',
  undo: 'M9 7L4 12l5 5M4 12h10a5 5 0 0 1 0 10h-2',
  redo: 'M15 7l5 5-5 5M20 12H10a5 5 0 0 0 0 10h2',
  share: 'M12 15V3M8 7l4-4 4 4M5 12v8h14v-8',
  edit: 'M4 20l1-5L16 4l4 4L9 19z',
  close: 'M6 6l12 12M18 6L6 18',
  first: 'M6 5v14M19 5l-9 7 9 7z',
  before: 'M16 5l-9 7 9 7z',
  next: 'M8 5l9 7-9 7z',
  last: 'M18 5v14M5 5l9 7-9 7z',
  look: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5',
};
export function icon(name: string): SVGSVGElement {
  const space = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(space, 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('class', 'icon');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(space, 'path');
  path.setAttribute('d', icons[name]);
  svg.append(path);
  return svg;
}

let sheets = 0;
/** A dialog over the page, which goes when it is closed. Answers what its `closed` was given. */
export function sheet(title: string, fill: (close: () => void) => Child, kind = ''): HTMLDialogElement {
  const id = `sheet-title-${++sheets}`;
  const dialog = h('dialog', { class: `sheet ${kind}`, 'aria-labelledby': id });
  const close = (): void => dialog.close();
  put(
    dialog,
    h('header', {}, h('h2', { id }, title), button(icon('close'), close, { class: 'plain', 'aria-label': words.close })),
    h('div', { class: 'inside' }, fill(close)),
  );
  dialog.addEventListener('close', () => {
    document.body.append(...Array.from(dialog.querySelectorAll('#told')));
    dialog.remove();
  });
  // A tap beside it closes it, too.
  dialog.addEventListener('click', event => {
    if (event.target === dialog) close();
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** Asks before something is gone for good. */
export function askToDrop(name: string, drop: () => void): void {
  const dialog = sheet(words.drop, close => [
    h('p', {}, words.dropSure(name)),
    h(
      'div',
      { class: 'row' },
      button(
        words.drop,
        () => {
          close();
          drop();
        },
        { class: 'main' },
      ),
      button(words.cancel, close),
    ),
  ]);
  dialog.querySelector<HTMLElement>('.row button')?.focus();
}

let quiet: number | undefined;
/** Says something in passing, to the eye and to the ear. */
export function tell(text: string): void {
  const place = document.getElementById('told')!;
  // Behind an open sheet nothing is seen.
  (document.querySelector('dialog[open]:last-of-type') ?? document.body).append(place);
  place.textContent = text;
  place.className = 'shown';
  clearTimeout(quiet);
  quiet = window.setTimeout(() => {
    place.className = '';
  }, 3500);
}

/** Says something to the ear alone. */
export function say(text: string): void {
  document.getElementById('said')!.textContent = text;
}
