/** The host's desk, reports to it, and the privacy note, over HTTP. */

import { get, post } from "../lib/api";
import type { DeskAct, DeskShown, Done, PrivacyNote } from "../lib/protocol";

export const desk = (find: string) => get<DeskShown>(`/api/desk?find=${encodeURIComponent(find)}`);
export const deskAct = (act: DeskAct) => post<Done>("/api/desk/act", act);
export const enterDesk = (token: string) => post<Done>("/api/desk/enter", { token });
export const report = (table: string, text: string) => post<Done>(`/api/tables/${encodeURIComponent(table)}/report`, { text });
export const privacyNote = () => get<PrivacyNote>("/api/privacy");
