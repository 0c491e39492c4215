// The table at which a game is recorded: what is on it in sight, and a tap or two for each act. What is tapped becomes a line of
// the record; what it means the engine says.

import type { ActWord, PlayerLine, Ruled, TableState, Target } from '../../bridge/calls';
import { isRules } from '../came';
import { bdi, button, type Child, h, icon, put, say, sheet, tell } from '../dom';
import { engine, missingRules, Trouble } from '../engine';
import { Felt, haveShapes, largerButton } from '../felt';
import { unpacked } from '../packed';
import { fileButton, shareSheet } from '../share';
import { type SavedGame, saveGame } from '../store';
import { smallTile } from '../tiles';
import { words } from '../words';
import { enginePanel, firstPanel, resultsPanel, roundPanel } from './between';
import { askMore, choosePlayer, moreActs } from './declared';
import { type Counted, ending } from './ending';
import { hearKeys, listKeys } from './keys';
import * as ledger from './ledger';
import { lookAt } from './look';
import { Pad } from './pad';
import { decidedBy, rulingPanel, titles } from './ruling';
import { greatest, Scorer, type Scores, showPlayers } from './scores';
import { scoreSheet, storyList, turnSheet, writeLines } from './sheets';
import { tally, waysOf } from './tally';
import { type End, endsOf, fits, type Pick, shortName, trainButton } from './trains';

interface Moment {
  record: string;
  tail: string[];
}
const nothing: Pick = { first: null, tile: null, target: null, act: null };

const heavy = (one: Ruled): boolean => one.verdict === 'illegal' || one.verdict === 'unreadable';
const key = (one: Ruled): string => `${one.line} ${one.rule} ${one.message}`;
/** More ends than these are not all shown at once. */
const inSight = 8;
const roomy = matchMedia('(min-width: 960px)');

export class Desk {
  now: TableState | null = null;
  private scores: Scores | null = null;
  private readonly scorer = new Scorer();
  private readonly felt = new Felt();
  private readonly pad = new Pad(number => this.number(number));
  private readonly parts: Record<'top' | 'turn' | 'players' | 'trains' | 'hint' | 'lower' | 'acts' | 'last' | 'moves', HTMLElement>;
  private pick: Pick = nothing;
  /** who is said to have the turn, where it is not whom the engine says */
  private whose: number | null = null;
  /** lines behind the one that is done again; empty at the end of the record */
  private tail: string[] = [];
  /** the record as it was before that, and the lines before the line */
  private begun: { whole: Moment; before: string } | null = null;
  private readonly past: Moment[] = [];
  /** what was undone since something was written last */
  private undone: Moment[] = [];
  /** until when the acts rest: a turn has ended by itself, and a thumb may be on its way to end it */
  private rest = 0;
  /** what is being written */
  private keeping: Promise<unknown> = Promise.resolve();
  /** the record as it was kept last, or could not be, which is told: what is seen of it */
  private shown = '';
  private work: Promise<void> = Promise.resolve();
  private found: Ruled[] = [];
  private mode: 'acts' | 'ending' = 'acts';
  /** what was counted at the end of this round */
  private counted: { round: number; held: Counted } = { round: 0, held: [] };
  private ends: End[] = [];
  /** ends where nothing can be laid are shown, too */
  private others = false;
  private trouble: Trouble | null = null;

  constructor(
    private readonly root: HTMLElement,
    readonly game: SavedGame,
  ) {
    const part = (name: string, attributes: Record<string, string> = {}): HTMLElement => h('div', { class: name, ...attributes });
    this.parts = {
      top: h('header', { class: 'desk-top' }),
      turn: part('desk-turn'),
      players: part('desk-players', { role: 'list', tabindex: '0', 'aria-label': words.players }),
      trains: part('desk-trains', { role: 'group', 'aria-label': words.trains }),
      hint: part('desk-hint'),
      lower: part('desk-lower'),
      acts: part('desk-acts', { role: 'group', 'aria-label': words.actsTitle }),
      last: part('desk-last'),
      moves: part('desk-moves', { role: 'region', 'aria-label': words.whatHappened, tabindex: '0' }),
    };
    const { top, turn, players, trains, hint, lower, acts, last, moves } = this.parts;
    put(
      root,
      h(
        'div',
        { class: 'desk' },
        top,
        h(
          'section',
          { class: 'desk-felt', 'aria-label': words.thePicture },
          this.felt.element,
          largerButton(this.felt, (large, event) => this.tapped(large, event)),
        ),
        h(
          'section',
          { class: 'desk-side', 'aria-label': words.table },
          turn,
          players,
          last,
          trains,
          h('div', { class: 'desk-hand' }, hint, lower),
          acts,
          moves,
        ),
      ),
    );
    acts.addEventListener(
      'click',
      event => {
        if (performance.now() < this.rest) event.stopPropagation();
      },
      true,
    );
    this.felt.element.addEventListener('click', event => this.tapped(this.felt, event));
    roomy.addEventListener('change', () => {
      if (root.isConnected) this.renderMoves();
    });
    hearKeys(root);
    void this.do(() => this.look(game.record));
  }

  /** The record as far as the line that is worked on. */
  private get working(): string {
    return this.tail.length ? ledger.recordOf(ledger.linesOf(this.game.record).slice(0, -this.tail.length)) : this.game.record;
  }

  private get moment(): Moment {
    return { record: this.game.record, tail: this.tail };
  }

  /** One thing after the other, however fast the taps. */
  private do(work: () => Promise<void>): Promise<void> {
    const { dataset } = document.documentElement;
    const mine = this.work
      .then(() => {
        dataset.busy = 'yes';
      })
      .then(work)
      .catch(error => this.failed(error))
      .then(() => {
        if (this.work === mine) dataset.busy = 'no';
      });
    this.work = mine;
    return mine;
  }

  private failed(error: unknown): void {
    this.trouble = error instanceof Trouble ? error : new Trouble(String(error));
    this.shown = this.game.record;
    this.render();
  }

  /** Written while the engine is asked; shown when both are done. */
  private keep(record: string): void {
    this.keepWhole(this.tail.length ? record.replace(/\n*$/, '\n') + ledger.recordOf(this.tail) : record);
  }
  private keepWhole(record: string): void {
    this.game.record = record;
    this.keeping = saveGame(this.game);
  }

  /** Asks how the table stands, and shows it. `settle`: a turn in which nothing is left to be done ends by itself. */
  private async look(record: string, settle = true): Promise<void> {
    await haveShapes();
    const before = this.now;
    const asked = lookAt(record, this.game.files, settle);
    asked.catch(() => {});
    await this.keeping;
    const now = await asked;
    if (now.record !== record) {
      this.restAWhile();
      this.keep(now.record);
      await this.keeping;
    }
    const scores = await this.scorer.of(now, this.game.files);
    this.shown = this.game.record;
    this.trouble = null;
    this.now = now;
    this.scores = scores;
    this.felt.take(now.page, now.record);
    const { game, state } = this.felt;
    this.ends = endsOf(now.targets, game && state ? game.rounds[state.r] : null, state);
    const known = new Set((before?.ruled ?? []).map(key));
    this.found = before === null ? [] : now.ruled.filter(one => !known.has(key(one)));
    if (before && this.found.length === 0) {
      const story = now.story[now.story.length - 1];
      say(`${story ? story.caption : ''} ${this.turnSaid}`);
    }
    this.render();
    // The ruling first; the picture comes with the next frame.
    requestAnimationFrame(() => {
      if (this.now === now) this.felt.go(this.felt.at);
    });
  }

  /** A change of the record: kept before anything is asked about it. */
  change(edit: (working: string) => string, settle = true): Promise<void> {
    return this.do(async () => {
      // Of the record as earlier taps have left it, however fast they came.
      const record = edit(this.working);
      this.past.push(this.moment);
      if (this.past.length > 500) this.past.shift();
      this.undone = [];
      this.pick = nothing;
      this.whose = null;
      this.others = false;
      this.keep(record);
      await this.look(record, settle);
      // A line that was done again is done when its turn is over.
      if (this.tail.length && this.now && !this.going && this.found.every(one => !heavy(one))) await this.backToNow();
    });
  }

  /** A rule file that the record names, or a game by the same rules. */
  private rulesFound(missing: string, text: string, name: string): void {
    void this.do(async () => {
      const { rules } = unpacked(text);
      this.game.files = { ...this.game.files, ...(isRules(text, name) ? { [missing]: text } : rules) };
      this.keepWhole(this.game.record);
      await this.look(this.working);
    });
  }

  /** What was done again is one change; where nothing was, none. */
  private async backToNow(): Promise<void> {
    const { begun } = this;
    this.begun = null;
    const at = begun ? this.past.indexOf(begun.whole) : -1;
    if (begun && at >= 0) {
      if (this.working === begun.before) {
        this.past.length = at;
        return this.backTo(begun.whole);
      }
      this.past.length = at + 1;
    }
    this.tail = [];
    await this.look(this.game.record);
  }

  undo(): void {
    void this.do(async () => {
      const before = this.past.pop();
      // Nothing is remembered behind a closing of the page: the last act itself goes.
      if (!before && (this.tail.length || !/^round\b/im.test(this.working))) return;
      this.undone.push(this.moment);
      await this.backTo(before ?? { record: ledger.takeBack(this.working), tail: [] });
      say(`${words.undone}. ${this.turnSaid}`);
    });
  }
  redo(): void {
    void this.do(async () => {
      const next = this.undone.pop();
      if (!next) return;
      this.past.push(this.moment);
      await this.backTo(next);
      say(`${words.redone}. ${this.turnSaid}`);
    });
  }
  private async backTo({ record, tail }: Moment): Promise<void> {
    this.pick = nothing;
    this.whose = null;
    this.found = [];
    this.wake();
    this.tail = tail;
    this.keepWhole(record);
    this.now = null;
    await this.look(this.working);
  }

  private restAWhile(): void {
    const { dataset } = this.parts.acts;
    const end = (this.rest = performance.now() + 600);
    dataset.rest = '';
    setTimeout(() => {
      if (this.rest === end) this.wake();
    }, 600);
  }
  private wake(): void {
    this.rest = 0;
    delete this.parts.acts.dataset.rest;
  }

  /** Lines from this one on wait while it is done again by taps. */
  again(line: number): void {
    void this.do(async () => {
      const full = this.game.record;
      const whole = this.moment;
      this.past.push(whole);
      this.undone = [];
      this.tail = ledger.behind(full, line);
      const before = ledger.upTo(full, line - 1);
      this.begun = { whole, before };
      this.keep(before);
      this.now = null;
      await this.look(before);
      if (this.tail.length === 0) this.render();
    });
  }

  // The turn and its player.

  private get going(): boolean {
    return ledger.openTurn(this.working) !== null;
  }
  /** A round that nobody followed to its end is over when its points are written. */
  private get over(): TableState['over'] {
    return this.scores && this.scores.over !== 'no' ? this.scores.over : (this.now?.over ?? 'no');
  }
  private get seat(): number {
    return this.whose ?? (this.over === 'no' ? (this.now?.turn ?? -1) : -1);
  }
  private get turnSaid(): string {
    return this.now && this.seat >= 0 ? words.turnOf(this.now.players[this.seat].whole) : '';
  }
  private get name(): string {
    return this.now?.players[this.seat]?.name ?? '';
  }

  private act(text: string, closes = false, name = this.name): void {
    if (!name) return tell(words.whoseTurn);
    void this.change(working => {
      const record = ledger.addAct(working, name, text);
      return closes ? ledger.closeTurn(record) : record;
    });
  }

  private lay(tile: [number, number], target: Target): void {
    const own = target.owner === this.seat && target.place === this.name;
    this.act(`${tile[0]}-${tile[1]}${own ? '' : `>${target.place}`}`);
  }

  private add(...lines: string[]): Promise<void> {
    return this.change(working => ledger.addLine(working, ...lines));
  }

  // Taps.

  private number(number: number): void {
    const { pick } = this;
    if (pick.target) return this.lay([pick.target.number, number], pick.target);
    if (pick.first === null || pick.tile) {
      this.pick = { ...nothing, act: pick.act, first: number };
      return this.render();
    }
    const tile: [number, number] = [Math.max(pick.first, number), Math.min(pick.first, number)];
    const { act } = pick;
    // The leader lays the engine to no train.
    if (!act && this.now?.phase === 'lead') return this.act(`${tile[0]}-${tile[1]}`);
    if (act?.needs === 'tile') return this.act(`${act.word}(${tile[0]}-${tile[1]})`);
    if (act) return choosePlayer(words.whom(act.title), this.now!.players, whom => this.act(`${act.word} ${whom}(${tile[0]}-${tile[1]})`));
    this.pick = { ...pick, tile };
    this.render();
  }

  private train(target: Target): void {
    const { pick } = this;
    if (pick.tile) return this.lay(pick.tile, target);
    this.pick = pick.target?.place === target.place && pick.target.number === target.number ? nothing : { ...nothing, target };
    this.render();
  }

  /** A tap in a picture chooses the end that it meets, as its key does. */
  private tapped(felt: Felt, event: MouseEvent): boolean {
    const met = this.parts.trains.firstChild && felt.met(event, this.ends);
    if (!met) return false;
    if (fits(met, this.pick)) this.train(met.target);
    else tell(words.isClosed(met.target.name));
    return fits(met, this.pick);
  }

  private declared(act: ActWord): void {
    if (act.word === 'pass' || act.word === 'mark') return this.act(act.word, true);
    if (act.needs === 'nothing' && act.by === 'turn') return this.act(act.word);
    if (act.needs === 'tile' || act.needs === 'player-and-tile') {
      this.pick = { ...nothing, act };
      return this.render();
    }
    askMore(act, this.now!.players, this.name, (text, name) => this.act(text, act.by !== 'turn', name));
  }

  // The screen.

  private render(): void {
    const focused = document.activeElement as HTMLElement;
    const wasHere = this.root.contains(focused);
    this.renderParts();
    if (!wasHere || this.root.contains(document.activeElement)) return;
    const { key } = focused.dataset;
    const same = key && this.root.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`);
    // Where it is gone: on to what is to be done next.
    const { lower } = this.parts;
    const next = same || lower.querySelector<HTMLElement>('.main') || lower.querySelector<HTMLElement>('button, input');
    next?.focus({ preventScroll: true });
  }

  private renderParts(): void {
    const { parts, now } = this;
    const missing = this.trouble ? missingRules(this.trouble, this.working, this.game.files) : null;
    put(
      parts.top,
      h('a', { class: 'plain button', href: '#/table', 'aria-label': words.back }, icon('back')),
      h('h1', {}, now?.round ? words.round(now.round) : this.game.title, now ? h('small', {}, now.title) : null),
      missing === null
        ? button(icon('undo'), () => this.undo(), { class: 'plain', 'aria-label': words.undo, title: words.undo, 'data-key': 'undo' })
        : null,
      this.undone.length
        ? button(icon('redo'), () => this.redo(), { class: 'plain', 'aria-label': words.redo, title: words.redo, 'data-key': 'redo' })
        : null,
      button(icon('share'), () => this.send(), {
        class: 'plain',
        'aria-label': words.sendRecord,
        title: words.sendRecord,
        'data-key': 'send',
      }),
      button(icon('more'), () => this.menu(), { class: 'plain', 'aria-label': words.menu, title: words.menu, 'data-key': 'menu' }),
    );
    if (missing !== null) {
      put(
        parts.lower,
        h(
          'div',
          { class: 'panel bad missing', role: 'alert' },
          h('h2', {}, words.rulesMissing(missing)),
          h('p', {}, words.rulesMissingHelp),
          h(
            'div',
            { class: 'row' },
            fileButton((text, name) => this.rulesFound(missing, text, name), words.openRules, 'main'),
            button(words.sendRecord, () => this.send()),
          ),
        ),
      );
      put(parts.acts);
      put(parts.hint);
      return;
    }
    if (this.trouble) {
      put(
        parts.lower,
        h(
          'div',
          { class: 'panel bad', role: 'alert' },
          h('h2', {}, this.trouble.message),
          this.trouble.help ? h('p', {}, this.trouble.help) : null,
          h(
            'div',
            { class: 'row' },
            button(
              words.undo,
              () => {
                this.trouble = null;
                this.undo();
              },
              { class: 'main' },
            ),
            button(words.whatHappened, () => this.story()),
          ),
        ),
      );
      put(parts.acts);
      put(parts.hint);
      if (!now) return;
    }
    if (!now) return put(parts.lower, h('p', { class: 'soft' }, words.loading));
    this.root.firstElementChild!.classList.toggle('scoring', !!this.game.onlyScores);
    if (this.game.onlyScores) return this.renderScores(now);
    const seat = this.seat;
    put(
      parts.turn,
      button(
        [
          h('span', { class: 'sign', 'aria-hidden': 'true' }, '▶'),
          h(
            'span',
            { class: 'whose' },
            seat >= 0
              ? [bdi(now.players[seat].whole), words.hasTurn]
              : this.over === 'match'
                ? words.matchOver
                : this.over === 'round'
                  ? words.roundOver
                  : words.nobodysTurn,
          ),
        ],
        () => this.turns(),
        { class: 'turn-button', title: words.changeTurn, 'data-key': 'turn' },
      ),
      h('span', { class: 'yard' }, words.boneyard(now.boneyard)),
    );
    showPlayers(parts.players, now.players, seat, this.scores, this.over !== 'no' && this.scores?.settled);
    this.renderTrains();
    const story = now.story[now.story.length - 1];
    put(
      parts.last,
      this.tail.length
        ? h(
            'div',
            { class: 'again' },
            words.againFrom(ledger.linesOf(this.working).length + 1),
            button(words.backToNow, () => void this.do(() => this.backToNow())),
          )
        : story
          ? button([this.mark(now), h('span', { class: 'caption' }, ledger.endOf(story.caption))], () => this.story(), {
              class: 'last-button',
              'data-key': 'last',
              title: words.whatHappened,
            })
          : null,
    );
    this.renderMoves();
    if (!this.trouble) this.renderLower(now);
  }

  /** Of many ends those where something can be laid come first, and the rest waits behind a key. */
  private renderTrains(): void {
    // Of somebody else's turn nothing is known.
    const isMany = this.ends.length > inSight && this.whose === null;
    const shown = isMany ? this.ends.filter(end => end.target.open) : this.ends;
    const rest = this.ends.filter(end => !shown.includes(end));
    const key = (end: End): HTMLElement => trainButton(end, this.pick, () => this.train(end.target));
    put(
      this.parts.trains,
      shown.map(key),
      rest.length
        ? button(
            words.others(rest.length),
            () => {
              this.others = !this.others;
              this.render();
            },
            { class: 'train', 'aria-expanded': String(this.others), 'data-key': 'others' },
          )
        : null,
      this.others ? rest.map(key) : null,
    );
  }

  /** The score keeper's view: no acts. */
  private renderScores(now: TableState): void {
    const { parts, scores } = this;
    for (const part of [parts.turn, parts.players, parts.trains, parts.last, parts.hint, parts.acts]) put(part);
    this.renderMoves();
    if (this.trouble) return;
    const ways = scores ? waysOf(() => this.game.record, scores.rounds, now.players, record => this.putRight(record)) : null;
    put(
      parts.lower,
      tally(now, scores, ways, {
        write: (...lines) => void this.add(...lines),
        stop: () => this.stop(),
        goOn: () => this.putRight(ledger.goOn(this.game.record)),
        sheet: () => this.showSheet(),
        taps: () => this.turnTo(false),
      }),
    );
  }

  private turnTo(onlyScores: boolean): void {
    this.game.onlyScores = onlyScores;
    void this.do(async () => {
      this.keepWhole(this.game.record);
      await this.keeping;
      this.render();
    });
  }

  /** Another record in place of the whole one. */
  private putRight(record: string): void {
    void this.change(() => {
      this.now = null;
      this.tail = [];
      return record;
    });
  }

  private stop(): void {
    this.mode = 'acts';
    this.putRight(ledger.stop(this.game.record));
  }

  /** Where there is room all lines stand beside the table. */
  private renderMoves(): void {
    put(
      this.parts.moves,
      roomy.matches ? [h('h2', {}, words.whatHappened), storyList(this.shown, this.now, this.corrections, () => {})] : null,
    );
  }

  private mark(now: TableState): HTMLElement {
    const [first, ...more] = now.ruled.filter(heavy);
    if (first)
      return h(
        'span',
        { class: 'verdict illegal' },
        h('span', { class: 'cut' }, `${titles[first.verdict]}: ${first.message}`),
        more.length ? ` ${words.more(more.length)}` : null,
      );
    return h('span', { class: `verdict ${now.verdict}` }, now.verdict === 'legal' ? words.allClear : titles[now.verdict]);
  }

  private renderLower(now: TableState): void {
    const { parts, pick } = this;
    put(parts.hint);
    put(parts.acts);
    const grave = this.found.filter(heavy);
    this.felt.decided = grave.length ? decidedBy(grave[0], now.record) : [];
    this.root.firstElementChild!.classList.toggle(
      'asked',
      grave.length > 0 || this.mode === 'ending' || this.over !== 'no' || now.round === '' || now.phase === 'setup',
    );
    if (grave.length) {
      put(
        parts.lower,
        rulingPanel(grave[0], now, {
          takeBack: () => this.undo(),
          letStand: () => void this.change(ledger.letStand),
          insert: (line, players) => void this.change(record => ledger.insertUnseen(record, line, players)),
          later: () => {
            this.found = [];
            void this.do(async () => {
              if (this.tail.length && !this.going) await this.backToNow();
              else this.render();
            });
          },
        }),
      );
      parts.lower.querySelector<HTMLElement>('button')?.focus({ preventScroll: true });
      return;
    }
    if (this.mode === 'ending' || this.over !== 'no') return this.renderEnding(now);
    if (now.round === '')
      return put(
        parts.lower,
        roundPanel(
          now,
          line => void this.add('', line),
          () => this.showSheet(),
        ),
      );
    if (now.engine === null && now.engines.length)
      return put(
        parts.lower,
        enginePanel(
          now,
          line => void this.add(line),
          () => this.turnTo(true),
        ),
      );
    if (now.phase === 'setup' && now.turn < 0 && this.whose === null && now.known.length === 0)
      return put(
        parts.lower,
        firstPanel(now, line => void this.add(line)),
      );
    const text = pick.target
      ? words.pickBehind(pick.target.number, shortName(pick.target))
      : pick.tile
        ? words.pickTrain(pick.tile.join('-'))
        : pick.first !== null
          ? words.pickSecond(pick.first)
          : pick.act
            ? words.pickFor(pick.act.title)
            : '';
    const soft = this.found[0];
    put(
      parts.hint,
      pick.tile ? smallTile(...pick.tile) : null,
      text
        ? [
            h('span', { role: 'status' }, text),
            button(
              words.clear,
              () => {
                this.pick = nothing;
                this.render();
              },
              { class: 'small', 'data-key': 'clear' },
            ),
          ]
        : soft
          ? h(
              'span',
              { class: 'advice', role: 'status' },
              h('strong', {}, words[soft.verdict === 'advice' ? 'advice' : soft.verdict === 'score' ? 'score' : 'undecided']),
              ' ',
              soft.message,
            )
          : h('span', { class: 'soft' }, words.pickTile),
      // Within reach of the thumb as well.
      text ? null : button(words.undo, () => this.undo(), { class: 'small', 'data-key': 'undo-low' }),
    );
    put(parts.lower, this.pad.show(now, pick.target ? pick.target.number : pick.tile ? null : pick.first, pick.tile));
    // Four places that stay: to draw, the marker, to end the turn, and what the game declares.
    const key = (act: ActWord): HTMLElement =>
      button(act.title, () => this.declared(act), {
        class: act.allowed ? 'act' : 'act unlikely',
        'data-key': `act ${act.word}`,
        'data-act': act.word,
        'aria-description': act.allowed ? null : words.notNow,
      });
    const usual = now.acts.filter(act => act.word === 'draw' || act.word === 'mark' || (act.word === 'pass' && !this.going));
    const rest = now.acts.filter(act => !['draw', 'mark', 'pass'].includes(act.word));
    put(
      parts.acts,
      usual.map(key),
      this.going
        ? button(words.endOfTurn, () => void this.change(ledger.closeTurn), {
            class: now.acts.some(act => act.word === 'pass' && !act.allowed) ? 'act unlikely' : 'act main',
            'data-key': 'end',
            'data-act': 'end',
          })
        : null,
      rest.length === 1
        ? key(rest[0])
        : rest.length
          ? button(words.moreActs, () => moreActs(rest, act => this.declared(act)), { class: 'act', 'data-key': 'more' })
          : null,
    );
  }

  private renderEnding(now: TableState): void {
    const counted = ledger.linesOf(this.working).slice().reverse();
    // A player who left some uncounted is not asked again.
    const answered = counted
      .slice(
        0,
        counted.findIndex(line => /^round\b/i.test(line)),
      )
      .some(line => /^(left|score)\b/i.test(line));
    if ((answered || this.scores?.settled) && this.mode !== 'ending') {
      return put(
        this.parts.lower,
        resultsPanel(
          now,
          this.over,
          this.scores,
          line => void this.add('', line),
          {
            sheet: () => this.showSheet(),
            stop: () => this.stop(),
            goOn: () => this.putRight(ledger.goOn(this.game.record)),
          },
        ),
      );
    }
    if (this.counted.round !== now.rounds) this.counted = { round: now.rounds, held: now.players.map(() => null) };
    put(
      this.parts.lower,
      ending(now, this.counted.held, greatest(this.scores), {
        write: lines => {
          this.mode = 'acts';
          void this.change(working => ledger.addLine(ledger.closeTurn(working), ...lines));
        },
        cancel:
          this.over === 'no'
            ? () => {
                this.mode = 'acts';
                this.render();
              }
            : null,
        untold: (player, draws) => void this.untold(player, draws),
      }),
    );
  }

  /** Draws that nobody wrote down are put in where the rules allow them. */
  private async untold({ name, whole }: PlayerLine, tiles: number): Promise<void> {
    const asked = this.working;
    const answer = await engine.call('untold', { record: asked, files: this.game.files, player: name, tiles }).catch(error => this.failed(error));
    if (!answer || this.working !== asked) return;
    if (answer.found) await this.change(() => answer.record);
    tell(words.drawsPut(whole, answer.found, tiles));
  }

  // Sheets over it.

  private turns(): void {
    if (!this.now) return;
    turnSheet(
      this.now,
      seat => {
        this.whose = seat;
        this.render();
      },
      seat => {
        const { name } = this.now!.players[seat];
        void this.change(working => ledger.unseenTurn(working, name));
      },
      () => void this.change(working => ledger.addLine(ledger.closeTurn(working), '?')),
    );
  }

  /** What would be wrong with the record that is not wrong now. */
  private async wrongIn(record: string): Promise<string> {
    const asked = await Promise.all([this.game.record, record].map(one => lookAt(one, this.game.files)));
    const [known, found] = asked.map(({ ruled }) => ruled.filter(heavy).map(one => one.message));
    return found.find(message => !known.includes(message)) ?? '';
  }
  private readonly corrections = {
    check: (number: number, text: string): Promise<string> => this.wrongIn(ledger.changeLine(this.game.record, number, text)),
    change: (number: number, text: string): void => this.putRight(ledger.changeLine(this.game.record, number, text)),
    again: (number: number): void => this.again(number),
  };
  private story(): void {
    const dialog = sheet(words.whatHappened, close => [h('p', { class: 'soft' }, words.tapLine), storyList(this.shown, this.now, this.corrections, close)]);
    dialog.querySelector<HTMLElement>('.line')?.focus();
  }

  private showSheet(): void {
    const players = this.now?.players ?? [];
    const about = this.tail.length || !this.now ? { record: this.game.record, ruled: [], players } : this.now;
    void scoreSheet(about, this.game.files, (scores, close) =>
      waysOf(
        () => this.game.record,
        scores.rounds,
        players,
        record => {
          close();
          this.putRight(record);
        },
      ),
    );
  }
  private send(): void {
    shareSheet({ record: this.game.record, rules: this.game.files }, this.game.title);
  }

  private menu(): void {
    const last = ledger.turnOf(ledger.linesOf(this.working).slice(-1)[0]);
    const item = (text: string, does: () => void): Child =>
      button(text, () => {
        dialog.close();
        does();
      });
    const dialog = sheet(words.menu, () =>
      h(
        'div',
        { class: 'choices' },
        last && !last.open && last.acts !== 'pass' ? item(words.reopen(last.name), () => void this.change(ledger.reopenTurn, false)) : null,
        this.over === 'no' ? item(words.changeTurn, () => this.turns()) : null,
        item(words.whatHappened, () => this.story()),
        item(words.writeLine, () => writeLines(lines => void this.change(working => ledger.addLine(ledger.closeTurn(working), ...lines)))),
        this.over === 'no'
          ? item(words.endRound, () => {
              this.mode = 'ending';
              this.render();
            })
          : null,
        this.over !== 'match' && this.scores?.rounds.some(round => round.over) ? item(words.stopHere, () => this.stop()) : null,
        item(words.theSheet, () => this.showSheet()),
        item(words.keys, listKeys),
        item(this.game.onlyScores ? words.byTapsNow : words.onlyScores, () => this.turnTo(!this.game.onlyScores)),
        h('a', { class: 'button', href: `#/dispute/${this.game.id}`, onclick: () => dialog.close() }, words.stepsAndRuling),
        item(words.sendRecord, () => this.send()),
      ),
    );
  }
}
