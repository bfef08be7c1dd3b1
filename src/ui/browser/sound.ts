import { useEffect, useRef, useState } from 'react';
import { requestHeaders, toApiError } from '../api/client.ts';

/** Asks the server for sound. Rejects with `ApiError`. */
export async function askForSound(path: string, body: object): Promise<ArrayBuffer> {
  const response = await fetch(path, {
    method: 'POST',
    credentials: 'include',
    headers: { ...requestHeaders(), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw toApiError(response.status, response.statusText, await response.text());
  return response.arrayBuffer();
}

/** Fetches sound that is kept. Rejects with `ApiError`. */
export async function fetchSound(path: string): Promise<ArrayBuffer> {
  const response = await fetch(path, { credentials: 'include', headers: requestHeaders() });
  if (!response.ok) throw toApiError(response.status, response.statusText, await response.text());
  return response.arrayBuffer();
}

/**
 * One sound at a time, begun by a press. `asked`: it is on its way. What can't be fetched or played rejects `play`, which
 * else gives how long the first sound took, in milliseconds; null where it was stopped before.
 */
export function useSound() {
  const [state, setState] = useState<'quiet' | 'asked' | 'speaking'>('quiet');
  const context = useRef<AudioContext | null>(null);
  const stop = () => {
    void context.current?.close();
    context.current = null;
    setState('quiet');
  };
  useEffect(() => stop, []);

  async function play(ask: () => Promise<ArrayBuffer>): Promise<number | null> {
    stop();
    const began = performance.now();
    // Sound that is made in a press may be heard.
    const own = new AudioContext();
    context.current = own;
    setState('asked');
    try {
      const buffer = await own.decodeAudioData(await ask());
      if (context.current !== own) return null;
      const source = own.createBufferSource();
      source.buffer = buffer;
      source.connect(own.destination);
      source.onended = () => {
        if (context.current === own) stop();
      };
      source.start();
      setState('speaking');
      return performance.now() - began;
    } catch (error) {
      if (context.current !== own) return null;
      stop();
      throw error;
    }
  }

  return { state, play, stop };
}
