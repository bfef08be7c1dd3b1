import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { OwnFormContent } from '#shared/chat/message-parts.ts';
import { useUser } from '#ui/api/session.ts';
import { Badge } from '#ui/page/display.tsx';
import { Time } from '#ui/browser/time.tsx';

/** One of the account's own forms as it stands in a conversation, and whether it was sent. */
export function OwnFormCard({ part }: { part: OwnFormContent }) {
  const { t } = useTranslation('form-cards');
  const { can } = useUser();
  const canRead = can['forms.read'] !== false;
  const { filled, formId, title, text } = part;
  return (
    <>
      <p className="font-medium">{title}</p>
      {text && <p className="text-muted">{text}</p>}
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <Badge tone={filled ? 'success' : 'neutral'} dot>
          {t(filled ? 'card.filled' : 'card.open')}
        </Badge>
        {filled && <Time at={filled.at} className="text-muted" />}
        {filled && canRead && (
          <Link
            to="/dashboard/forms/$id/submissions"
            params={{ id: formId }}
            search={{ open: filled.submissionId }}
            className="text-accent-ink underline-offset-4 hover:underline"
          >
            {t('card.answers')}
          </Link>
        )}
      </p>
    </>
  );
}
