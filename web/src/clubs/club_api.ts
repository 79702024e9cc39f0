/** Tournaments and seasons over HTTP. */

import { get, post } from "../lib/api";
import type { ClubLists, SeasonPlan, SeasonShown, TournamentPlan, TournamentShown } from "../lib/protocol";

const at = (id: string, rest = "") => `/api/tournaments/${encodeURIComponent(id)}${rest}`;
const season = (id: string, rest = "") => `/api/seasons/${encodeURIComponent(id)}${rest}`;

export const clubs = () => get<ClubLists>("/api/clubs");
export const tournament = (id: string) => get<TournamentShown>(at(id));
export const newTournament = (plan: TournamentPlan) => post<TournamentShown>("/api/tournaments", plan);
export const joinTournament = (id: string, name: string) => post<TournamentShown>(at(id, "/join"), { name });
export const checkIn = (id: string, here: boolean, number?: number) => post<TournamentShown>(at(id, "/check-in"), { here, ...(number ? { number } : {}) });
export const takeOff = (id: string, number?: number) => post<TournamentShown>(at(id, "/leave"), number ? { number } : {});
export const invite = (id: string, names: string[]) => post<TournamentShown>(at(id, "/invite"), { names });
export const drawRound = (id: string, seatMissing: boolean) => post<TournamentShown>(at(id, "/draw"), { seat_missing: seatMissing });
export const callTime = (id: string) => post<TournamentShown>(at(id, "/time"));
export const correctResult = (id: string, round: number, table: number, money: number[]) => post<TournamentShown>(at(id, "/correct"), { round, table, money });
export const finish = (id: string) => post<TournamentShown>(at(id, "/finish"));
export const reopen = (id: string) => post<TournamentShown>(at(id, "/reopen"));
export const putInSeason = (id: string, to: string | null) => post<TournamentShown>(at(id, "/season"), { season: to });
export const resultsPath = (id: string) => at(id, "/results.csv");
export const recordsPath = (id: string) => at(id, "/records");
export const clubQr = (id: string) => at(id, "/qr");
export const newSeason = (plan: SeasonPlan) => post<SeasonShown>("/api/seasons", plan);
export const seasonPage = (id: string) => get<SeasonShown>(season(id));
export const samePerson = (id: string, one: number, other: number) => post<SeasonShown>(season(id, "/same"), { one, other });
export const seasonCsv = (id: string) => season(id, "/table.csv");
