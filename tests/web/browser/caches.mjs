// What a browser keeps of the app for later: two folders of one host do not meet, what a log-in page answers is not kept, and
// nothing is fetched twice.

import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { check, done, equal, kind, launch, open, ready, site, tap, text } from './harness.mjs';
import { beginRules, go } from './storage.mjs';

const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.wasm': 'application/wasm', '.svg': 'image/svg+xml' };

/** The app in these folders of one host, kept by browsers for an hour. `instead` answers in place of a file, null: there is none; or with undefined. */
async function host(folders, instead = () => undefined) {
  const asked = [];
  const server = createServer((request, answer) => {
    const path = new URL(request.url, 'http://x').pathname;
    asked.push(path);
    const folder = folders.find(one => path.startsWith(one));
    const file = folder === undefined ? undefined : join(site, path.slice(folder.length) || 'index.html');
    const other = instead(path);
    if (typeof other === 'string') {
      const type = /^<!DOCTYPE/.test(other) ? 'text/html' : types[extname(path)];
      return answer.writeHead(200, { 'content-type': type, 'cache-control': 'max-age=3600' }).end(other);
    }
    if (other === null) return answer.writeHead(404).end();
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
  // WebKitGTK's service worker fetches all of it by itself.
  if (kind !== 'webkit') equal(twice, [], 'what is fetched twice at the first visit');
});
// A version is put on the host while pages of the one before are open: its app is called otherwise, and so is its editor.
const editor = readdirSync(site).find(name => /^editor-\w+\.js$/.test(name));
const of = name => readFileSync(join(site, name), 'utf8');
const hashOf = text => createHash('sha256').update(text).digest('hex');
const newApp = of('app.js').replaceAll(editor, 'editor-NEWER.js') + ";document.documentElement.dataset.version = 'newer';";
const [, version] = /roundhouse \$\{\w+\} ([0-9a-f]{12})/.exec(of('sw.js'));
const newWorker = of('sw.js').replaceAll(editor, 'editor-NEWER.js').replace(hashOf(of('app.js')), hashOf(newApp)).replaceAll(version, 'newer');
const newer = { '/app/app.js': newApp, '/app/sw.js': newWorker, '/app/editor-NEWER.js': of(editor), [`/app/${editor}`]: null };
const isNewer = page => page.evaluate(() => document.documentElement.dataset.version === 'newer');
const rows = async page => {
  await tap(page, '[role=tab]', 'Rows');
  const there = () => document.querySelector('.editor-place')?.shadowRoot?.querySelector('.cm-content') != null;
  await page.waitForFunction(`(${there})() || document.querySelector('.work .panel.bad')`);
  return page.evaluate(there);
};

let isOut = false;
await scene('a new version', ['/app/'], path => (isOut ? newer[path] : undefined), async (browser, server) => {
  const page = await open(browser, `${server.address}/app/`);
  check(await installed(page), 'the first version is kept');
  await page.waitForFunction(() => navigator.serviceWorker.controller);
  await beginRules(page, 'Ours');
  const here = await page.evaluate(() => location.hash);
  isOut = true;
  const waits = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      await registration.update();
      for (let i = 0; i < 200 && !registration.waiting; ++i) await new Promise(done => setTimeout(done, 50));
      return registration.waiting !== null;
    });
  check(await waits(), 'the new one waits while a page of the first is open');
  check(await rows(page), 'which goes on with its own files');
  const second = await open(browser, `${server.address}/app/`);
  check(!(await isNewer(second)), 'a second page beside it is of the same version');
  await second.close();
  await page.bringToFront();
  await new Promise(done => setTimeout(done, 1000));
  await page.reload();
  await page.waitForFunction(() => document.documentElement.dataset.version === 'newer').catch(() => check(false, 'a load anew brings it'));
  await page.waitForSelector('.workshop');
  await ready(page);
  equal(await page.evaluate(() => location.hash), here, 'a load anew comes back to the same place');
  check(await rows(page), 'all of which is there');
  const names = await page.evaluate(async () => {
    for (let i = 0; i < 100 && (await caches.keys()).filter(name => /http/.test(name)).length > 1; ++i) await new Promise(done => setTimeout(done, 50));
    return (await caches.keys()).filter(name => /http/.test(name));
  });
  equal(names.map(name => name.split(' ').pop()), ['newer'], 'what was kept of the first one goes');
  equal(page.troubles, [], 'troubles of the page');
});

isOut = false;
await scene('a new version, and nothing kept', ['/app/'], path => (path === '/app/sw.js' ? null : isOut ? newer[path] : undefined), async (browser, server) => {
  const page = await open(browser, `${server.address}/app/`);
  await beginRules(page, 'Ours');
  isOut = true;
  check(!(await rows(page)), 'a part that is gone from the host does not come');
  check(/new version/.test(await text(page, '.work .panel.bad')), `which is told: ${await text(page, '.work .panel.bad')}`);
  await page.setCacheEnabled?.(false);
  await tap(page, '[data-key=load-again]');
  await page.waitForFunction(() => !document.querySelector('.work .panel.bad'));
  await page.waitForSelector('.workshop');
  check(await rows(page), 'behind a load anew it is there');
});
done('what is kept of the app');
