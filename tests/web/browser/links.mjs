// Writes and reads links as the app and the program do, by other means than theirs.

import { deflateRawSync, inflateRawSync } from 'node:zlib';

export const fragmentOfBytes = bytes => '#1.' + Buffer.from(deflateRawSync(bytes)).toString('base64url');
export const fragmentOf = value => fragmentOfBytes(Buffer.from(JSON.stringify(value)));
export const valueOf = link => JSON.parse(inflateRawSync(Buffer.from(link.split('#1.')[1], 'base64url')).toString('utf8'));
