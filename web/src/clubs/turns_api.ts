/** The inbox and what belongs to it, over HTTP. */

import { get, post } from "../lib/api";
import type { ContactShown, Done, Inbox, SetContact } from "../lib/protocol";

export const inbox = () => get<Inbox>("/api/inbox");
export const setContact = (wish: SetContact) => post<ContactShown>("/api/inbox/contact", wish);
export const setVacation = (until: number) => post<ContactShown>("/api/inbox/vacation", { until });
export const confirmAddress = (token: string) => post<Done>("/api/inbox/confirm", { token });
export const stopWord = (token: string) => post<Done>("/api/inbox/stop", { token });
export const setOrders = (table: string, orders: string) => post<Done>(`/api/tables/${encodeURIComponent(table)}/orders`, { orders });
