// Of browsers of these years; TypeScript's own list is older.

declare class CompressionStream {
  constructor(format: 'deflate-raw');
  readonly readable: ReadableStream<Uint8Array>;
  readonly writable: WritableStream<Uint8Array>;
}
declare class DecompressionStream {
  constructor(format: 'deflate-raw');
  readonly readable: ReadableStream<Uint8Array>;
  readonly writable: WritableStream<Uint8Array>;
}
