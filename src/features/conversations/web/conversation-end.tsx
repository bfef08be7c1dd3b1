import { Star } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Time } from '#ui/browser/time.tsx';
import type { Conversation } from '../conversations.contract.ts';

const stars = [1, 2, 3, 4, 5];

/** That a conversation was ended, by whom, and how the visitor liked it. */
export function ConversationEnd({ conversation }: { conversation: Conversation }) {
  const { t } = useTranslation('visitor-details');
  const { endedAt, endedBy, rating, ratingComment } = conversation;
  if (!endedAt) return null;
  return (
    <footer className="grid gap-2 border-t border-line pt-3 text-sm">
      <p className="flex flex-wrap items-center gap-x-2 text-muted">
        {t(endedBy === 'agent' ? 'endedByAgent' : 'endedByVisitor')}
        <Time at={endedAt} plain />
      </p>
      {rating !== null && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span
            role="img"
            aria-label={t('rated', { stars: rating })}
            className="flex gap-0.5 text-accent-ink"
          >
            {stars.map((star) => (
              <Star key={star} size={16} className={star <= rating ? 'fill-current' : 'opacity-40'} />
            ))}
          </span>
          {ratingComment && <span className="break-words">“{ratingComment}”</span>}
        </p>
      )}
    </footer>
  );
}
