// Keeps the page itself, so that without a connection it still opens and says that it is offline. Games are never
// kept: what the server says is always fetched.
const KEPT = "mergemaker-page";

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((kept) => kept.add("/")).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
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
