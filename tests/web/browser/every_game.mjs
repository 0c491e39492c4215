// Each bundled game at the desk: what it says may be laid where is written as the desk writes it, and read so. A round of each by chance.

import { check, equal, open, test } from './harness.mjs';
import { ask } from './engine.mjs';
import { part } from './part.mjs';

const { addAct, addLine, closeTurn } = await part('table/ledger.ts');
let state = 20261126;
const random = most => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return state % most;
};
const people = ['Ann', 'Ben', 'Cem', 'Dora', 'Eva', 'Finn', 'Gus', 'Hana', 'Ivo', 'Jo'];

await test('every game at the desk', async ({ browser, address }) => {
  const page = await open(browser, address);
  const { games } = await ask(page, 'games', {});
  check(games.length >= 12, `games: ${games.length}`);
  for (const game of games) {
    const players = people.slice(0, Math.min(Math.max(4, game.players[0]), game.players[1]));
    const look = (record, settle = false) => ask(page, 'table', { record, settle });
    let { record } = await ask(page, 'begin', { rules: game.name, players });
    let now = await look(record);
    record = addLine(record, '', `round ${now.next.label}`);
    now = await look(record);
    equal(
      now.ruled.filter(one => one.verdict === 'illegal'),
      [],
      `${game.name}: the label of the round that is offered`,
    );
    if (now.engines.length) {
      record = addLine(record, `engine ${now.engines[0]} Ann`);
      now = await look(record);
    }
    // Of an engine that was set aside the desk asks who is first.
    if (now.phase === 'setup') now = { ...(await look(addAct(record, 'Ann', 'draw'))), record };
    equal(
      now.ruled.filter(one => one.verdict === 'illegal'),
      [],
      `${game.name}: the engine that is offered`,
    );
    let lays = 0;
    const foul = [];
    for (let turn = 0; turn < 60 && now.over === 'no' && now.turn >= 0; ++turn) {
      const { name } = now.players[now.turn];
      const targets = now.targets.filter(target => target.fits.length);
      const target = targets.length && random(5) ? targets[random(targets.length)] : null;
      const before = record;
      const known = new Set(now.ruled.map(one => one.message));
      if (target) {
        ++lays;
        record = addAct(
          record,
          name,
          `${target.fits[random(target.fits.length)]}${target.owner === now.turn && target.place === name ? '' : `>${target.place}`}`,
        );
      } else
        record = now.acts.some(act => act.word === 'draw' && act.allowed)
          ? addAct(record, name, 'draw')
          : closeTurn(addAct(record, name, 'pass'));
      now = await look(record, true);
      if (!now.ok) {
        foul.push(now.trouble);
        break;
      }
      record = now.record;
      // What chance does may not agree with hands that were shown to be otherwise; that it is read is what counts.
      const fresh = now.ruled.filter(
        one =>
          (one.verdict === 'illegal' || one.verdict === 'unreadable') && !known.has(one.message) && !/cannot have held/.test(one.message),
      );
      if (target && fresh.length) {
        foul.push(`${record.trim().split('\n').pop()}: ${fresh[0].message}`);
        record = before;
        now = await look(record, true);
      }
    }
    equal(foul, [], `${game.name}: lays that were offered and are refused`);
    check(lays >= 15, `${game.name}: lays ${lays}`);
  }
});
