// Loads the engine and answers, one request after the other.

interface Module {
  _roundhouse_call(request: number): number;
  _malloc(size: number): number;
  _free(place: number): void;
  lengthBytesUTF8(text: string): number;
  stringToUTF8(text: string, place: number, most: number): void;
  UTF8ToString(place: number): string;
}
declare const roundhouse: (options: object) => Promise<Module>;
declare function importScripts(...addresses: string[]): void;
interface Port { postMessage(message: unknown): void; onmessage: ((event: MessageEvent) => void) | null }
const port = globalThis as unknown as Port;

importScripts('roundhouse.js');
const loaded = roundhouse({ locateFile: (name: string) => name, print: () => {}, printErr: () => {} });

function answered(module: Module, request: string): string {
  const size = module.lengthBytesUTF8(request) + 1;
  const place = module._malloc(size);
  if (place === 0) throw new Error('no memory is left');
  module.stringToUTF8(request, place, size);
  const answer = module.UTF8ToString(module._roundhouse_call(place));
  module._free(place);
  return answer;
}

port.onmessage = async ({ data }) => {
  try {
    port.postMessage({ number: data.number, answer: answered(await loaded, data.request) });
  } catch (error) {
    // A trap leaves the engine's memory as it was in the midst of something: whoever asked begins a new worker.
    port.postMessage({ number: data.number, trap: error instanceof Error ? error.message : String(error) });
  }
};
