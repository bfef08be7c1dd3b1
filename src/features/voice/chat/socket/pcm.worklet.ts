import { createResampler } from './pcm.ts';

/* What stands in a worklet and in no page. */
declare const sampleRate: number;
declare function registerProcessor(
  name: string,
  processor: new (options: { processorOptions: { rate: number } }) => object,
): void;
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}

/** Gives the page what the microphone hears, at the rate that is asked for, ten times a second. */
registerProcessor(
  'pcm',
  class extends AudioWorkletProcessor {
    #resample: ReturnType<typeof createResampler>;

    constructor({ processorOptions: { rate } }: { processorOptions: { rate: number } }) {
      super();
      this.#resample = createResampler(sampleRate, rate, rate / 10);
    }

    process([input]: Float32Array[][]): boolean {
      const [channel] = input ?? [];
      if (channel) this.#resample(channel, (piece) => this.port.postMessage(piece, [piece.buffer]));
      return true;
    }
  },
);
