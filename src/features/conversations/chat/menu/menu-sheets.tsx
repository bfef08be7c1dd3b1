/** @jsxImportSource preact */
import { useState } from 'preact/hooks';
import { Rating } from '../cards/EndCard.tsx';
import type { MenuContext } from './menu-entries.tsx';

/** Says what the visitor talks to, and what happens with what they write. */
export function AboutSheet({ store, t }: MenuContext) {
  const { agent } = store.get();
  return (
    <>
      <p>{t('about.text')}</p>
      <p>{t('about.stored')}</p>
      <p>{t(`about.history.${agent.history}`)}</p>
    </>
  );
}

/** Explains what deleting means, and does it after another press. */
export function DeleteSheet({ store, t, close, markDone }: MenuContext) {
  const [state, setState] = useState<'asking' | 'deleting' | 'failed' | 'done'>('asking');
  const remove = () => {
    setState('deleting');
    store.api.call('DELETE', 'data').then(
      () => {
        store.forget();
        setState('done');
        markDone();
      },
      () => setState('failed'),
    );
  };
  if (state === 'done') return <p role="status">{t('delete.done')}</p>;
  return (
    <>
      <p>{t('delete.text')}</p>
      <p>{t('delete.seen')}</p>
      {state === 'failed' && (
        <p class="cw-failure" role="alert">
          {t('delete.failed')}
        </p>
      )}
      <div class="cw-ask-buttons">
        <button type="button" class="cw-button cw-quiet-button" onClick={close}>
          {t('delete.cancel')}
        </button>
        <button
          type="button"
          class="cw-button cw-danger-button"
          disabled={state === 'deleting'}
          onClick={remove}
        >
          {t('delete.confirm')}
        </button>
      </div>
    </>
  );
}

/**
 * Ends the conversation, with a rating where the owner wants one. In a frame the page around closes the chat
 * and goes on.
 */
export function EndSheet({ store, t, close }: MenuContext) {
  const { ending } = store.get().agent;
  const [rating, setRating] = useState({ value: 0, comment: '' });
  const [state, setState] = useState<'asking' | 'ending' | 'failed'>('asking');
  const end = () => {
    const id = store.conversationId();
    if (!id) return;
    setState('ending');
    store.stop();
    store.api
      .call(
        'POST',
        `conversations/${id}/end`,
        rating.value ? { rating: rating.value, comment: rating.comment } : {},
      )
      .then(
        () => {
          store.set({ ended: { id, by: 'visitor' }, announcement: t('end.done') });
          close();
          store.tell('end', { url: ending?.redirectUrl || null });
        },
        () => setState('failed'),
      );
  };
  return (
    <>
      <p>{t('end.text')}</p>
      {ending?.askRating && (
        <Rating
          value={rating.value}
          comment={rating.comment}
          t={t}
          onChange={(value, comment) => setRating({ value, comment })}
        />
      )}
      {state === 'failed' && (
        <p class="cw-failure" role="alert">
          {t('end.failed')}
        </p>
      )}
      <div class="cw-ask-buttons">
        <button type="button" class="cw-button cw-quiet-button" onClick={close}>
          {t('end.cancel')}
        </button>
        <button type="button" class="cw-button cw-solid-button" disabled={state === 'ending'} onClick={end}>
          {t('end.confirm')}
        </button>
      </div>
    </>
  );
}
