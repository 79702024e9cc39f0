/** Numbers and times as people read them. */

export function dollars(amount: number): string {
  const sign = amount < 0 ? "−" : "";
  return `${sign}$${Math.abs(amount).toLocaleString("en-US")}`;
}

/** What was gained or lost: +12, −3, ±0. */
export function signed(change: number): string {
  return `${change > 0 ? "+" : change < 0 ? "−" : "±"}${Math.abs(change)}`;
}

/** A holding, a bonus or money that may lie hidden. */
export function shown(amount: number | null | undefined, write: (n: number) => string = String): string {
  return amount === null || amount === undefined ? "hidden" : write(amount);
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** a, b and c */
export function listed(parts: readonly string[], last = "and"): string {
  if (parts.length < 2) return parts.join("");
  return `${parts.slice(0, -1).join(", ")} ${last} ${parts[parts.length - 1]}`;
}

/** Names short enough for a column, and still different from each other: Broker 2 becomes Bro 2. */
export function shortNames(names: readonly string[], most = 6): string[] {
  const cut = names.map((name) => {
    if (name.length <= most) return name;
    const number = / (\d+)$/.exec(name)?.[1];
    return number ? `${name.slice(0, most - 1 - number.length - 1)} ${number}` : `${name.slice(0, most - 1)}…`;
  });
  // Two that came out the same are told apart by their seat.
  return cut.map((name, seat) => (cut.indexOf(name) !== cut.lastIndexOf(name) ? `${name.slice(0, most - 3)} ${seat + 1}` : name));
}

/** A clock: 0:42, 12:05, 1:00:00, 2 days. */
export function clock(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  const days = seconds / 86_400;
  if (days >= 1) return plural(Math.floor(days), "day");
  const two = (n: number) => String(Math.floor(n)).padStart(2, "0");
  const rest = `${two(seconds % 60)}`;
  if (seconds >= 3600) return `${Math.floor(seconds / 3600)}:${two((seconds / 60) % 60)}:${rest}`;
  return `${Math.floor(seconds / 60)}:${rest}`;
}

/** How long ago something was, roughly; the day where that is long. */
export function ago(then: number, now: number): string {
  const minutes = Math.floor((now - then) / 60_000);
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${minutes} min ago`;
  if (minutes < 48 * 60) return `${plural(Math.floor(minutes / 60), "hour")} ago`;
  const days = Math.floor(minutes / 1440);
  return days < 60 ? `${days} days ago` : new Date(then).toLocaleDateString();
}
