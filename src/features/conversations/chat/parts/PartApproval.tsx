/** @jsxImportSource preact */
import { useState } from 'preact/hooks';
import type { ApprovalContent } from '#shared/chat/message-parts.ts';
import type { Entry } from '../store/chat-state.ts';
import { Icon } from '../shell/icons.tsx';
import { RequestError } from '../store/visitor-api.ts';
import type { PartContext } from './PartCards.tsx';

/** Asks before something is done: what, with which values, and what it takes. */
export function ApprovalPart({
  part,
  entry,
  context: { t, store, isBusy, say },
}: {
  part: ApprovalContent;
  entry: Entry;
  context: PartContext;
}) {
  const [isSending, setSending] = useState(false);
  const [news, setNews] = useState('');
  const isWaiting = part.state === 'waiting';
  const isBlocked = isBusy || isSending || entry.status === 'streaming';

  const decide = async (isYes: boolean) => {
    if (isBlocked) return;
    setNews('');
    setSending(true);
    try {
      await store.api.call('POST', `messages/${entry.id}/approval`, { request: part.id, isYes });
      const state = isYes ? ('approved' as const) : ('declined' as const);
      store.set({
        entries: store.get().entries.map((one) =>
          one.id === entry.id
            ? {
                ...one,
                parts: one.parts?.map((other) =>
                  other.type === 'approval' && other.id === part.id ? { ...other, state } : other,
                ),
              }
            : one,
        ),
      });
      say(t(isYes ? 'approval.sayYes' : 'approval.sayNo', { title: part.title }));
    } catch (error) {
      setNews((error instanceof RequestError && error.status < 500 && error.message) || t('ownForm.failed'));
    }
    setSending(false);
  };
  return (
    <section class="cw-part cw-part-frame cw-own-form cw-approval" aria-label={part.title}>
      <div>
        <p class="cw-part-title">{part.title}</p>
        {part.details.length > 0 && (
          <dl class="cw-approval-details">
            {part.details.map(({ name, value }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        )}
        {part.cost > 0 && isWaiting && <p class="cw-part-text">{t('approval.cost', { count: part.cost })}</p>}
      </div>
      {!isWaiting ? (
        <p class="cw-part-sent" role="status">
          {part.state === 'approved' && <Icon name="check" size={16} />}{' '}
          {t(part.state === 'approved' ? 'approval.approved' : 'approval.declined')}
        </p>
      ) : part.approver === 'team' ? (
        <p class="cw-part-text">{t('approval.team')}</p>
      ) : (
        <div class="cw-approval-buttons">
          <button
            type="button"
            class="cw-button cw-solid-button"
            aria-disabled={isBlocked}
            onClick={() => void decide(true)}
          >
            {t('approval.yes')}
          </button>
          <button
            type="button"
            class="cw-button cw-quiet-button"
            aria-disabled={isBlocked}
            onClick={() => void decide(false)}
          >
            {t('approval.no')}
          </button>
        </div>
      )}
      {news && (
        <p class="cw-own-form-news" role="alert">
          {news}
        </p>
      )}
    </section>
  );
}
