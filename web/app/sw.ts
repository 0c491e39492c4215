// Keeps all files of the app, so that it opens without a network. `bundle.mjs` writes the list and its version.

declare const FILES: string[];
declare const VERSION: string;
interface Worker extends EventTarget {
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
  registration: { scope: string };
}
const self_ = globalThis as unknown as Worker;

self_.addEventListener('install', event => {
  (event as unknown as { waitUntil(done: Promise<unknown>): void }).waitUntil(
    caches
      .open(VERSION)
      .then(cache => cache.addAll(FILES.map(file => new Request(file, { cache: 'reload' }))))
      .then(() => self_.skipWaiting()),
  );
});
self_.addEventListener('activate', event => {
  (event as unknown as { waitUntil(done: Promise<unknown>): void }).waitUntil(
    caches
      .keys()
      .then(names => Promise.all(names.filter(name => name.startsWith('roundhouse-') && name !== VERSION).map(name => caches.delete(name))))
      .then(() => self_.clients.claim()),
  );
});
self_.addEventListener('fetch', event => {
  const { request } = event as unknown as { request: Request };
  const address = new URL(request.url);
  if (request.method !== 'GET' || !address.href.startsWith(self_.registration.scope)) return;
  (event as unknown as { respondWith(answer: Promise<Response>): void }).respondWith(
    caches
      .open(VERSION)
      .then(cache => cache.match(request.mode === 'navigate' ? './' : request, { ignoreSearch: true }))
      .then(found => found ?? fetch(request)),
  );
});
