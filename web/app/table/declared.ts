// Acts that a game declares: who does them, to whom, how much, as far as each needs it.

import type { ActWord, PlayerLine } from '../../bridge/calls';
import { bdi, button, h, sheet } from '../dom';
import { words } from '../words';

export function choosePlayer(title: string, players: PlayerLine[], then: (name: string) => void): void {
  sheet(title, close =>
    h(
      'div',
      { class: 'choices two' },
      players.map(player =>
        button(bdi(player.whole), () => {
          close();
          then(player.name);
        }),
      ),
    ),
  );
}

/** `name`: who has the turn. `write` gets the act, and whose line it stands in. */
export function askMore(act: ActWord, players: PlayerLine[], name: string, write: (text: string, name: string) => void): void {
  if (act.by === 'anyone') return choosePlayer(words.who(act.title), players, by => askMore({ ...act, by: 'turn' }, players, by, write));
  const line = act.by === 'referee' ? 'referee' : name;
  if (act.needs === 'nothing') return write(act.word, line);
  if (act.needs === 'player')
    return choosePlayer(words.whom(act.title), players, whom =>
      act.range ? amount(act, number => write(`${act.word} ${whom} ${number}`, line)) : write(`${act.word} ${whom}`, line),
    );
  amount(act, number => write(`${act.word} ${number}`, line));
}

function amount(act: ActWord, then: (number: string) => void): void {
  const field = h('input', {
    name: 'number',
    type: 'number',
    inputmode: 'numeric',
    required: true,
    min: act.range?.[0],
    max: act.range?.[1],
  });
  const taken = (): void => {
    if (/^-?\d+$/.test(field.value.trim())) then(field.value.trim());
  };
  sheet(words.howMany(act.title), () =>
    h(
      'form',
      { class: 'row', method: 'dialog', onsubmit: taken },
      h('label', {}, words.number, ' ', field),
      h('button', { class: 'main' }, words.done),
    ),
  );
}

export function moreActs(acts: ActWord[], does: (act: ActWord) => void): void {
  sheet(words.actsTitle, close =>
    h(
      'div',
      { class: 'choices' },
      acts.map(act =>
        button(
          [act.title, act.says ? h('small', {}, act.says) : null],
          () => {
            close();
            does(act);
          },
          { class: act.allowed ? 'said' : 'said unlikely', 'data-act': act.word, 'aria-description': act.allowed ? null : words.notNow },
        ),
      ),
    ),
  );
}
