// Runs all browser tests one after the other, or those whose names are given behind the folder of the app:
//   node tests/web/browser/run.mjs build/web [--long] [record everywhere@webkit ...]
// --long: a whole evening, and all of them in three browsers.

import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const all = [
  'ledger',
  'link',
  'policy',
  'first_visit',
  'newcomer',
  'questions',
  'record',
  'untold',
  'mended',
  'in_sight',
  'at_hand',
  'german',
  'keeping',
  'tabs',
  'carried',
  'came',
  'caches',
  'killed',
  'evening',
  'dispute',
  'play',
  'for_all',
  'every_game',
  'declared_acts',
  'trap',
  'hostile',
  'scores',
  'figures',
  'everywhere',
  'everywhere@firefox',
  'everywhere@webkit',
  'scores@firefox',
  'scores@webkit',
];
/** These ask no browser, and WebKit's driver keeps nothing of one that is killed. */
const once = ['ledger', 'link', 'policy', 'killed@webkit'];
const [, , site = 'build/web', ...words] = process.argv;
const only = words.filter(word => word !== '--long');
const isLong = only.length < words.length;
const others = all
  .filter(name => !name.includes('@') && !once.includes(name))
  .flatMap(name => [`${name}@firefox`, `${name}@webkit`])
  .filter(name => !all.includes(name) && !once.includes(name));
const failed = (only.length ? only : isLong ? [...all, ...others] : all).filter(name => {
  const begun = Date.now();
  const [file, browser = 'chromium'] = name.split('@');
  const { status } = spawnSync(process.execPath, [join(here, `${file}.mjs`), site], {
    stdio: 'inherit',
    env: { ...process.env, BROWSER: browser, ...(isLong ? { EVENING: 'whole' } : {}) },
  });
  console.log(`  ${name} took ${((Date.now() - begun) / 1000).toFixed(1)} s`);
  return status !== 0;
});
console.log(failed.length ? `failed: ${failed.join(', ')}` : 'all browser tests passed');
process.exitCode = failed.length ? 1 : 0;
