// The browser is killed while acts are tapped: the last act that was shown is there, and every game is. Half of the times the browser
// process alone is killed, half all of its processes. KILLS=200 for more than a sample.

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { check, done, equal, kind, launch, open, serve } from './harness.mjs';
import { beginTable, quiet, shelf, until } from './storage.mjs';

const kills = Number(process.env.KILLS ?? 6);
const profile = mkdtempSync(join(tmpdir(), 'killed-'));
const server = await serve();
let state = 20261128;
const random = most => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return state % most;
};
const sleep = time => new Promise(done => setTimeout(done, time));

const recordLines = (record = '') => record.split('\n').filter(line => line !== '');
const bare = line => line.replace(/ \.\.\.$/, '');

/** What was seen of each game: the lines beside its table. */
const seen = new Map();
let acts = 0;
let lost = 0;
let gone = 0;
let turned = 0;
let game;
let last;

try {
  for (let i = 0; i < kills; ++i) {
    const browser = await launch({ userDataDir: profile });
    const page = await open(browser, server.address, { width: 1400, height: 900 });
    last = page;
    const games = new Map((await shelf(page, 'games')).map(one => [one.id, one.record]));
    for (const [id, lines] of seen) {
      if (!games.has(id)) {
        ++gone;
        console.log(`  gone behind kill ${i}: the game ${id}, of which was seen ${JSON.stringify(lines.slice(-2))}`);
        seen.delete(id);
        continue;
      }
      const now = recordLines(games.get(id));
      const short = lines.findIndex((line, at) => !now[at]?.startsWith(bare(line)));
      if (short >= 0) {
        ++lost;
        console.log(`  lost behind kill ${i}: ${JSON.stringify(lines.slice(short))}, there is ${JSON.stringify(now.slice(short))}`);
      }
      seen.set(id, now);
    }
    await page.exposeFunction('saw', (id, lines) => {
      seen.set(id, lines);
      ++acts;
    });
    await page.evaluate(() => {
      let last = '';
      new MutationObserver(() => {
        const lines = [...document.querySelectorAll('.desk-moves .story .line code')].map(one => one.textContent).reverse();
        const all = lines.join('\n');
        if (all === '' || all === last) return;
        last = all;
        void window.saw(location.hash.split('/')[2], lines);
      }).observe(document.body, { childList: true, subtree: true });
    });
    // Now and then a new game, and where the round is over.
    let isOver = game === undefined || i % 5 === 0 || (seen.get(game)?.length ?? 0) > 30;
    if (!isOver) {
      await page.evaluate(id => {
        location.hash = `#/table/${id}`;
      }, game);
      await page.waitForSelector('.desk-acts button, .desk .ending');
      isOver = (await page.$('.desk .ending')) !== null;
    }
    if (isOver) {
      await beginTable(page);
      game = page.url().split('/').pop();
    }
    ++turned;
    const before = acts;
    await page.evaluate(() => {
      setInterval(() => {
        const later = document.querySelector('[data-key=later]');
        const all = [...document.querySelectorAll('.desk-acts [data-act=draw], .desk-acts [data-act=mark], .desk-acts [data-act=end]')];
        (later ?? all[Math.floor(Math.random() * all.length)])?.click();
      }, 60);
    });
    for (let t = 0; t < 400 && acts === before; ++t) await sleep(10);
    await sleep(random(1500));
    const { pid } = browser.process();
    process.kill(i % 2 ? pid : -pid, 'SIGKILL');
    await browser.close().catch(() => {});
    await quiet(profile);
  }

  // A write that was torn by a kill may be found much later: the browser then begins with an empty data base. Only Chromium's files are
  // known here.
  if (kind === 'chromium') {
    const folder = join(profile, 'Default/IndexedDB');
    for (const base of readdirSync(folder))
      for (const file of readdirSync(join(folder, base)).filter(one => /\.(log|ldb)$/.test(one))) {
        const bytes = readFileSync(join(folder, base, file));
        const middle = Math.floor(bytes.length / 2);
        bytes.fill(7, middle, middle + 400);
        writeFileSync(join(folder, base, file), bytes);
      }
    const browser = await launch({ userDataDir: profile });
    const page = await open(browser, server.address, { width: 1400, height: 900 });
    last = page;
    const missing = async () => {
      const games = new Map((await shelf(page, 'games')).map(one => [one.id, one.record]));
      return [...seen]
        .filter(([id, lines]) => !lines.every((line, at) => recordLines(games.get(id))[at]?.startsWith(bare(line))))
        .map(([id]) => id);
    };
    await until(missing, now => now.length === 0).catch(() => {});
    equal(await missing(), [], `games that are not put back, of ${seen.size}, where the data base is spoiled`);
    await browser.close();
  }
} catch (error) {
  check(false, error.stack ?? String(error));
  if (last) console.log(`  seen at ${last.url()}: ${await last.evaluate(() => document.body.innerText.slice(0, 600)).catch(String)}`);
  await last?.browser().close();
}
await server.close();
rmSync(profile, { recursive: true, force: true });
console.log(
  `  ${turned} kills, ${acts} acts were seen in ${seen.size + gone} games; of ${lost} the last was lost, ${gone} games were gone`,
);
check(turned === kills && acts >= kills, 'acts were seen before each kill');
check(lost === 0, 'the last act that was seen is there');
check(gone === 0, 'every game is');
done(`killed while acts are tapped${kind === 'chromium' ? '' : `, in ${kind}`}`);
