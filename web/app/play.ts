// A game against computers: the table and the own hand are always in view, below them what may be done.

import type { Choice, PlayState } from '../bridge/calls';
import { bdi, button, h, icon, put, say, sheet, tell } from './dom';
import { engine, Trouble } from './engine';
import { Felt, haveShapes, largerButton } from './felt';
import { shareSheet } from './share';
import { allGames, choose, chosen, filesFor, freshId, type SavedGame, saveGame } from './store';
import { gameChoices, gameList, gameSelect } from './table/setup';
import { lookAt } from './table/look';
import { resultsList, Scorer, type Scores, showPlayers } from './table/scores';
import { scoreSheet } from './table/sheets';
import { halves, smallTile } from './tiles';
import { words } from './words';

const still = matchMedia('(prefers-reduced-motion: reduce)');
const others = ['Ada', 'Ben', 'Cleo', 'Dan', 'Eva', 'Finn', 'Gus', 'Hana', 'Ivo'];

export async function playStart(root: HTMLElement): Promise<void> {
  const choices = await gameChoices();
  const games = (await allGames()).filter(game => game.kind === 'play');
  const told = h('p', { class: 'bad', role: 'alert' });
  const select = gameSelect(choices, (await chosen<string>('game')) ?? 'train');
  const name = h('input', {
    value: (await chosen<string>('me')) ?? '',
    placeholder: words.you,
    maxlength: 30,
    dir: 'auto',
    autocomplete: 'off',
  });
  const count = h(
    'select',
    {},
    [1, 2, 3, 4, 5, 6, 7].map(n => h('option', { value: n, selected: n === 3 }, words.opponent(n))),
  );
  const strength = h(
    'select',
    {},
    Object.entries(words.strengths).map(([value, shown]) => h('option', { value, selected: value === 'middle' }, shown)),
  );

  async function begin(): Promise<void> {
    told.textContent = '';
    const me = name.value.trim() || words.you;
    const rules = select.value;
    const players = [
      me.replace(/[^\p{L}\p{N}\p{M}_]/gu, '') || words.you,
      ...others.filter(one => one.toLowerCase() !== me.toLowerCase()).slice(0, Number(count.value)),
    ];
    const seats = players.map((_, seat) => (seat === 0 ? 'you' : strength.value));
    const files = await filesFor(rules);
    try {
      const seed = crypto.getRandomValues(new Uint32Array(1))[0] % 1000000;
      const state = await engine.call('play', { rules, files, players, seats, seed });
      await choose('me', me);
      const game: SavedGame = {
        id: freshId(),
        kind: 'play',
        title: words.gameTitle(players),
        record: state.record,
        files,
        updated: 0,
        rules,
        seats,
        seat: 0,
      };
      await saveGame(game);
      location.hash = `#/play/${game.id}`;
    } catch (error) {
      told.textContent = error instanceof Trouble ? `${error.message} ${error.help}` : String(error);
    }
  }
  put(
    root,
    h('h1', {}, words.playTitle),
    h(
      'form',
      {
        class: 'form',
        onsubmit: (event: Event) => {
          event.preventDefault();
          void begin();
        },
      },
      h('label', { class: 'block' }, h('span', {}, words.whichGame), select),
      h(
        'div',
        { class: 'two' },
        h('label', { class: 'block' }, h('span', {}, words.opponents), count),
        h('label', { class: 'block' }, h('span', {}, words.howStrong), strength),
      ),
      h('label', { class: 'block' }, h('span', {}, words.yourName), name),
      told,
      h('button', { class: 'main wide' }, words.begin),
    ),
    games.length ? [h('h2', {}, words.goOn), gameList(games, () => void playStart(root))] : null,
  );
}

export class Play {
  private state: PlayState | null = null;
  private scores: Scores | null = null;
  private readonly scorer = new Scorer();
  private readonly felt = new Felt();
  private readonly top = h('header', { class: 'desk-top' });
  private readonly line = h('div', { class: 'desk-turn' });
  private readonly players = h('div', { class: 'desk-players', role: 'list', tabindex: 0, 'aria-label': words.players });
  private readonly log = h('ol', { class: 'log', 'aria-label': words.log, tabindex: 0 });
  private readonly hand = h('div', { class: 'own-hand', role: 'group', 'aria-label': words.yourHand });
  private readonly ways = h('div', { class: 'own-ways' });
  private tile: string | null = null;
  /** a hint stands until something is done */
  private hinted: HTMLElement | null = null;
  private busy = false;
  private happened: string[] = [];

  constructor(
    root: HTMLElement,
    private readonly game: SavedGame,
  ) {
    put(
      root,
      h(
        'div',
        { class: 'desk playing' },
        this.top,
        h('section', { class: 'desk-felt', 'aria-label': words.thePicture }, this.felt.element, largerButton(this.felt)),
        h('section', { class: 'desk-side', 'aria-label': words.play }, this.line, this.players, this.log, this.hand, this.ways),
      ),
    );
    void this.send('');
  }

  private get common() {
    return { rules: this.game.rules ?? '', files: this.game.files, record: this.game.record, seats: this.game.seats ?? [] };
  }
  private get seat(): number {
    return this.game.seat ?? 0;
  }

  private async send(typed: string): Promise<void> {
    await this.ask(typed, () => engine.call('act', { ...this.common, typed, view: this.seat }));
  }

  private async ask(
    typed: string,
    call: () => Promise<PlayState & { refused?: { trouble: string; help: string; rule: string; says: string } }>,
  ): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    document.documentElement.dataset.busy = 'yes';
    const wasHere = this.ways.contains(document.activeElement) || this.hand.contains(document.activeElement);
    put(this.ways, h('p', { class: 'soft', role: 'status' }, words.thinking));
    this.hand.inert = true;
    try {
      await haveShapes();
      const state = await call();
      const before = this.game.record;
      this.state = state;
      if (state.happened.length) this.happened = state.happened;
      this.tile = null;
      this.hinted = null;
      this.game.record = state.record;
      // Shown when it is kept, or when it is told that it is not.
      if (this.game.record !== before) await saveGame(this.game);
      const look = await lookAt(state.record, this.game.files, false, state.table.players[this.seat]?.name);
      const laid = this.felt.state?.n ?? 0;
      this.felt.take(look.page, state.record);
      state.table = { ...state.table, title: look.title, round: look.round, acts: look.acts };
      this.scores = await this.scorer.of({ record: state.record, ruled: [], over: state.table.over }, this.game.files);
      if (state.happened.length) await this.tellOneByOne(laid);
      this.felt.go(this.felt.at);
      this.render();
      if (wasHere) (this.hand.querySelector<HTMLElement>('.fits') ?? this.ways.querySelector('button'))?.focus({ preventScroll: true });
      if (state.refused && typed !== '') {
        const { trouble, help, says } = state.refused;
        sheet(words.noFit, () => [
          h('p', {}, trouble),
          says ? h('blockquote', {}, says) : null,
          help ? h('p', { class: 'soft' }, help) : null,
        ]);
      } else say(`${state.happened.join(' ')} ${state.seat === this.seat ? words.yourTurn : ''}`);
    } catch (error) {
      const { message, help } = error instanceof Trouble ? error : new Trouble(String(error));
      put(
        this.ways,
        h(
          'div',
          { class: 'panel bad', role: 'alert' },
          h('h2', {}, message),
          h('p', {}, help),
          button(words.goOn, () => void this.send(''), { class: 'main' }),
        ),
      );
    } finally {
      this.busy = false;
      this.hand.inert = false;
      document.documentElement.dataset.busy = 'no';
    }
  }

  private render(): void {
    const state = this.state!;
    const { table } = state;
    put(
      this.top,
      h('a', { class: 'plain button', href: '#/play', 'aria-label': words.back }, icon('back')),
      h('h1', {}, table.round ? words.round(table.round) : words.play, h('small', {}, table.title)),
      button(icon('undo'), () => void this.ask('undo', () => engine.call('undo', { ...this.common, seat: this.seat })), {
        class: 'plain',
        'aria-label': words.undo,
        title: words.undo,
      }),
      button(icon('share'), () => shareSheet({ record: this.game.record, rules: this.game.files }, this.game.title), {
        class: 'plain',
        'aria-label': words.sendRecord,
      }),
    );
    put(
      this.line,
      h(
        'span',
        { class: 'turn-button flat' },
        h('span', { class: 'sign', 'aria-hidden': 'true' }, '▶'),
        h(
          'span',
          { class: 'whose' },
          state.ask === 'over'
            ? words.gameOver
            : table.turn === this.seat || (state.ask === 'turn' && state.seat === this.seat)
              ? words.yourTurn
              : table.turn >= 0
                ? [bdi(table.players[table.turn].whole), words.hasTurn]
                : words.roundOver,
        ),
      ),
      h('span', { class: 'yard' }, words.boneyard(table.boneyard)),
    );
    showPlayers(this.players, table.players, table.turn, this.scores);
    this.renderLog(this.deeds);
    this.renderHand(state);
    this.renderWays(state);
  }

  /** The sentence that says whose turn it is stands above. */
  private get deeds(): string[] {
    return this.happened.map(text => text.replace(/\s*It is [^.]*'s turn\.$/, '')).filter(text => text !== '');
  }
  private renderLog(deeds: string[]): void {
    put(
      this.log,
      deeds.map(text => h('li', {}, text)),
    );
    this.log.scrollTop = this.log.scrollHeight;
  }

  /** So that eyes can follow what the others did. `laid`: tiles that lay before. */
  private async tellOneByOne(laid: number): Promise<void> {
    if (still.matches) return;
    const { deeds } = this;
    const lays = deeds.map(text => Number(/\b(lays|starts)\b.*\d-\d/.test(text)));
    // Where a new round has begun, or a sentence tells of more, the picture waits for the end.
    const isKnown = this.felt.state?.n === lays.reduce((sum, one) => sum + one, laid);
    for (let index = 0; index + 1 < deeds.length; ++index) {
      laid += lays[index];
      if (isKnown) this.felt.goBefore(laid);
      this.renderLog(deeds.slice(0, index + 1));
      // Of very many the last ones.
      if (index >= deeds.length - 12) await new Promise(done => setTimeout(done, 300));
    }
  }

  private tileChoices(tile: string): Choice[] {
    const [a, b] = halves(tile);
    return this.state!.choices.filter(choice => {
      if (!choice.tile) return false;
      const [c, d] = halves(choice.tile);
      return (a === c && b === d) || (a === d && b === c);
    });
  }

  private renderHand(state: PlayState): void {
    // Tiles that fit come first.
    const hand = [...state.hand].sort((a, b) => Number(this.tileChoices(b).length > 0) - Number(this.tileChoices(a).length > 0));
    put(
      this.hand,
      hand.map(tile => {
        const fits = this.tileChoices(tile).length > 0;
        return button([smallTile(...halves(tile)), h('span', {}, tile)], () => this.tap(tile), {
          class: `own-tile${fits ? ' fits' : ''}`,
          'aria-pressed': String(tile === this.tile),
          'data-tile': tile,
          'data-key': `tile ${tile}`,
        });
      }),
    );
  }

  private tap(tile: string): void {
    const choices = this.tileChoices(tile);
    if (this.tile === tile && choices.length === 1) return void this.send(choices[0].text);
    this.tile = this.tile === tile ? null : tile;
    this.renderHand(this.state!);
    this.renderWays(this.state!);
    this.hand.querySelector<HTMLElement>(`[data-tile="${tile}"]`)?.focus({ preventScroll: true });
  }

  private placeName(place: string | null): string | undefined {
    const { targets, players } = this.state!.table;
    return place === players[this.seat]?.name ? words.yourTrain : targets.find(at => at.place === place)?.name;
  }
  /** By the names that acts have at the table. */
  private called(one: Choice, lay: (tile: string, where: string) => string): string {
    // Before anything is laid no trains are told, but where it goes is.
    const where = one.tile && (this.placeName(one.place) ?? / of ([^,]+)/.exec(one.caption)?.[1]);
    if (where) return lay(one.tile!, where);
    const [word, ...more] = one.text.split(' ');
    const title = this.state!.table.acts.find(act => act.word === word)?.title;
    if (title) return [title, more.join(' ')].filter(Boolean).join(': ');
    const text = one.caption || one.text;
    return text.charAt(0).toUpperCase() + text.slice(1);
  }

  private renderWays(state: PlayState): void {
    const choice = (one: Choice): HTMLElement =>
      button(this.called(one, words.layTo), () => void this.send(one.text), { class: one.tile ? 'way lay' : 'way', 'data-way': one.text });
    const results = this.scores ? resultsList(state.table.players, this.scores) : null;
    if (state.ask === 'round-over')
      return put(
        this.ways,
        results,
        button(words.onwards, () => void this.send(''), { class: 'main wide', 'data-way': 'next' }),
        button(words.sheet, () => this.sheet(), { class: 'wide' }),
      );
    if (state.ask === 'over' || state.ask === 'dead-end' || state.ask === 'too-long')
      return put(
        this.ways,
        h('h2', {}, words.gameOver),
        results,
        button(words.sheet, () => this.sheet(), { class: 'main wide' }),
        h('a', { class: 'button wide', href: '#/play' }, words.newPlay),
      );
    const lays = this.tile ? this.tileChoices(this.tile) : [];
    const rest = state.choices.filter(one => !one.tile || (this.tile === null && state.ask !== 'turn'));
    put(
      this.ways,
      this.hinted,
      this.tile && lays.length === 0
        ? h(
            'p',
            { class: 'soft', role: 'status' },
            words.noFit,
            ' ',
            button(words.whyNot, () => void this.why(), { class: 'small' }),
          )
        : lays.map(choice),
      h(
        'div',
        { class: 'row' },
        rest.map(choice),
        state.ask === 'aside' || state.ask === 'referee' ? button(words.letBe, () => void this.send(''), { class: 'way' }) : null,
        button(words.hint, () => void this.hint(), { class: 'way', 'data-key': 'hint' }),
      ),
    );
  }

  private async hint(): Promise<void> {
    try {
      const { act, why } = await engine.call('hint', { ...this.common, seat: this.seat });
      const one = this.state!.choices.find(choice => choice.text === act);
      // Its reasons name other acts as records write them.
      const reasons = why.map(text =>
        text.replace(/(\d+-\d+)(?:=\d+)?>([^\s,]*[^\s,.])/g, (_, tile: string, place: string) => words.layTo(tile, this.placeName(place) ?? place)),
      );
      this.hinted = h('p', { class: 'told-hint', role: 'status' });
      this.renderWays(this.state!);
      put(this.hinted, h('strong', {}, words.hintIs(one ? this.called(one, words.layOn) : act)), ' ', reasons.join(' '));
      this.ways.querySelector<HTMLElement>('[data-key=hint]')?.focus({ preventScroll: true });
    } catch (error) {
      tell((error as Error).message);
    }
  }

  /** Why the tile that is tapped goes nowhere: asked of each end. */
  private async why(): Promise<void> {
    const tile = this.tile!;
    const { targets } = this.state!.table;
    sheet(words.whyTitle, () => {
      const place = h('div', {}, words.loading);
      void (async () => {
        const [a, b] = halves(tile);
        const near = targets.filter(target => target.number === a || target.number === b);
        const asked = near.length ? near : targets.slice(0, 1);
        try {
          const texts = [];
          for (const target of asked.slice(0, 6))
            texts.push((await engine.call('why', { ...this.common, seat: this.seat, typed: `${tile}>${target.place}` })).text);
          put(
            place,
            [...new Set(texts)].map(text => h('p', { class: 'why' }, text)),
          );
        } catch (error) {
          put(place, h('p', { class: 'bad' }, (error as Error).message));
        }
      })();
      return place;
    });
  }

  private sheet(): void {
    void scoreSheet({ record: this.state!.record, ruled: [], players: this.state!.table.players }, this.game.files);
  }
}
