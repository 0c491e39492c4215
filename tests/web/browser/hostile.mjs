// 500 hostile links and files: nothing runs, nothing hangs, and each gets a message or is shown as text.

import { writeFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { check, equal, open, test } from './harness.mjs';
import { fragmentOf, fragmentOfBytes } from './links.mjs';

let state = 20261126;
const random = most => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return state % most;
};
const bytes = count => Buffer.from(Array.from({ length: count }, () => random(256)));
const scripts = [
  '<img src=x onerror="window.ran=1">',
  '<script>window.ran=1</script>',
  '<svg onload=window.ran=1>',
  '"><svg/onload=window.ran=1>',
  'javascript:window.ran=1',
  '<iframe srcdoc="<script>parent.ran=1</script>">',
  "'-window.ran=1-'",
  '${window.ran=1}',
  '{{constructor.constructor("window.ran=1")()}}',
  '<style>@import "http://127.0.0.1:9/x"</style>',
  '<a href="javascript:window.ran=1">x</a>',
  '</textarea><script>window.ran=1</script>',
  '<math><mi xlink:href="javascript:window.ran=1">',
  '&#60;img src=x onerror=window.ran=1&#62;',
];
const script = () => scripts[random(scripts.length)];
const good = '[variant train]\n[players Ann Ben Cem]\n\nround 12\nengine 12-12 Ann\nAnn: 12-5\nBen: draw mark\n';
const yaml = 'roundhouse: 1\nname: House\nextends: train\n';

const records = [
  () => good.replace('Ann Ben', `Ann="${script().replace(/"/g, '')}" Ben`),
  () => good.replace('12-5', script()),
  () => `${good}# ${script()}\n`,
  () => `${good}referee: allow "${script().replace(/"/g, '')}"\n`,
  () => `${good}claim Ann 12.1 "${script().replace(/"/g, '')}"\n`,
  () => good.replace('train]', `${script()}]`),
  () => good.replace('round 12', `round ${script()}`),
  () => good + 'Cem: 12-9 '.repeat(2000) + '\n',
  () => good + 'Cem: draw\n'.repeat(1500),
  () => good + '(((((('.repeat(3000),
  () => '['.repeat(20000),
  () => good.replace('Ann Ben Cem', Array.from({ length: 300 }, (_, i) => `P${i}`).join(' ')),
  () => good.replace('12-12', '99999999999999999999-1'),
  () => good + '\0\u202e\u2066\ufeff\u200b'.repeat(200),
  () => bytes(2000).toString('latin1'),
  () => bytes(400).toString('utf8'),
  () => good + 'x'.repeat(300000),
  () => `[variant ../../../../etc/passwd]\n[players A B]\n`,
  () => `[variant http://127.0.0.1:9/rules.yaml]\n[players A B]\n`,
  () => good.replace('[players', '[rules sha256:deadbeef]\n[players'),
];
const files = [
  () => `${yaml}# ${script()}\n`,
  () => yaml.replace('House', JSON.stringify(script())),
  () => yaml.replace('train', script()),
  () =>
    'a: &a [x,x,x,x,x,x,x,x,x]\n' +
    'bcdefghi'
      .split('')
      .map(
        (one, i) =>
          `${one}: &${one} [${Array(9)
            .fill('*' + 'abcdefghi'[i])
            .join(',')}]`,
      )
      .join('\n'),
  () => `${yaml}options: ${'{a: '.repeat(3000)}`,
  () => `${yaml}rules:\n` + `  - id: x\n    says: ${script()}\n`.repeat(300),
  () => bytes(3000).toString('latin1'),
  () => `${yaml}rules:\n  - id: loop\n    after: lay\n    when: ${'('.repeat(5000)}\n`,
  () => `extends: ./self.yaml\nroundhouse: 1\nname: Self\n`,
  () => '\t'.repeat(5000),
];
const one = list => list[random(list.length)]();

const links = [
  () => fragmentOf({ v: 1, record: one(records) }),
  () => fragmentOf({ v: 1, record: one(records) }),
  () => fragmentOf({ v: 1, rules: { 'house.yaml': one(files) } }),
  () => fragmentOf({ v: 1, record: good.replace('[variant train]', '[variant house.yaml]'), rules: { 'house.yaml': one(files) } }),
  () =>
    fragmentOf({
      v: 1,
      record: good,
      rules: {
        [['__proto__.yaml', '../../x.yaml', 'constructor', script(), 'a'.repeat(500) + '.yaml', '', 'x.exe', '.yaml', 'con.yaml'][
          random(9)
        ]]: yaml,
      },
    }),
  () =>
    fragmentOf(
      [
        { v: 1, record: 5 },
        { v: 1, record: [good] },
        { v: 2, record: good },
        { record: good },
        [],
        null,
        7,
        'x',
        { v: 1 },
        { v: 1, rules: [] },
        { v: 1, rules: 'x' },
        { v: 1, rules: { 'a.yaml': {} } },
        { v: '1', record: good },
      ][random(13)],
    ),
  () => fragmentOfBytes(Buffer.from('{"v":1,"__proto__":{"record":"x"},"record":' + JSON.stringify(good) + '}')),
  () => fragmentOfBytes(Buffer.from('['.repeat(100000))),
  () => fragmentOfBytes(bytes(500)),
  () => fragmentOfBytes(Buffer.alloc(64 << 20)),
  () => fragmentOf({ v: 1, rules: Object.fromEntries(Array.from({ length: 400 }, (_, i) => [`f${i}.yaml`, yaml])) }),
  () => '#1.' + bytes(200 + random(2000)).toString('base64url'),
  () => {
    const whole = fragmentOf({ v: 1, record: good });
    return whole.slice(0, 3 + random(whole.length - 3));
  },
  () => {
    const whole = fragmentOf({ v: 1, record: good }).split('');
    for (let i = 0; i < 3; ++i) whole[3 + random(whole.length - 3)] = 'AZaz09-_'[random(8)];
    return whole.join('');
  },
  () =>
    [
      '#1.',
      '#1',
      '#2.abc',
      '#999999.x',
      '#1.%00',
      '#1.<script>window.ran=1</script>',
      '#1.' + 'A'.repeat(200000),
      '#/table/__proto__',
      '#/rules/%E0%A4%A',
      `#/rules/${encodeURIComponent(script())}`,
      `#/table/new/${encodeURIComponent(script())}`,
      '#/play/../..',
      `#${script()}`,
      '#/constructor',
    ][random(14)],
  () => '#1.' + Buffer.concat([deflateRawSync(Buffer.from(JSON.stringify({ v: 1, record: good }))), bytes(300)]).toString('base64url'),
];

const many = Number(process.env.HOSTILE ?? 500);
await test(`${many} hostile links and files`, async ({ browser, server, address }) => {
  const folder = mkdtempSync(join(tmpdir(), 'hostile-'));
  const page = await open(browser, address, { width: 390, height: 844 });
  let worst = 0;
  let told = 0;
  const looked = async (what, begun) => {
    const seen = await page.evaluate(() => ({
      ran: window.ran !== undefined || Object.prototype.record !== undefined,
      foreign: [...document.querySelectorAll('script, iframe, object, embed, base')].filter(
        one => one.tagName !== 'SCRIPT' || !/\/app\.js$/.test(one.src),
      ).length,
      handlers: [...document.querySelectorAll('*')].filter(one => [...one.attributes].some(({ name }) => /^on/.test(name))).length,
      text: document.querySelector('#view').textContent.trim().length,
      bad: document.querySelector('[role=alert], .ruling-paper, .opened') !== null,
    }));
    const took = Date.now() - begun;
    worst = Math.max(worst, took);
    if (seen.bad) ++told;
    check(!seen.ran && seen.foreign === 0 && seen.handlers === 0, `something runs: ${what.slice(0, 120)} ${JSON.stringify(seen)}`);
    check(seen.text > 0, `nothing is shown: ${what.slice(0, 120)}`);
    check(took < 65000, `it hangs, ${took} ms: ${what.slice(0, 120)}`);
  };
  const settledView = () =>
    page
      .waitForFunction(
        () =>
          document.documentElement.dataset.ready === (location.hash || '#') &&
          !/One moment/.test(document.querySelector('.result')?.textContent ?? ''),
        { timeout: 70000 },
      )
      .catch(() => check(false, 'it does not come to an end'));
  for (let i = 0; i < many * 0.7; ++i) {
    const link = links[i % links.length]();
    const begun = Date.now();
    await page.evaluate(link => {
      location.hash = link;
    }, link);
    await settledView();
    await looked(link, begun);
  }
  await page.goto(`${address}#/dispute`);
  await page.waitForSelector('.file input');
  for (let i = 0; i < many * 0.3; ++i) {
    const isRules = i % 3 === 0;
    const name = join(folder, isRules ? 'house.yaml' : 'game.train');
    const text = isRules ? one(files) : one(records);
    writeFileSync(name, i % 29 === 0 ? Buffer.alloc(5 << 20, 65) : text);
    const begun = Date.now();
    const input = await page.$('.file input');
    await input.uploadFile(name);
    await new Promise(done => setTimeout(done, 30));
    await settledView();
    await looked(text, begun);
  }
  rmSync(folder, { recursive: true });
  console.log(`  the slowest took ${worst} ms; ${told} had a message or a ruling`);
  equal(page.outside, [], 'requests to elsewhere');
  equal(
    server.asked.filter(path => !path.startsWith('/some/folder/') && path !== '/favicon.ico'),
    [],
    'requests out of the folder',
  );
  const troubles = page.troubles.filter(one => !/Content Security Policy|TrustedHTML/.test(one));
  equal(troubles, [], 'troubles of the page');
  // Behind all of that it still works.
  await page.goto(`${address}#/dispute`);
  await page.reload();
  await page.waitForSelector('#dispute-text');
  await page.$eval(
    '#dispute-text',
    (one, text) => {
      one.value = text;
    },
    good,
  );
  await (await page.$('[data-key=judge]')).click();
  await page.waitForSelector('.stepper', { timeout: 30000 });
  check(true, 'and it still rules');
});
