// A second copy of games and rule files, beside the data base. A browser that is killed in the midst of a write may find the data base
// spoiled at a later start, and begins with an empty one: then this is put back. With the data of the site it is cleared, too.

type Shelf = 'games' | 'rules';

// All folders of a host share the data base, and so this; the service worker keeps its hands off it.
const addressOf = (shelf: Shelf, key: string): string => `${location.origin}/roundhouse-kept/${shelf}/${encodeURIComponent(key)}`;
const name = 'roundhouse kept';
const opened = (): Promise<Cache> => caches.open(name);

/** One after the other, so that the last one stays. */
let line: Promise<unknown> = Promise.resolve();
/** Null: it was deleted. Where a browser has no such place there is no second copy. */
export function mirror(shelf: Shelf, key: string, value: object | null): Promise<void> {
  const work = line.then(async () => {
    const cache = await opened();
    if (value) await cache.put(addressOf(shelf, key), new Response(JSON.stringify(value)));
    else await cache.delete(addressOf(shelf, key));
  });
  line = work.catch(() => {});
  // A copy is not worth waiting for long.
  return Promise.race([line as Promise<void>, new Promise<void>(done => setTimeout(done, 1000))]);
}

export async function mirrored(): Promise<[Shelf, unknown][]> {
  const found: [Shelf, unknown][] = [];
  try {
    if (!(await caches.has(name))) return found;
    const cache = await opened();
    for (const request of await cache.keys()) {
      const [, shelf] = /\/roundhouse-kept\/(games|rules)\//.exec(request.url) ?? [];
      const value = await (await cache.match(request))?.json().catch(() => undefined);
      if (shelf && value) found.push([shelf as Shelf, value]);
    }
  } catch {
    // Then there is none.
  }
  return found;
}
