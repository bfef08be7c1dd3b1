import { factGap } from '#shared/text/fact-gap.ts';
import { Lightbulb } from 'lucide-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '#shared/money/money.ts';
import { paths } from '#shared/paths.ts';
import { useEndpoint, useMutate } from '#ui/api/hooks.ts';
import { Button } from '#ui/controls/button.tsx';
import { Sheet } from '#ui/overlay/dialog.tsx';
import { Badge } from '#ui/page/display.tsx';
import { List, SkeletonRows, listOf } from '#ui/list/list.tsx';
import { IconButton } from '#ui/controls/icon-button.tsx';
import { Time } from '#ui/browser/time.tsx';
import { useUrlParam } from '#ui/browser/url-param.ts';
import type { AnswerGap } from '../answer-gaps.contract.ts';
import { ImproveSheet } from './improve-sheet.tsx';

const noRights = { answer: false, dismiss: false };

/** The way to what the agents did not know; the list lies over the inbox. */
export function GapsButton({ agentId }: { agentId: string }) {
  const { t } = useTranslation('answer-gaps');
  const [shown, setShown] = useUrlParam<string>('gaps', '');
  return (
    <>
      <IconButton label={t('list.open')} onClick={() => setShown('open')}>
        <Lightbulb size={16} />
      </IconButton>
      {shown === 'open' && <GapsSheet agentId={agentId} onEnd={() => setShown('')} />}
    </>
  );
}

function GapsSheet({ agentId, onEnd }: { agentId: string; onEnd: () => void }) {
  const { t } = useTranslation('answer-gaps');
  const [answering, setAnswering] = useState<AnswerGap | null>(null);
  const result = useEndpoint(
    'GET /api/answer-gaps',
    { query: agentId ? { agent: agentId } : {} },
    { staleTime: 0 },
  );
  if (answering) return <ImproveSheet of={answering} onEnd={() => setAnswering(null)} />;
  return (
    <Sheet
      open
      onOpenChange={(isOpen) => !isOpen && onEnd()}
      title={t('list.title')}
      description={t('list.text')}
      className="md:w-[min(36rem,92vw)]"
    >
      <List
        of={listOf(result, (data) => data.gaps)}
        failed={t('list.unreadable')}
        waiting={<SkeletonRows count={2} className="h-24" />}
        empty={
          <div className="grid justify-items-center gap-1 px-4 py-12 text-center">
            <Lightbulb size={20} className="mb-2 text-muted" aria-hidden="true" />
            <p className="font-medium">{t('list.none')}</p>
            <p className="text-sm text-muted">{t('list.noneText')}</p>
          </div>
        }
      >
        {(gaps) => (
          <ol className="grid gap-3 pt-1">
            {gaps.map((gap) => (
              <Gap
                key={gap.messageId}
                gap={gap}
                can={result.data?.can ?? noRights}
                onAnswer={() => setAnswering(gap)}
              />
            ))}
          </ol>
        )}
      </List>
    </Sheet>
  );
}

function Gap({
  gap,
  can,
  onAnswer,
}: {
  gap: AnswerGap;
  can: { answer: boolean; dismiss: boolean };
  onAnswer: () => void;
}) {
  const { t } = useTranslation('answer-gaps');
  const dismiss = useMutate('POST /api/answer-gaps/dismiss', { refreshes: ['/api/answer-gaps'] });
  return (
    <li className="grid gap-2.5 rounded-card border border-line p-3.5">
      <p className="leading-6 font-medium break-words">{gap.question}</p>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1.5 text-sm text-muted">
        {gap.unknown > 0 && (
          <Badge tone="warning" dot>
            {t('list.unknown', { count: gap.unknown })}
          </Badge>
        )}
        {gap.down > 0 && (
          <Badge tone="danger" dot>
            {t('list.down', { count: gap.down })}
          </Badge>
        )}
        <span>{gap.agentName}</span>
        <Time at={gap.lastAt} />
      </p>
      <Loss gap={gap} />
      <div className="flex flex-wrap items-center gap-2">
        {can.answer && (
          <Button size="sm" onClick={onAnswer}>
            {t('list.answer')}
          </Button>
        )}
        {can.dismiss && (
          <Button
            size="sm"
            variant="ghost"
            pending={dismiss.isPending}
            onClick={() => dismiss.mutate({ body: { messageIds: gap.messageIds } })}
          >
            {t('list.dismiss')}
          </Button>
        )}
        <Link
          to={paths.inboxThread(gap.conversationId)}
          className="ml-auto text-sm text-accent-ink underline-offset-4 hover:underline"
        >
          {t('list.thread')}
        </Link>
      </div>
    </li>
  );
}

/** Who left without an answer, and what they would have brought as others do. */
function Loss({ gap: { left, lost, isTest } }: { gap: AnswerGap }) {
  const { t, i18n } = useTranslation('answer-gaps');
  if (left === 0) return null;
  const amounts = (lost ?? []).map(({ currency, amount }) => formatMoney(amount, currency, i18n.language));
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
      {t('list.left', { count: left })}
      {amounts.length > 0 && (
        <span className="inline-flex items-center gap-1.5" title={t('list.lostHow')}>
          {t(isTest ? 'list.lostTest' : 'list.lost', { amount: amounts.join(factGap) })}
        </span>
      )}
    </p>
  );
}
