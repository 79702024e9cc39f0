/** What somebody likes, kept in this browser and put on the page's root element. */

export interface Settings {
  theme: "system" | "light" | "dark";
  patterns: boolean;
  largeText: boolean;
  sound: boolean;
  notify: boolean;
  motion: boolean;
  confirm: boolean;
  level: string;
  coach: "off" | "gentle" | "full";
  pace: "coach" | "quick" | "usual" | "slow"; // of bots, where one plays alone against them
}

const DEFAULTS: Settings = {
  theme: "system",
  patterns: false,
  largeText: false,
  sound: false,
  notify: false,
  motion: true,
  confirm: true,
  level: "clerk",
  coach: "gentle",
  pace: "coach",
};
const KEY = "mergemaker.settings";

function remembered(): Settings {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return { ...DEFAULTS }; // a private window, or something else's text under our key
  }
}

export const settings: Settings = $state(remembered());

export function remember(): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Then they last as long as the page does.
  }
}

/** How many seconds a bot should take for a tile; null leaves it to the server. */
export function botPace(): number | null {
  const wanted = settings.pace === "coach" && settings.coach === "full" ? "slow" : settings.pace;
  return { coach: null, usual: null, quick: 0.1, slow: 1.8 }[wanted];
}

const darkness = globalThis.matchMedia?.("(prefers-color-scheme: dark)");
const stillness = globalThis.matchMedia?.("(prefers-reduced-motion: reduce)");

export function applySettings(): void {
  const root = document.documentElement;
  const dark = settings.theme === "dark" || (settings.theme === "system" && darkness?.matches);
  root.dataset["theme"] = dark ? "dark" : "light";
  root.dataset["text"] = settings.largeText ? "large" : "usual";
  root.dataset["motion"] = settings.motion ? "on" : "off";
  document.querySelector('meta[name="theme-color"]')?.setAttribute("content", dark ? "#1b1916" : "#f4efe4");
}

export function moves(): boolean {
  return settings.motion && !stillness?.matches;
}

darkness?.addEventListener("change", applySettings);
