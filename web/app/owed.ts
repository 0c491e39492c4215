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
      const retry = button(words.tryAgain, () => void tryAgain(), { class: 'small', 'data-key': 'try-again' });
      if (now.games.length + now.rules.length + Number(now.why !== null))
        put(
          bar,
          h('p', { role: 'alert' }, h('strong', {}, words.notKeptTitle), ' ', words.whyNotKept(now.why)),
          now.games.map(game =>
            h(
              'div',
              { class: 'row' },
              h('span', {}, game.title),
              button(words.download, () => void theGame(game).then(file => download(file.text, file.name)), {
                class: 'small',
                'data-key': 'owed-download',
              }),
              button(words.send, () => shareSheet({ record: game.record, rules: game.files }, game.title), {
                class: 'small',
                'data-key': 'owed-send',
              }),
            ),
          ),
          now.rules.map(one =>
            h(
              'div',
              { class: 'row' },
              h('span', {}, one.name),
              button(words.download, () => download(one.text, one.name), { class: 'small', 'data-key': 'owed-download' }),
              button(words.send, () => shareSheet({ rules: { [one.name]: one.text } }, one.name), {
                class: 'small',
                'data-key': 'owed-send',
              }),
            ),
          ),
          h('div', { class: 'row' }, retry),
        );
      else if (now.unread) put(bar, h('p', { role: 'alert' }, h('strong', {}, words.notRead), ' ', words.notReadHelp));
      else put(bar);
      fit();
    },
  };
}
