/** It is your turn: the tab's title always says so, a sound and a notification if they are wanted. */

import { settings } from "./settings.svelte";

let audio: AudioContext | undefined;

/** Two soft notes. Browsers allow it once the page has been touched. */
export function chime(): void {
  try {
    audio ??= new AudioContext();
    const start = audio.currentTime + 0.02;
    for (const [at, pitch] of [[0, 523.25], [0.14, 659.25]] as const) {
      const tone = audio.createOscillator();
      const volume = audio.createGain();
      tone.type = "sine";
      tone.frequency.value = pitch;
      volume.gain.setValueAtTime(0, start + at);
      volume.gain.linearRampToValueAtTime(0.12, start + at + 0.02);
      volume.gain.exponentialRampToValueAtTime(0.001, start + at + 0.4);
      tone.connect(volume).connect(audio.destination);
      tone.start(start + at);
      tone.stop(start + at + 0.45);
    }
  } catch {
    // No sound is no reason to stop the game.
  }
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
