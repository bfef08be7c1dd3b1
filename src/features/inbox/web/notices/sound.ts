import { useSyncExternalStore } from 'react';

const key = 'ui-inbox-sound';
const listeners = new Set<() => void>();
let isOn = read();

function read(): boolean {
  try {
    return localStorage.getItem(key) !== 'off';
  } catch {
    return true;
  }
}

/** Whether a sound says that a visitor waits; kept in this browser. */
export const soundStore = {
  set(next: boolean): void {
    isOn = next;
    try {
      localStorage.setItem(key, next ? 'on' : 'off');
    } catch {
      // Storage may be forbidden; the choice then lasts for this page.
    }
    for (const listener of listeners) listener();
  },
  use: (): boolean =>
    useSyncExternalStore(
      (changed) => {
        listeners.add(changed);
        return () => void listeners.delete(changed);
      },
      () => isOn,
    ),
};

/** Two short, soft notes; nothing where the browser allows no sound yet. */
export function playNoticeSound(): void {
  // Before a first click or key browsers refuse sound, and say so in their console.
  if (!isOn || !navigator.userActivation.hasBeenActive) return;
  try {
    const context = new AudioContext();
    const start = context.currentTime;
    for (const [at, pitch] of [
      [0, 660],
      [0.14, 880],
    ] as const) {
      const tone = context.createOscillator();
      const volume = context.createGain();
      tone.frequency.value = pitch;
      volume.gain.setValueAtTime(0.0001, start + at);
      volume.gain.exponentialRampToValueAtTime(0.12, start + at + 0.02);
      volume.gain.exponentialRampToValueAtTime(0.0001, start + at + 0.22);
      tone.connect(volume).connect(context.destination);
      tone.start(start + at);
      tone.stop(start + at + 0.25);
    }
    setTimeout(() => void context.close(), 800);
  } catch {
    // Without a sound the badge still says it.
  }
}
