// What a browser keeps of the app for later: two folders of one host do not meet, what a log-in page answers is not kept, and
// nothing is fetched twice.

import { createServer } from 'node:http';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { check, equal, launch, open, ready, site, tap, done } from './harness.mjs';

const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.wasm': 'application/wasm', '.svg': 'image/svg+xml' };

/** The app in these folders of one host, kept by browsers for an hour. `instead` answers in place of a file, or with undefined. */
async function host(folders, instead = () => undefined) {
  const asked = [];
  const server = createServer((request, answer) => {
    const path = new URL(request.url, 'http://x').pathname;
    asked.push(path);
    const folder = folders.find(one => path.startsWith(one));
    const file = folder === undefined ? undefined : join(site, path.slice(folder.length) || 'index.html');
    const other = instead(path);
    if (other !== undefined) return answer.writeHead(200, { 'content-type': 'text/html', 'cache-control': 'max-age=3600' }).end(other);
    if (!file || !existsSync(file) || !statSync(file).isFile()) return answer.writeHead(404).end();
    answer
      .writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream', 'cache-control': 'max-age=3600' })
      .end(readFileSync(file));
  });
  await new Promise(done => server.listen(0, '127.0.0.1', done));
  return {
    asked,
    address: `http://127.0.0.1:${server.address().port}`,
    close: () =>
      new Promise(done => {
        server.closeAllConnections?.();
        server.close(done);
      }),
  };
}
async function scene(name, folders, instead, body) {
  const server = await host(folders, instead);
  const browser = await launch();
  try {
    await body(browser, server);
  } catch (error) {
    check(false, `${name}: ${error.stack ?? error}`);
  } finally {
    await browser.close();
    await server.close();
  }
}
const installed = page =>
  page.evaluate(() =>
    Promise.race([navigator.serviceWorker.ready.then(() => true), new Promise(done => setTimeout(() => done(false), 20000))]),
  );
const works = async (page, what) => {
  await tap(page, '#ways a', 'Dispute');
  await ready(page);
  await tap(page, 'button', 'Show an example');
  await page.waitForSelector('.ruling-paper, .result .panel.bad');
  check((await page.$('.ruling-paper')) !== null, what);
};

await scene('two folders', ['/a/', '/b/', '/'], undefined, async (browser, server) => {
  // As an earlier version called what it kept, there and elsewhere.
  const bare = await browser.newPage();
  await bare.goto(`${server.address}/a/icon.svg`);
  await bare.evaluate(async () => {
    for (const [name, folder] of [
      ['roundhouse-0123456789ab', '/a/'],
      ['roundhouse-ba9876543210', '/c/'],
    ])
      await (await caches.open(name)).put(folder, new Response('old'));
  });
  const pages = [];
  for (const folder of ['/a/', '/b/', '/']) {
    const page = await open(browser, server.address + folder);
    check(await installed(page), `it is kept in ${folder}`);
    pages.push(page);
  }
  const names = await pages[0].evaluate(async () => {
    for (let i = 0; i < 100 && (await caches.has('roundhouse-0123456789ab')); ++i) await new Promise(done => setTimeout(done, 50));
    return caches.keys();
  });
  check(!names.includes('roundhouse-0123456789ab'), 'an earlier version of the same folder goes');
  check(names.includes('roundhouse-ba9876543210'), "another folder's stays");
  equal(names.length, 4, `each folder has its own: ${names}`);
  await server.close();
  for (const [index, folder] of ['/a/', '/b/', '/'].entries()) {
    const page = pages[index];
    await page.bringToFront();
    await page.reload();
    await ready(page);
    await works(page, `${folder} opens and rules without a network`);
  }
});

for (const file of ['roundhouse.wasm', 'roundhouse.js', 'app.css', 'icon.svg']) {
  let isShut = true;
  await scene(
    `a log-in page for ${file}`,
    ['/app/'],
    path => (isShut && path === `/app/${file}` ? '<!DOCTYPE html><title>Log in</title>' : undefined),
    async (browser, server) => {
      const page = await open(browser, `${server.address}/app/`);
      await new Promise(done => setTimeout(done, 1500));
      const wrong = await page.evaluate(async file => {
        for (const name of await caches.keys()) {
          const found = await (await caches.open(name)).match(file);
          if (found && /Log in/.test(await found.text())) return true;
        }
        return false;
      }, file);
      check(!wrong, `what a log-in page answers for ${file} is not kept`);
      isShut = false;
      await page.reload();
      await ready(page);
      await works(page, `on the right network it works behind one load, ${file}`);
      check(await installed(page), `and is kept, ${file}`);
      await server.close();
      await page.reload();
      await ready(page);
      await works(page, `and works without a network, ${file}`);
    },
  );
}

await scene('once', ['/app/'], undefined, async (browser, server) => {
  const page = await open(browser, `${server.address}/app/`);
  check(await installed(page), 'it is kept');
  const twice = server.asked.filter((path, at) => server.asked.indexOf(path) !== at && path !== '/favicon.ico');
  equal(twice, [], 'what is fetched twice at the first visit');
});
done('what is kept of the app');
