import { useEffect, useRef, useState } from 'react';
import {
  bytesOfFile,
  judgeRecording,
  startRecording,
  type Judged,
  type Recording,
  type RecordingFailure,
} from '#ui/browser/recording.ts';

type State = 'idle' | 'asking' | 'recording' | 'reading';

/** How often the level is shown anew, in ms. */
const lookMs = 100;

/** Records a voice, or reads one out of a file, and judges it. It ends by itself after `mostSeconds`. */
export function useRecorder(mostSeconds: number) {
  const [state, setState] = useState<State>('idle');
  const [now, setNow] = useState({ level: -100, seconds: 0 });
  const [failure, setFailure] = useState<RecordingFailure | null>(null);
  const [judged, setJudged] = useState<Judged | null>(null);
  const recording = useRef<Recording | null>(null);
  const isLeft = useRef(false);

  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
      recording.current?.cancel();
    };
  }, []);
  useEffect(() => {
    if (state !== 'recording') return;
    const timer = setInterval(() => {
      const current = recording.current;
      if (!current) return;
      setNow({ level: current.level(), seconds: current.seconds() });
      if (current.seconds() >= mostSeconds) void stop();
    }, lookMs);
    return () => clearInterval(timer);
  });

  function fail(why: RecordingFailure) {
    setState('idle');
    setFailure(why);
  }

  async function read(bytes: ArrayBuffer) {
    setState('reading');
    const result = await judgeRecording(bytes);
    if (isLeft.current) return;
    if (result === 'unreadable') return fail('unreadable');
    setJudged(result);
    setState('idle');
  }

  async function start() {
    setFailure(null);
    setJudged(null);
    setState('asking');
    const begun = await startRecording();
    if (typeof begun === 'string') return fail(begun);
    if (isLeft.current) return begun.cancel();
    recording.current = begun;
    setNow({ level: -100, seconds: 0 });
    setState('recording');
  }

  async function stop() {
    const current = recording.current;
    recording.current = null;
    if (current) await read(await current.stop());
  }

  async function choose(file: File) {
    setFailure(null);
    setJudged(null);
    const bytes = await bytesOfFile(file);
    if (typeof bytes === 'string') return fail(bytes);
    await read(bytes);
  }

  return { state, now, failure, judged, start, stop, choose };
}

export type Recorder = ReturnType<typeof useRecorder>;
