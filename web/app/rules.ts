// Rules of one's own: the nearest game, its questions as a form, recipes, rows in an editor, and the book beside them.

import type { Files, Question, RecipeLine } from '../bridge/calls';
import { came } from './came';
import { askToDrop, bdi, button, type Child, h, put, sheet, tell } from './dom';
import type { Editor } from './editor';
import { engine, Trouble } from './engine';
import { paper } from './paper';
import { download, fileButton, shareSheet } from './share';
import { allRules, dropRules, filesFor, isKept, ownFiles, type SavedRules, saveRules, watch } from './store';
import { bundledGames } from './table/setup';
import { words } from './words';

export const fileNameOf = (title: string): string =>
  `${
    title
      .toLowerCase()
      .normalize('NFKD')
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 60) || 'house-rules'
  }.yaml`;

/** The list of games to begin with, and of one's own files. */
export async function rulesStart(root: HTMLElement): Promise<void> {
  const own = await allRules();
  const cards = h('ul', { class: 'cards' }, h('li', { class: 'soft' }, words.coming));
  put(
    root,
    h('h1', {}, words.rulesTitle),
    own.length
      ? [
          h('h2', {}, words.ownTitle),
          h(
            'ul',
            { class: 'games' },
            own.map(one =>
              h(
                'li',
                {},
                h(
                  'a',
                  { href: `#/rules/${encodeURIComponent(one.name)}` },
                  h('strong', {}, bdi(one.form?.title ?? one.name.replace(/\.ya?ml$/, ''))),
                  h('small', {}, one.name),
                ),
                button(words.drop, () => askToDrop(one.name, () => void dropRules(one.name).then(() => rulesStart(root))), {
                  class: 'small',
                  'aria-label': `${words.drop}: ${one.name}`,
                }),
              ),
            ),
          ),
        ]
      : null,
    h('h2', {}, words.nearest),
    h('p', { class: 'soft' }, words.nearestHint),
    cards,
    h(
      'p',
      {},
      fileButton((text, file) => void came(text, file, true)),
    ),
  );
  const games = await bundledGames();
  put(
    cards,
    games.map(game =>
      h(
        'li',
        {},
        button(
          [h('strong', {}, game.title), h('span', {}, game.about), h('small', {}, words.playersFit(...game.players))],
          () => name(game.name, game.title, Math.min(Math.max(4, game.players[0]), game.players[1])),
          { 'data-game': game.name },
        ),
      ),
    ),
  );
}

function name(like: string, title: string, players: number): void {
  sheet(title, close =>
    h(
      'form',
      {
        class: 'form',
        onsubmit: (event: SubmitEvent) => {
          event.preventDefault();
          const data = new FormData(event.target as HTMLFormElement);
          const chosen = String(data.get('title')).trim() || words.defaultName;
          void (async () => {
            const form = { like, title: chosen, players: Number(data.get('players')) || players, answers: {}, recipes: [] };
            try {
              const { text } = await written(form);
              const begun: SavedRules = { name: fileNameOf(chosen), text, updated: 0, form, like };
              await saveRules(begun);
              close();
              location.hash = `#/rules/${encodeURIComponent(begun.name)}`;
            } catch (error) {
              tell((error as Error).message);
            }
          })();
        },
      },
      h(
        'label',
        { class: 'block' },
        h('span', {}, words.nameYours),
        h('input', { name: 'title', value: words.defaultName, maxlength: 60, dir: 'auto' }),
      ),
      h(
        'label',
        { class: 'block' },
        h('span', {}, words.forPlayers),
        h('input', { name: 'players', type: 'number', inputmode: 'numeric', min: 1, max: 20, value: players }),
      ),
      h('button', { class: 'main wide' }, words.begin),
    ),
  );
}

type Part = 'questions' | 'recipes' | 'rows' | 'meaning' | 'book';
type Form = NonNullable<SavedRules['form']>;

const written = ({ like, title, players, answers, recipes }: Form) =>
  engine.call('write', { like, name: title, players, answers, recipes, brief: true });

export class Workshop {
  private part: Part = 'questions';
  private readonly work = h('div', { class: 'work' });
  private readonly book = h('div', { class: 'book', 'aria-label': words.book, role: 'region', tabindex: 0 });
  private readonly status = h('p', { class: 'soft status', role: 'status' });
  private readonly tabs = h('div', { class: 'parts', role: 'tablist' });
  /** For how many alone the answers are. */
  private readonly narrowed = h('p', { class: 'soft', role: 'status', 'data-key': 'narrowed' });
  private editor: Editor | null = null;
  private bookTurn = 0;
  private asking = 0;
  private lit: string[] = [];
  private timer: number | undefined;
  private found = '';
  /** of players, as the game allows them */
  private range: [number, number] = [1, 1];
  private erring = false;
  /** One change after the other. */
  private changing: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly root: HTMLElement,
    private readonly saved: SavedRules,
  ) {
    put(
      root,
      h(
        'div',
        { class: 'workshop' },
        h(
          'header',
          {},
          h('h1', {}, bdi(saved.form?.title ?? saved.name)),
          this.status,
          h(
            'div',
            { class: 'row' },
            button(
              words.print,
              () => {
                if (this.part !== 'book') this.go('book');
                setTimeout(() => print(), 50);
              },
              { 'data-key': 'print' },
            ),
            button(words.download, () => download(this.saved.text, this.saved.name)),
            button(words.share, () => void filesFor(this.saved.name).then(rules => shareSheet({ rules }, this.saved.name))),
            h('a', { class: 'button', href: `#/table/new/${encodeURIComponent(saved.name)}` }, words.recordThese),
          ),
        ),
        this.tabs,
        this.work,
        this.book,
      ),
    );
    if (!saved.form) this.part = 'rows';
    this.go(this.part);
    void this.print();
    const rest = watch({ owed: () => (root.isConnected ? this.say() : rest?.()) });
  }

  private get files(): Files {
    return { [this.saved.name]: this.saved.text };
  }
  private get parent(): string {
    return this.saved.form?.like ?? this.saved.like ?? 'train';
  }

  private go(part: Part): void {
    this.part = part;
    this.root.firstElementChild!.setAttribute('data-part', part);
    const parts: Part[] = ['questions', 'recipes', 'rows', 'meaning', 'book'];
    put(
      this.tabs,
      parts.map(one =>
        button(
          words[one],
          () => {
            this.go(one);
            this.tabs.querySelector<HTMLElement>(`[data-part="${one}"]`)?.focus();
          },
          { role: 'tab', 'aria-selected': String(one === part), 'data-part': one },
        ),
      ),
    );
    ++this.asking;
    this.editor?.close();
    this.editor = null;
    if (part === 'questions') void this.questions();
    else if (part === 'recipes') this.recipes();
    else if (part === 'rows') void this.rows();
    else if (part === 'meaning') void this.meaning();
    else put(this.work);
  }

  private async keep(text: string): Promise<void> {
    this.saved.text = text;
    await saveRules(this.saved);
    this.say();
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.print(), 250);
  }

  private say(): void {
    const fine = isKept(this.saved);
    this.status.textContent = `${fine ? words.saved : words.unsaved}. ${this.found}`;
    this.status.classList.toggle('bad', this.erring || !fine);
  }

  /** Writes the file anew of a form with this change. What is refused is not kept, and why is answered; else ''. */
  private change(change: (form: Form) => void): Promise<string> {
    const work = this.changing.then(async () => {
      const form: Form = JSON.parse(JSON.stringify(this.saved.form));
      change(form);
      try {
        const { text, players } = await written(form);
        // The questions are asked of the same answers.
        await engine.call('questions', { like: form.like, answers: form.answers, players: form.players, only: [''] });
        this.narrow(players);
        this.saved.form = form;
        await this.keep(text);
        return '';
      } catch (error) {
        return error instanceof Trouble ? `${error.message} ${error.help}`.trim() : String(error);
      }
    });
    this.changing = work;
    return work;
  }

  private narrow(players: [number, number] | null): void {
    put(this.narrowed, players ? words.narrowed(...players) : null);
  }

  /** A form that an earlier version of the app kept may hold what is refused: it goes, each answer by itself, and the rest stays. */
  private async sift(): Promise<string[]> {
    const { answers, recipes } = this.saved.form!;
    const refused: string[] = [];
    this.saved.form = { ...this.saved.form!, answers: {}, recipes: [] };
    for (const [option, value] of Object.entries(answers))
      if (await this.change(form => void (form.answers[option] = value))) refused.push(option);
    for (const recipe of recipes) if (await this.change(form => void form.recipes.push(recipe))) refused.push(recipe);
    return refused;
  }

  private byHand(): Child {
    return h('p', { class: 'panel' }, words.writtenByHand);
  }

  /** Questions come one by one: each tries all of its answers, which takes a moment. */
  private async questions(): Promise<void> {
    const form = this.saved.form;
    if (!form) return put(this.work, this.byHand());
    const mine = ++this.asking;
    try {
      const open = await this.openQuestions();
      this.narrow((await written(this.saved.form!)).players);
      if (mine !== this.asking) return;
      // By the rulebook's chapters, in the order in which they are first asked about; what is in none comes last.
      const chapters = [...new Set(open.map(one => one.chapter))].sort((a, b) => Number(!a) - Number(!b));
      const options = chapters.map(chapter => open.filter(one => one.chapter === chapter).map(one => one.option));
      put(
        this.work,
        h(
          'form',
          { class: 'questions', onsubmit: (event: Event) => event.preventDefault() },
          this.narrowed,
          chapters.map((chapter, index) => [
            h('h2', {}, chapter ? words.frame(chapter) : words.asYouPlay),
            options[index].map(option => h('div', { class: 'question', 'data-option': option })),
          ]),
        ),
      );
      await this.askAll(mine);
    } catch (error) {
      if (mine === this.asking) put(this.work, h('p', { class: 'bad', role: 'alert' }, (error as Error).message));
    }
  }

  private async openQuestions(): Promise<{ option: string; chapter: string }[]> {
    const all = async (): Promise<{ option: string; chapter: string }[]> => {
      const { like, answers, players } = this.saved.form!;
      return (await engine.call('questions', { like, answers, players, only: [''] })).open;
    };
    try {
      return await all();
    } catch (error) {
      if (!(error instanceof Trouble) || error.kind !== 'refused') throw error;
      const refused = await this.sift();
      if (refused.length) tell(words.notTaken(refused));
      return all();
    }
  }

  private async ask(option: string, mine: number): Promise<void> {
    const form = this.saved.form;
    const place = this.work.querySelector(`[data-option="${CSS.escape(option)}"]`);
    if (mine !== this.asking || !form || !place) return;
    const { questions, players } = await engine.call('questions', {
      like: form.like,
      answers: form.answers,
      players: form.players,
      only: [option],
    });
    if (mine !== this.asking) return;
    this.range = players;
    const focused = place.contains(document.activeElement) ? document.activeElement!.id : '';
    put(
      place,
      questions.map(one => this.question(one)),
    );
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  }

  /** One after the other; where somebody is at an answer it stays as it is. */
  private async askAll(mine: number, but = ''): Promise<void> {
    for (const place of Array.from(this.work.querySelectorAll<HTMLElement>('[data-option]')))
      if (place.dataset.option !== but && !place.contains(document.activeElement)) await this.ask(place.dataset.option!, mine);
  }

  private answer(option: string, value: string): void {
    void this.change(form => void (form.answers[option] = value))
      .then(async refused => {
        const mine = ++this.asking;
        // The field shows what holds.
        await this.ask(option, mine);
        const place = this.work.querySelector(`[data-option="${CSS.escape(option)}"]`);
        if (refused) place?.append(h('p', { class: 'bad refused', role: 'alert' }, words.refused(value, refused)));
        // What is said of other answers changes with it, and what was not asked yet is.
        await this.askAll(mine, option);
      })
      .catch(error => tell((error as Error).message));
  }

  private question(one: Question): HTMLElement {
    const sentences = (all: string[]): Child => (all.length ? h('small', {}, all.join(' ')) : null);
    // Sentences that no other answer has tell them apart; the book has all.
    const own = (choice: Question['choices'][number]): string[] => {
      const alone = choice.sentences.filter(text => !one.choices.some(other => other !== choice && other.sentences.includes(text)));
      return alone.length ? alone : choice.sentences.slice(0, 2);
    };
    const changed = this.saved.form!.answers[one.option] !== undefined;
    if (one.choices.length && one.choices.length <= 12)
      return h(
        'fieldset',
        { class: changed ? 'changed' : '' },
        h('legend', {}, one.ask),
        one.choices.map(choice =>
          h(
            'label',
            { class: 'choice' },
            h('input', {
              type: 'radio',
              name: one.option,
              id: `${one.option}-${choice.written}`,
              value: choice.written,
              checked: choice.written === one.written,
              onchange: () => this.answer(one.option, choice.written),
            }),
            h(
              'span',
              {},
              h('b', {}, choice.shown[0].toUpperCase() + choice.shown.slice(1)),
              sentences(own(choice)),
            ),
          ),
        ),
      );
    if (one.byPlayers) return this.byPlayers(one, changed, sentences(one.sentences));
    const id = `q-${one.option}`;
    return h(
      'fieldset',
      { class: changed ? 'changed' : '' },
      h('legend', {}, one.ask),
      h(
        'label',
        { class: 'row' },
        h('span', { class: 'unseen' }, one.ask),
        h('input', {
          id,
          type: one.type === 'number' && /^-?\d+$/.test(one.value) ? 'number' : 'text',
          inputmode: one.type === 'number' ? 'numeric' : null,
          value: one.value,
          min: one.range?.[0],
          max: one.range?.[1],
          onchange: (event: Event) => this.answer(one.option, (event.target as HTMLInputElement).value),
        }),
        one.range ? h('span', { class: 'soft' }, `${one.range[0]} – ${one.range[1]}`) : null,
      ),
      sentences(one.sentences),
    );
  }

  /** A field for each number of players. */
  private byPlayers(one: Question, changed: boolean, sentences: Child): HTMLElement {
    const fields: HTMLInputElement[] = one.forPlayers.map((value, index) => {
      const players = this.range[0] + index;
      return h('input', {
        id: `q-${one.option}-${players}`,
        type: 'number',
        inputmode: 'numeric',
        min: one.range?.[0],
        max: one.range?.[1],
        value: value ?? '',
        'data-players': players,
        onchange: () => this.answer(one.option, `{ ${fields.map(entry).join(', ')} }`),
      });
    });
    const entry = (field: HTMLInputElement): string => `${field.dataset.players}: ${field.value || 'not played'}`;
    return h(
      'fieldset',
      { class: changed ? 'changed' : '' },
      h('legend', {}, one.ask),
      h(
        'div',
        { class: 'by-players' },
        fields.map(field => h('label', {}, h('span', {}, words.playersEach(Number(field.dataset.players))), field)),
      ),
      sentences,
    );
  }

  private recipes(): void {
    const { form } = this.saved;
    if (!form) return put(this.work, this.byHand());
    const found = h('div', { class: 'found', 'aria-live': 'polite' });
    const field = h('input', {
      type: 'search',
      id: 'recipe-search',
      placeholder: words.searchHint,
      'aria-label': words.search,
      autocomplete: 'off',
      oninput: () => {
        clearTimeout(wait);
        wait = window.setTimeout(() => void look(), 200);
      },
    });
    let wait: number | undefined;
    const card = (one: RecipeLine): HTMLElement => {
      const has = this.saved.form?.recipes.includes(one.name) ?? false;
      return h(
        'article',
        { class: 'recipe' },
        h('h2', {}, one.wish),
        one.note ? h('p', {}, one.note) : null,
        h('details', {}, h('summary', {}, words.rows), h('pre', { tabindex: 0 }, one.lines)),
        button(
          has ? words.remove : words.add,
          (event: Event) => {
            const place = (event.target as HTMLElement).closest('.recipe');
            void this.change(form => {
              if (has) form.recipes.splice(form.recipes.indexOf(one.name), 1);
              else form.recipes.push(one.name);
            }).then(refused => {
              if (!refused) {
                void look();
                return;
              }
              place?.querySelector('.refused')?.remove();
              place?.append(h('p', { class: 'bad refused', role: 'alert' }, words.refused(one.wish, refused)));
            });
          },
          { class: has ? 'on' : 'main', 'aria-pressed': String(has), 'data-recipe': one.name },
        ),
      );
    };
    const look = async (): Promise<void> => {
      try {
        const { fitting, near } = await engine.call('recipes', { like: form.like, asked: field.value.trim() });
        put(
          found,
          fitting.map(card),
          near.length ? [h('h2', {}, words.near), near.map(card)] : null,
          fitting.length + near.length === 0 ? h('p', { class: 'soft' }, words.searchNothing) : null,
        );
      } catch (error) {
        put(found, h('p', { class: 'bad' }, (error as Error).message));
      }
    };
    put(this.work, h('label', { class: 'block' }, h('span', {}, words.search), field), found);
    void look();
  }

  private async rows(): Promise<void> {
    const place = h('div', { class: 'editor-place' });
    const list = h('ul', { class: 'found-list', 'aria-label': words.mistakes });
    put(this.work, place, list);
    const module = await import('./editor').catch(() => null);
    if (this.part !== 'rows') return;
    if (!module)
      return put(
        place,
        h(
          'div',
          { class: 'panel bad', role: 'alert' },
          h('p', {}, words.notLoaded),
          button(words.loadAgain, () => location.reload(), { class: 'main', 'data-key': 'load-again' }),
        ),
      );
    const others = await ownFiles();
    this.editor = new module.Editor(
      place,
      this.saved.name,
      this.saved.text,
      others,
      text => {
        delete this.saved.form;
        this.saved.like ??= this.parent;
        void this.keep(text);
      },
      findings =>
        put(
          list,
          findings
            .filter(one => one.severity !== 'note')
            .slice(0, 20)
            .map(one =>
              h(
                'li',
                { class: one.severity },
                h('p', {}, one.place ? h('strong', {}, `${words.line(one.place.line)}: `) : null, one.message),
                one.help ? h('p', { class: 'soft' }, one.help) : null,
                one.place ? button(words.show, () => this.editor?.go(one.place!.from), { class: 'small' }) : null,
                one.fixes.map(fix => button(fix.title, () => this.editor?.mend(fix), { class: 'small main' })),
              ),
            ),
        ),
    );
  }

  /** What the file changes, in scenes of play, and what it leaves to the game that it began with. */
  private async meaning(): Promise<void> {
    const mine = ++this.asking;
    put(this.work, h('p', { class: 'soft', role: 'status' }, words.playing));
    const shown = await engine
      .call('show', { rules: this.saved.name, files: { ...(await ownFiles()), ...this.files } })
      .then(({ html }) => paper(html, '.is-body { padding: 0 1.2em 3em; }').host)
      .catch((error: Trouble) => h('p', { class: 'bad', role: 'alert' }, `${error.message} ${error.help ?? ''}`));
    if (mine === this.asking) put(this.work, shown);
  }

  /** The book as it stands now; where the rules have mistakes the last one stays. */
  private async print(): Promise<void> {
    const mine = ++this.bookTurn;
    const files = { ...(await ownFiles()), ...this.files };
    const rules = this.saved.name;
    try {
      const { findings } = await engine.call('lint', { rules, files });
      const errors = findings.filter(one => one.severity === 'error').length;
      if (mine !== this.bookTurn) return;
      this.found = words.errors(errors, findings.filter(one => one.severity === 'warning').length);
      this.erring = errors > 0;
      this.say();
      if (errors) {
        if (!this.book.firstChild) put(this.book, h('p', { class: 'soft' }, words.bookNotYet));
        return;
      }
      const { html, changed } = await engine.call('book', { rules, files, before: { rules: this.parent } });
      if (mine !== this.bookTurn) return;
      const made = paper(
        html,
        '.is-body { padding: 0 1.2em 3em; } .lit { background: color-mix(in srgb, #ffd34d 32%, transparent); border-radius: 4px; box-shadow: 0 0 0 4px color-mix(in srgb, #ffd34d 32%, transparent); }' +
          ' @media print { .lit { background: none; box-shadow: none; } }',
      );
      const top = this.book.scrollTop;
      put(this.book, h('p', { class: 'changes soft' }, words.changed(changed.length)), made.host);
      const fresh = made.light(changed, this.lit);
      this.lit = changed;
      // The lines that were just changed are in sight.
      this.book.scrollTop = fresh
        ? top + fresh.getBoundingClientRect().top - this.book.getBoundingClientRect().top - this.book.clientHeight / 3
        : top;
    } catch (error) {
      if (mine !== this.bookTurn) return;
      this.status.textContent = (error as Error).message;
      this.status.classList.add('bad');
    }
  }
}
