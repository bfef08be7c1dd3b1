import { MessagesSquare } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useEndpoint } from '#ui/api/hooks.ts';
import { Button } from '#ui/controls/button.tsx';
import type { InboxView } from '../../inbox.contract.ts';

/** The views in which conversations lie that are not open. */
const laidAside = ['snoozed', 'resolved'] as const;

/** An empty list: nothing fits, everything is snoozed or done, or nobody has written yet. */
export function NothingHere({
  isBare,
  view,
  onView,
}: {
  /** Nothing was searched or filtered. */
  isBare: boolean;
  view: InboxView;
  onView: (view: InboxView) => void;
}) {
  const { t } = useTranslation('inbox');
  const snoozed = useEndpoint(
    'GET /api/inbox/conversations',
    { query: { view: 'snoozed' } },
    { enabled: isBare, staleTime: 0 },
  );
  const resolved = useEndpoint(
    'GET /api/inbox/conversations',
    { query: { view: 'resolved' } },
    { enabled: isBare, staleTime: 0 },
  );
  // Which of them it is isn't known yet; a wrong word that is taken back is worse than none.
  if (isBare && (snoozed.isPending || resolved.isPending)) return null;
  const aside = isBare
    ? laidAside.filter((view) => (view === 'snoozed' ? snoozed : resolved).data?.conversations.length)
    : [];
  const word = !isBare ? 'noMatch' : aside.length > 0 ? 'noneOpen' : 'empty';
  return (
    <div className="px-6 py-12 text-center">
      <MessagesSquare size={20} className="mx-auto mb-3 text-muted" aria-hidden="true" />
      <p className="font-medium">{t(`list.${word}`)}</p>
      <p className="mt-1 text-sm text-muted">{t(`list.${word}Text`)}</p>
      {/* What is searched for may be resolved long ago. */}
      {!isBare && view !== 'everything' && (
        <Button size="sm" className="mt-4" onClick={() => onView('everything')}>
          {t('list.searchAll')}
        </Button>
      )}
      {aside.length > 0 && (
        <div className="mt-4 flex flex-wrap justify-center gap-2">
          {aside.map((view) => (
            <Button key={view} size="sm" onClick={() => onView(view)}>
              {t(`view.${view}`)}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}
