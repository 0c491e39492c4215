// What a page may ask of the engine, and what comes back: text and JSON in, JSON out. The one door is
//   char const* roundhouse_call(char const* request)        web/bridge/bridge.cpp
// with a request {"call": NAME, ...} and an answer {"ok": true, ...} or {"ok": false, "trouble": TEXT, "help": TEXT}.
// Each call is a function of its request alone; rules that were loaded are kept to be quick, never to be asked for.
//
// In the browser the door is behind roundhouse.js and roundhouse.wasm, which lie beside the page; web/app/worker.ts loads them. All
// else of build/web is put there by `node web/app/bundle.mjs build/web`, which runs last: it lists the files that lie there
// for the service worker.
//
// Still to come in web/bridge (the page helps itself until then): `settle`, `record`, `next`, `engines` of table; shapes; `page` in the table of
// PlayState; whole names in begin ("Grandma Rose" gets a short one).
// Behind `Cem: ?` the table should still have a turn (the next player's), targets and acts as far as lines say what lies.

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
}
export interface RecipeLine { name: string; wish: string; note: string; parent: string; lines: string; chapter: string }
export interface Completion { label: string; kind: string; detail: string; about: string }

/** An end where a tile can be laid now. */
export interface Target {
  /** as records write it: "Ann", "mexican", "Ann:3" */
  place: string;
  /** as people say it: "Ann's train" */
  name: string;
  owner: number;
  number: number;
  marked: boolean;
  /** a double lies there that has to be covered */
  owed: boolean;
  /** the rules let the player in turn lay there, whatever the tile */
  open: boolean;
}
/** An act beside laying a tile, as the game declares it. */
export interface ActWord {
  /** what is written: "draw", "pass", "mark", "knock" */
  word: string;
  title: string;
  needs: 'nothing' | 'tile' | 'player-and-tile' | 'player' | 'number';
  /** whose act it is: of the player in turn, of anyone, of the referee */
  by: 'turn' | 'anyone' | 'referee';
  /** who may do it now; -1 is the referee */
  seats: number[];
  range?: [number, number];
  /** as far as can be known without hands, the player in turn may */
  allowed: boolean;
}
export interface Ruled {
  verdict: 'illegal' | 'allowed' | 'undecided' | 'advice' | 'score' | 'unreadable';
  /** number of the line in the record's text, from 1 */
  line: number;
  turn: string;
  player: string;
  message: string;
  rule: string;
  says: string;
  reasons: string[];
  could: string[];
}
/** name: as lines of the record have it; whole: as people say it. */
export interface PlayerLine { name: string; whole: string; seat: number; tiles: number | null; points: number | null; total: number | null }
/** The table behind the last line of a record that is being kept. */
export interface TableState {
  /** the record that this is about: the one asked about, or as `settle` closed its last turn */
  record: string;
  variant: string;
  title: string;
  round: string;
  /** seat, or -1 */
  turn: number;
  over: 'no' | 'round' | 'match';
  /** the label of the round that comes next, or before the first round of the first one, and the double that its engine
      should be where the rules schedule one; null behind the end of the match */
  next: { label: string; engine: string | null } | null;
  /** behind a `round` line, as long as no engine lies: what may be the engine, the wanted one first ("12-12") */
  engines: string[];
  engine: string | null;
  boneyard: number | null;
  players: PlayerLine[];
  /** tiles that nobody has laid, "12-3", the greater number first */
  unseen: string[];
  targets: Target[];
  acts: ActWord[];
  phase: 'setup' | 'lead' | 'play' | 'over';
  /** number of the double that the rules schedule for the round */
  scheduled: number | null;
  verdict: 'legal' | 'illegal' | 'undecided';
  /** rulings of the round that is kept; the newest line's are `ruled.filter(r => r.line === lastLine)` */
  ruled: Ruled[];
  lastLine: number;
  /** what happened, a sentence a line of the round */
  story: { line: number; place: string; text: string }[];
  /** the data of a page (web/replay/game.ts) about the round that is kept; its last step is now */
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
  /** what happened since the request's record, in sentences, one act each */
  happened: string[];
  table: TableState;
}

export interface Calls {
  version: { in: {}; out: { version: string; language: number } };
  games: { in: {}; out: { games: GameLine[] } };
  /** the text of a bundled game */
  game: { in: { name: string }; out: { text: string } };
  lint: { in: WithRules; out: { findings: Finding[]; text: string } };
  questions: { in: { like: string; answers: Record<string, string>; players: number }; out: { questions: Question[] } };
  write: {
    in: { like: string; name: string; players: number; answers: Record<string, string>; recipes: string[] };
    out: { text: string; findings: Finding[] };
  };
  recipes: { in: { like: string; asked: string }; out: { fitting: RecipeLine[]; near: RecipeLine[] } };
  complete: { in: WithRules & { offset: number }; out: { from: number; to: number; items: Completion[] } };
  hover: { in: WithRules & { offset: number }; out: { from: number; to: number; markdown: string } };
  /** `changed`: texts of lines that the rules before had otherwise or not at all */
  book: { in: WithRules & { players?: number; before?: WithRules }; out: { html: string; title: string; changed: string[] } };
  /** settle: where the last line ends in `...` and nothing is left to be done in that turn but to end it, nor has anything to be
      (no double to cover), the `...` goes, and all that is told is about the record without it. Announcements do not keep
      a turn open. A tap is one call so, and a lay needs no tap to end it. */
  table: { in: { record: string; files?: Files; view?: string; settle?: boolean }; out: TableState };
  /** `<svg><defs>...` with the shapes that web/table/paint.ts uses: #b, #p9, #n9, #k, #m. The same for all games. */
  shapes: { in: {}; out: { svg: string } };
  /** json: as `validate --format json`; html: the ruling as a page */
  judge: { in: { record: string; files?: Files; rules?: string; set?: Record<string, string> }; out: { json: string; text: string; html: string } };
  /** what the page of `replay --format html` holds */
  replay: { in: { record: string; files?: Files; view?: string; html?: boolean }; out: { page: unknown; record: string; title: string; html?: string } };
  score: { in: { record: string; files?: Files }; out: { html: string } };
  format: { in: { record: string; files?: Files }; out: { record: string; findings: Finding[] } };
  /** A new record, its header only. `players` are names as people write them ("Grandma Rose"); where one cannot stand in a
      line it gets a short one (`Grandma="Grandma Rose"`). Two of the same name are refused. */
  begin: { in: WithRules & { players: string[]; game?: string; date?: string }; out: { record: string } };
  play: { in: WithRules & { players: string[]; seats: string[]; seed: number }; out: PlayState };
  /** Goes on with a game of play; `typed` is the answer of the seat that was asked, "" lets it be. */
  act: { in: WithRules & { record: string; seats: string[]; typed: string; view?: number }; out: PlayState & { refused?: { trouble: string; help: string; rule: string; says: string } } };
  undo: { in: WithRules & { record: string; seats: string[]; seat: number }; out: PlayState };
  hint: { in: WithRules & { record: string; seats: string[]; seat: number }; out: { act: string; why: string[] } };
  why: { in: WithRules & { record: string; seats: string[]; seat: number; typed: string }; out: { text: string } };
  /** for tests: the digest of games, as `simulate --format json` has it */
  digest: { in: WithRules & { players: number; games: number; declared: string; seed: number; rounds?: boolean }; out: { digest: string } };
}
