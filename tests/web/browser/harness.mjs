// What the browser tests share: a server of static files, Debian's browsers, and counting what passed. BROWSER names the one: chromium,
// firefox, webkit. puppeteer drives the first two, each by a protocol of its own; webkit.mjs the third.

import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, extname, join, normalize, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { launchWebKit } from './webkit.mjs';

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');
const web = createRequire(join(root, 'web/package.json'));
export const axeSource = () => readFileSync(web.resolve('axe-core/axe.min.js'), 'utf8');

/** The folder of the built app: the first argument, or build/web. */
export const site = resolve(process.argv[2] ?? join(root, 'build/web'));

const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
};

/** In a folder of its own, as a static host may have it. Remembers what was asked for. `instead`: texts in place of files; `late`: files
    that come after so many milliseconds. */
export async function serve(instead = {}, prefix = '/some/folder/', late = {}) {
  const asked = [];
  const server = createServer((request, answer) => {
    const path = decodeURIComponent(new URL(request.url, 'http://x').pathname);
    asked.push(path);
    const text = instead[path.slice(prefix.length)];
    if (text !== undefined) return answer.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-store' }).end(text);
    const file = join(site, normalize(path.startsWith(prefix) ? path.slice(prefix.length) || 'index.html' : '../none'));
    if (!file.startsWith(site) || !existsSync(file) || !statSync(file).isFile()) return answer.writeHead(404).end();
    const give = () =>
      answer
        .writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream', 'cache-control': 'no-store' })
        .end(readFileSync(file));
    setTimeout(give, late[path.slice(prefix.length)] ?? 0);
  });
  await new Promise(done => server.listen(0, '127.0.0.1', done));
  return {
    address: `http://127.0.0.1:${server.address().port}${prefix}`,
    asked,
    close: () =>
      new Promise(done => {
        server.closeAllConnections?.();
        server.close(done);
      }),
  };
}

/** How long anything may take on a machine that does other things, too: timings decide nothing. */
export const patience = Number(process.env.PATIENCE ?? 120000);

export const kind = process.env.BROWSER ?? 'chromium';

/** `downloads` of what comes back is the folder into which it saves. `language`: the one that its user has set. */
export async function launch(options = {}, language = 'en-US') {
  if (kind === 'webkit') return launchWebKit(patience);
  const { default: puppeteer } = await import(pathToFileURL(web.resolve('puppeteer-core')).href);
  const downloads = mkdtempSync(join(tmpdir(), 'downloads-'));
  const common = { headless: true, protocolTimeout: 2 * patience };
  const browser = await (kind === 'firefox'
    ? puppeteer.launch({
        ...common,
        browser: 'firefox',
        executablePath: process.env.FIREFOX ?? '/usr/bin/firefox-esr',
        extraPrefsFirefox: {
          'intl.accept_languages': language,
          'browser.download.dir': downloads,
          'browser.download.folderList': 2,
          'browser.download.alwaysOpenPanel': false,
        },
        ...options,
      })
    : puppeteer.launch({
        ...common,
        executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
        args: [`--accept-lang=${language}`, '--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
        ...options,
      }));
  if (kind === 'chromium')
    await (await browser.target().createCDPSession()).send('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: downloads });
  browser.downloads = downloads;
  const close = browser.close.bind(browser);
  browser.close = () => close().finally(() => rmSync(downloads, { recursive: true, force: true }));
  return browser;
}

/** The path of the next file that the browser saves, once `does` has been done. */
export async function saved(browser, does) {
  const before = new Set(readdirSync(browser.downloads));
  await does();
  for (let i = 0; i < 400; ++i) {
    const fresh = readdirSync(browser.downloads).filter(name => !before.has(name));
    // As long as it is written another file lies there, or it is empty.
    if (fresh.length === 1 && !/\.(part|crdownload|wkdownload)$/.test(fresh[0]) && statSync(join(browser.downloads, fresh[0])).size > 0)
      return join(browser.downloads, fresh[0]);
    await new Promise(done => setTimeout(done, 50));
  }
  throw new Error(`nothing was saved: ${readdirSync(browser.downloads)}`);
}

let passed = 0;
const failed = [];
export function check(fine, what) {
  if (fine) ++passed;
  else {
    failed.push(what);
    console.log(`  failed: ${what}`);
  }
}
export function equal(is, wanted, what) {
  check(isDeepStrictEqual(is, wanted), `${what}: is ${JSON.stringify(is)}, wanted ${JSON.stringify(wanted)}`);
}

/** A page that collects what goes wrong in it, and what it asks of the network, where the browser tells. */
export async function open(browser, address, { width = 360, height = 740, dark = false } = {}) {
  const page = await browser.newPage();
  page.troubles = [];
  page.outside = [];
  const home = new URL(address).origin;
  if (kind === 'webkit') {
    await page.setViewport({ width, height });
    await page.goto(address);
    await ready(page);
    return page;
  }
  page.setDefaultTimeout(patience);
  page.on('pageerror', error => page.troubles.push(String(error)));
  page.on('console', message => {
    if (message.type() === 'error') page.troubles.push(message.text());
  });
  page.on('dialog', dialog => {
    page.troubles.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', request => {
    if (!request.url().startsWith(home) && !/^(data|blob):/.test(request.url())) page.outside.push(request.url());
  });
  const phone = kind === 'chromium' && width < 720;
  await page.setViewport({ width, height, isMobile: phone, hasTouch: phone, deviceScaleFactor: 1 });
  if (kind === 'chromium') await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' }]);
  await page.goto(address);
  await ready(page);
  return page;
}

/** Whatever the address asks for is there. */
export async function ready(page) {
  await page.waitForFunction(() => document.documentElement.dataset.ready === (location.hash || '#'), { timeout: patience });
}

/** A click as a thumb does it: what is meant has to be seen and not be covered, nor rest behind a turn that has ended by itself. */
export async function tap(page, selector, text) {
  // All of it in one question: what a browser is asked costs more than what it does.
  const found = await page.waitForFunction(
    (selector, text, wantsPlace) => {
      const one = [...document.querySelectorAll(selector)].find(
        one => (text == null || one.textContent.replace(/\s+/g, ' ').trim().includes(text)) && one.getClientRects().length > 0 && !one.closest('[data-rest]'),
      );
      if (!one) return null;
      one.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      if (!wantsPlace) return one;
      // What runs over two lines is met on the first.
      const { left, top, width, height } = [...one.getClientRects()].find(box => box.width > 0 && box.height > 0) ?? one.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      const met = document.elementFromPoint(x, y);
      return met && (one.contains(met) || met.contains(one)) ? { x, y } : null;
    },
    { timeout: patience, polling: 20 },
    selector,
    text ?? null,
    kind !== 'webkit',
  );
  if (kind === 'webkit') return found.asElement().click();
  const { x, y } = await found.jsonValue();
  await page.mouse.click(x, y);
}

export const text = (page, selector) => page.$eval(selector, one => one.textContent.replace(/\s+/g, ' ').trim());

/** Says how it went, as the last thing of a test. */
export function done(name) {
  console.log(`${name}: ${passed} passed, ${failed.length} failed`);
  process.exitCode = failed.length ? 1 : 0;
}

/** For `instead`: the app with this done before it begins. */
export const beginning = script => ({ 'app.js': `${script};import(${JSON.stringify('./app-begun.js')});`, 'app-begun.js': readFileSync(join(site, 'app.js'), 'utf8') });

/** Runs one test with a server and a browser, and ends both whatever happens. */
export async function test(name, body, instead = {}, late = {}, language = undefined) {
  const server = await serve(instead, undefined, late);
  const browser = await launch({}, language);
  try {
    await body({ browser, server, address: server.address });
  } catch (error) {
    check(false, error.stack ?? String(error));
    // What was seen when it failed says more than the line of the test.
    for (const page of await browser.pages()) {
      const seen = await page.evaluate(() => document.body?.innerText.replace(/\s+/g, ' ').slice(0, 600)).catch(() => '');
      if (seen) console.log(`  seen at ${(await page.url()).slice(0, 100)}: ${seen}`);
      if (process.env.PICTURE && seen) await page.screenshot?.({ path: process.env.PICTURE }).catch(() => {});
    }
  } finally {
    await browser.close();
    await server.close();
  }
  done(kind === 'chromium' ? name : `${name}, in ${kind}`);
}
