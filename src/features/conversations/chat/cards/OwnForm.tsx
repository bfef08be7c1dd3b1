/** @jsxImportSource preact */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ChatState } from '../store/chat-state.ts';
import type { GateProps } from './ConsentCard.tsx';
import { FormFrame } from './FormFrame.tsx';
import { RequestError } from '../store/visitor-api.ts';

type VisitorProgress = NonNullable<ChatState['progress']>;
/**
 * How often the preview asks again, and how long it waits: what it shows is ahead of the draft that the
 * server has.
 */
const [mostTries, betweenTries] = [12, 600];

type Props = GateProps & {
  isPreview: boolean;
  /** Called when that form takes no answers now: the agent's own fields are asked then. */
  onClosed: () => void;
};

/**
 * One of the owner's own forms as the contact form: its page in a frame, with everything that it can. The
 * server says when it was sent.
 */
export function OwnForm({ store, t, pass, onClosed, isPreview }: Props) {
  const form = store.get().agent.contactForm;
  const [url, setUrl] = useState<string | null>(null);
  const [failure, setFailure] = useState('');
  const [isSending, setSending] = useState(false);

  const say = (error: unknown) =>
    setFailure((error instanceof RequestError && error.status < 500 && error.message) || t('gate.failed'));
  /** It may have been filled in another tab, or paid. */
  const lookAgain = () => store.reconnect().then(store.release, say);
  const isGone = useRef(false);
  const open = async (tries = isPreview ? mostTries : 0) => {
    setFailure('');
    try {
      const opened = await store.api.call<{ form: string; url: string | null; progress: VisitorProgress }>(
        'POST',
        'contact-form/open',
        {},
      );
      if (isGone.current) return;
      if (tries > 0 && opened.form !== form?.ownForm)
        return void setTimeout(() => void open(tries - 1), betweenTries);
      if (opened.url !== null) setUrl(opened.url);
      else if (opened.progress.form === 'filled') pass(opened.progress);
      else onClosed();
    } catch (error) {
      const isRefused = error instanceof RequestError && error.status === 409;
      if (isGone.current) return;
      if (tries > 0 && isRefused) return void setTimeout(() => void open(tries - 1), betweenTries);
      say(error);
      if (isRefused) void lookAgain();
    }
  };
  const end = async (path: 'contact-form' | 'contact-form/skip', body: object) => {
    setSending(true);
    setFailure('');
    try {
      pass((await store.api.call<{ progress: VisitorProgress }>('POST', path, body)).progress);
    } catch (error) {
      setSending(false);
      say(error);
    }
  };
  useEffect(() => {
    void open();
    return () => void (isGone.current = true);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- asked once, when it appears
  }, []);
  const done = (isPreviewed: boolean) => {
    store.tell('lead');
    void (isPreviewed ? end('contact-form', { values: {} }) : lookAgain());
  };
  if (!form) return null;
  const canRetry = failure !== '' && url === null;
  const title = form.title || t(`form.title.${form.moment}`);
  return (
    <section class="cw-ask" aria-label={title}>
      {form.title && <h2>{form.title}</h2>}
      {form.text && <p class="cw-ask-text">{form.text}</p>}
      {url !== null && <FormFrame url={url} title={title} onDone={done} onReturn={() => void lookAgain()} />}
      {failure && (
        <p class="cw-failure" role="alert">
          {failure}
        </p>
      )}
      {(form.skipAllowed || canRetry) && (
        <div class="cw-ask-buttons">
          {form.skipAllowed && (
            <button
              type="button"
              class="cw-button cw-quiet-button"
              disabled={isSending}
              onClick={() => void end('contact-form/skip', {})}
            >
              {form.skipText || t('form.skip')}
            </button>
          )}
          {canRetry && (
            <button type="button" class="cw-button cw-solid-button" onClick={() => void open()}>
              {t('actions.retry')}
            </button>
          )}
        </div>
      )}
    </section>
  );
}
