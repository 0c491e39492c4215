// The list of moves: a line for each turn, rounds folded, findings where they stand. A click goes there.

import { safe } from '../table/paint';
import type { Game, Note } from './game';

export const kinds: Record<Note[0] | 'ends', string> = {
  illegal: 'Illegal', allowed: 'Let stand', undecided: 'Undecided', advice: 'Advice', better: 'Better', ends: 'Ends here',
};
const filterNames: [string, (kind: string) => boolean][] = [
  ['foul', kind => kind === 'illegal' || kind === 'ends'],
  ['doubt', kind => kind === 'undecided' || kind === 'allowed'],
  ['advice', kind => kind === 'advice'],
  ['better', kind => kind === 'better'],
];

/** The act, whose rule stands below the table; of advice what it says, as its line stands above. */
function inShort(kind: Finding['kind'], text: string): string {
  const act = /^.*?\.(?= )/.exec(text)?.[0] ?? text;
  return (kind === 'advice' && text.slice(act.length).trim()) || act;
}

const words: Record<string, string> = { foul: 'foul', doubt: 'doubt', advice: 'tip', better: 'better play' };

interface Finding { step: number; kind: Note[0] | 'ends'; text: string }

export class Moves {
  readonly findings: Finding[] = [];
  private filter: string | null = null;
  private here: Element | null = null;
  private open = -1;

  constructor(private readonly game: Game, private readonly list: HTMLElement, private readonly bar: HTMLElement,
              private readonly go: (step: number) => void) {
    game.states.forEach((state, step) => {
      for (const [kind, words] of state.k) this.findings.push({ step, kind, text: game.text(words) });
      if (state.x !== null) this.findings.push({ step, kind: 'ends', text: game.text(state.x) });
    });
    for (const [name, fits] of filterNames) {
      const count = this.findings.filter(one => fits(one.kind)).length;
      if (count === 0) continue;
      const button = document.createElement('button');
      button.type = 'button';
      button.className = name;
      button.textContent = `${count} ${words[name]}${count > 1 ? 's' : ''}`;
      button.setAttribute('aria-pressed', 'false');
      button.addEventListener('click', () => this.choose(this.filter === name ? null : name));
      this.bar.append(button);
    }
    this.list.addEventListener('click', event => {
      const button = (event.target as Element).closest('button');
      if (button?.dataset.round) this.fold(Number(button.dataset.round));
      else if (button?.dataset.step) this.go(Number(button.dataset.step));
    });
    this.write();
    // Hands above it come in later and take of its height.
    new ResizeObserver(() => this.inSight()).observe(this.list);
  }

  private fits(kind: string): boolean {
    const row = filterNames.find(([name]) => name === this.filter);
    return !row || row[1](kind);
  }

  private choose(name: string | null): void {
    this.filter = name;
    for (const button of this.bar.children) button.setAttribute('aria-pressed', String(button.className === name));
    this.write();
  }

  /** The turns of a round by the step at which each ends. */
  private turnsOf(round: number): number[] {
    const turns: number[] = [];
    const end = this.game.endOf(round);
    for (let step = this.game.rounds[round].first; step <= end; ++step)
      if (this.game.states[step].c || step === end) turns.push(step);
    return turns;
  }

  private write(): void {
    this.here = null;
    this.list.innerHTML = this.game.rounds.map((round, index) => {
      const marks = this.findings.filter(one => this.game.states[one.step].r === index && this.fits(one.kind));
      if (this.filter && marks.length === 0) return '';
      return `<li><button type="button" class="round" data-round="${index}" aria-expanded="${index === this.open}">` +
        `${safe(round.label.replace(/^(?=\d)/, 'round '))}` +
        `${marks.length ? ` <span class="many">${marks.length} finding${marks.length > 1 ? 's' : ''}</span>` : ''}</button>` +
        `<ol>${index === this.open ? this.linesOf(index) : ''}</ol></li>`;
    }).join('');
  }

  private linesOf(round: number): string {
    const { game } = this;
    return this.turnsOf(round).map(step => {
      const first = game.lineOf(step);
      const notes = this.findings.filter(one => one.step >= first && one.step <= step && this.fits(one.kind));
      if (this.filter && notes.length === 0) return '';
      const written = game.written(game.states[step]);
      const [, turn = ''] = game.text(game.states[step].p).split('.');
      return `<li><button type="button" tabindex="-1" data-step="${step}"><span class="no">${safe(turn)}</span>` +
        `${(written || game.text(game.states[step].p)).split(' ').map(word => `<span>${safe(word)}</span>`).join(' ')}</button>` +
        notes.map(one => `<button type="button" tabindex="-1" class="note ${one.kind}" data-step="${one.step}"><strong>${kinds[one.kind]}</strong> ` +
          `${safe(inShort(one.kind, one.text))}</button>`).join('') + '</li>';
    }).join('');
  }

  private fold(round: number): void {
    this.open = this.open === round ? -1 : round;
    this.write();
  }

  /** Marks the turn that is shown, and has it in sight. */
  show(step: number): void {
    const { r } = this.game.states[step];
    if (r !== this.open) {
      this.open = r;
      this.write();
    }
    const end = this.game.endOfLine(step);
    const button = this.list.querySelector(`button[data-step="${end}"]:not(.note)`);
    if (button === this.here) return;
    this.here?.removeAttribute('aria-current');
    this.here?.setAttribute('tabindex', '-1');
    this.here = button;
    if (!button) return;
    button.setAttribute('aria-current', 'step');
    // Tab comes to the list once, not to a hundred turns.
    button.setAttribute('tabindex', '0');
    this.inSight();
  }

  private inSight(): void {
    const { list, here: button } = this;
    if (!button) return;
    if (list.scrollHeight <= list.clientHeight) return;
    const at = button.getBoundingClientRect().top - list.getBoundingClientRect().top;
    if (at < 20 || at > list.clientHeight - 60) list.scrollTop += at - list.clientHeight / 3;
  }
}
