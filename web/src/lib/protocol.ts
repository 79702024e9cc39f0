// Made by scripts/make-types from the messages and from what routes take and answer. Do not edit.

export const PROTOCOL = 1;

/** A program's account; the token is shown this once. */
export interface Account {
  id: string;
  name: string;
  token: string;
}

/** One's own account. `passkeys_here` is empty where passkeys can be used, and says why where not. */
export interface AccountPage {
  handle: string;
  kind: string;
  created: number;
  shown: "nobody" | "players" | "public";
  passkeys: Passkey[];
  devices: Device[];
  codes_left: number;
  tokens: Token[];
  bots: string[];
  passkeys_here: string;
}

/** What was asked is done and on disk. `version` is the table's after it; `again` if it had been done before. */
export interface Acknowledged {
  type: "ack";
  id: string;
  version: number;
  again: boolean;
}

/** A line of the log of acts. */
export interface ActShown {
  at: number;
  by: string;
  what: string;
  target: string;
  called: string;
  why: string;
  done: boolean;
}

/** An action that could have been chosen, with every seat's chance after it, all hands open, luck taken out. */
export interface Alternative {
  action: string;
  said: string;
  chances: number[];
}

/** Where a bot is on the scale. */
export interface Anchor {
  level: string;
  points: number;
}

/** An invitation that is to be put away. */
export interface Answered {
  id: string;
}

/** Asks a bot for advice on one's own decision. */
export interface Ask {
  do: "hint";
  id: string;
}

/** Whether the page is being looked at. */
export interface Attend {
  do: "presence";
  here: boolean;
}

/** A real table to be added up: its players, their cash and the chains; and a merger of two of them. */
export interface BonusAsked {
  names: string[];
  chains: StakeAsked[];
  edition?: string;
  cash?: number[];
  absorbed?: string | null;
  survivor?: string | null;
}

/** A bot that can be sat at a table. */
export interface BotLevel {
  level: "apprentice" | "banker" | "broker" | "clerk" | "magnate" | "mogul" | "novice" | "random" | "trader";
  rating: number;
  description: string;
}

/** A chain that can be bought: its price, how many if nothing else is bought, why the bank gives no more. */
export interface Buyable {
  chain: string;
  price: number;
  most: number;
  bank_limit: string;
}

/** What a seat may buy now: so many shares in all, for so much money, of these chains; and why no more than that. */
export interface Buying {
  left: number;
  money: number;
  chains: Buyable[];
  share_limit: string;
  money_limit: string;
}

/** All sums of a table. `totals` is what each has if the game ends now: cash, bonuses, all shares sold. */
export interface Calculation {
  names: string[];
  chains: ChainSum[];
  totals: number[];
  merger: MergerSum | null;
  market: boolean;
}

/** The review of a table's game that is no longer wanted. */
export interface CancelReview {
  depth?: "deep" | "normal" | "quick";
}

/** Something worth explaining once. */
export interface Card {
  moment: string;
  title: string;
  text: string;
}

/** The token of a private link, on the other device. */
export interface Carry {
  token: string;
}

/** What a browser's `navigator.credentials` needs to begin, in the JSON form of its standard. */
export interface Ceremony {
  options: Record<string, unknown>;
}

/** A chain: its name, its one-letter sign, its column of the chart, its looks and its certificates. */
export interface Chain {
  name: string;
  sign: string;
  tier: string;
  colour: string;
  hex: string;
  certificates: number;
  dealt: number;
}

/** How many shares of a chain somebody has bought. */
export interface ChainShare {
  chain: string;
  shares: number;
}

/** What a chain paid a seat at the end. */
export interface ChainStanding {
  chain: string;
  bonus: number;
  shares: number;
  sale: number;
}

/** What a chain pays: a share's price, and by seat the bonus and what all shares sell for. */
export interface ChainSum {
  chain: string;
  size: number;
  price: number;
  safe: boolean;
  bonuses: number[];
  places: string[];
  sales: number[];
  told: string[];
}

/** A chain: on the board, in the bank and in hands. `holdings` has None for what lies hidden. */
export interface ChainView {
  name: string;
  sign: string;
  colour: string;
  hex: string;
  tier: string;
  size: number;
  safe: boolean;
  price: number;
  price_after_one: number;
  next_size: number | null;
  next_price: number | null;
  bank: number;
  holdings: (number | null)[];
  bonuses: Payment[];
}

/** One thing that is otherwise in another edition. */
export interface Change {
  name: string;
  there: string;
  here: string;
}

/** The price chart as text: a heading for each column, the rows, each row's mark, what the mark means. */
export interface Chart {
  header: string[];
  rows: string[][];
  marks: string[];
  footnote: string;
}

/** A chat message. `seat` is None for a watcher. */
export interface ChatLine {
  id: number;
  seat: number | null;
  name: string;
  text: string;
  at: number;
}

/** Says that somebody is there, or not: oneself, or for the organiser anybody by number. */
export interface CheckIn {
  here?: boolean;
  number?: number | null;
}

/** A house-rules file to be read. */
export interface CheckRules {
  rules: string;
}

/** A circle of friends; `table` is where it plays now. Its link is /circle/ID. */
export interface CircleListed {
  id: string;
  title: string;
  names: string[];
  yours: boolean;
  member: boolean;
  table: string | null;
}

/** How long a decision may take: `live` is seconds for each with a reserve for the game, `days` is for a turn. */
export interface Clock {
  kind?: "days" | "live" | "none";
  seconds?: number;
  reserve?: number;
  days?: number;
}

/** A tournament or a season as a line of a list. */
export interface ClubListed {
  id: string;
  title: string;
  status: string;
  path: string;
  host: boolean;
  season: string | null;
  created: number;
  changed: number;
}

/** One's own tournaments and seasons, and the public ones. */
export interface ClubLists {
  tournaments: ClubListed[];
  seasons: ClubListed[];
  public: ClubListed[];
}

/** A decision that somebody is about to make at a table of theirs. */
export interface CoachAsked {
  version: number;
  actions: string[];
}

/** What the coach would explain now, to somebody who has not met it before. */
export interface CoachCards {
  version: number;
  cards: Card[];
}

/** What the coach says to a decision: a concern with what to do instead, or what is good about it, or nothing. */
export interface CoachWord {
  version: number;
  concern: string;
  instead: string;
  good: string;
}

/** How one hears of one's turns, and what this server can do. */
export interface ContactShown {
  email: string;
  confirmed: boolean;
  webhook: string;
  quiet_from: number;
  quiet_to: number;
  zone: string;
  vacation_until: number;
  mail: boolean;
  webhooks: boolean;
}

/** A table's result put right by the organiser: the money in the order of its seats. */
export interface CorrectResult {
  round: number;
  table: number;
  money: number[];
}

/** An answer that others gave to the puzzle of a day at their first try. */
export interface DailyAnswer {
  answer: string;
  verdict: string;
  people: number;
}

/** What a decision was worth by what its seat knew then. */
export interface DecisionVerdict {
  at: number;
  seat: number;
  decision: string;
  action: string;
  said: string;
  best: string;
  better: string;
  cost: number;
  share: number;
  error: number;
  grade: string;
  clear: boolean;
  options: TriedAction[];
  reason: string;
  line: string[];
}

/** One's handle, typed to say that one means it. */
export interface DeleteAccount {
  handle: string;
}

/** An act of the host. `target` is a person's id, a table's, TABLE/LINE of a chat, or a report's. */
export interface DeskAct {
  what: "ban" | "close-report" | "end" | "remove-chat" | "rename" | "silence" | "unban" | "unsilence";
  target: string;
  why?: string;
  name?: string;
  days?: number;
}

/** The desk. */
export interface DeskShown {
  people: PersonShown[];
  tables: TableShown[];
  reports: ReportShown[];
  acts: ActShown[];
  counts: Record<string, number>;
  load: Load;
  now: number;
}

/** A device that is signed in. */
export interface Device {
  id: string;
  label: string;
  how: string;
  created: number;
  seen: number;
  this: boolean;
}

/** What another edition does otherwise. */
export interface Difference {
  edition: string;
  title: string;
  changes: Change[];
}

/** What a seat may do with its shares of an absorbed chain; what is neither traded nor sold is held. */
export interface Disposal {
  chain: string;
  survivor: string;
  held: number;
  price: number;
  owned: number;
  money: number;
  trades: Trade[];
  limit: string;
}

/** It is done. */
export interface Done {
  text: string;
}

/** Something that came by chance, and what it was worth against all that could have come instead.

    `seat` is None for the market. `luck` is by seat; `dollars` is what it was worth to the one who drew, in money that
    the judge expects, and None where that can't be said. */
export interface Draw {
  at: number;
  seat: number | null;
  kind: string;
  what: string;
  luck: number[];
  dollars: number | null;
  possible: number;
}

/** Draws the next round. `seat_missing`: also for those who have not checked in; a bot sits in until they come. */
export interface DrawRound {
  seat_missing?: boolean;
}

/** A passkey that is no longer to be good. */
export interface DropPasskey {
  id: string;
}

/** An edition to choose. */
export interface EditionListed {
  name: string;
  title: string;
  year: number | null;
  description: string;
  fewest: number;
  most: number;
  holdings: string;
  chains: Chain[];
}

/** All that a rules page says. */
export interface EditionPage {
  edition: EditionListed;
  aid: Section[];
  chart: Chart;
  steps: PriceStep[];
  places: string[];
  policies: Policy[];
  rulings: Ruling[];
  differences: Difference[];
  safe: number;
  end_size: number;
  buy_limit: number;
  hand: number;
}

/** An edition that somebody has played, to choose from. */
export interface EditionPlayed {
  name: string;
  title: string;
}

/** The token that `mergemaker admin link` made. */
export interface EnterDesk {
  token: string;
}

/** Somebody who takes part. */
export interface EntrantShown {
  number: number;
  name: string;
  here: boolean;
  left: boolean;
  out: number | null;
  late: boolean;
}

/** An entry of the log: an action, or an undo of the entry `undoes`. Version 0, the deal, is not an entry. */
export interface Entry {
  version: number;
  kind: "action" | "undo";
  seat: number;
  action: string;
  by: "bot" | "player" | "stand-in";
  at: number;
  events: Event[];
  undoes: number | null;
}

/** A tournament of a season. */
export interface EveningShown {
  title: string;
  path: string;
  status: string;
  created: number;
  people: number;
}

/** One thing that happened. Which fields are set depends on the kind, see `events.py`.

    `before` is the size that a chain grew from; of a market draw, how many tiles had been drawn from the deck. */
export interface Event {
  kind: string;
  seat?: number | null;
  tile?: string | null;
  chain?: string | null;
  chains?: string[];
  survivor?: string | null;
  place?: string | null;
  tied?: number;
  count?: number;
  before?: number;
  money?: number;
  how?: string | null;
}

/** Everything that belongs to a person: rows by table, and the records of the games that are over. */
export interface Export {
  handle: string | null;
  made: number;
  rows: Record<string, (Record<string, unknown>)[]>;
  records: (Record<string, unknown>)[];
}

/** The proof of the shuffle. `words` are there from the start of the game, `secret` and `seed` from its end. */
export interface Fairness {
  commitment: string;
  words: string[] | null;
  secret: string | null;
  seed: string | null;
}

/** The token of a link in a message. */
export interface FollowLink {
  token: string;
}

/** A moment of a replay: what was done to come here, and what was seen then. `hands` only when all is open. */
export interface Frame {
  version: number;
  seat: number | null;
  action: string | null;
  events: Event[];
  view: View;
  hands: string[][] | null;
}

/** New recovery codes, shown this once. */
export interface FreshCodes {
  codes: string[];
}

/** A new token, shown this once. */
export interface FreshToken {
  token: string;
  listed: Token;
}

/** Everything about whom one knows. */
export interface Friends {
  ties: Tie[];
  invitations: Invitation[];
  circles: CircleListed[];
}

/** One game of a player's, for a line over time. */
export interface GamePoint {
  number: number;
  edition: string;
  players: number;
  won: number;
  accuracy: number | null;
  luck: number;
  luck_adjusted: number;
}

/** Who sat where in a game, and how it came out. */
export interface GameSeat {
  seat: number;
  name: string;
  handle: string | null;
  bot: boolean;
  place: number | null;
  money: number | null;
  gone: boolean;
}

/** Records of public games in which people sat, the best five of each. */
export interface HallOfRecords {
  largest_win: RecordGame[];
  closest: RecordGame[];
  longest_chain: RecordGame[];
  richest: RecordGame[];
  luckiest: RecordGame[];
}

/** The server's state. `bots` is false while they are being loaded or compiled; others decide for them then. */
export interface Health {
  status: "failing" | "ok";
  version: string;
  protocol: number;
  database: boolean;
  bots: boolean;
}

/** A bot's advice: the action, what it would do next in the turn, and in words both and why. */
export interface Hint {
  type: "hint";
  id: string;
  version: number;
  action: string;
  text: string;
  line: string[];
}

/** How one's tries at an idea went. */
export interface IdeaCount {
  tries: number;
  solved: number;
}

/** One's running tables: those that wait for one first, the longest wait first. */
export interface Inbox {
  tables: InboxTable[];
  contact: ContactShown;
  now: number;
}

/** A table of one's own: since when it waits for one, and until when, what happened, and one's orders. */
export interface InboxTable {
  id: string;
  path: string;
  title: string;
  edition_title: string;
  names: string[];
  your_turn: boolean;
  waiting_since: number | null;
  deadline: number | null;
  clock: Clock;
  doing: string;
  news: number;
  happened: string[];
  orders: "" | "keep" | "sell" | "trade";
}

/** An invitation to a table that has not started. */
export interface Invitation {
  id: string;
  handle: string;
  table: string;
  title: string;
  at: number;
}

/** Names of people who are expected. */
export interface Invite {
  names: string[];
}

/** Whom to invite to a table. */
export interface InviteToTable {
  handle: string;
}

/** Takes a free seat; with no number the first one. */
export interface Join {
  seat?: number | null;
  name?: string | null;
  words?: string;
}

/** Takes part, by a name. */
export interface JoinTournament {
  name?: string | null;
}

/** The game that is being reviewed, and how far it is. */
export interface JudgedNow {
  table: string;
  judged: number;
  decisions: number;
}

/** The end of the ceremony that makes a guest an account. */
export interface KeepGames {
  credential: Record<string, unknown>;
  label?: string;
}

/** A new account with its recovery codes, which are shown this once; `csrf` goes with the new cookie. */
export interface Kept {
  handle: string;
  codes: string[];
  csrf: string;
}

/** One kind of decision in many games. */
export interface KindSum {
  decisions: number;
  cost: number;
  accuracy: number | null;
}

/** The best of a kind; over all time by rating, over a period by what they gained in it. */
export interface Leaderboard {
  pool: string;
  period: "all" | "month" | "week" | "year";
  ranked: Ranked[];
  anchors: Anchor[];
  pools: PoolListed[];
}

/** A line of the league table. `number` names the line to the organiser. */
export interface LeagueLine {
  place: number;
  number: number;
  name: string;
  points: number;
  evenings: number;
  won: number;
  by_evening: (number | null)[];
  counted: boolean[];
}

/** A lesson after a try: whether it was right, what is said to it, and what is asked next.

    `welcome` shows the table where nothing was tried; `updates` are what happened because of a right try, one for each
    part that is told, and `told` is what is said beside each of them. `glow` are squares and chains to look at. */
export interface LessonAnswer {
  lesson: LessonListed;
  tried: string[];
  right: boolean | null;
  reply: string;
  say: string;
  glow: string[];
  done: boolean;
  closing: string;
  elsewhere: string;
  next: string | null;
  welcome: Welcome | null;
  updates: Update[];
  told: string[];
}

/** A lesson to choose. `decisions` is how often it asks something. */
export interface LessonListed {
  name: string;
  title: string;
  purpose: string;
  decisions: number;
}

/** What a learner has done in a lesson so far, each decision as the server wrote it, and what they try now.

    With no actions nothing is tried: the lesson is shown as it stands. */
export interface LessonTry {
  tried?: string[];
  actions?: string[];
  name?: string | null;
}

/** A sentence of the log, and the version after which it is complete. */
export interface Line {
  text: string;
  version: number;
}

/** A table in a list. For your own tables: whether it is your turn, how many log entries are new since you looked
    (`news`), and the most important of what they brought, in sentences (`happened`). */
export interface Listed {
  id: string;
  title: string;
  status: "finished" | "open" | "running";
  edition: string;
  edition_title: string;
  hidden: boolean;
  clock: Clock;
  names: (string | null)[];
  bots: boolean[];
  to_act: number | null;
  turn: number;
  version: number;
  winners: number[];
  changed: number;
  your_seat: number | null;
  your_turn: boolean;
  news: number;
  happened: string[];
  rated: boolean;
  rating: number | null;
}

/** How the server does. Sizes are in bytes; the disk's is 0 where the database is not a file. */
export interface Load {
  tables_in_memory: number;
  connections: number;
  machine: number;
  cores: number;
  database_bytes: number;
  disk_free: number;
}

/** What the home page shows; sent over the lobby socket whenever it changes. */
export interface Lobby {
  type: "lobby";
  open: Listed[];
  watch: Listed[];
  mine: Listed[];
  finished: Listed[];
}

/** A table that was made or changed, and its page. */
export interface Made {
  table: Table;
  you: You;
  path: string;
}

/** Who the caller is. `csrf` goes into the X-CSRF-Token header of every POST that relies on the cookie.

    `handle` is there with an account. `no_passkeys` says why passkeys can't be used at this address, or is empty. */
export interface Me {
  id: string;
  name: string | null;
  csrf: string;
  program: boolean;
  handle: string | null;
  kind: "bot" | "guest" | "person";
  no_passkeys: string;
}

/** A merger of two of the chains: the survivor's new size and price, and what each holder can do. */
export interface MergerSum {
  absorbed: string;
  survivor: string;
  size: number;
  price: number;
  trades: TradeSum[];
}

/** A merger in progress: who survives, whose shares are being disposed of at what price, who is still to come. */
export interface MergerView {
  tile: string;
  survivor: string | null;
  absorbed: string | null;
  price: number;
  pending: string[];
}

/** A table as the caller saw it at a version. */
export interface Moment {
  version: number;
  view: View;
  entry: Entry | null;
}

/** The host stops a seat, or with no seat all watchers, from chatting, or lets them again. */
export interface Mute {
  do: "mute";
  id: string;
  seat: number | null;
  muted: boolean;
}

/** One's own games: those that run, and a page of those that are over, the latest first. */
export interface MyGames {
  running: PlayedGame[];
  finished: PlayedGame[];
  found: number;
  editions: EditionPlayed[];
  more: number | null;
}

/** A program's account. */
export interface NewAccount {
  name: string;
}

/** A circle of friends to be made. */
export interface NewCircle {
  title: string;
}

/** A table to be made; the maker takes the first seat that is no bot's, unless `sit` is false. */
export interface NewTable {
  seats: ("apprentice" | "banker" | "broker" | "clerk" | "magnate" | "mogul" | "novice" | "random" | "trader" | null)[];
  edition?: string;
  rules?: string | null;
  title?: string;
  name?: string | null;
  hidden?: boolean | null;
  public?: boolean;
  hints?: boolean;
  undo?: boolean;
  clock?: Clock;
  words?: string;
  sit?: boolean;
  patience?: number;
  rated?: boolean;
}

/** A token for a program: to look at one's own things, or with a bot's handle to play as that bot. */
export interface NewToken {
  purpose: string;
  bot?: string | null;
}

/** A part of the privacy note. */
export interface NoteSection {
  title: string;
  text: string;
}

/** Games with somebody, and how often one was ahead. */
export interface Opponent {
  name: string;
  handle: string | null;
  bot: boolean;
  games: number;
  ahead: number;
  behind: number;
}

/** A finished game of one's own. `point` is what its review came to; None where it has not been reviewed. */
export interface OwnGame {
  table: string;
  title: string;
  edition: string;
  edition_title: string;
  finished: number;
  point: GamePoint | null;
}

/** One's own play: the sums over all reviewed games, oldest first in `over_time`, and the games, latest first. */
export interface OwnPlay {
  play: PlayerSum | null;
  games: OwnGame[];
  waiting: number;
  now: JudgedNow | null;
}

/** Which decision of a reviewed game is to become a puzzle: an action's number, or all costly ones of one's own. */
export interface OwnPuzzleWish {
  at?: number | null;
  depth?: "deep" | "normal" | "quick";
}

/** Puzzles that were made of a game. */
export interface OwnPuzzles {
  made: PuzzleListed[];
}

/** How long a bot should take for a tile where one plays alone against bots; None: as the server has it. */
export interface Pace {
  do: "pace";
  seconds: number | null;
}

/** A passkey, as its owner sees it. */
export interface Passkey {
  id: string;
  label: string;
  created: number;
  used: number | null;
}

/** A bonus that a seat would get. */
export interface Payment {
  seat: number;
  chain: string;
  place: string;
  money: number;
}

/** A person. */
export interface PersonShown {
  id: string;
  name: string;
  created: number;
  program: boolean;
  tables: number;
  restrictions: string[];
}

/** Is anybody there; answered by pong. */
export interface Ping {
  do: "ping";
  id: string;
}

/** Actions to be played, in order, all or none; a closing `done` or `sell 0` that is not asked is left out. */
export interface Play {
  do: "play";
  id: string;
  version: number;
  actions: string[];
}

/** A game against bots, started at once. */
export interface PlayNow {
  level?: "apprentice" | "banker" | "broker" | "clerk" | "magnate" | "mogul" | "novice" | "random" | "trader";
  bots?: number;
  edition?: string;
  name?: string | null;
  hidden?: boolean | null;
  words?: string;
}

/** A game against bots from a moment of a finished one: after how many actions, and in whose seat. */
export interface PlayOn {
  at: number;
  seat?: number;
  level?: "apprentice" | "banker" | "broker" | "clerk" | "magnate" | "mogul" | "novice" | "random" | "trader";
  name?: string | null;
}

/** A game in somebody's list. `gain` is what it did to their rating, `accuracy` what a stored review says. */
export interface PlayedGame {
  table: string;
  title: string;
  status: "finished" | "open" | "running";
  edition: string;
  edition_title: string;
  players: number;
  kind: string;
  rated: boolean;
  changed: number;
  seats: GameSeat[];
  your_seat: number | null;
  place: number | null;
  money: number | null;
  gain: number | null;
  accuracy: number | null;
  put_away: boolean;
}

/** A player over many games. */
export interface PlayerSum {
  name: string;
  games: number;
  won: number;
  expected: number;
  luck: number;
  own_luck: number;
  accuracy: number | null;
  decisions: number;
  mean_cost: number;
  grades: Record<string, number>;
  by_kind: Record<string, KindSum>;
  over_time: GamePoint[];
}

/** A player. Money and worth are None where they lie hidden. */
export interface PlayerView {
  seat: number;
  name: string;
  tiles: number;
  money: number | null;
  worth: number | null;
}

/** One thing in which editions can differ, what it is in this one, and the note on it if there is one. */
export interface Policy {
  name: string;
  value: string;
  note: string;
}

/** The server is there. */
export interface Pong {
  type: "pong";
  id: string;
  now: number;
}

/** A kind of game that has a leaderboard, and what it is called. */
export interface PoolListed {
  pool: string;
  title: string;
}

/** From `size` tiles on, a chain of the tier has this price and pays these bonuses; `row` is the chart's. */
export interface PriceStep {
  tier: string;
  size: number;
  price: number;
  bonuses: number[];
  row: number;
}

/** What this server keeps about people, made from its settings. */
export interface PrivacyNote {
  sections: NoteSection[];
}

/** A path that makes another device the same person. */
export interface PrivateLink {
  path: string;
  expires: number;
}

/** Why a request was refused: the body of every answer from 400 up. */
export interface Problem {
  code: string;
  text: string;
}

/** Somebody, as the caller may see them. */
export interface Profile {
  handle: string;
  kind: string;
  since: number;
  you: boolean;
  shown: string;
  games: number;
  wins: number;
  streak: number;
  best_streak: number;
  ratings: RatingShown[];
  curves: Record<string, RatingPoint[]>;
  results: ResultLine[];
  chains: ChainShare[];
  opponents: Opponent[];
  recent: PlayedGame[];
}

/** Takes a finished table off one's own list, or puts it back. */
export interface PutAway {
  away?: boolean;
}

/** The season that an evening counts for; None: for none. */
export interface PutInSeasonForm {
  season: string | null;
}

/** A puzzle after a try: the verdict, what is said to it, and, once it is over, the solution. */
export interface PuzzleAnswer {
  verdict: "" | "almost" | "gave up" | "right" | "wrong";
  reply: string;
  tried: string[];
  done: boolean;
  updates: Update[];
  solution: PuzzleSolution | null;
  you: SolverLevel;
  change: number | null;
  again: string;
}

/** A puzzle on the table: why it comes (new, again, old, daily, chosen), and the seat's own view of it. */
export interface PuzzleAsked {
  puzzle: PuzzleListed;
  why: string;
  day: string | null;
  before: string;
  you: SolverLevel;
  welcome: Welcome;
}

/** A try of one's own. */
export interface PuzzleHistory {
  puzzle: string;
  edition: string;
  decision: string;
  at: number;
  verdict: string;
  answer: string;
  rated: boolean;
  skill: number;
}

/** A puzzle without its answer. `moves` is how many decisions it asks for, `level` how hard it is. */
export interface PuzzleListed {
  id: string;
  edition: string;
  edition_title: string;
  players: number;
  decision: string;
  moves: number;
  level: number;
  own: boolean;
}

/** An action that was open: the chance after it, how far that is behind the best, and the standard error. */
export interface PuzzleOption {
  action: string;
  said: string;
  chance: number;
  behind: number;
  error: number;
}

/** How somebody has done: rating, latest tries, ideas, what is due now and what comes later, own puzzles. */
export interface PuzzleProgress {
  you: SolverLevel;
  due: number;
  waiting: number;
  history: PuzzleHistory[];
  curve: unknown[][];
  ideas: Record<string, IdeaCount>;
  own: PuzzleListed[];
  rule: string;
}

/** What there is: how many puzzles of each idea and edition, the day's date, and when mistakes come again. */
export interface PuzzleShelf {
  puzzles: number;
  ideas: Record<string, number>;
  editions: Record<string, number>;
  titles: Record<string, string>;
  day: string;
  rule: string;
}

/** Everything about a puzzle, for those who have solved it or given up. */
export interface PuzzleSolution {
  steps: PuzzleStep[];
  ideas: string[];
  solved_by: string[];
  tries: number;
  solved: number;
  others: DailyAnswer[];
}

/** One action of the solution: why it is best, how play may go on, and what else could be done. */
export interface PuzzleStep {
  decision: string;
  best: string;
  said: string;
  reason: string;
  line: string[];
  options: PuzzleOption[];
}

/** What was found of a puzzle so far, each decision as the server wrote it, and what is tried now, or giving up. */
export interface PuzzleTry {
  tried?: string[];
  actions?: string[];
  give_up?: boolean;
  day?: string | null;
}

/** A line of a leaderboard; `gain` is what the period brought. */
export interface Ranked {
  rank: number;
  handle: string;
  bot: boolean;
  you: boolean;
  points: number;
  give_or_take: number;
  games: number;
  gain: number | null;
  nearest: string;
}

/** A rating after a game. Which game it was is not said: its table may be nobody else's business. */
export interface RatingPoint {
  at: number;
  points: number;
  give_or_take: number;
}

/** A rating in points with what it may be off by, and the bot that it is nearest to. */
export interface RatingShown {
  pool: string;
  title: string;
  points: number;
  give_or_take: number;
  games: number;
  provisional: boolean;
  nearest: string;
  last: number;
}

/** A game that stands out, and the number that makes it so. */
export interface RecordGame {
  table: string;
  title: string;
  edition: string;
  edition_title: string;
  finished: number;
  value: number;
  what: string;
  seats: GameSeat[];
}

/** Signs in with a recovery code, which is used up by it. */
export interface Recover {
  handle: string;
  code: string;
  bring?: boolean;
  label?: string;
}

/** What was asked is not done: a code for programs, a sentence for people, the table's version. */
export interface Refused {
  type: "refusal";
  id: string | null;
  code: string;
  text: string;
  version: number | null;
}

/** A guest's name. */
export interface Rename {
  name: string;
}

/** A game to be looked at again. `money` and `worth` are by frame and seat, None where they lay hidden. */
export interface Replay {
  title: string;
  edition: EditionListed;
  names: string[];
  hidden: boolean;
  eyes: number | null;
  open: boolean;
  versions: number;
  frames: Frame[];
  turns: Turn[];
  mergers: number[];
  money: ((number | null)[])[];
  worth: ((number | null)[])[];
  result: Result | null;
  fairness: Fairness | null;
  page: EditionPage | null;
}

/** What somebody wants the host of the server to know about a table. */
export interface Report {
  text: string;
}

/** A report that nobody has dealt with. */
export interface ReportShown {
  id: string;
  at: number;
  by: string;
  table: string;
  text: string;
}

/** How a finished game came out. */
export interface Result {
  money: number[];
  winners: number[];
  end: string;
  standing: Standing[];
  won: string;
  why: string;
}

/** Somebody's results in one edition at tables of one size. `places` counts first places, second places … */
export interface ResultLine {
  edition: string;
  edition_title: string;
  players: number;
  games: number;
  wins: number;
  places: number[];
  money: number;
  best: number;
}

/** The owner takes the seat over from the bot that stands in. */
export interface Return {
  do: "return";
  id: string;
}

/** A whole review. `complete` is False while decisions are still to be judged. */
export interface Review {
  format: number;
  digest: string;
  edition: string;
  seats: string[];
  depth: string;
  judge: string;
  complete: boolean;
  start: number[];
  dealt: number[];
  moments: ReviewMoment[];
  draws: Draw[];
  verdicts: DecisionVerdict[];
  accounts: SeatAccount[];
  turning_points: TurningPoint[];
  summaries: SeatSummary[];
  story: string[];
  money: number[];
  winners: number[];
  end: string;
}

/** One action along the game, everything laid open. */
export interface ReviewMoment {
  at: number;
  turn: number;
  seat: number;
  decision: string;
  action: string;
  told: string;
  chances: number[];
  change: number[];
  forced: boolean;
  merger: string;
}

/** How far a review is. `review` is all that is known, None at the very first; it grows until it is complete. */
export interface ReviewProgress {
  complete: boolean;
  judged: number;
  decisions: number;
  review: Review | null;
}

/** A record to be reviewed. */
export interface ReviewUpload {
  record: Record<string, unknown>;
  depth?: "deep" | "normal" | "quick";
}

/** Where a review will be found: GET /api/reviews/{digest}?depth=. */
export interface ReviewWanted {
  digest: string;
  depth: string;
}

/** A token that is no longer to be good. */
export interface RevokeToken {
  id: string;
}

/** A round. `repeats` is how many pairs sit together again. */
export interface RoundShown {
  number: number;
  began: number;
  ends: number | null;
  over: boolean;
  repeats: number;
  byes: SeatShown[];
  tables: RoundTableShown[];
}

/** A table of a round. */
export interface RoundTableShown {
  number: number;
  path: string;
  seats: SeatShown[];
  how: string;
}

/** One ruling. `when` has fields of an edition's file with the values for which it holds; empty: everywhere. */
export interface Ruling {
  id: string;
  title: string;
  text: string;
  when: Record<string, string[]>;
  boards: RulingBoard[];
  sum: RulingSum | null;
}

/** A small drawn board: a letter is a chain, o loose, * the tile in question, x set aside, . empty. */
export interface RulingBoard {
  drawing: string;
  caption: string;
}

/** A small table beside a ruling: who gets what, in which order. */
export interface RulingSum {
  head: string[];
  rows: string[][];
  caption: string;
}

/** Somebody said something. */
export interface Said {
  type: "chat";
  line: ChatLine;
}

/** Two lines of a league table that are one person: a guest who came by two devices, say. */
export interface SamePersonForm {
  one: number;
  other: number;
}

/** Something to say to the table. */
export interface Say {
  do: "chat";
  id: string;
  text: string;
}

/** How a season is counted. */
export interface SeasonPlan {
  title: string;
  scoring?: "places" | "points";
  best?: number;
}

/** A season and its league table, worked out from the logs of its evenings. */
export interface SeasonShown {
  id: string;
  title: string;
  plan: SeasonPlan;
  host: boolean;
  evenings: EveningShown[];
  league: LeagueLine[];
  created: number;
  changed: number;
}

/** A place at the table and who sits there. */
export interface Seat {
  seat: number;
  kind: "bot" | "free" | "person";
  name: string | null;
  level: "apprentice" | "banker" | "broker" | "clerk" | "magnate" | "mogul" | "novice" | "random" | "trader" | null;
  presence: "away" | "gone" | "here";
  away_since: number | null;
  stand_in: boolean;
  absence: "" | "others" | "own" | "removed" | "resigned" | "round" | "time";
  words: boolean;
  host: boolean;
  muted: boolean;
  clock: SeatClock | null;
}

/** How a seat's result adds up: start + the four = result. */
export interface SeatAccount {
  seat: number;
  start: number;
  own_luck: number;
  others_luck: number;
  own_decisions: number;
  others_decisions: number;
  result: number;
  dollars: number;
}

/** A seat's time. `deadline` is set while its clock runs; `reserve` is what is left of it, in milliseconds. */
export interface SeatClock {
  deadline: number | null;
  reserve: number;
}

/** A seat at a table of a round. */
export interface SeatShown {
  number: number;
  name: string;
  no_show: boolean;
  idle: boolean;
  money: number | null;
  place: number | null;
  points: number | null;
}

/** A seat's game in a few numbers. */
export interface SeatSummary {
  seat: number;
  name: string;
  money: number;
  won: number;
  accuracy: number | null;
  mean_cost: number;
  decisions: number;
  grades: Record<string, number>;
  by_kind: Record<string, unknown[]>;
  luckiest: Draw | null;
  unluckiest: Draw | null;
  costliest: number | null;
  luck_adjusted: number;
}

/** A heading of the player aid and the lines under it; `moments` are those at which each line matters. */
export interface Section {
  title: string;
  lines: string[];
  moments: string[][];
}

/** A game that somebody would like; None is any. Bots fill the seats after so many seconds, or never. */
export interface Seek {
  edition?: string | null;
  players?: number | null;
  clock?: "days" | "live";
  rated?: boolean;
  fill_after?: number | null;
  level?: "apprentice" | "banker" | "broker" | "clerk" | "magnate" | "mogul" | "novice" | "random" | "trader";
  name?: string | null;
}

/** Whether a game is being looked for, since when, and where it was found. */
export interface Seeking {
  seeking: boolean;
  since: number | null;
  others: number;
  table: string | null;
}

/** How one wants to hear of one's turns. Quiet hours are minutes of the day in the zone; both the same: never. */
export interface SetContact {
  email?: string;
  webhook?: string;
  quiet_from?: number;
  quiet_to?: number;
  zone?: string;
}

/** What a table is called in one's own list; with nothing it has its own title again. */
export interface SetLabel {
  label: string;
}

/** What becomes of one's shares when a merger in somebody else's turn asks; nothing: one is asked. */
export interface SetOrders {
  orders: "" | "keep" | "sell" | "trade";
}

/** The host's word on how long, in seconds, somebody may be away before others go on without them. */
export interface SetPatience {
  patience: number;
}

/** The host gives a seat to a bot, or with no level frees it. */
export interface SetSeat {
  level?: "apprentice" | "banker" | "broker" | "clerk" | "magnate" | "mogul" | "novice" | "random" | "trader" | null;
}

/** Who may see one's profile: everybody, people with an account, or nobody. */
export interface SetShown {
  shown: "nobody" | "players" | "public";
}

/** Follows, blocks or mutes somebody, or no longer. */
export interface SetTie {
  kind: "block" | "follow" | "mute";
  on?: boolean;
}

/** Until when one is away; 0: one is back. */
export interface SetVacation {
  until: number;
}

/** A seat's words for the shuffle, before the start. */
export interface SetWords {
  words: string;
}

/** The end of the ceremony that signs in; `bring` takes this guest's games along. */
export interface SignIn {
  credential: Record<string, unknown>;
  bring?: boolean;
  label?: string;
}

/** Signs this device out, another one by its id, or all of them. */
export interface SignOut {
  session?: string | null;
  everywhere?: boolean;
}

/** How good somebody is at puzzles so far. A newcomer has 25 ± 8.3. */
export interface SolverLevel {
  skill: number;
  uncertainty: number;
  tries: number;
  solved: number;
}

/** A chain on somebody's real table: its size, and what each player holds of it. */
export interface StakeAsked {
  chain: string;
  size: number;
  holdings: number[];
  market?: number;
}

/** Lets a bot play for a seat until its owner returns: one's own, or one whose owner has been away for long. */
export interface StandIn {
  do: "stand-in";
  id: string;
  seat: number | null;
}

/** A seat's final account: cash before the end, what each chain brought, the total; `place` counts from 1. */
export interface Standing {
  seat: number;
  name: string;
  place: number;
  cash: number;
  chains: ChainStanding[];
  total: number;
}

/** A line of the standings. */
export interface StandingLine {
  place: number;
  number: number;
  name: string;
  points: number;
  wins: number;
  money: number;
  opponents: number;
  rounds: (number | null)[];
  here: boolean;
  out: boolean;
}

/** Starts the game; free seats get bots of this level, or must be taken if there is none. */
export interface Start {
  fill?: "apprentice" | "banker" | "broker" | "clerk" | "magnate" | "mogul" | "novice" | "random" | "trader" | null;
}

/** One thing that was checked. */
export interface Step {
  what: string;
  holds: boolean;
}

/** A table, as anybody with its link may see it. */
export interface Table {
  id: string;
  title: string;
  status: "finished" | "open" | "running";
  edition: string;
  edition_title: string;
  house_rules: boolean;
  hidden: boolean;
  public: boolean;
  hints: boolean;
  undo: boolean;
  clock: Clock;
  patience: number;
  rated: boolean;
  seats: Seat[];
  version: number;
  to_act: number | null;
  decision: string | null;
  turn: number;
  paused: boolean;
  watchers: number;
  watchers_muted: boolean;
  fairness: Fairness;
  result: Result | null;
  rematch: string | null;
  tournament: string | null;
  created: number;
  started: number | null;
  finished: number | null;
  changed: number;
}

/** A table to go to. */
export interface TableCalled {
  table: string;
  path: string;
}

/** Something about the table other than its log changed: seats, presence, status, clocks, rematch. */
export interface TableChanged {
  type: "table";
  table: Table;
  you: You;
  now: number;
}

/** A table, without its game. */
export interface TableShown {
  id: string;
  title: string;
  status: string;
  names: string[];
  created: number;
  changed: number;
}

/** Leaves a tournament: oneself, or for the organiser anybody by number. */
export interface TakeOff {
  number?: number | null;
}

/** Somebody whom one follows, blocks or mutes; where they play now, if that is public. */
export interface Tie {
  handle: string;
  kind: "block" | "follow" | "mute";
  table: string | null;
  title: string | null;
}

/** What placing a tile would do. `survivors` has several names where the mergemaker would choose. */
export interface TileEffect {
  tile: string;
  effect: string;
  text: string;
  playable: boolean;
  chain?: string | null;
  size?: number;
  price?: number;
  survivors?: string[];
  absorbed?: string[];
  bonuses?: Payment[];
}

/** A program's token; what it is, was shown once. */
export interface Token {
  id: string;
  purpose: string;
  scope: string;
  bot: string | null;
  created: number;
  used: number | null;
}

/** How a tournament is to be played. */
export interface TournamentPlan {
  title: string;
  format?: "knock-out" | "swiss";
  rounds?: number;
  fewest?: number;
  most?: number;
  liked?: number;
  go_on?: number;
  scoring?: "money" | "place";
  place_points?: number[];
  round_minutes?: number;
  no_show_minutes?: number;
  stand_in?: "apprentice" | "banker" | "broker" | "clerk" | "magnate" | "mogul" | "novice" | "random" | "trader";
  edition?: string;
  hidden?: boolean | null;
  hints?: boolean;
  undo?: boolean;
  clock?: Clock;
  public?: boolean;
  season?: string | null;
}

/** A tournament as anybody with its link may see it. */
export interface TournamentShown {
  type: "tournament";
  id: string;
  version: number;
  title: string;
  status: "finished" | "open" | "running";
  plan: TournamentPlan;
  you: YouThere;
  invited: string[];
  people: EntrantShown[];
  rounds: RoundShown[];
  standings: StandingLine[];
  next_tables: number[];
  last_round: boolean;
  season: string | null;
  season_title: string | null;
  created: number;
  changed: number;
  now: number;
}

/** Shares that may be given up in a merger, and the survivor's shares that they bring. */
export interface Trade {
  shares: number;
  gets: number;
}

/** What a holder of the absorbed chain can do: sell all of it, or trade pairs; in money and in a sentence. */
export interface TradeSum {
  seat: number;
  held: number;
  sale: number;
  most: number;
  gets: number;
  worth: number;
  told: string;
}

/** An action that was open to a seat: its chance after it, and how surely it is worse than the best. */
export interface TriedAction {
  action: string;
  chance: number;
  behind: number;
  error: number;
  worlds: number;
}

/** A turn of the log as this receiver may read it. Turn 0 is the deal. A turn that comes again replaces itself. */
export interface Turn {
  turn: number;
  seat: number | null;
  first: number;
  last: number;
  lines: Line[];
  merger: boolean;
}

/** A moment at which the game turned: who gained and lost, by a decision or by luck. */
export interface TurningPoint {
  at: number;
  number: number;
  seat: number;
  by: string;
  swing: number;
  whose: number;
  told: string;
}

/** Takes back one's own last action. */
export interface Undo {
  do: "undo";
  id: string;
  version: number;
}

/** The log grew. `turns` replace those of the same number; a turn greater than the last of these is gone. */
export interface Update {
  type: "update";
  version: number;
  entries: Entry[];
  view: View;
  turns: Turn[];
  you: You;
  to_act: number | null;
  decision: string | null;
  clocks: (SeatClock | null)[];
  result: Result | null;
  now: number;
}

/** A record to be replayed or verified. `eyes` is a seat, or None for everything open. */
export interface Upload {
  record: Record<string, unknown>;
  eyes?: number | null;
}

/** Whether a shuffle was the committed one, step by step. */
export interface Verdict {
  fair: boolean;
  text: string;
  checks: Step[];
}

/** What one seat may know. */
export interface View {
  edition_name: string;
  seat: number | null;
  version: number;
  hidden: boolean;
  names: string[];
  decision: string | null;
  to_act: number | null;
  mover: number;
  starter: number;
  announced: boolean;
  end_in_sight: boolean;
  bought: number;
  buy_limit: number;
  board: Record<string, string>;
  set_aside: string[];
  placed: string | null;
  founding: number;
  bag: number;
  hand: TileEffect[];
  chains: ChainView[];
  players: PlayerView[];
  merger: MergerView | null;
  market: string[];
  actions: string[];
  buying: Buying | null;
  disposal: Disposal | null;
  doing: string;
  question: string;
  remark: string;
  market_said: string;
  ending: string | null;
  winners: number[];
  moments: string[];
}

/** A handle that somebody would like. */
export interface WantHandle {
  handle: string;
}

/** The first message of a connection: all there is to know, or what was missed since `since`. */
export interface Welcome {
  type: "welcome";
  protocol: number;
  now: number;
  table: Table;
  you: You;
  version: number;
  since: number;
  view: View | null;
  turns: Turn[];
  entries: Entry[];
  chat: ChatLine[];
}

/** A moment and all that could have been done there.

    `open` is what each action would have been worth with everything laid open; `tried` what it was worth by what the
    seat that had to decide knew then, best first. */
export interface WhatIf {
  at: number;
  seat: number;
  decision: string;
  played: string;
  before: number[];
  open: Alternative[];
  tried: TriedAction[];
}

/** Who the receiver of a message is at this table. */
export interface You {
  seat: number | null;
  host: boolean;
  may_chat: boolean;
  may_undo: boolean;
}

/** Who the caller is in a tournament; `table` is the path of the table where they sit now. */
export interface YouThere {
  number: number | null;
  name: string | null;
  here: boolean;
  host: boolean;
  table: string | null;
  bye: boolean;
}

export type FromClient = Play | Undo | Say | Ask | Attend | Pace | Return | StandIn | Mute | Ping;

export type FromServer = Welcome | Update | TableChanged | Said | Acknowledged | Refused | Hint | Pong;
