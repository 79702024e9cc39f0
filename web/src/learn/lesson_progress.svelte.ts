/** Which lessons are done, and where each was left: kept in this browser. */

interface Progress {
  done: string[];
  at: Record<string, string[]>; // what was right so far, by lesson
}

const KEY = "mergemaker.lessons";

function remembered(): Progress {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Progress>;
    const done = Array.isArray(kept.done) ? kept.done.filter((name) => typeof name === "string") : [];
    return { done, at: typeof kept.at === "object" && kept.at !== null ? kept.at : {} };
  } catch {
    return { done: [], at: {} }; // a private window, or something else's text under our key
  }
}

export const progress: Progress = $state(remembered());

function keep(): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(progress));
  } catch {
    // Then it lasts as long as the page does.
  }
}

export const leftAt = (lesson: string): string[] => {
  const at = progress.at[lesson];
  return Array.isArray(at) ? at.filter((text) => typeof text === "string") : [];
};

/** Remembers what was right so far; a lesson at its end is done, and begins anew the next time. */
export function keepProgress(lesson: string, tried: readonly string[], done: boolean): void {
  progress.at[lesson] = done ? [] : [...tried];
  if (done && !progress.done.includes(lesson)) progress.done.push(lesson);
  keep();
}
