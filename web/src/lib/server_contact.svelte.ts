/** Whether the server can be reached: the browser says so, or a request failed. While it can't, it is asked again. */

const AGAIN = 4000;

export const contact: { lost: boolean } = $state({ lost: globalThis.navigator?.onLine === false });
let timer: ReturnType<typeof setTimeout> | undefined;

/** A request got no answer at all. */
export function missed(): void {
  contact.lost = true;
  clearTimeout(timer);
  timer = setTimeout(ask, AGAIN);
}

/** A request was answered, whatever the answer. */
export function reached(): void {
  contact.lost = false;
  clearTimeout(timer);
}

function ask(): void {
  fetch("/health", { cache: "no-store" }).then(reached, missed);
}

globalThis.addEventListener?.("offline", missed);
globalThis.addEventListener?.("online", ask);
if (contact.lost) missed();
