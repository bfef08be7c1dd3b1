/** @jsxImportSource preact */
import { useState } from 'preact/hooks';
import type { ChatMode } from '../shell/Chat.tsx';
import type { ChatState } from '../store/chat-state.ts';
import type { ChatStore } from '../store/chat-store.ts';
import type { Translate } from '../shell/texts.ts';

const stars = [1, 2, 3, 4, 5] as const;

/** One to five stars, as a group of radio buttons, with room for a word. */
export function Rating({
  value,
  comment,
  t,
  onChange,
}: {
  value: number;
  comment: string;
  t: Translate;
  onChange: (value: number, comment: string) => void;
}) {
  return (
    <>
      <fieldset class="cw-stars">
        <legend>{t('end.rating')}</legend>
        <div>
          {stars.map((count) => (
            <label key={count} class={count <= value ? 'cw-star-on' : ''} title={t('end.stars', { count })}>
              <input
                type="radio"
                name="cw-rating"
                value={count}
                checked={count === value}
                aria-label={t('end.stars', { count })}
                onChange={() => onChange(count, comment)}
              />
              <svg class="cw-icon" width={28} height={28} viewBox="0 0 24 24" aria-hidden="true">
                <path d="M12 3.5l2.6 5.4 5.9.8-4.3 4.1 1 5.9L12 16.9l-5.2 2.8 1-5.9-4.3-4.1 5.9-.8z" />
              </svg>
            </label>
          ))}
        </div>
      </fieldset>
      {value > 0 && (
        <div class="cw-form-field">
          <label for="cw-rating-comment">{t('end.comment')}</label>
          <textarea
            id="cw-rating-comment"
            rows={2}
            maxLength={1_000}
            value={comment}
            onInput={(event) => onChange(value, event.currentTarget.value)}
          />
        </div>
      )}
    </>
  );
}

type EndCardProps = {
  store: ChatStore;
  t: Translate;
  mode: ChatMode;
  ended: NonNullable<ChatState['ended']>;
};

/** What stands under a conversation that is over: thanks, where to go on, and a new beginning. */
export function EndCard({ store, t, mode, ended }: EndCardProps) {
  const { ending } = store.get().agent;
  const [rating, setRating] = useState({ value: 0, comment: '' });
  const [state, setState] = useState<'open' | 'sending' | 'sent' | 'failed'>('open');
  const address = ending?.redirectUrl;
  const send = () => {
    setState('sending');
    store.api
      .call('POST', `conversations/${ended.id}/end`, { rating: rating.value, comment: rating.comment })
      .then(
        () => setState('sent'),
        () => setState('failed'),
      );
  };
  const mayRate = ended.by === 'agent' && ending?.askRating;
  return (
    <section class="cw-ask" aria-labelledby="cw-ended">
      <h2 id="cw-ended">{t(ended.by === 'agent' ? 'end.byAgent' : 'end.done')}</h2>
      {mayRate && state !== 'sent' && (
        <Rating
          value={rating.value}
          comment={rating.comment}
          t={t}
          onChange={(value, comment) => setRating({ value, comment })}
        />
      )}
      {state === 'sent' && <p role="status">{t('end.thanks')}</p>}
      {state === 'failed' && (
        <p class="cw-failure" role="alert">
          {t('gate.failed')}
        </p>
      )}
      <div class="cw-ask-buttons">
        <button type="button" class="cw-button cw-quiet-button" onClick={store.restart}>
          {t('header.newChat')}
        </button>
        {mayRate && rating.value > 0 && state !== 'sent' && (
          <button
            type="button"
            class="cw-button cw-solid-button"
            disabled={state === 'sending'}
            onClick={send}
          >
            {t('end.send')}
          </button>
        )}
        {address && (
          <a
            class="cw-button cw-solid-button"
            href={address}
            target={mode === 'preview' ? '_blank' : '_top'}
            rel="noopener"
          >
            {t('end.continue', { site: new URL(address).hostname })}
          </a>
        )}
      </div>
    </section>
  );
}
