// A link carries rules, a record or both behind its #: version, then JSON, deflated, in base64url. `roundhouse share` and
// `roundhouse open` write and read the same. What strangers send is held to bounds before anything is done with it.

import { deflateSync, Inflate } from 'fflate';
import type { Files } from '../bridge/calls';
import { Trouble } from './engine';
import { sharedName } from './family';
import { words } from './words';

export interface Shared {
  record?: string;
  rules?: Files;
}

const mostInflated = 4 << 20;
const mostFiles = 16;

/** The bytes put in are few at a time: of each 512 at most half a MB can come before the bound is looked at. */
const piece = 512;

/** Throws where these are no deflated bytes, or not all of them. */
function inflated(bytes: Uint8Array, most: number): Uint8Array {
  const parts: Uint8Array[] = [];
  let size = 0;
  const stream = new Inflate(part => {
    size += part.length;
    if (size > most) throw new Trouble(words.linkTooLarge, '', 'link');
    parts.push(part);
  });
  for (let at = 0; at < bytes.length; at += piece) stream.push(bytes.subarray(at, at + piece), at + piece >= bytes.length);
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function isWhole(bytes: Uint8Array): boolean {
  try {
    inflated(bytes, mostInflated);
    return true;
  } catch {
    return false;
  }
}

export function fragmentOf(shared: Shared): string {
  const small = deflateSync(new TextEncoder().encode(JSON.stringify({ v: 1, ...shared })), { level: 9 });
  let letters = '';
  for (const byte of small) letters += String.fromCharCode(byte);
  return '#1.' + btoa(letters).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

export async function linkOf(shared: Shared): Promise<string> {
  // What others have put behind the address is not handed on.
  return location.href.split(/[?#]/)[0] + fragmentOf(shared);
}

const form = /^[^/]{0,200}?(?:#|%23|^)(\d{1,6})\.([\s\S]*)$/i;
export const isLink = (fragment: string): boolean => /^#./.test(fragment) && form.test(fragment);

/** What is in a link, checked; else Trouble. */
export async function sharedIn(fragment: string): Promise<Shared> {
  const [, version, text] = form.exec(fragment) ?? [];
  if (version === undefined) throw new Trouble(words.linkBroken, '', 'link');
  if (version !== '1') throw new Trouble(words.linkNewer, '', 'link');
  // Mail breaks lines, and what ends at a letter that no link has was written behind it. That nothing is missing is seen when it is inflated.
  const letters = (all: string): string => /^[\w-]*/.exec(all)![0];
  const joined = letters(text.replace(/=?(?:%0[ad]|%20|\s)+/gi, ''));
  const first = letters(text);
  return readOf(joined).catch(error => (first === joined ? Promise.reject(error) : readOf(first)));
}

async function readOf(text: string): Promise<Shared> {
  if (text === '' || text.length > mostInflated) throw new Trouble(words.linkBroken, '', 'link');
  let value: unknown;
  try {
    const bytes = Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), letter => letter.charCodeAt(0));
    const plain = inflated(bytes, mostInflated);
    // Nothing may follow of which nobody knows what it is.
    if (isWhole(bytes.subarray(0, -1))) throw new Trouble(words.linkBroken, '', 'link');
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(plain));
  } catch (error) {
    throw error instanceof Trouble ? error : new Trouble(words.linkBroken, '', 'link');
  }
  return checked(value);
}

function checked(value: unknown): Shared {
  const broken = new Trouble(words.linkBroken, '', 'link');
  if (typeof value !== 'object' || value === null) throw broken;
  const { v, record, rules } = value as Record<string, unknown>;
  if (v !== 1) throw broken;
  const shared: Shared = {};
  if (record !== undefined) {
    if (typeof record !== 'string') throw broken;
    shared.record = record;
  }
  if (rules !== undefined) {
    if (typeof rules !== 'object' || rules === null || Array.isArray(rules)) throw broken;
    const files = Object.entries(rules as object);
    if (files.length > mostFiles) throw broken;
    shared.rules = {};
    for (const [name, text] of files) {
      if (!sharedName.test(name) || typeof text !== 'string') throw broken;
      shared.rules[name] = text;
    }
  }
  if (shared.record === undefined && Object.keys(shared.rules ?? {}).length === 0) throw broken;
  return shared;
}
