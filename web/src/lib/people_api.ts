/** Accounts over HTTP, and the browser's part in a passkey's ceremony. */

import type { PublicKeyCredentialCreationOptionsJSON, PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/browser";

import { becameSomebody, get, post, Refusal } from "./api";
import type {
  AccountPage, Ceremony, CircleListed, FreshCodes, Friends, FreshToken, HallOfRecords, Kept, Leaderboard, Me, MyGames, Profile, TableCalled,
} from "./protocol";

/** What somebody reads when the browser's own window was closed, or could not do it. */
function notDone(problem: unknown): never {
  if (problem instanceof Refusal) throw problem;
  const name = (problem as Error).name;
  if (name === "InvalidStateError") throw new Refusal("known", "This device has a passkey for you already.", 0);
  if (name === "NotAllowedError" || name === "AbortError") throw new Refusal("cancelled", "Nothing was changed: the passkey was not confirmed.", 0);
  throw new Refusal("no-passkeys", "This browser can’t use passkeys here. Try another one, or a private link.", 0);
}

async function create(ceremony: Ceremony): Promise<unknown> {
  const { startRegistration } = await import("@simplewebauthn/browser");
  const optionsJSON = ceremony.options as unknown as PublicKeyCredentialCreationOptionsJSON;
  return startRegistration({ optionsJSON }).catch(notDone);
}

export async function keepGames(handle: string): Promise<Kept> {
  const credential = await create(await post<Ceremony>("/api/account/new/options", { handle }));
  const kept = await post<Kept>("/api/account/new", { credential });
  becameSomebody();
  return kept;
}

export async function signIn(bring: boolean): Promise<Me> {
  const begun = await post<Ceremony>("/api/account/sign-in/options");
  const { startAuthentication } = await import("@simplewebauthn/browser");
  const optionsJSON = begun.options as unknown as PublicKeyCredentialRequestOptionsJSON;
  const credential = await startAuthentication({ optionsJSON }).catch(notDone);
  const me = await post<Me>("/api/account/sign-in", { credential, bring });
  becameSomebody(me);
  return me;
}

export async function recover(handle: string, code: string, bring: boolean): Promise<Me> {
  const me = await post<Me>("/api/account/recover", { handle, code, bring });
  becameSomebody(me);
  return me;
}

export async function addPasskey(): Promise<AccountPage> {
  const credential = await create(await post<Ceremony>("/api/account/passkeys/options"));
  return post<AccountPage>("/api/account/passkeys", { credential });
}

export async function signOut(wish: { session?: string; everywhere?: boolean }, here: boolean): Promise<void> {
  await post<null>("/api/account/sign-out", wish);
  if (here) becameSomebody();
}

export async function deleteAccount(handle: string): Promise<void> {
  await post<null>("/api/account/delete", { handle });
  becameSomebody();
}

export const account = () => get<AccountPage>("/api/account");
export const dropPasskey = (id: string) => post<AccountPage>("/api/account/passkeys/remove", { id });
export const freshCodes = () => post<FreshCodes>("/api/account/codes");
export const setHandle = (handle: string) => post<AccountPage>("/api/account/handle", { handle });
export const setShown = (shown: string) => post<AccountPage>("/api/account/shown", { shown });
export const newBot = (handle: string) => post<AccountPage>("/api/account/bots", { handle });
export const newToken = (purpose: string, bot: string | null) => post<FreshToken>("/api/account/tokens", { purpose, bot });
export const revokeToken = (id: string) => post<AccountPage>("/api/account/tokens/revoke", { id });
export const exportPath = "/api/me/export";

export interface GamesWanted { edition?: string; players?: string; opponent?: string; result?: string; rated?: string; cleared?: string; before?: string }

export function myGames(wanted: GamesWanted): Promise<MyGames> {
  const query = new URLSearchParams(Object.entries(wanted).filter(([, value]) => value) as [string, string][]);
  return get<MyGames>(`/api/my-games?${query}`);
}
export const recordsPath = "/api/my-games/records";
export const profile = (handle: string) => get<Profile>(`/api/people/${encodeURIComponent(handle)}`);
export const leaderboard = (pool: string, period: string) => get<Leaderboard>(`/api/leaderboards?${new URLSearchParams({ pool, period })}`);
export const records = () => get<HallOfRecords>("/api/hall-of-records");

export const ordinal = (place: number) => ["", "first", "second", "third", "fourth", "fifth", "sixth"][place] ?? `${place}.`;

export const friends = () => get<Friends>("/api/friends");
export const setTie = (handle: string, kind: string, on = true) => post<Friends>(`/api/people/${encodeURIComponent(handle)}/tie`, { kind, on });
export const invite = (table: string, handle: string) => post<Friends>(`/api/tables/${encodeURIComponent(table)}/invite`, { handle });
export const putInvitationAway = (id: string) => post<Friends>("/api/invitations/put-away", { id });
export const newCircle = (title: string) => post<CircleListed>("/api/circles", { title });
export const circle = (id: string) => get<CircleListed>(`/api/circles/${encodeURIComponent(id)}`);
export const joinCircle = (id: string) => post<CircleListed>(`/api/circles/${encodeURIComponent(id)}/join`);
export const leaveCircle = (id: string) => post<Friends>(`/api/circles/${encodeURIComponent(id)}/leave`);
export const playInCircle = (id: string) => post<TableCalled>(`/api/circles/${encodeURIComponent(id)}/play`);
