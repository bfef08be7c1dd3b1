import type { SpeechProviderId } from '#shared/speech-vendors.ts';

/** A voice to try, of a vendor or of this device. */
export type LabVoice = {
  id: string;
  label: string;
  /** Language, accent or whatever else is said of it. */
  about: string;
  /** Copied here, of somebody who agreed. */
  isOwn?: boolean;
};

/** Who speaks in the lab: a connected vendor, or this browser. */
export type LabVendor = SpeechProviderId | 'browser';

const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Voices whose name or description holds every word of the search. */
export function findVoices(voices: readonly LabVoice[], search: string): LabVoice[] {
  const words = plain(search).split(/\s+/).filter(Boolean);
  return voices.filter(({ label, about }) => {
    const text = plain(`${label} ${about}`);
    return words.every((word) => text.includes(word));
  });
}

/** Two at most are compared: a third takes the place of the one that was chosen first. */
export function choosePair(chosen: readonly string[], id: string): string[] {
  return chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id].slice(-2);
}
