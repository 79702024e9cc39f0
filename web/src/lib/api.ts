/** The server's HTTP side: every request answers with what docs/look-up/protocol.md says, or throws a Refusal to be shown. */

import type {
  BonusAsked, BotLevel, Calculation, CoachAsked, CoachCards, CoachWord, EditionListed, EditionPage, Join, LessonAnswer,
  LessonListed, LessonTry, Lobby, Made, Me, Moment, NewTable, OwnPlay, PlayNow, OwnPuzzles, PrivateLink, Problem, PuzzleAnswer, PuzzleAsked,
  PuzzleProgress, PuzzleShelf, PuzzleTry,
  Replay, ReviewProgress, Start, Verdict, WhatIf,
} from "./protocol";

import { missed, reached } from "./server_contact.svelte";

export class Refusal extends Error {
  constructor(
    readonly code: string,
    text: string,
    readonly status: number,
  ) {
    super(text);
  }
}

let me: Promise<Me> | undefined;

async function send<T>(method: string, path: string, body?: unknown): Promise<T> {
  const headers: Record<string, string> = { Accept: "application/json" };
  if (method === "POST") {
    headers["X-CSRF-Token"] = (await whoAmI()).csrf;
    headers["Content-Type"] = "application/json";
  }
  let answer: Response;
  try {
    answer = await fetch(path, { method, headers, body: method === "POST" ? JSON.stringify(body ?? {}) : null });
  } catch {
    missed();
    throw new Refusal("offline", "The server can’t be reached. Check the connection and try again.", 0);
  }
  reached();
  const said: unknown = await answer.json().catch(() => null);
  if (answer.ok) return said as T;
  const problem = said as Partial<Problem> | null;
  throw new Refusal(problem?.code ?? "trouble", problem?.text ?? "The server had trouble. Try again.", answer.status);
}

export const get = <T>(path: string) => send<T>("GET", path);
export const post = <T>(path: string, body?: unknown) => send<T>("POST", path, body);
const table = (id: string, rest = "") => `/api/tables/${encodeURIComponent(id)}${rest}`;

export function whoAmI(): Promise<Me> {
  me ??= get<Me>("/api/me").catch((problem: unknown) => {
    me = undefined; // so that the next request asks again
    throw problem;
  });
  return me;
}

/** After signing in or out: who one is comes with another token, or is asked for again. */
export function becameSomebody(now?: Me): void {
  me = now ? Promise.resolve(now) : undefined;
}

export async function rename(name: string): Promise<Me> {
  me = Promise.resolve(await post<Me>("/api/me", { name }));
  return me;
}

export async function carry(token: string): Promise<Me> {
  me = Promise.resolve(await post<Me>("/api/me/carry", { token }));
  return me;
}

export const privateLink = () => post<PrivateLink>("/api/me/link");
export const editions = () => get<EditionListed[]>("/api/editions");
export const edition = (name: string) => get<EditionPage>(`/api/editions/${encodeURIComponent(name)}`);
export const editionOf = (id: string) => get<EditionPage>(table(id, "/edition"));
export const checkRules = (rules: string) => post<EditionPage>("/api/editions/check", { rules });
export const bots = () => get<BotLevel[]>("/api/bots");
export const lobby = () => get<Lobby>("/api/lobby");
export const playNow = (wish: PlayNow) => post<Made>("/api/play-now", wish);
export const newTable = (wish: NewTable) => post<Made>("/api/tables", wish);
export const join = (id: string, wish: Join) => post<Made>(table(id, "/join"), wish);
export const leave = (id: string) => post<Made>(table(id, "/leave"));
export const setWords = (id: string, words: string) => post<Made>(table(id, "/words"), { words });
export const setSeat = (id: string, seat: number, level: string | null) =>
  post<Made>(table(id, `/seats/${seat}`), { level });
export const start = (id: string, wish: Start) => post<Made>(table(id, "/start"), wish);
export const removePlayer = (id: string, seat: number) => post<Made>(table(id, `/seats/${seat}/remove`));
export const setPatience = (id: string, patience: number) => post<Made>(table(id, "/patience"), { patience });
export const resign = (id: string) => post<Made>(table(id, "/resign"));
export const setLabel = (id: string, label: string) => post<Made>(table(id, "/label"), { label });
export const putAway = (id: string, away = true) => post<Made>(table(id, "/put-away"), { away });
export const rematch = (id: string) => post<Made>(table(id, "/rematch"));
export const moment = (id: string, version: number) => get<Moment>(table(id, `/view?version=${version}`));
export const verify = (id: string) => get<Verdict>(table(id, "/verify"));
export const recordPath = (id: string) => table(id, "/record");
export const qrPath = (id: string) => table(id, "/qr");
export const reviewOf = (id: string, depth: string) => get<ReviewProgress>(table(id, `/review?depth=${depth}`));
export const reviewPicture = (id: string, depth: string) => table(id, `/review/picture?depth=${depth}`);
export const myPlay = () => get<OwnPlay>("/api/me/play");
export const reviewMyNext = () => post<OwnPlay>("/api/me/play");
export const stopReview = (id: string, depth: string) => post<unknown>(table(id, "/review/cancel"), { depth });
export const whatIf = (id: string, at: number) => get<WhatIf>(table(id, `/what-if?at=${at}`));
export const playOn = (id: string, at: number, seat: number) => post<Made>(table(id, "/play-on"), { at, seat });
export const replay = (id: string, eyes: string | null) =>
  get<Replay>(table(id, `/replay${eyes === null ? "" : `?eyes=${eyes}`}`));
export const replayFile = (record: unknown, eyes: number | null) => post<Replay>("/api/replay", { record, eyes });
export const lessons = () => get<LessonListed[]>("/api/lessons");
export const tryLesson = (name: string, wish: LessonTry) => post<LessonAnswer>(`/api/lessons/${encodeURIComponent(name)}`, wish);
export const puzzleShelf = () => get<PuzzleShelf>("/api/puzzles");
export const puzzleProgress = () => get<PuzzleProgress>("/api/puzzles/me");
export const askPuzzle = (where: string) => whoAmI().then(() => get<PuzzleAsked>(`/api/puzzles/${where}`));
export const tryPuzzle = (id: string, wish: PuzzleTry) => post<PuzzleAnswer>(`/api/puzzles/${encodeURIComponent(id)}`, wish);
export const makePuzzles = (id: string, at: number | null, depth: string) =>
  post<OwnPuzzles>(table(id, "/puzzles"), { at, depth });
export const bonusOf = (wish: BonusAsked) => post<Calculation>("/api/bonus", wish);
export const coachCards = (id: string, since: number) => get<CoachCards>(table(id, `/coach?since=${since}`));
export const coachWord = (id: string, wish: CoachAsked) => post<CoachWord>(table(id, "/coach"), wish);
export const verifyFile = (record: unknown) => post<Verdict>("/api/verify", { record, eyes: null });
