// The engine, spoken to through a worker: the page never waits. A worker that traps or takes too long is ended and begun
// anew; nothing is lost with it, as every call says all that it is about. What a worker trapped in is asked once more of the next one:
// a browser's own fault seldom comes twice.

import type { Calls, Files, Finding } from '../bridge/calls';
import { words } from './words';

/** What went wrong, in words for whoever plays. */
export class Trouble extends Error {
  constructor(
    message: string,
    readonly help = '',
    readonly kind: 'refused' | 'trap' | 'slow' | 'link' | 'unable' = 'refused',
    readonly findings: Finding[] = [],
  ) {
    super(message);
  }
}

/** The rule file that a record, or a file of its rules, names and that is not among the files; else null. */
export function missingRules(trouble: Trouble, record: string, files: Files): string | null {
  const found = trouble.findings.find(one => one.code === 'cannot-read');
  if (!found?.place) return null;
  const named = (files[found.file] ?? record).slice(found.place.from, found.place.to);
  // In a record the whole field is meant: [variant "our house.yaml" draws=2].
  const [, quoted, plain] = /^(?:\[\s*variant\s*:?\s*)?(?:["']([^"']*)["']|([^\s\]]+))/i.exec(named) ?? [];
  return (quoted ?? plain ?? named).replace(/^\.\//, '');
}

/** The smallest module that catches an exception. */
const catching = [0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 10, 8, 1, 6, 0, 6, 64, 25, 11, 11];

/** Why this browser cannot run the engine at all; else null. */
function unable(): Trouble | null {
  if (typeof WebAssembly !== 'object') return new Trouble(words.noWebAssembly, words.noWebAssemblyHelp, 'unable');
  return WebAssembly.validate(new Uint8Array(catching)) ? null : new Trouble(words.oldWebAssembly, words.oldWebAssemblyHelp, 'unable');
}

/** The engine's sentences for a terminal name commands, of which there are none here. */
const withoutCommands = (text: unknown): string => String(text ?? '').replace(/(?:^|; )[^;]*'roundhouse [a-z][^;]*$/, '');

interface Waiting {
  request: string;
  hasTrapped: boolean;
  does(answer: unknown): void;
  fails(trouble: Trouble): void;
  timer?: number;
}

/** How long the engine may take, from when it begins with a request. Where WebAssembly is slow the first list of games takes half of it. */
const patience = 60000;

export class Engine {
  private worker: Worker | null = null;
  private readonly waiting = new Map<number, Waiting>();
  private number = 0;

  call<Name extends keyof Calls>(name: Name, request: Calls[Name]['in']): Promise<Calls[Name]['out']> {
    const trouble = unable();
    if (trouble) return Promise.reject(trouble);
    const number = ++this.number;
    return new Promise((does, fails) => {
      const one = { request: JSON.stringify({ call: name, ...request }), hasTrapped: false, does: does as (answer: unknown) => void, fails };
      this.waiting.set(number, one);
      this.begin().postMessage({ number, request: one.request });
    });
  }

  /** Starts loading, so that the first call need not wait for it. */
  begin(): Worker {
    if (this.worker) return this.worker;
    const worker = new Worker('worker.js');
    worker.onmessage = ({ data }) => {
      const one = this.waiting.get(data.number);
      if (data.trap !== undefined) return this.trapped(data.number, new Trouble(words.trapped(data.trap), words.recordIsHere, 'trap'));
      if (!one) return;
      if (data.begun) {
        one.timer = window.setTimeout(() => this.end(new Trouble(words.tookTooLong, words.recordIsHere, 'slow')), patience);
        return;
      }
      this.waiting.delete(data.number);
      clearTimeout(one.timer);
      const answer = JSON.parse(data.answer);
      for (const found of answer.findings ?? []) found.help = withoutCommands(found.help);
      if (answer.ok) one.does(answer);
      else one.fails(new Trouble(withoutCommands(answer.trouble), withoutCommands(answer.help), 'refused', answer.findings ?? []));
    };
    worker.onerror = event => {
      event.preventDefault();
      this.end(new Trouble(words.trapped(event.message || ''), words.recordIsHere, 'trap'));
    };
    this.worker = worker;
    return worker;
  }

  private trapped(number: number, trouble: Trouble): void {
    const one = this.waiting.get(number);
    if (!one) return this.end(trouble);
    this.worker?.terminate();
    this.worker = null;
    if (one.hasTrapped) {
      this.waiting.delete(number);
      one.fails(trouble);
    }
    one.hasTrapped = true;
    for (const [number, { request, timer }] of this.waiting) {
      clearTimeout(timer);
      this.begin().postMessage({ number, request });
    }
  }

  private end(trouble: Trouble): void {
    this.worker?.terminate();
    this.worker = null;
    const all = [...this.waiting.values()];
    this.waiting.clear();
    for (const one of all) {
      clearTimeout(one.timer);
      one.fails(trouble);
    }
  }
}

export const engine = new Engine();
