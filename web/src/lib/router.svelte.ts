/** Which page is shown: the path of the address, changed without loading anything again. */

export const route: { path: string; query: string } = $state({
  path: globalThis.location?.pathname ?? "/",
  query: globalThis.location?.search ?? "",
});

function read(): void {
  route.path = location.pathname;
  route.query = location.search;
}

export function go(to: string, replace = false): void {
  if (replace) history.replaceState(null, "", to);
  else history.pushState(null, "", to);
  const before = route.path;
  read();
  if (before !== route.path) {
    scrollTo(0, 0);
    // A new page begins at its top for screen readers too.
    queueMicrotask(() => document.querySelector<HTMLElement>("main")?.focus({ preventScroll: true }));
  }
}

/** Follows our own links; whatever is to be opened elsewhere, the browser does. */
export function followLinks(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const link = (event.target as Element | null)?.closest?.("a");
  if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
  if (link.hash && link.pathname === location.pathname) return;
  if (/^\/(api|docs|schema|health)/.test(link.pathname)) return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
}

globalThis.addEventListener?.("popstate", read);
