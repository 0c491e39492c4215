// A module of the app by itself, without a browser.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './harness.mjs';

export async function part(name) {
  const folder = mkdtempSync(join(tmpdir(), 'part-'));
  const to = join(folder, 'part.mjs');
  execFileSync('esbuild', [join(root, 'web/app', name), '--bundle', '--format=esm', '--log-level=warning', `--outfile=${to}`]);
  const module = await import(pathToFileURL(to).href);
  rmSync(folder, { recursive: true });
  return module;
}
