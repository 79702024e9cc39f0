/** It is your turn: the tab's title always says so, a sound and a notification if they are wanted. */

import { settings } from "./settings.svelte";

let audio: AudioContext | undefined;

type Note = readonly [at: number, pitch: number, length: number]; // seconds, hertz, seconds

const TURN: Note[] = [[0, 523.25, 0.4], [0.14, 659.25, 0.4]];
const MERGER: Note[] = [[0, 392, 0.5], [0.12, 493.88, 0.5], [0.24, 587.33, 0.7]];
const END: Note[] = [[0, 523.25, 0.6], [0.16, 659.25, 0.6], [0.32, 783.99, 0.8], [0.32, 392, 0.9]];

/** Soft notes. Browsers allow it once the page has been touched. */
function play(notes: readonly Note[]): void {
  try {
    audio ??= new AudioContext();
    const start = audio.currentTime + 0.02;
    for (const [at, pitch, length] of notes) {
      const tone = audio.createOscillator();
      const volume = audio.createGain();
      tone.type = "sine";
      tone.frequency.value = pitch;
      volume.gain.setValueAtTime(0, start + at);
      volume.gain.linearRampToValueAtTime(0.12, start + at + 0.02);
      volume.gain.exponentialRampToValueAtTime(0.001, start + at + length);
      tone.connect(volume).connect(audio.destination);
      tone.start(start + at);
      tone.stop(start + at + length + 0.05);
    }
  } catch {
    // No sound is no reason to stop the game.
  }
}

export const chime = () => play(TURN);

/** A merger pays, or the game ends. */
export function momentSound(what: "merger" | "end"): void {
  if (settings.sound) play(what === "merger" ? MERGER : END);
}

export function alertTurn(title: string, text: string): void {
  if (settings.sound) chime();
  if (settings.notify && document.hidden && "Notification" in globalThis && Notification.permission === "granted")
    new Notification(title, { body: text, tag: "mergemaker-turn", icon: "/icon-192.png" });
}

export async function allowNotifications(): Promise<boolean> {
  if (!("Notification" in globalThis)) return false;
  return (await Notification.requestPermission()) === "granted";
}
