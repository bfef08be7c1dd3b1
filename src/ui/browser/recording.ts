import {
  amplified,
  highsOf,
  levelOf,
  measureSound,
  neededGain,
  problemsOf,
  rateOfFile,
  sampleSeconds,
  sentRate,
  type SoundMeasure,
  type SoundProblem,
} from '#shared/voice/sound-quality.ts';
import type { MonoSound } from '#shared/voice/wav.ts';

/** Why nothing can be recorded, or a file can't be used. */
export type RecordingFailure = 'insecure' | 'blocked' | 'noMicrophone' | 'inUse' | 'large' | 'unreadable';

export type Recording = {
  /** How loud it is now, in dB below the loudest that there is. */
  level(): number;
  seconds(): number;
  /** What was recorded, as a file. */
  stop(): Promise<ArrayBuffer>;
  cancel(): void;
};

/** A recording as it can be sent, and what is to be said of it. */
export type Judged = {
  sound: MonoSound;
  measure: SoundMeasure;
  /** By how many dB it was made louder. */
  gain: number;
  problems: SoundProblem[];
};

/** All browsers decode to this. */
const decodedRate = 48_000;
/** Whole files are decoded at once. Three minutes take less; packed ones a tenth of it. */
const [mostBytes, mostPackedBytes] = [60_000_000, 8_000_000];
const levelSamples = 16_384;

const failures: Record<string, RecordingFailure> = {
  NotFoundError: 'noMicrophone',
  OverconstrainedError: 'noMicrophone',
  NotReadableError: 'inUse',
  AbortError: 'inUse',
};

/** Records from the microphone, as it is: nothing filters or levels the voice that is to be copied. */
export async function startRecording(): Promise<Recording | RecordingFailure> {
  if (!isSecureContext || !navigator.mediaDevices || !window.MediaRecorder) return 'insecure';
  let stream: MediaStream;
  try {
    stream = await navigator.mediaDevices.getUserMedia({
      audio: { channelCount: 1, echoCancellation: false, noiseSuppression: false, autoGainControl: false },
    });
  } catch (error) {
    return failures[(error as DOMException).name] ?? 'blocked';
  }
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  analyser.fftSize = levelSamples;
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Float32Array(levelSamples);
  const recorder = new MediaRecorder(stream, { audioBitsPerSecond: 192_000 });
  const parts: Blob[] = [];
  recorder.ondataavailable = ({ data }) => parts.push(data);
  recorder.start(1_000);
  const began = performance.now();
  const close = () => {
    for (const track of stream.getTracks()) track.stop();
    void context.close();
  };
  return {
    level() {
      analyser.getFloatTimeDomainData(samples);
      return levelOf(samples);
    },
    seconds: () => (performance.now() - began) / 1_000,
    stop: () =>
      new Promise((resolve, reject) => {
        recorder.onstop = () => {
          close();
          new Blob(parts, { type: recorder.mimeType }).arrayBuffer().then(resolve, reject);
        };
        recorder.stop();
      }),
    cancel: close,
  };
}

/** The bytes of a chosen file, where they may be decoded. */
export async function bytesOfFile(file: File): Promise<ArrayBuffer | RecordingFailure> {
  const isPlain = /\.(wav|flac|aiff?)$/i.test(file.name);
  if (file.size > (isPlain ? mostBytes : mostPackedBytes)) return 'large';
  return file.arrayBuffer().catch(() => 'unreadable' as const);
}

/** One channel out of all. */
function mixed(buffer: AudioBuffer): MonoSound {
  const samples = new Float32Array(buffer.length);
  for (let channel = 0; channel < buffer.numberOfChannels; channel += 1) {
    const data = buffer.getChannelData(channel);
    for (let at = 0; at < data.length; at += 1) samples[at]! += data[at]! / buffer.numberOfChannels;
  }
  return { rate: buffer.sampleRate, samples };
}

async function resampled({ rate, samples }: MonoSound): Promise<MonoSound> {
  const length = Math.max(1, Math.ceil((samples.length * sentRate) / rate));
  const context = new OfflineAudioContext(1, length, sentRate);
  const buffer = context.createBuffer(1, Math.max(1, samples.length), rate);
  buffer.copyToChannel(samples, 0);
  const source = context.createBufferSource();
  source.buffer = buffer;
  source.connect(context.destination);
  source.start();
  const rendered = await context.startRendering();
  return { rate: sentRate, samples: new Float32Array(rendered.getChannelData(0)) };
}

/** Reads a recording, makes it one channel as loud as wanted, and says what is wrong with it. */
export async function judgeRecording(bytes: ArrayBuffer): Promise<Judged | 'unreadable'> {
  const rate = rateOfFile(new Uint8Array(bytes)) ?? decodedRate;
  let decoded: AudioBuffer;
  try {
    decoded = await new OfflineAudioContext(1, 1, decodedRate).decodeAudioData(bytes);
  } catch {
    return 'unreadable';
  }
  const sound = mixed(decoded);
  const before = measureSound(sound);
  // Nothing more is done with what is much too long.
  if (before.seconds > sampleSeconds.most * 2) return { sound, measure: before, gain: 0, problems: ['long'] };
  const gain = neededGain(before);
  const narrow = await resampled(amplified(sound, gain));
  const measure = { ...measureSound(narrow), rate };
  return { sound: narrow, measure, gain, problems: problemsOf(measure, highsOf(sound)) };
}
