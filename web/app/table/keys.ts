// The keys of the table: each taps what a thumb would. Numbers choose halves; this is the one list of the others.

import { h, sheet } from '../dom';
import { set, setting } from '../settings';
import { words } from '../words';

/** key, what for, what it taps; without a control it is listed alone */
const keys: [string, string, string?][] = [
  ['0 … 9', words.pad],
  ['t', words.trains, '.train.fits'],
  ['d', words.draw, '[data-act=draw]'],
  ['m', words.mark, '[data-act=mark]'],
  ['p', `${words.pass}, ${words.endOfTurn}`, '[data-act=pass], [data-act=end]'],
  ['o', words.actsTitle, '[data-key=more], .act[data-act]:not([data-act=draw], [data-act=mark], [data-act=pass], [data-act=end])'],
  ['u', words.undo, '[data-key=undo]'],
  ['r', words.redo, '[data-key=redo]'],
  ['Escape', words.clear, '[data-key=clear]'],
  ['?', words.keys],
];

export function listKeys(): void {
  sheet(words.keys, () => [
    h(
      'dl',
      { class: 'keys' },
      keys.map(([key, what]) => [h('dt', {}, h('kbd', {}, key)), h('dd', {}, what)]),
    ),
    keysChoice(),
  ]);
}

const areOff = (): boolean => setting('keys') === 'off';
/** A letter by itself is soon pressed by mistake, and said by who speaks to the computer: one may do without. */
export const keysChoice = (): HTMLElement =>
  h(
    'label',
    { class: 'choice' },
    h('input', {
      type: 'checkbox',
      'data-key': 'keys',
      checked: !areOff(),
      onchange: (event: Event) => set('keys', (event.target as HTMLInputElement).checked ? 'on' : 'off'),
    }),
    h('span', {}, words.keysAtTable),
  );

/** Hears keys as long as `root` is shown. A 1 waits a moment for the second figure of a 12. */
export function hearKeys(root: HTMLElement): void {
  let first = '';
  let wait = 0;
  const half = (number: string): HTMLElement | null => root.querySelector(`.key[data-number="${number}"]`);
  const choose = (number: string): void => {
    first = '';
    clearTimeout(wait);
    half(number)?.click();
  };
  function hear(event: KeyboardEvent): void {
    if (!root.isConnected) return document.removeEventListener('keydown', hear);
    const at = event.target as HTMLElement;
    if (areOff() || event.ctrlKey || event.altKey || event.metaKey || at.closest('input, textarea, select') || document.querySelector('dialog')) return;
    if (event.key === '?') return listKeys();
    if (/^\d$/.test(event.key)) {
      if (first && half(first + event.key)) return choose(first + event.key);
      if (first) choose(first);
      if (!half(`${event.key}0`) || event.key === '0') return choose(event.key);
      first = event.key;
      wait = window.setTimeout(choose, 700, first);
      return;
    }
    const control = keys.find(([key, , selector]) => key === event.key && selector)?.[2];
    const found = control && root.querySelector<HTMLElement>(control);
    if (!found) return;
    if (first) choose(first);
    if (event.key === 't') found.focus();
    else found.click();
    event.preventDefault();
  }
  document.addEventListener('keydown', hear);
}
