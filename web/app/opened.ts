// The content of a link is shown before anything is done with it; nothing of it is kept unasked.

import type { Files } from '../bridge/calls';
import { button, type Child, h, put } from './dom';
import { engine, Trouble } from './engine';
import { chainOf } from './family';
import { locale } from './language';
import { type Shared, sharedIn } from './link';
import { dispute } from './dispute';
import { paper } from './paper';
import { meeting, meetingPanel } from './joined';
import { allGames, freshId, keepFiles, saveGame } from './store';
import { scoresOf, whoLeads } from './table/scores';
import { words } from './words';

/** Whose game it is, of when, and how it stands. */
async function gameIn(record: string, files: Files): Promise<Child> {
  const now = await engine.call('table', { record, files });
  const scores = await scoresOf(now, files).catch(() => null);
  const players = now.players.map(player => player.whole);
  const [, noted] = /^#\s*(\d{4}-\d\d-\d\d)\s*$/m.exec(record) ?? [];
  const day = new Date(`${noted}T12:00`);
  const date = isNaN(day.getTime()) ? '' : day.toLocaleDateString(locale, { dateStyle: 'long' });
  return [
    h('p', { class: 'whose' }, words.linkGame(players, date, now.title, now.rounds)),
    scores && whoLeads(scores),
    scores?.totals.length ? h('p', {}, words.stand(players.map((name, seat) => [name, scores.totals[seat] ?? '?']))) : null,
  ];
}

/** Rules as a book; where they have mistakes, as they are written. */
async function booksIn(rules: Files): Promise<{ titles: string[]; books: Child }> {
  const names = Object.keys(rules);
  const heads = names.filter(name => !names.some(other => other !== name && chainOf(other, rules)[name] !== undefined));
  const read = await Promise.all(
    (heads.length ? heads : names).map(async name => {
      const text = h('details', {}, h('summary', {}, name), h('pre', { tabindex: 0 }, rules[name]));
      const book = await engine.call('book', { rules: name, files: rules }).catch(() => null);
      if (!book) text.open = true;
      return { title: book?.title ?? name, shown: [book ? paper(book.html).host : null, text] };
    }),
  );
  return { titles: read.map(one => one.title), books: read.map(one => one.shown) };
}

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
  const { record, rules = {} } = shared;
  const about = h('div', {}, words.loading);
  const content = h('div', { tabindex: -1 });
  const goOn = async (): Promise<void> => {
    const id = freshId();
    const players =
      /^\[players ([^\]\n]{1,200})\]/m
        .exec(record!)?.[1]
        .replace(/="[^"]*"/g, '')
        .trim()
        .split(/\s+/) ?? [];
    await saveGame({ id, kind: 'table', title: words.gameTitle(players) || words.table, record: record!, files: rules, updated: 0 });
    location.hash = `#/table/${id}`;
  };
  const look = (): void => {
    content.scrollIntoView();
    content.focus({ preventScroll: true });
  };
  const met = record === undefined ? null : meeting(record, rules, await allGames().catch(() => []));
  put(
    root,
    h(
      'section',
      { class: 'opened' },
      h('h1', {}, words.linkOpened),
      about,
      met ? meetingPanel(met, record!, () => void goOn()) : null,
      h(
        'div',
        { class: 'row' },
        button(words.lookAtIt, look, { class: 'main', 'data-key': 'look' }),
        record === undefined || met ? null : button(words.goOnHere, goOn, { 'data-key': 'go-on' }),
        Object.keys(rules).length
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
      content,
    ),
  );
  if (record === undefined) {
    const { titles, books } = await booksIn(rules);
    put(about, h('p', {}, words.linkHas(false, titles)));
    return put(content, books);
  }
  put(about, await gameIn(record, rules).catch(() => h('p', {}, words.linkHas(true, []))));
  await dispute(content, { record, files: rules });
}
