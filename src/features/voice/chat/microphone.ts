/** Why the microphone can't be used. */
export type MicrophoneFailure = 'insecure' | 'policy' | 'blocked' | 'noMicrophone' | 'inUse';

export type Microphone = {
  stream: MediaStream;
  /** How loud it is now, from 0 to 1. */
  level(): number;
  close(): void;
};

type PolicyDocument = {
  featurePolicy?: { allowsFeature(name: string): boolean };
};

const failures: Record<string, MicrophoneFailure> = {
  NotFoundError: 'noMicrophone',
  OverconstrainedError: 'noMicrophone',
  NotReadableError: 'inUse',
  AbortError: 'inUse',
};

/** Whether the page around keeps the microphone from its frames. Browsers that don't say it are asked by trying. */
const isRefusedByPage = () =>
  (document as PolicyDocument).featurePolicy?.allowsFeature('microphone') === false;

/** Asks for the microphone; gives what stands in the way as a word. `wanted` goes before what calls take. */
export async function openMicrophone(
  wanted: MediaTrackConstraints = {},
): Promise<Microphone | MicrophoneFailure> {
  if (!isSecureContext || !navigator.mediaDevices) return 'insecure';
  if (isRefusedByPage()) return 'policy';
  let stream: MediaStream;
  try {
    stream = await navigator.mediaDevices.getUserMedia({
      audio: { echoCancellation: true, noiseSuppression: true, ...wanted },
    });
  } catch (error) {
    return failures[(error as DOMException).name] ?? 'blocked';
  }
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  analyser.fftSize = 512;
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  return {
    stream,
    level() {
      analyser.getFloatTimeDomainData(samples);
      const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
      /* Talking is at about a tenth of the full scale. */
      return Math.min(1, Math.sqrt(power) * 8);
    },
    close() {
      for (const track of stream.getTracks()) track.stop();
      void context.close();
    },
  };
}
