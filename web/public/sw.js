// Keeps the page itself, so that without a connection it still opens and says that it is offline. Games are never
// kept: what the server says is always fetched.
const KEPT = "mergemaker-page";

/** The page and the files it names: those were fetched before this worker was there to keep them. */
async function keepPage() {
  const kept = await caches.open(KEPT);
  const page = await fetch("/", { cache: "no-cache" });
  if (!page.ok) throw new Error("the page can’t be fetched");
  const text = await page.clone().text();
  await kept.put("/", page);
  await kept.addAll(["/icon.svg", ...new Set(text.match(/\/assets\/[\w.-]+/g))]);
}

self.addEventListener("install", (event) => event.waitUntil(keepPage().then(() => self.skipWaiting())));

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (url.pathname.startsWith("/docs")) return; // pages of their own, which must not be kept as ours
  if (request.mode === "navigate") {
    event.respondWith(
      fetch(request)
        .then((answer) => {
          if (answer.ok) {
            const copy = answer.clone();
            caches.open(KEPT).then((kept) => kept.put("/", copy));
          }
          return answer;
        })
        .catch(() => caches.match("/").then((kept) => kept ?? Response.error())),
    );
  } else if (url.pathname === "/icon.svg") {
    event.respondWith(fetch(request).catch(() => caches.match(request).then((kept) => kept ?? Response.error())));
  } else if (url.pathname.startsWith("/assets/")) {
    // Their names change with their content, so a kept one is always right.
    event.respondWith(
      caches.match(request).then(
        (kept) =>
          kept ??
          fetch(request).then((answer) => {
            if (answer.ok) {
              const copy = answer.clone();
              caches.open(KEPT).then((open) => open.put(request, copy));
            }
            return answer;
          }),
      ),
    );
  }
});
