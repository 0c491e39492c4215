// Keeps all files of the app, so that it opens without a network. `bundle.mjs` writes the list, the hash of each, and their version.

declare const FILES: [string, string][];
declare const VERSION: string;
interface Worker extends EventTarget {
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void>; matchAll(which: object): Promise<{ url: string }[]> };
  registration: { scope: string };
}
const self_ = globalThis as unknown as Worker;
const { scope } = self_.registration;
// The same host may have another roundhouse in another folder.
const kept = `roundhouse ${scope} ${VERSION}`;

async function fits(answer: Response, hash: string): Promise<boolean> {
  if (!answer.ok) return false;
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await answer.arrayBuffer()));
  return Array.from(digest, byte => byte.toString(16).padStart(2, '0')).join('') === hash;
}

/** A file as it was bundled: what the page has fetched, or else what the network has. A log-in page in its place is refused. */
async function right(file: string, hash: string): Promise<Response> {
  for (const cache of ['default', 'reload'] as const) {
    const answer = await fetch(new Request(file, { cache }));
    if (await fits(answer.clone(), hash)) return answer;
  }
  throw new Error(`${file} is not what was bundled`);
}

async function keepAll(): Promise<void> {
  const answers = await Promise.all(FILES.map(async ([file, hash]) => [file, await right(file, hash)] as const));
  const cache = await caches.open(kept);
  await Promise.all(answers.map(([file, answer]) => cache.put(file, answer)));
}

/** Of an earlier version in this folder, whatever it was called. */
async function isOlder(name: string): Promise<boolean> {
  if (!name.startsWith('roundhouse') || name === kept) return false;
  return (await (await caches.open(name)).match(scope)) !== undefined;
}

async function dropOlder(): Promise<void> {
  for (const name of await caches.keys()) if (await isOlder(name)) await caches.delete(name);
}

self_.addEventListener('install', event => {
  // A page of an earlier version goes on with its own files: this one waits until there is none.
  (event as unknown as { waitUntil(done: Promise<unknown>): void }).waitUntil(keepAll());
});
// A page that begins asks whether it may be of this version: where it is the only one.
self_.addEventListener('message', event => {
  const pages = self_.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const alone = pages.then(all => all.filter(one => one.url.startsWith(scope)).length === 1);
  (event as unknown as { waitUntil(done: Promise<unknown>): void }).waitUntil(alone.then(is => (is ? self_.skipWaiting() : undefined)));
});
self_.addEventListener('activate', event => {
  (event as unknown as { waitUntil(done: Promise<unknown>): void }).waitUntil(dropOlder().then(() => self_.clients.claim()));
});
self_.addEventListener('fetch', event => {
  const { request } = event as unknown as { request: Request };
  const address = new URL(request.url);
  if (request.method !== 'GET' || !address.href.startsWith(scope)) return;
  // A folder below this one is somebody else's; and whoever asks the network anew means it.
  const isPage = request.mode === 'navigate';
  // Some programs write the # of a link as %23.
  const page = (address.origin + address.pathname).replace(/%23.*$/, '');
  if ((isPage && ![scope, `${scope}index.html`].includes(page)) || request.cache === 'reload') return;
  const answer = async (): Promise<Response> =>
    (await (await caches.open(kept)).match(isPage ? './' : request, { ignoreSearch: true })) ?? fetch(request);
  (event as unknown as { respondWith(answer: Promise<Response>): void }).respondWith(answer());
});
