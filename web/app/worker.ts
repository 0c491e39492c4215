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

importScripts('roundhouse.js');
const loaded = roundhouseModule({ locateFile: (name: string) => name, print: () => {}, printErr: () => {} });

port.onmessage = async ({ data }) => {
  try {
    port.postMessage({ number: data.number, answer: (await loaded).call(data.request) });
  } catch (error) {
    // A trap leaves the engine's memory as it was in the midst of something: whoever asked begins a new worker.
    port.postMessage({ number: data.number, trap: error instanceof Error ? error.message : String(error) });
  }
};
