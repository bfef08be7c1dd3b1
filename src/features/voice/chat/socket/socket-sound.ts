import { fromBase64 } from './pcm.ts';
// oxlint-disable-next-line import/default -- Vite gives the address of what it makes of the file.
import workletUrl from './pcm.worklet.ts?worker&url';

/** What came too late to follow what is heard begins after this, in seconds. */
const leadSeconds = 0.05;

/** Sound of a call that goes through a socket: out of the microphone in pieces, and piece after piece to be heard. */
export type SocketSound = {
  /** Calls with each piece that the microphone hears, at a rate in samples a second. */
  listen(rate: number, onPiece: (samples: Int16Array) => void): Promise<void>;
  /** Lets samples in base64 be heard after those before them. */
  play(text: string, rate: number): void;
  /** Falls silent at once. */
  silence(): void;
  /** The agent's sound, for who records it. */
  stream: MediaStream;
  close(): void;
};

/** `onSound` hears whether something is to be heard. */
export function openSocketSound(microphone: MediaStream, onSound: (isOn: boolean) => void): SocketSound {
  const context = new AudioContext();
  const copy = context.createMediaStreamDestination();
  const playing = new Set<AudioBufferSourceNode>();
  let until = 0;
  const over = (source: AudioBufferSourceNode): void => {
    if (playing.delete(source) && playing.size === 0) onSound(false);
  };
  return {
    stream: copy.stream,
    async listen(rate, onPiece) {
      await context.audioWorklet.addModule(workletUrl);
      const node = new AudioWorkletNode(context, 'pcm', {
        numberOfOutputs: 0,
        processorOptions: { rate },
      });
      node.port.onmessage = ({ data }: MessageEvent<Int16Array>) => onPiece(data);
      context.createMediaStreamSource(microphone).connect(node);
      await context.resume();
    },
    play(text, rate) {
      const samples = fromBase64(text);
      if (samples.length === 0) return;
      const buffer = context.createBuffer(1, samples.length, rate);
      buffer.copyToChannel(samples, 0);
      const source = new AudioBufferSourceNode(context, { buffer });
      source.connect(context.destination);
      source.connect(copy);
      source.onended = () => over(source);
      until = Math.max(until, context.currentTime + leadSeconds);
      source.start(until);
      until += buffer.duration;
      playing.add(source);
      if (playing.size === 1) onSound(true);
    },
    silence() {
      until = 0;
      for (const source of playing) {
        source.stop();
        over(source);
      }
    },
    close: () => void context.close(),
  };
}
