import { Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useEndpoint } from '#ui/api/hooks.ts';
import { Time } from '#ui/browser/time.tsx';

/**
 * That visitors deleted what was theirs: of one contact, or of the whole account. Nothing while nobody did.
 */
export function VisitorDeletions({ contactId }: { contactId?: string }) {
  const { t } = useTranslation('visitor-details');
  const { data } = useEndpoint(
    'GET /api/visitor-deletions',
    { query: contactId ? { contact: contactId } : {} },
    { staleTime: 0 },
  );
  if (!data || data.total === 0) return null;
  return (
    <section
      aria-label={t('deletedTitle')}
      className="mt-6 grid gap-2 rounded-card border border-line bg-surface px-5 py-4 text-sm"
    >
      <h2 className="flex items-center gap-2 font-medium">
        <Trash2 size={16} className="text-muted" aria-hidden="true" />
        {t('deletedTitle')}
      </h2>
      <p className="text-muted">{t('deletedText')}</p>
      <ul className="grid gap-1">
        {data.deletions.slice(0, 5).map(({ id, agentName, deletedAt }) => (
          <li key={id} className="flex flex-wrap gap-x-2">
            <span>{t(contactId ? 'deletedHere' : 'deleted')}</span>
            <span className="text-muted">{agentName}</span>
            <Time at={deletedAt} className="text-muted" />
          </li>
        ))}
      </ul>
    </section>
  );
}
