// Says on every page what is not kept on this device, as long as it is so, with the ways to carry it off.

import { button, h, put } from './dom';
import { download, shareSheet, theGame } from './share';
import { owes, type Owed, tryAgain } from './store';
import { words } from './words';

export function owedBar(): { show(now: Owed): void } {
  const bar = h('aside', { id: 'owed', 'aria-label': words.notKeptTitle });
  document.body.append(bar);
  // The table fills the window as far as this leaves it.
  const fit = (): void => document.documentElement.style.setProperty('--owed', `${bar.offsetHeight}px`);
  addEventListener('resize', fit);
  addEventListener('beforeunload', event => {
    if (owes()) event.preventDefault();
  });
  return {
    show(now) {
      const things = [
        ...now.games.map(game => ({
          title: game.title,
          carry: () => void theGame(game).then(file => download(file.text, file.name)),
          send: () => shareSheet({ record: game.record, rules: game.files }, game.title),
        })),
        ...now.rules.map(one => ({
          title: one.name,
          carry: () => download(one.text, one.name),
          send: () => shareSheet({ rules: { [one.name]: one.text } }, one.name),
        })),
      ];
      const retry = button(words.tryAgain, () => void tryAgain(), { class: 'small', 'data-key': 'try-again' });
      if (now.why !== null)
        put(
          bar,
          h('p', { role: 'alert' }, h('strong', {}, words.notKeptTitle), ' ', words.whyNotKept(now.why)),
          things.map(one =>
            h(
              'div',
              { class: 'row' },
              things.length > 1 ? h('span', {}, one.title) : null,
              button(words.download, one.carry, { class: 'small', 'data-key': 'owed-download' }),
              button(words.send, one.send, { class: 'small', 'data-key': 'owed-send' }),
              things.length === 1 ? retry : null,
            ),
          ),
          things.length === 1 ? null : h('div', { class: 'row' }, retry),
        );
      else if (now.unread) put(bar, h('p', { role: 'alert' }, h('strong', {}, words.notRead), ' ', words.notReadHelp));
      else put(bar);
      fit();
    },
  };
}
