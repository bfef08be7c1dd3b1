import { useEffect, useRef, useState } from 'react';
import { askForSound, useSound } from '#ui/browser/sound.ts';
import type { LabSentence } from './lab-sentence.tsx';
import type { LabVendor } from './lab-voices.ts';

/** Says the sentence with one voice after the other; tells which one is heard, and how long each took to begin. */
export function useLabPlayer(vendor: LabVendor, { project, ...sentence }: LabSentence) {
  const { state, play, stop } = useSound();
  const [current, setCurrent] = useState<string | null>(null);
  const [latencies, setLatencies] = useState<Readonly<Record<string, number>>>({});
  const utterance = useRef<SpeechSynthesisUtterance | null>(null);
  const [isOwnSpeaking, setOwnSpeaking] = useState(false);

  function silence() {
    stop();
    if (utterance.current) speechSynthesis.cancel();
    utterance.current = null;
    setOwnSpeaking(false);
    setCurrent(null);
  }
  useEffect(
    () => () => {
      if (utterance.current) speechSynthesis.cancel();
    },
    [],
  );

  const took = (place: string, milliseconds: number | null) =>
    milliseconds !== null && setLatencies((known) => ({ ...known, [place]: milliseconds }));

  function sayHere(voice: string, place: string) {
    const began = performance.now();
    const own = new SpeechSynthesisUtterance(sentence.text);
    own.voice = speechSynthesis.getVoices().find(({ voiceURI }) => voiceURI === voice) ?? null;
    own.lang = own.voice?.lang ?? sentence.language;
    own.rate = sentence.speed;
    own.onstart = () => took(place, performance.now() - began);
    own.onend = own.onerror = () => {
      if (utterance.current === own) silence();
    };
    utterance.current = own;
    setOwnSpeaking(true);
    speechSynthesis.speak(own);
  }

  /** Rejects with why it can't be heard. `place`: the button by which it is heard. */
  async function say(voice: string, place: string): Promise<void> {
    silence();
    setCurrent(place);
    if (vendor === 'browser') return sayHere(voice, place);
    const asked = { ...sentence, project, voice, model: '' };
    took(place, await play(() => askForSound(`/api/speech/${vendor}/sample`, asked)));
  }

  const shown = vendor === 'browser' ? (isOwnSpeaking ? 'speaking' : 'quiet') : state;
  return {
    /** What is heard by a button now. */
    stateOf: (place: string) => (place === current ? shown : 'quiet'),
    /** By places, in milliseconds. */
    latencies,
    say,
    stop: silence,
  };
}

export type LabPlayer = ReturnType<typeof useLabPlayer>;
