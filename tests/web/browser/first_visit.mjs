// The first view within a second, nothing asked of elsewhere, and all of it without a network behind the first visit.

import { statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { readdirSync, readFileSync } from 'node:fs';
import { check, equal, open, ready, site, tap, test, text } from './harness.mjs';

await test('the first visit, and without a network', async ({ browser, server, address }) => {
  const page = await open(browser, address);
  const paints = await page.evaluate(() => performance.getEntriesByType('paint').map(one => [one.name, one.startTime]));
  const first = Object.fromEntries(paints)['first-contentful-paint'];
  console.log(`  first view after ${Math.round(first)} ms`);
  check(first < 1000, `the first view within 1 s: ${first}`);
  let total = 0;
  for (const name of readdirSync(site))
    if (/\.(js|wasm)$/.test(name) && statSync(join(site, name)).isFile())
      total += gzipSync(readFileSync(join(site, name)), { level: 9 }).length;
  console.log(`  script and wasm: ${(total / 1e6).toFixed(3)} MB compressed`);
  check(total < 1.6e6, `script and wasm below 1.6 MB compressed: ${total}`);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(
    async () => (await caches.keys()).length === 1 && (await (await caches.open((await caches.keys())[0])).keys()).length > 8,
    { timeout: 30000 },
  );
  equal(page.outside, [], 'requests to elsewhere');
  const wrong = server.asked.filter(path => !path.startsWith('/some/folder/') && path !== '/favicon.ico');
  equal(wrong, [], 'requests out of the folder');

  // The network is cut off: the server is gone.
  await server.close();
  await page.reload();
  await ready(page);
  check((await text(page, '.hero h1')).length > 0, 'it opens without a network');
  await tap(page, '#ways a', 'Dispute');
  await ready(page);
  await tap(page, 'button', 'Show an example');
  await page.waitForSelector('.ruling-paper');
  check(true, 'and rules');
  await page.goto(`${address}#/table`);
  await ready(page);
  await tap(page, 'button.main', 'Begin');
  await page.waitForSelector('.desk');
  check(true, 'and opens a table at an address of its own');
  await page.goto(`${address}#/rules`);
  await page.reload();
  await ready(page);
  check((await page.$$('.cards li')).length > 5, 'and shows the rules');
});
