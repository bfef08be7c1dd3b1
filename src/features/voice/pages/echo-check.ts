import {
  chirp,
  echoOf,
  findSound,
  murmur,
  thinned,
  thinning,
  type Comeback,
  type Echo,
} from './echo-delay.ts';
import { audibleContext } from './recording.ts';

/** Chirps for one measurement. */
const rounds = 3;
/** The first part of a second of a recording lies behind this delay, because an analyser keeps less than one. */
const earlierSeconds = 0.6;
const leadSeconds = 0.1;
/** A second and some more: longer than any headphones take. */
const roundMs = 1_150;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Keeps the last second and some more of what comes in. */
function tapOn(context: AudioContext, source: AudioNode) {
  const analysers = [context.createAnalyser(), context.createAnalyser()] as const;
  for (const analyser of analysers) analyser.fftSize = 32_768;
  const offset = Math.round(earlierSeconds * context.sampleRate);
  const delay = context.createDelay(1);
  delay.delayTime.value = offset / context.sampleRate;
  source.connect(analysers[0]);
  source.connect(delay).connect(analysers[1]);
  return {
    read(): Float32Array {
      const [newer, older] = analysers.map((analyser) => {
        const samples = new Float32Array(analyser.fftSize);
        analyser.getFloatTimeDomainData(samples);
        return samples;
      }) as [Float32Array, Float32Array];
      // The older one reaches into the newer one wherever an analyser keeps more than lies between them.
      const fresh = Math.min(offset, older.length);
      const whole = new Float32Array(fresh + newer.length);
      whole.set(older.subarray(0, fresh));
      whole.set(newer, fresh);
      return whole;
    },
  };
}

/**
 * Plays chirps and looks for them in what the microphone hears. What was played is taken from the same program, so
 * that delay is the whole way: speaker, room, microphone and what the system does in between. For `wakeMs` a
 * murmur comes before: speakers wake up by it, and the cancellation of echo learns the room.
 */
export async function measureEcho(
  stream: MediaStream,
  { speaker, wakeMs }: { speaker: string; wakeMs: number },
  signal: AbortSignal,
): Promise<Echo | null> {
  const context = await audibleContext(speaker);
  try {
    const { sampleRate } = context;
    const sound = chirp(sampleRate);
    const out = context.createGain();
    out.connect(context.destination);
    const [played, heard] = [tapOn(context, out), tapOn(context, context.createMediaStreamSource(stream))];
    const by = thinning(sampleRate);
    const wanted = thinned(sound, by);
    const begin = (samples: Float32Array<ArrayBuffer>, at = 0): void => {
      const buffer = context.createBuffer(1, samples.length, sampleRate);
      buffer.copyToChannel(samples, 0);
      const source = context.createBufferSource();
      source.buffer = buffer;
      source.connect(out);
      source.start(at);
    };
    begin(murmur(sampleRate, wakeMs / 1_000));
    await pause(wakeMs + roundMs);
    const comebacks: Comeback[] = [];
    for (let round = 0; round < rounds && !signal.aborted; round += 1) {
      begin(sound, context.currentTime + leadSeconds);
      await pause(roundMs);
      // Both are read before either is looked at: looking takes time, in which they move on.
      const both = [played.read(), heard.read()];
      const [was, is] = both.map((samples) => findSound(thinned(samples, by), wanted));
      comebacks.push({
        seconds: ((is!.at - was!.at) * by) / sampleRate,
        gain: was!.gain > 0 ? is!.gain / was!.gain : 0,
        similarity: is!.similarity,
      });
    }
    return echoOf(comebacks);
  } finally {
    void context.close();
  }
}
