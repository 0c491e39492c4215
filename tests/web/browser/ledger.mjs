// Lines of a record from taps: what is written, taken back, put in later.

import { check, done, equal } from './harness.mjs';
import { part } from './part.mjs';

const ledger = await part('table/ledger.ts');
const head = '[variant train]\n[players Ann Ben]\n\nround 12\n';

let record = ledger.addAct(head, 'Ann', '12-5');
equal(record, `${head}Ann: 12-5 ...\n`, 'a first act opens a turn');
record = ledger.addAct(record, 'Ann', '5-5');
equal(record, `${head}Ann: 12-5 5-5 ...\n`, 'a second one is of the same turn');
equal(ledger.addAct(record, 'Ben', 'draw'), `${head}Ann: 12-5 5-5 ...\nBen: draw ...\n`, 'somebody else has a line of their own');
equal(ledger.closeTurn(record), `${head}Ann: 12-5 5-5\n`, 'closed');
equal(ledger.closeTurn(`${head}Ann: ...\n`), `${head}Ann: pass\n`, 'nothing done is a pass');
equal(ledger.reopenTurn(`${head}Ann: 12-5\n`), `${head}Ann: 12-5 ...\n`, 'opened again');
equal(ledger.reopenTurn(`${head}Ann: draw pass\n`), `${head}Ann: draw ...\n`, 'opened again behind a pass');
equal(ledger.takeBack(record), `${head}Ann: 12-5 ...\n`, 'the last act is taken back');
equal(ledger.takeBack(`${head}Ann: 12-5\n`), head, 'with the first act the line goes');
equal(
  ledger.takeBack(`${head}Ann: 12-5\nBen: 5-1>Ann\nreferee: allow\n`),
  `${head}Ann: 12-5\n`,
  'what the table let stand goes with its act',
);
equal(ledger.letStand(`${head}Ann: 12-5\n`), `${head}Ann: 12-5\nreferee: allow\n`, 'let stand');
equal(ledger.unseenTurn(`${head}Ann: 12-5 ...\n`, 'Ben'), `${head}Ann: 12-5\nBen: ?\n`, 'a turn that nobody saw');
equal(ledger.changeLine(`${head}Ann: 12-5\nBen: draw\n`, 5, 'Ann: 12-6'), `${head}Ann: 12-6\nBen: draw\n`, 'a line put right');
equal(ledger.changeLine(`${head}Ann: 12-5\nBen: draw\n`, 5, ''), `${head}Ben: draw\n`, 'a line taken out');
equal(ledger.addAct(head, 'referee', 'fine Ann 20'), `${head}referee: fine Ann 20\n`, 'the referee has no turn');
equal(
  ledger.actsOf('draw(3-4) challenge Ann 3-4 fine Ben 20 "late again" 9-3>Joe mark'),
  ['draw(3-4)', 'challenge Ann', '3-4', 'fine Ben 20 "late again"', '9-3>Joe', 'mark'],
  'acts of a line',
);
equal(ledger.turnOf('left Ann: 3-4'), null, 'what is left is no turn');
equal(ledger.turnOf('hand Ann: 3-4'), null, 'a hand is no turn');
equal(ledger.turnOf('[players Ann: x]'), null, 'a header is no turn');
equal(ledger.turnOf('Ann: 9-3>Joe ... # why')?.open, true, 'a comment hides no end');
check(ledger.behind(`${head}a\nb\n`, 5).join() === 'b', 'lines behind one');
done('lines from taps');
