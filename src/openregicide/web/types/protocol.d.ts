// Written by scripts/protocol_files.py from openregicide/protocol/.

export interface SpanData {
  kind: "code" | "rule" | "strong" | "text";
  text: string;
}

export interface ParagraphBlock {
  type: "paragraph";
  spans: SpanData[];
}

export interface ItemsBlock {
  type: "items";
  items: SpanData[][];
}

export interface TableBlock {
  type: "table";
  head: SpanData[][];
  rows: SpanData[][][];
}

export interface ExampleBlock {
  type: "example";
  name: string;
  caption: SpanData[];
}

export interface PictureBlock {
  type: "picture";
  name: string;
}

export interface SectionData {
  name: string;
  title: string;
  blocks: (ParagraphBlock | ItemsBlock | TableBlock | ExampleBlock | PictureBlock)[];
}

export interface ChapterData {
  title: string;
  blocks: (ParagraphBlock | ItemsBlock | TableBlock | ExampleBlock | PictureBlock)[];
  sections: SectionData[];
}

export interface SearchData {
  ignored: string[];
  prefixes: string[];
  endings: string[];
  dropped: string;
  synonyms: Record<string, string[]>;
}

export interface BookData {
  language: string;
  title: string;
  blocks: (ParagraphBlock | ItemsBlock | TableBlock | ExampleBlock | PictureBlock)[];
  chapters: ChapterData[];
  search: SearchData;
}

export interface ExampleStep {
  seat: number;
  move: string;
  events: EventData[];
}

export interface ExampleData {
  rules: RulesData;
  before: ViewData;
  steps: ExampleStep[];
  after: ViewData;
  refused: string | null;
  problem: Problem | null;
  phrases: string[];
}

export interface NewDaily {
  players: number;
  name: string;
  bot?: string | null;
  device?: string | null;
  face?: string;
}

export interface DailyRow {
  rank: number;
  seats: GameSeat[];
  won: boolean;
  medal: "bronze" | "gold" | "none" | "silver";
  kills: number;
  moves: number;
  bots: number;
  exact: boolean[];
  mine: boolean;
  game: string | null;
}

export interface DailyLeaderboard {
  rows: DailyRow[];
  games: number;
}

export interface DailyTry {
  table: string;
  game: string;
  ranked: boolean;
  over: boolean;
}

export interface DailyPar {
  won: boolean;
  medal: "bronze" | "gold" | "none" | "silver";
  kills: number;
  moves: number;
}

export interface Daily {
  day: string;
  players: number;
  today: boolean;
  now: number;
  next_at: number;
  closes_at: number;
  seed_hash: string;
  seed: string | null;
  tomorrow: string[];
  tried: DailyTry | null;
  people: DailyLeaderboard;
  with_bots: DailyLeaderboard;
  par: DailyPar | null;
  par_coming: boolean;
  before: string | null;
  after: string | null;
}

export interface DailyChance {
  day: string;
  ranked: boolean;
}

export interface GameSeat {
  seat: number;
  name: string;
  bot: string;
  called?: string;
}

export interface GameSummary {
  id: string;
  number: number;
  rules: RulesData;
  players: number;
  seed: string | null;
  seed_hash: string;
  won: boolean;
  medal: "bronze" | "gold" | "none" | "silver";
  kills: number;
  plies: number;
  started_at: number;
  ended_at: number;
  seats: GameSeat[];
  mine: number | null;
  daily: string | null;
}

export interface Games {
  games: GameSummary[];
  before: string | null;
}

export interface ReplayStep {
  view: ViewData;
  seat: number | null;
  move: string;
  events: EventData[];
}

export interface Replay {
  steps: ReplayStep[];
}

export interface Statistics {
  players: number;
  games: number;
  wins: number;
  gold: number;
  silver: number;
  bronze: number;
  best_kills: number;
}

export interface AllStatistics {
  statistics: Statistics[];
}

export interface SoundPart {
  table: string;
  version: number;
  update: Update | null;
  games: GameSummary[];
}

export interface LessonInfo {
  id: string;
  steps: string[];
  rules: string[];
}

export interface CourseInfo {
  lessons: LessonInfo[];
  first_battle: TableSettings;
}

export interface TakeStep {
  lesson: string;
  step?: number;
  made?: string[];
  move?: string | null;
}

export interface LessonStep {
  view: ViewData;
  moves: LegalMove[];
  done?: boolean;
  say?: string;
  cards?: string[];
  values?: Record<string, number>;
  events?: EventData[];
  problem?: Problem | null;
  answer?: string;
  goes_on?: boolean;
}

export interface Lobby {
  tables: TableInfo[];
}

export interface Glance {
  table: TableInfo;
  seat: number;
  enemy: string | null;
  fallen: number;
  mine: boolean;
  changed_at: number;
}

export interface NewTable {
  name: string;
  settings: TableSettings;
  bots?: Record<string, string>;
  begin?: boolean;
  first?: number | null;
  device?: string | null;
  pledge?: string | null;
  face?: string;
}

export interface Join {
  name: string;
  seat?: number | null;
  device?: string | null;
  face?: string;
}

export interface Joined {
  table: string;
  seat: number;
  token: string;
}

export interface Change {
  version: number;
  what: "began" | "chatted" | "configured" | "created" | "faced" | "gave_up" | "give_up_voted" | "moved" | "prepared" | "returned" | "said" | "seated" | "stood_in" | "took_back" | "unseated" | "voted";
  at?: number;
  seat?: number | null;
  name?: string;
  move?: string;
  by?: "bot" | "clock" | "player";
  events?: EventData[];
  phrase?: string;
  count?: number | null;
  text?: string;
  about?: number | null;
  wanted?: boolean;
  lamp?: boolean | null;
}

export interface Update {
  type: "update";
  version: number;
  full?: boolean;
  seat?: number | null;
  news?: Change[];
  table?: TableInfo | null;
  view?: ViewData | null;
  moves?: LegalMove[] | null;
  move_by?: number | null;
  present?: boolean[] | null;
  may_undo?: boolean | null;
}

export interface Presence {
  type: "presence";
  present: boolean[];
  spectators: number;
  vote_in?: (number | null)[];
}

export interface MedalChances {
  gold: number;
  silver: number;
  bronze: number;
}

export interface HintMove {
  move: string;
  chance: number;
  medals?: MedalChances | null;
}

export interface Hints {
  version: number;
  moves: HintMove[];
}

export interface Answer {
  type: "answer";
  id: string;
  version: number;
  error?: Problem | null;
  hints?: Hints | null;
}

export interface Pong {
  type: "pong";
  id: string;
  version: number;
}

export interface Bye {
  type: "bye";
  error: Problem;
}

export interface Problem {
  code: string;
  values: Record<string, unknown>;
}

export interface Refusal {
  error: Problem;
}

export interface Hello {
  type: "hello";
  token?: string | null;
  version?: number | null;
}

export interface MakeMove {
  type: "move";
  id: string;
  version: number;
  move: string;
}

export interface TakeBack {
  type: "take_back";
  id: string;
  version: number;
}

export interface GiveUp {
  type: "give_up";
  id: string;
  version: number;
  wanted?: boolean;
}

export interface AskHint {
  type: "hint";
  id: string;
  version: number;
}

export interface Say {
  type: "say";
  id: string;
  phrase: string;
}

export interface ChooseFace {
  type: "face";
  id: string;
  face?: string;
}

export interface Chat {
  type: "chat";
  id: string;
  text: string;
}

export interface Begin {
  type: "begin";
  id: string;
  first?: number | null;
  again?: boolean;
}

export interface Pledge {
  type: "pledge";
  id: string;
  pledge: string;
}

export interface OpenShare {
  type: "open";
  id: string;
  share: string;
}

export interface SeatBot {
  type: "seat_bot";
  id: string;
  seat: number;
  bot?: string | null;
}

export interface Configure {
  type: "configure";
  id: string;
  settings: TableSettings;
}

export interface Vote {
  type: "vote";
  id: string;
  seat: number;
  bot?: boolean;
}

export interface Return {
  type: "return";
  id: string;
}

export interface Leave {
  type: "leave";
  id: string;
}

export interface Ping {
  type: "ping";
  id: string;
}

export interface RulesData {
  players: number;
  companions?: "pair" | "many";
  talk?: "strict" | "open";
  solo_yield?: boolean;
  jesters?: number | null;
  flips?: number | null;
  hand_limit?: number | null;
  attack?: number[] | null;
  health?: number[] | null;
  mulligan?: "off" | "all" | "any";
}

export interface ServerInfo {
  version: string;
  languages: string[];
  bots: string[];
  bot_ms: number;
  phrases: string[];
  after_jester: string[];
  public_facts: string[];
  addresses: string[];
}

export interface Health {
  status: "ok";
  version: string;
}

export interface TableSettings {
  rules: RulesData;
  open?: boolean;
  spectators?: boolean;
  clock?: number;
  hints?: boolean;
}

export interface SeatInfo {
  holder: "bot" | "free" | "person";
  name?: string;
  stand_in?: string;
  votes?: number[];
  face?: string;
  called?: string;
}

export interface DealInfo {
  game: string;
  secret_hash: string;
  pledges: string[];
  shares?: string[];
  secret?: string | null;
  begins?: "champion" | "chance" | "host";
}

export interface GameInfo {
  number: number;
  id: string;
  first: number;
  rules: RulesData;
  seed_hash: string;
  seed: string | null;
  result: "lost" | "won" | null;
  daily: string | null;
  ranked: boolean;
  deal: DealInfo | null;
  again: string | null;
  undone: number;
  giving_up: number[];
  given_up: boolean;
}

export interface TableInfo {
  id: string;
  settings: TableSettings;
  seats: SeatInfo[];
  host: number | null;
  game: GameInfo | null;
  daily: boolean;
  deal: DealInfo | null;
}

export interface PlayData {
  seat: number | null;
  cards: string[];
}

export interface HandData {
  count: number;
  cards?: string[];
}

export interface PreviewData {
  attack?: number;
  doubled?: boolean;
  damage?: number;
  damage_after?: number;
  shield_after?: number;
  heal?: number;
  draws?: number[];
  blocked?: boolean;
  falls?: boolean;
  exact?: boolean;
  wins?: boolean;
  loses?: boolean;
  stuck?: number | null;
  strike?: number | null;
  paid?: number;
  gives_kill?: boolean;
}

export interface LegalMove {
  move: string;
  preview: PreviewData;
}

export interface EventData {
  code: string;
  seat?: number | null;
  cards?: string[];
  value?: number;
  total?: number;
}

export interface ViewData {
  text: string;
  seat: number | null;
  phase: "discard" | "heal" | "name_next" | "over" | "play";
  turn: number;
  yielded: boolean[];
  may_yield: boolean;
  flips: number;
  enemy: string | null;
  health: number;
  damage: number;
  shield: number;
  attack: number;
  immune: "C" | "D" | "H" | "S" | null;
  royals: string[];
  table: PlayData[];
  hands: HandData[];
  tavern: number;
  top: string | null;
  discard: string[];
  due: number;
  ply: number;
  medal: "bronze" | "gold" | "silver" | null;
  ending: "cannot_act" | "cannot_pay" | "last_king" | null;
}

export type BlockData = ParagraphBlock | ItemsBlock | TableBlock | ExampleBlock | PictureBlock;

export type Message = Update | Presence | Answer | Pong | Bye;

export type Request = MakeMove | TakeBack | GiveUp | AskHint | Say | Chat | ChooseFace | Pledge | OpenShare | Begin | SeatBot | Configure | Vote | Return | Leave | Ping;
