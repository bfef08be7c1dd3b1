import { createContext, use } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApprovalContent } from '#shared/chat/message-parts.ts';
import { useMutate } from '#ui/api/hooks.ts';
import { Button } from '#ui/controls/button.tsx';
import { Badge } from '#ui/page/display.tsx';

/** The conversation in which whoever reads may decide for the business; null where they only read. */
export const ApprovalPlace = createContext<string | null>(null);

/** What an answer asks before it is done, and how it was decided; colleagues decide here. */
export function ApprovalCard({ part }: { part: ApprovalContent }) {
  const { t } = useTranslation('rich-media');
  const place = use(ApprovalPlace);
  const decide = useMutate('POST /api/conversations/{id}/approval', {
    refreshes: ['/api/inbox', '/api/conversations'],
  });
  const say = (isYes: boolean) =>
    place !== null && decide.mutate({ params: { id: place }, body: { request: part.id, isYes } });
  const isOpen = part.state === 'waiting';
  return (
    <>
      <p className="font-medium">{part.title}</p>
      {part.details.length > 0 && (
        <dl className="grid gap-1 text-sm">
          {part.details.map(({ name, value }) => (
            <div key={name} className="grid grid-cols-[minmax(5rem,30%)_minmax(0,1fr)] gap-3">
              <dt className="font-mono text-muted">{name}</dt>
              <dd className="break-words">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      <p className="flex flex-wrap items-center gap-2 text-sm">
        <Badge tone={part.state === 'approved' ? 'success' : isOpen ? 'warning' : 'neutral'} dot>
          {t(`approval.${part.state}`)}
        </Badge>
        {isOpen && <span className="text-muted">{t(`approval.by.${part.approver}`)}</span>}
        {part.cost > 0 && <span className="text-muted">{t('approval.cost', { count: part.cost })}</span>}
      </p>
      {isOpen && part.approver === 'team' && place !== null && (
        <div className="flex flex-wrap gap-2">
          <Button size="sm" variant="primary" pending={decide.isPending} onClick={() => say(true)}>
            {t('approval.yes')}
          </Button>
          <Button size="sm" disabled={decide.isPending} onClick={() => say(false)}>
            {t('approval.no')}
          </Button>
        </div>
      )}
    </>
  );
}
