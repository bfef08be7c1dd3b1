/** @jsxImportSource preact */
import { useRef, useState } from 'preact/hooks';
import type { OwnFormContent } from '#shared/chat/message-parts.ts';
import type { Entry } from '../store/chat-state.ts';
import { FormFrame } from '../cards/FormFrame.tsx';
import { Icon } from '../shell/icons.tsx';
import { LateIcon } from '../shell/late-icons.tsx';
import type { PartContext } from './PartCards.tsx';
import type { TextKey } from '../store/visitor-types.ts';
import { RequestError } from '../store/visitor-api.ts';

type Opened = {
  state: 'open' | 'filled' | 'closed' | 'not_open' | 'full' | 'sent_before';
  url: string | null;
  opensAt: string | null;
};

/** One of the owner's own forms as a card; it opens right here, and says when it was sent. */
export function OwnFormPart({
  part,
  entry,
  context: { t, store, language },
}: {
  part: OwnFormContent;
  entry: Entry;
  context: PartContext;
}) {
  const [url, setUrl] = useState<string | null>(null);
  const [isShown, setShown] = useState(false);
  const [isOpening, setOpening] = useState(false);
  const [isTried, setTried] = useState(false);
  const [news, setNews] = useState('');
  const button = useRef<HTMLButtonElement>(null);
  const isFilled = part.filled !== null;
  const isWaiting = entry.status === 'streaming' || isOpening;

  /** The conversation remembers it, also when the card is drawn anew. */
  const markFilled = () => {
    const { entries } = store.get();
    const filled = { at: new Date().toISOString(), submissionId: '' };
    store.set({
      entries: entries.map((one) =>
        one.id === entry.id
          ? {
              ...one,
              parts: one.parts?.map((other) =>
                other.type === 'own_form' && other.formId === part.formId && !other.filled
                  ? { ...other, filled }
                  : other,
              ),
            }
          : one,
      ),
    });
  };
  const ask = () => store.api.call<Opened>('POST', `messages/${entry.id}/form`, { formId: part.formId });
  const say = ({ state, opensAt }: Opened) => {
    const time =
      opensAt &&
      new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short' }).format(new Date(opensAt));
    setNews(t(`ownForm.${state}` as TextKey, { time: time ?? '' }));
  };
  const open = async () => {
    setNews('');
    if (url !== null) return setShown(true);
    setOpening(true);
    try {
      const opened = await ask();
      setUrl(opened.url);
      setShown(opened.url !== null);
      if (opened.state === 'filled') markFilled();
      else if (opened.url === null) say(opened);
    } catch (error) {
      setNews((error instanceof RequestError && error.status < 500 && error.message) || t('ownForm.failed'));
    }
    setOpening(false);
  };
  const close = () => {
    setShown(false);
    requestAnimationFrame(() => button.current?.focus());
  };
  const done = (isPreview: boolean) => {
    if (isPreview) return setTried(true);
    markFilled();
    store.tell('lead');
  };
  const lookAgain = () => {
    if (isShown && !isFilled && !isTried)
      ask().then(
        ({ state }) => state === 'filled' && markFilled(),
        () => undefined,
      );
  };
  return (
    <section
      class={`cw-part cw-part-frame cw-own-form${isShown ? ' cw-own-form-open' : ''}`}
      aria-label={part.title}
    >
      <div class="cw-own-form-head">
        <span class="cw-own-form-mark" aria-hidden="true">
          <LateIcon name="page" size={18} />
        </span>
        <div>
          <p class="cw-part-title">{part.title}</p>
          {part.text && !isShown && <p class="cw-part-text">{part.text}</p>}
        </div>
      </div>
      {url !== null && (
        <div class="cw-own-form-body" hidden={!isShown}>
          <FormFrame url={url} title={part.title} isShown={isShown} onDone={done} onReturn={lookAgain} />
        </div>
      )}
      {isFilled || isTried ? (
        <p class="cw-part-sent" role="status">
          <Icon name="check" size={16} /> {t(isTried ? 'ownForm.tried' : 'parts.sent')}
        </p>
      ) : isShown ? (
        <button type="button" class="cw-button cw-quiet-button" onClick={close}>
          {t('ownForm.later')}
        </button>
      ) : (
        <button
          ref={button}
          type="button"
          class="cw-button cw-solid-button"
          aria-disabled={isWaiting}
          onClick={() => !isWaiting && void open()}
        >
          {t('ownForm.open')}
        </button>
      )}
      {news && (
        <p class="cw-own-form-news" role="alert">
          {news}
        </p>
      )}
    </section>
  );
}
