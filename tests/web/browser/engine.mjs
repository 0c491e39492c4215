// Asks the engine in the page itself, beside the app: what a test needs to know it gets from there.

export function ask(page, call, request) {
  return page.evaluate(
    async (call, request) => {
      window.testWorker ??= new Worker('worker.js');
      return new Promise(done => {
        const number = Math.random();
        const hear = ({ data }) => {
          if (data.number !== number || data.begun) return;
          window.testWorker.removeEventListener('message', hear);
          done(data.answer === undefined ? { ok: false, trap: data.trap } : JSON.parse(data.answer));
        };
        window.testWorker.addEventListener('message', hear);
        window.testWorker.postMessage({ number, request: JSON.stringify({ call, ...request }) });
      });
    },
    call,
    request,
  );
}

/** The record of the table that is open, as it is kept on the device. */
export function kept(page) {
  return page.evaluate(
    () =>
      new Promise((done, fail) => {
        const id = location.hash.split('/')[2];
        const open = indexedDB.open('roundhouse', 1);
        open.onerror = () => fail(open.error);
        open.onsuccess = () => {
          const get = open.result.transaction('games').objectStore('games').get(id);
          get.onsuccess = () => {
            open.result.close();
            done(get.result?.record);
          };
        };
      }),
  );
}
