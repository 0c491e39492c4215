// Loads the engine and answers, one request after the other.

interface Module {
  call(request: string): string;
}
declare const roundhouseModule: (options: object) => Promise<Module>;
declare function importScripts(...addresses: string[]): void;
interface Port {
  postMessage(message: unknown): void;
  onmessage: ((event: MessageEvent) => void) | null;
}
const port = globalThis as unknown as Port;
const files = ['roundhouse.js', 'roundhouse.wasm'];

async function load(): Promise<Module> {
  importScripts(files[0]);
  return roundhouseModule({ locateFile: (name: string) => name, print: () => {}, printErr: () => {} });
}
const loaded = load().catch(async () => {
  // The answer of a log-in page in their place may have been kept on the way: the network is asked anew.
  for (const file of files) await (await fetch(file, { cache: 'reload' })).arrayBuffer();
  return load();
});
loaded.catch(() => {});

port.onmessage = async ({ data }) => {
  try {
    const module = await loaded;
    // How long it may take counts from here: loading is the network's affair.
    port.postMessage({ number: data.number, begun: true });
    port.postMessage({ number: data.number, answer: module.call(data.request) });
  } catch (error) {
    // A trap leaves the engine's memory as it was in the midst of something: whoever asked begins a new worker.
    port.postMessage({ number: data.number, trap: error instanceof Error ? error.message : String(error) });
  }
};
