/** @jsxImportSource preact */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ChatState } from '../store/chat-state.ts';
import type { ChatStore } from '../store/chat-store.ts';
import { Prose } from '../messages/Prose.tsx';
import type { Translate } from '../shell/texts.ts';
import { RequestError } from '../store/visitor-api.ts';
import type { TextKey } from '../store/visitor-types.ts';

export type GateProps = {
  store: ChatStore;
  t: Translate;
  pass: (progress: ChatState['progress']) => void;
  hasWaiting: boolean;
};

/** Brings what is asked into view once a message waits for it, with the focus on its first control. */
export function useCalled(box: { current: HTMLElement | null }, isCalled: boolean, target: string): void {
  useEffect(() => {
    if (!isCalled) return;
    box.current?.scrollIntoView({ block: 'nearest' });
    box.current?.querySelector<HTMLElement>(target)?.focus({ preventScroll: true });
  }, [isCalled, box, target]);
}

/** The text that visitors agree to before they write. Who does not agree goes on reading. */
export function ConsentCard({ store, t, pass, hasWaiting }: GateProps) {
  const { consent } = store.get().agent;
  const [isDeclined, setDeclined] = useState(false);
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<TextKey | null>(null);
  const box = useRef<HTMLElement>(null);
  useCalled(box, hasWaiting && !isDeclined, '.cw-solid-button');
  useEffect(() => setDeclined(false), [hasWaiting]);

  const agree = async () => {
    setSending(true);
    setFailure(null);
    try {
      const { progress } = await store.api.call<{ progress: ChatState['progress'] }>('POST', 'consent', {
        version: consent?.version,
      });
      pass(progress);
    } catch (error) {
      setSending(false);
      const isChanged = error instanceof RequestError && error.status === 409;
      setFailure(isChanged ? 'consent.changed' : 'gate.failed');
      if (isChanged) void store.reconnect();
    }
  };
  if (isDeclined)
    return (
      <p class="cw-notice">
        <span>{t('consent.declined')}</span>
        <button type="button" class="cw-button cw-quiet-button" onClick={() => setDeclined(false)}>
          {t('consent.again')}
        </button>
      </p>
    );
  return (
    <section ref={box} class="cw-ask" aria-labelledby="cw-consent">
      <h2 id="cw-consent">{t('consent.title')}</h2>
      <Prose text={consent?.text ?? ''} t={t} />
      {failure && (
        <p class="cw-failure" role="alert">
          {t(failure)}
        </p>
      )}
      <div class="cw-ask-buttons">
        <button
          type="button"
          class="cw-button cw-quiet-button"
          onClick={() => {
            store.set({ waiting: null });
            setDeclined(true);
          }}
        >
          {t('consent.decline')}
        </button>
        <button
          type="button"
          class="cw-button cw-solid-button"
          disabled={isSending}
          onClick={() => void agree()}
        >
          {t('consent.agree')}
        </button>
      </div>
    </section>
  );
}
