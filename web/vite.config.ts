import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// The server that `mergemaker serve` runs, for `npm run dev`.
const server = "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: "../src/mergemaker/web/static",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0, // everything is a file of ours, so that the page's content policy can be strict
  },
  server: {
    proxy: { "/api": server, "/ws": { target: server, ws: true } },
  },
  test: { include: ["tests/**/*.test.ts"] },
});
