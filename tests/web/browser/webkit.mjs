// Debian's WebKit, driven by WebKitWebDriver: of the pages of puppeteer, with which the tests speak to the other browsers, what the
// tests of all browsers use. A browser has one session, each context is a browser of its own, and nothing of it stays.

import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const reference = 'element-6066-11e4-a52e-4f735466cecf';
const pause = milliseconds => new Promise(done => setTimeout(done, milliseconds));

function freePort() {
  return new Promise(done => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });
}

/** A command of WebDriver; what is refused is thrown. */
function command(port, method, path, body) {
  return new Promise((done, fail) => {
    const asked = request({ host: '127.0.0.1', port, method, path, headers: { 'content-type': 'application/json' } }, answer => {
      let text = '';
      answer.setEncoding('utf8').on('data', part => (text += part));
      answer.on('end', () => {
        const { value } = JSON.parse(text);
        if (answer.statusCode === 200) done(value);
        else fail(new Error(`${path.replace(/^\/session\/[^/]+/, '')}: ${value.error}: ${value.message}`));
      });
    });
    asked.on('error', fail);
    asked.end(method === 'POST' ? JSON.stringify(body ?? {}) : undefined);
  });
}

/** A screen for programs that have none: its number is told by the server itself. */
async function screen() {
  if (process.env.DISPLAY) return { display: process.env.DISPLAY, close: () => {} };
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const number = await new Promise((done, fail) => {
    server.stdio[3].once('data', text => done(String(text).trim()));
    server.once('error', fail);
    server.once('exit', status => fail(new Error(`Xvfb ended with ${status}`)));
  });
  return { display: `:${number}`, close: () => server.kill() };
}

export async function launchWebKit(patience) {
  const folder = mkdtempSync(join(tmpdir(), 'webkit-'));
  const downloads = join(folder, 'downloads');
  mkdirSync(downloads);
  mkdirSync(join(folder, 'config'));
  writeFileSync(join(folder, 'config/user-dirs.dirs'), `XDG_DOWNLOAD_DIR="${downloads}"\n`);
  const shown = await screen();
  const port = await freePort();
  const driver = spawn(process.env.WEBKIT_DRIVER ?? 'WebKitWebDriver', [`--port=${port}`], {
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: shown.display,
      LANGUAGE: 'en',
      HOME: folder,
      XDG_CONFIG_HOME: join(folder, 'config'),
      XDG_CACHE_HOME: join(folder, 'cache'),
      XDG_DATA_HOME: join(folder, 'data'),
      // No picture is asked for, and a machine for tests may have nothing to make it with.
      WEBKIT_DISABLE_COMPOSITING_MODE: '1',
      NO_AT_BRIDGE: '1',
      // On few processors the compiler that optimizes takes most of them from what it compiles for: of the first list of games 7 s of 8.
      JSC_useOMGJIT: '0',
    },
  });
  driver.on('error', () => {});
  const end = () => {
    driver.kill();
    shown.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    for (let i = 0; ; ++i) {
      try {
        await command(port, 'GET', '/status');
        break;
      } catch (error) {
        if (i === 100 || driver.exitCode !== null || driver.pid === undefined) throw new Error(`WebKitWebDriver does not begin: ${error.message}`);
        await pause(100);
      }
    }
    const { sessionId } = await command(port, 'POST', '/session', { capabilities: { alwaysMatch: { timeouts: { script: 2 * patience } } } });
    return new Browser(patience, port, `/session/${sessionId}`, downloads, end);
  } catch (error) {
    end();
    throw error;
  }
}

class Browser {
  constructor(patience, port, session, downloads, end) {
    Object.assign(this, { patience, port, session, downloads, end, last: Promise.resolve(), current: null, contexts: [], open: [] });
  }
  /** One command after the other, each in the window that it is for. */
  ask(window, method, path, body) {
    const mine = this.last.then(async () => {
      if (window !== null && this.current !== window) {
        await command(this.port, 'POST', `${this.session}/window`, { handle: window });
        this.current = window;
      }
      return command(this.port, method, this.session + path, body);
    });
    this.last = mine.catch(() => {});
    return mine;
  }
  async newPage() {
    // The window that a session begins with is the first page.
    const other = this.open.find(page => !page.gone);
    const { spare } = this;
    this.spare = undefined;
    const handle = spare ? spare : other ? (await this.ask(other.window, 'POST', '/window/new', { type: 'tab' })).handle : await this.ask(null, 'GET', '/window');
    const page = new Page(this, handle);
    this.open.push(page);
    return page;
  }
  async createBrowserContext() {
    const context = await launchWebKit(this.patience);
    this.contexts.push(context);
    return context;
  }
  async pages() {
    const others = await Promise.all(this.contexts.map(context => context.pages()));
    return [...this.open.filter(page => !page.gone), ...others.flat()];
  }
  async close() {
    if (this.closed) return;
    this.closed = true;
    for (const context of this.contexts) await context.close();
    await command(this.port, 'DELETE', this.session).catch(() => {});
    this.end();
  }
}

/** Keys that are no letters, as WebDriver writes them. */
const keys = { Escape: '\uE00C', Enter: '\uE007', Tab: '\uE004', Backspace: '\uE003', End: '\uE010', Control: '\uE009', ArrowDown: '\uE015' };

/** What scripts take and give: elements as references, all else as JSON. */
const given = value => (value instanceof Element ? { [reference]: value.id } : value);

class Page {
  constructor(browser, window) {
    Object.assign(this, { browser, window, gone: false });
    const hit = (...actions) =>
      this.ask('POST', '/actions', { actions: [{ type: 'key', id: 'keys', actions: actions.map(([type, key]) => ({ type, value: keys[key] ?? key })) }] });
    this.keyboard = {
      down: key => hit(['keyDown', key]),
      up: key => hit(['keyUp', key]),
      press: key => hit(['keyDown', key], ['keyUp', key]),
      type: async text => {
        for (const letter of text) await this.keyboard.press(letter === '\n' ? 'Enter' : letter);
      },
    };
    const point = { type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' } };
    this.mouse = {
      click: (x, y) =>
        this.ask('POST', '/actions', {
          actions: [
            {
              ...point,
              actions: [
                { type: 'pointerMove', x: Math.round(x), y: Math.round(y) },
                { type: 'pointerDown', button: 0 },
                { type: 'pointerUp', button: 0 },
              ],
            },
          ],
        }),
    };
  }
  ask(method, path, body) {
    return this.browser.ask(this.window, method, path, body);
  }
  taken(value) {
    return value !== null && typeof value === 'object' && reference in value ? new Element(this, value[reference]) : value;
  }
  async run(what, values) {
    const script =
      'const values = [...arguments]; const done = values.pop();' +
      `Promise.resolve().then(() => (${what})(...values)).then(value => done([value]), error => done({ error: error + ' ' + (error?.stack ?? '') }));`;
    // JSON has no undefined: what is not given is left out.
    while (values.length && values[values.length - 1] === undefined) values.pop();
    const answer = await this.ask('POST', '/execute/async', { script, args: values.map(given) });
    if (!Array.isArray(answer)) throw new Error(answer?.error ?? 'the page is gone');
    return this.taken(answer[0]);
  }
  evaluate(what, ...values) {
    // The policy of the page lets no text become script but that of the driver.
    return typeof what === 'string' ? this.ask('POST', '/execute/sync', { script: what, args: [] }) : this.run(what, values);
  }
  evaluateHandle(what, ...values) {
    return this.run(what, values);
  }
  async waitForFunction(what, { timeout = this.browser.patience } = {}, ...values) {
    for (const begun = Date.now(); ; await pause(30)) {
      // While a page comes its scripts are not there yet.
      const found = await this.run(typeof what === 'string' ? `() => (${what})` : what, values).catch(error => {
        if (Date.now() - begun > timeout) throw error;
        return null;
      });
      if (found) return found instanceof Element ? found : { asElement: () => null };
      if (Date.now() - begun > timeout) throw new Error(`waited ${timeout} ms in vain for ${what}`);
    }
  }
  waitForSelector(selector, options) {
    return this.waitForFunction(selector => document.querySelector(selector), options, selector);
  }
  $(selector) {
    return this.run(selector => document.querySelector(selector), [selector]);
  }
  async $$(selector) {
    return (await this.ask('POST', '/elements', { using: 'css selector', value: selector })).map(one => this.taken(one));
  }
  async $eval(selector, what, ...values) {
    const element = await this.$(selector);
    if (element === null) throw new Error(`there is no ${selector}`);
    return element.evaluate(what, ...values);
  }
  $$eval(selector, what, ...values) {
    return this.run(`(selector, ...values) => (${what})([...document.querySelectorAll(selector)], ...values)`, [selector, ...values]);
  }
  browserContext() {
    return this.browser;
  }
  bringToFront() {
    return this.ask('GET', '/url');
  }
  async click(selector) {
    return (await this.$(selector)).click();
  }
  focus(selector) {
    return this.$eval(selector, one => one.focus());
  }
  async type(selector, text) {
    return (await this.$(selector)).type(text);
  }
  select(selector, value) {
    return this.$eval(
      selector,
      (one, value) => {
        one.value = value;
        one.dispatchEvent(new Event('input', { bubbles: true }));
        one.dispatchEvent(new Event('change', { bubbles: true }));
      },
      value,
    );
  }
  goto(address) {
    return this.ask('POST', '/url', { url: address });
  }
  reload() {
    return this.ask('POST', '/refresh');
  }
  async url() {
    return this.ask('GET', '/url');
  }
  async setViewport({ width, height }) {
    await this.ask('POST', '/window/rect', { width, height });
  }
  async close() {
    this.gone = true;
    // With its last window a session ends.
    if (!this.browser.open.some(page => !page.gone)) {
      const { handle } = await this.ask('POST', '/window/new', { type: 'tab' });
      this.browser.spare = handle;
    }
    await this.ask('DELETE', '/window');
    this.browser.current = null;
  }
}

class Element {
  constructor(page, id) {
    Object.assign(this, { page, id });
  }
  asElement() {
    return this;
  }
  evaluate(what, ...values) {
    return this.page.run(what, [this, ...values]);
  }
  /** Three clicks mark what stands in a field, so that what is typed takes its place. */
  click({ count = 1 } = {}) {
    return count > 1 ? this.evaluate(one => (one.focus(), one.select())) : this.page.ask('POST', `/element/${this.id}/click`);
  }
  type(text) {
    return this.page.ask('POST', `/element/${this.id}/value`, { text: text.replaceAll('\n', keys.Enter) });
  }
  uploadFile(path) {
    return this.page.ask('POST', `/element/${this.id}/value`, { text: path });
  }
  async dispose() {}
}
