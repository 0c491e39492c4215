// The content of a link is shown before anything is done with it; nothing of it is kept unasked.

import { button, h, put } from './dom';
import { Trouble } from './engine';
import { type Shared, sharedIn } from './link';
import { dispute } from './dispute';
import { freshId, keepFiles, saveGame } from './store';
import { words } from './words';

export async function opened(root: HTMLElement, fragment: string): Promise<void> {
  let shared: Shared;
  try {
    shared = await sharedIn(fragment);
  } catch (error) {
    const { message } = error instanceof Trouble ? error : new Trouble(String(error));
    return put(
      root,
      h(
        'div',
        { class: 'panel bad', role: 'alert' },
        h('h1', {}, words.notOpened),
        h('p', {}, message),
        h('a', { class: 'button main', href: '#/' }, words.home),
      ),
    );
  }
  const rules = shared.rules ?? {};
  const names = Object.keys(rules);
  const ruling = h('div', {});
  put(
    root,
    h(
      'section',
      { class: 'opened' },
      h('h1', {}, words.linkOpened),
      h('p', {}, words.linkHas(shared.record !== undefined, names)),
      h(
        'div',
        { class: 'row' },
        shared.record === undefined
          ? null
          : button(
              words.goOnAtTable,
              async () => {
                const id = freshId();
                const players =
                  /^\[players ([^\]\n]{1,200})\]/m
                    .exec(shared.record!)?.[1]
                    .replace(/="[^"]*"/g, '')
                    .trim()
                    .split(/\s+/) ?? [];
                await saveGame({
                  id,
                  kind: 'table',
                  title: words.gameTitle(players) || words.table,
                  record: shared.record!,
                  files: rules,
                  updated: 0,
                });
                location.hash = `#/table/${id}`;
              },
              { class: 'main', 'data-key': 'go-on' },
            ),
        names.length
          ? button(
              words.keepRules,
              async () => {
                const kept = await keepFiles(rules);
                location.hash = `#/rules/${encodeURIComponent(kept[0])}`;
              },
              { 'data-key': 'keep-rules' },
            )
          : null,
      ),
      ruling,
    ),
  );
  if (shared.record !== undefined) await dispute(ruling, { record: shared.record, files: rules });
  else
    put(
      ruling,
      names.map(name => h('details', { open: names.length === 1 }, h('summary', {}, name), h('pre', { tabindex: 0 }, rules[name]))),
    );
}
