// Puts the app into a folder of static files: node web/app/bundle.mjs build/web
// The engine (roundhouse.js, roundhouse.wasm) lies there already; the service worker keeps it with the rest.

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const from = dirname(fileURLToPath(import.meta.url));
const to = resolve(process.argv[2] ?? 'build/web');
const copied = ['index.html', 'manifest.webmanifest', 'icon.svg', 'icon-180.png', 'icon-192.png', 'icon-512.png'];
const engine = ['roundhouse.js', 'roundhouse.wasm'];
/** What is loaded later has a hash behind its name. */
const isMade = name => /^(app|worker|\w+-[A-Z0-9]{8})\.(js|css)$/.test(name);

if (!existsSync(join(from, '../node_modules/@codemirror/view'))) {
  console.error('the packages of the app are missing: (cd web && npm ci --ignore-scripts)');
  process.exit(2);
}
mkdirSync(to, { recursive: true });
for (const name of readdirSync(to)) if (isMade(name) || name === 'sw.js') rmSync(join(to, name));

const common = ['--bundle', '--minify', '--target=chrome95,firefox101,safari16.4', '--charset=utf8', '--log-level=warning'];
const esbuild = (...options) => execFileSync('esbuild', [...common, ...options], { cwd: from, stdio: 'inherit' });
esbuild('app.ts', '--splitting', '--format=esm', `--outdir=${to}`);
esbuild('worker.ts', '--format=iife', `--outdir=${to}`);
esbuild('app.css', `--outdir=${to}`);
for (const name of copied) copyFileSync(join(from, name), join(to, name));
const loader = join(to, 'roundhouse.js');
if (existsSync(loader)) execFileSync('esbuild', [loader, '--minify', '--allow-overwrite', `--outfile=${loader}`, '--log-level=warning']);

const made = readdirSync(to)
  .filter(isMade)
  .sort();
const files = [...copied, ...engine, ...made].filter(name => existsSync(join(to, name)));
const hashOf = name =>
  createHash('sha256')
    .update(readFileSync(join(to, name)))
    .digest('hex');
const list = files.map(name => [name === 'index.html' ? './' : name, hashOf(name)]);
const version = createHash('sha256').update(JSON.stringify(list)).digest('hex').slice(0, 12);
esbuild('sw.ts', '--format=iife', `--outdir=${to}`, `--define:FILES=${JSON.stringify(list)}`, `--define:VERSION="${version}"`);

let total = 0;
for (const name of [...files, 'sw.js']) {
  const bytes = readFileSync(join(to, name));
  const small = gzipSync(bytes, { level: 9 }).length;
  if (/\.(js|wasm)$/.test(name)) total += small;
  console.log(`${name.padEnd(24)} ${String(bytes.length).padStart(9)} ${String(small).padStart(9)} gz`);
}
console.log(`script and wasm          ${String(total).padStart(19)} gz`);
for (const name of engine) if (!files.includes(name)) console.log(`${name} is not there: the app has no engine`);
