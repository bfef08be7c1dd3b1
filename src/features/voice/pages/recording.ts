/** A recording that is as long as it was meant to be. */
export type Recording = {
  /** As the browser made it. */
  file: Blob;
  /** What can be heard and looked at. */
  sound: AudioBuffer;
};

/** What browsers record by, best first, with the name that people know. */
const formats = [
  ['audio/webm;codecs=opus', 'WebM (Opus)'],
  ['audio/mp4;codecs=mp4a.40.2', 'MP4 (AAC)'],
  ['audio/mp4;codecs=opus', 'MP4 (Opus)'],
  ['audio/ogg;codecs=opus', 'Ogg (Opus)'],
] as const;

/** Formats in which this browser records, by the names that people know. */
export const recordedFormats = (): string[] =>
  'MediaRecorder' in window
    ? formats.filter(([type]) => MediaRecorder.isTypeSupported(type)).map(([, name]) => name)
    : [];

/** Records for so many milliseconds, or until the signal ends it. */
export async function record(stream: MediaStream, ms: number, signal?: AbortSignal): Promise<Recording> {
  const recorder = new MediaRecorder(stream);
  const pieces: Blob[] = [];
  const ended = new Promise<void>((resolve, reject) => {
    recorder.addEventListener('dataavailable', ({ data }) => pieces.push(data));
    recorder.addEventListener('stop', () => resolve());
    recorder.addEventListener('error', () => reject(new Error('MediaRecorder')));
  });
  recorder.start();
  const stop = (): void => {
    if (recorder.state !== 'inactive') recorder.stop();
  };
  const timer = setTimeout(stop, ms);
  signal?.addEventListener('abort', stop, { once: true });
  await ended.finally(() => clearTimeout(timer));
  const file = new Blob(pieces, { type: recorder.mimeType });
  return { file, sound: await soundIn(await file.arrayBuffer()) };
}

/** What a file sounds like. Rejects where this browser can't play it. */
export async function soundIn(bytes: ArrayBuffer): Promise<AudioBuffer> {
  const context = new AudioContext();
  try {
    return await context.decodeAudioData(bytes);
  } finally {
    void context.close();
  }
}

type SinkContext = AudioContext & {
  setSinkId?(id: string): Promise<void>;
};

/** Whether this browser lets pages choose where sound comes out. */
export const canChooseSpeaker = (): boolean => 'setSinkId' in AudioContext.prototype;

/** Sound that comes out where the person chose; an empty id is the usual place. */
export async function audibleContext(speaker: string): Promise<AudioContext> {
  const context: SinkContext = new AudioContext();
  // A speaker that was unplugged meanwhile leaves the usual one.
  if (speaker) await context.setSinkId?.(speaker).catch(() => undefined);
  await context.resume();
  return context;
}

/** Plays a sound to its end, and tells when it begins. */
export async function play(sound: AudioBuffer, speaker = '', onBegin?: () => void): Promise<void> {
  const context = await audibleContext(speaker);
  const source = context.createBufferSource();
  source.buffer = sound;
  source.connect(context.destination);
  const ended = new Promise((resolve) => source.addEventListener('ended', resolve));
  source.start();
  onBegin?.();
  await ended;
  await context.close();
}
