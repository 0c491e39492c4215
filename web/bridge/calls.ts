// The questions of a page to the engine, with their answers: text and JSON in, JSON out. The one door is
//   char const* roundhouse_call(char const* request)        web/bridge/bridge.cpp
// with a request {"call": NAME, ...} and an answer {"ok": true, ...} or {"ok": false, "trouble": TEXT, "help": TEXT}.
// Each call is a function of its request alone; rules that were loaded are kept to be quick, never to be asked for.
// A refused request may have `findings`, as of lint. Requests have at most 8 MB, a text in them 4 MB, a list 100 entries.
// Numbers of a text (`offset`, `from`, `to`) count units of UTF-16, as JavaScript does; columns count characters.
// Names of files end in .yaml ("millers.yaml"); a file may extend another one of the request (`extends: ./house.yaml`).
//
// In the browser the door is behind roundhouse.js and roundhouse.wasm, which lie beside the page; web/app/worker.ts loads them. All
// else of build/web is put there by `node web/app/bundle.mjs build/web`, which runs last: it lists the files that lie there
// for the service worker.
// roundhouse.js defines roundhouseModule(options), a promise of a module with `call(text)`, which takes a request of any length
// and gives the answer. (ccall works as well, but puts the request on the stack, where some MB of it would trap.)


/** Rule files of one's own by name ("millers.yaml"); bundled games are always there, and read-only. */
export type Files = Record<string, string>;

/** A bundled game, or the name of one of the files. */
export interface WithRules { rules: string; files?: Files; set?: Record<string, string> }

export interface Place { line: number; column: number; endLine: number; endColumn: number; from: number; to: number }
export interface Fix { title: string; edits: { from: number; to: number; text: string }[] }
export interface Finding {
  severity: 'error' | 'warning' | 'note';
  code: string;
  message: string;
  help: string;
  file: string;
  place: Place | null;
  fixes: Fix[];
}

export interface GameLine { name: string; title: string; about: string; players: [number, number]; parent: string }
export interface Question {
  option: string;
  ask: string;
  type: 'truth' | 'number' | 'choice';
  written: string;
  value: string;
  choices: { written: string; shown: string; sentences: string[] }[];
  range: [number, number] | null;
  sentences: string[];
  /** the value in force is a table by the number of players */
  byPlayers: boolean;
  /** then its value for each number of players, from the least that the game has; null: so many do not play */
  forPlayers: (number | null)[];
}
export interface RecipeLine { name: string; wish: string; note: string; parent: string; lines: string; chapter: string }
export interface Completion { label: string; kind: string; detail: string; about: string }

/** An end where a tile can be laid now. */
export interface Target {
  /** as records write it: "Ann", "mexican", "Ann:3" */
  place: string;
  /** as people say it: "Ann's train" */
  name: string;
  /** the train alone, where `place` names one end of several */
  train: string;
  /** seat, -1: everybody's */
  owner: number;
  number: number;
  /** false: a turn that nobody wrote down may have changed the number; it is the one that was seen last, or one of those it can be */
  sure: boolean;
  /** the last tile there; null: none, or that is not known */
  tile: string | null;
  started: boolean;
  marked: boolean;
  /** a double lies there that has to be covered */
  owed: boolean;
  /** some tile that nobody has laid may be laid there by the player in turn */
  open: boolean;
  /** these tiles, "12-3" */
  fits: string[];
}
/** An act beside laying a tile, as the game declares it. */
export interface ActWord {
  /** what is written: "draw", "pass", "mark", "knock"; "lead" stands for the engine, of which the tile alone is written */
  word: string;
  title: string;
  /** what is written behind it: challenge Ann, peek Ann(3-4), give(3-4), signal 3 */
  needs: 'nothing' | 'tile' | 'player-and-tile' | 'player' | 'number';
  by: 'turn' | 'anyone' | 'referee';
  /** who may do it now, as far as can be known without hands; -1: the referee */
  seats: number[];
  /** the player in turn may; of the referee's acts: the referee */
  allowed: boolean;
  /** the sentence of the rules; of declared acts alone, and may be empty */
  says?: string;
  range?: [number, number];
}
export interface Ruled {
  /** allowed: illegal, and let stand by `referee: allow`; unreadable: the line is no notation, and is left out of all else */
  verdict: 'illegal' | 'allowed' | 'undecided' | 'advice' | 'score' | 'unreadable';
  /** number of the line in the record's text, from 1 */
  line: number;
  turn: string;
  player: string;
  message: string;
  rule: string;
  says: string;
  reasons: string[];
  /** acts that would have been legal instead: as they are written, as people say them, and what is given of the tile */
  could: { word: string; words: string; halves: number[] }[];
  /** "closed-train, train:213" */
  source?: string;
  /** earlier lines that it rests on */
  because?: { line: number; turn: string; message: string }[];
}
/** name: as lines of the record have it; whole: as people say it. */
export interface PlayerLine { name: string; whole: string; seat: number; tiles: number | null; points: number | null; total: number | null; facts: string[] }
/** The table behind the last line of a record that is being kept. */
export interface TableState {
  /** the record that this is about: the one asked about, or as `settle` closed its last turn */
  record: string;
  variant: string;
  title: string;
  /** label of the last round; empty: none has begun */
  round: string;
  rounds: number;
  /** seat, or -1 */
  turn: number;
  over: 'no' | 'round' | 'match';
  /** the label of the round that comes next, or before the first round of the first one, and the double that its engine
      should be where the rules schedule one; null behind the end of the match */
  next: { label: string; engine: string | null } | null;
  /** behind a `round` line, as long as no engine lies: what may be the engine, the wanted one first ("12-12") */
  engines: string[];
  /** the last line ends in `...` */
  going: boolean;
  engine: string | null;
  boneyard: number | null;
  players: PlayerLine[];
  /** tiles that nobody has laid, "12-3", the greater number first */
  unseen: string[];
  /** how often the set has each tile */
  copies: number;
  targets: Target[];
  acts: ActWord[];
  /** setup: no engine lies yet */
  phase: 'setup' | 'lead' | 'play' | 'over';
  /** number of the double that the rules schedule for the round */
  scheduled: number | null;
  /** facts that the rules show, of nobody */
  facts: string[];
  /** behind turns that nobody wrote down (`?`) all that is known; else empty. `turn` is -1 there where nobody knows whose it is, an act is
      one that may be legal, and where the trains cannot be followed there are no targets */
  known: { name: string; text: string }[];
  /** why the record cannot be followed to its end; empty: it can */
  stopped: string;
  /** lines that were read as people write, and how */
  notes: { line: number; message: string }[];
  verdict: 'legal' | 'illegal' | 'undecided';
  /** rulings of the round that is kept; the newest line's are `ruled.filter(r => r.line === lastLine)` */
  ruled: Ruled[];
  lastLine: number;
  /** where the last line is illegal: with a turn of each of these that nobody saw (`Ann: ?`) before this line it would be legal */
  missing: { line: number; players: string[] }[];
  /** what happened, a sentence a line of the round */
  story: { line: number; caption: string }[];
  /** the data of a page (web/replay/game.ts) about the round that is kept; its last step is now. Of the steps before it has
      those of findings. Null: nothing is laid */
  page: unknown;
}

export interface Choice { text: string; caption: string; tile: string | null; place: string | null }
export interface PlayState {
  record: string;
  /** seats: "you" for a person, else the name of a computer player */
  ask: 'turn' | 'aside' | 'referee' | 'over' | 'dead-end' | 'too-long' | 'round-over';
  seat: number;
  choices: Choice[];
  hand: string[];
  /** what happened since the request's record, in sentences, one act each, as the viewer sees it */
  happened: string[];
  /** as the viewer sees it: the person of `view`, or the only one */
  table: TableState;
}

export interface Calls {
  version: { in: {}; out: { version: string; language: number } };
  games: { in: {}; out: { games: GameLine[] } };
  /** the text of a bundled game */
  game: { in: { name: string }; out: { text: string } };
  lint: { in: WithRules; out: { findings: Finding[]; text: string } };
  /** `only`: these options alone, which is quicker; `open`: all that is asked, with the rulebook's chapter that it belongs to, '' where
      it is in none; `mind`: why so many cannot play; may be empty */
  questions: {
    in: { like: string; answers?: Record<string, string>; players?: number; only?: string[] };
    out: { questions: Question[]; open: { option: string; chapter: string }[]; players: [number, number]; mind: string };
  };
  write: {
    /** brief: only what differs from the game, without comments: quick enough for each tap */
    in: { like: string; name: string; players: number; answers: Record<string, string>; recipes: string[]; brief?: boolean };
    /** players: for how many alone the file is, where there are too few tiles for all that the game allows */
    out: { text: string; findings: Finding[]; players: [number, number] | null };
  };
  /** without `like` of all games; without `asked` all of them */
  recipes: { in: { like?: string; asked?: string }; out: { fitting: RecipeLine[]; near: RecipeLine[] } };
  complete: { in: WithRules & { offset: number }; out: { from: number; to: number; items: Completion[] } };
  hover: { in: WithRules & { offset: number }; out: { from: number; to: number; markdown: string } };
  /** scenes of play for what the file changes, and what it leaves to the game that it extends */
  show: { in: WithRules; out: { html: string } };
  /** `changed`: texts of lines that the rules before had otherwise or not at all */
  book: {
    in: WithRules & { players?: number; before?: WithRules };
    out: { html: string; title: string; changed: string[]; chapters: { title: string; lines: { key: string; text: string }[] }[] };
  };
  /** settle: where the last line ends in `...` and nothing is left to be done in that turn but to end it, nor has anything to be
      (no double to cover), the `...` goes, and all that is told is about the record without it. Announcements do not keep
      a turn open. A tap is one call so, and a lay needs no tap to end it. */
  table: { in: { record: string; files?: Files; view?: string; settle?: boolean }; out: TableState };
  /** A player holds more tiles than was written: as many draws before turns of theirs, the newest first, one a turn, wherever nothing
      becomes illegal by it and all can be decided. found: how many were put in, which may be fewer */
  untold: { in: { record: string; files?: Files; player: string; tiles: number }; out: { record: string; found: number } };
  /** `<svg><defs>...` with the shapes that web/table/paint.ts uses: #b, #p9, #n9, #k, #m. The same for all games. */
  shapes: { in: {}; out: { svg: string } };
  /** json: as `validate --format json`; html: the ruling as a page. `also` asks, too, by which other houses and options an illegal act
      would be legal, which takes a second or so; else `also` of the JSON is empty */
  judge: { in: { record: string; files?: Files; rules?: string; set?: Record<string, string>; also?: boolean }; out: { verdict: string; headline: string; json: string; text: string; html: string } };
  /** what the page of `replay --format html` holds */
  replay: {
    in: { record: string; files?: Files; view?: string; html?: boolean };
    /** html: the whole page, where `html` asks for it; highest: number on a tile */
    out: { page: unknown; record: string; title: string; verdict: string; highest: number; players: string; html?: string };
  };
  score: { in: { record: string; files?: Files }; out: { html: string; text: string; json: string } };
  format: { in: { record: string; files?: Files }; out: { record: string; findings: Finding[] } };
  /** A new record, its header only. `players` are names as people write them ("Grandma Rose"); where one cannot stand in a
      line it gets a short one (`Grandma="Grandma Rose"`). Two of the same name are refused.
      `game` and `date` become comments above it. */
  begin: { in: WithRules & { players: string[]; game?: string; date?: string }; out: { record: string } };
  /** seats: "you", or a computer: easy, middle, strong, random, greedy, planner, search. `view`: the seat that looks on */
  play: { in: WithRules & { players: string[]; seats: string[]; seed: number; view?: number }; out: PlayState };
  /** Goes on with a game of play; `typed` is the answer of the seat that was asked, "" lets it be, and behind a round begins
      the next one. Without `seats`: as the record notes them. */
  act: { in: { record: string; files?: Files; seats?: string[]; typed: string; view?: number }; out: PlayState & { refused?: { trouble: string; help: string; rule: string; says: string } } };
  undo: { in: { record: string; files?: Files; seats?: string[]; seat: number; view?: number }; out: PlayState };
  hint: { in: { record: string; files?: Files; seats?: string[]; seat: number }; out: { act: string; why: string[] } };
  why: {
    in: { record: string; files?: Files; seats?: string[]; seat: number; typed: string };
    out: { legal: boolean; text: string; rule: string; source?: string };
  };
  /** for tests: the digest of games (`declared` in percent), as `simulate --format json` has it */
  digest: { in: WithRules & { players: number; games: number; declared?: number; seed?: number; rounds?: boolean }; out: { digest: string } };
}
