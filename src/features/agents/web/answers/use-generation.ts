import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#ui/api/client.ts';
import { streamEvents } from '#ui/api/stream.ts';
import type { GenerationEvent } from '../../agents-look.contract.ts';

/**
 * `writing`: the text grows; `made`: it stands in the field and waits for a decision; `failed`: the field is
 * as it was.
 */
export type GenerationState =
  | { phase: 'idle' }
  | { phase: 'writing'; text: string }
  | { phase: 'made'; engine: 'model' | 'template'; isStopped: boolean; isShortened: boolean }
  | { phase: 'failed'; reason: string };

type Options = {
  path: string;
  /** What is in the field now. */
  value: string;
  set: (value: string) => void;
  /** Makes a text that was stopped halfway usable. */
  mend?: (text: string) => Promise<string>;
};

/**
 * Lets the server write into a field. The field's own text is replaced once the new one is there, and comes
 * back by undo.
 */
export function useGeneration({ path, value, set, mend }: Options) {
  const { t } = useTranslation('agents-look');
  const [state, setState] = useState<GenerationState>({ phase: 'idle' });
  const running = useRef<AbortController | null>(null);
  const before = useRef('');
  useEffect(() => () => running.current?.abort(), []);

  async function start(body: object): Promise<void> {
    running.current?.abort();
    const abort = new AbortController();
    running.current = abort;
    before.current = value;
    let text = '';
    let engine: 'model' | 'template' = 'template';
    let isDone = false;
    let isScheduled = false;
    setState({ phase: 'writing', text });
    const show = () => {
      isScheduled = false;
      if (!isDone && running.current === abort) setState({ phase: 'writing', text });
    };
    const finish = (whole: string, about: { isStopped: boolean; isShortened: boolean }) => {
      isDone = true;
      running.current = null;
      if (whole.trim() === '') return setState({ phase: 'idle' });
      set(whole);
      setState({ phase: 'made', engine, ...about });
    };
    const fail = (reason: string) => {
      isDone = true;
      running.current = null;
      setState({ phase: 'failed', reason });
    };
    try {
      await streamEvents(
        path,
        body,
        ({ event, data }) => {
          const said = { type: event, ...(data as object) } as GenerationEvent;
          if (said.type === 'start') engine = said.engine;
          else if (said.type === 'delta') {
            text += said.text;
            if (!isScheduled) {
              isScheduled = true;
              requestAnimationFrame(show);
            }
          } else if (said.type === 'done')
            finish(said.text, { isStopped: false, isShortened: said.shortened });
          else if (said.type === 'failed') fail(said.message);
        },
        abort.signal,
      );
      if (!isDone) fail(t('common:failed.offline'));
    } catch (error) {
      if (abort.signal.aborted) {
        if (abort.signal.reason === 'stopped')
          finish(mend ? await mend(text) : text, { isStopped: true, isShortened: false });
      } else
        fail(error instanceof ApiError && error.status !== 0 ? error.message : t('common:failed.offline'));
    }
  }

  return {
    state,
    start: (body: object) => void start(body),
    stop: () => running.current?.abort('stopped'),
    keep: () => setState({ phase: 'idle' }),
    undo() {
      set(before.current);
      setState({ phase: 'idle' });
    },
  };
}

export type GenerationControl = ReturnType<typeof useGeneration>;
