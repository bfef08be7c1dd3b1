import { factGap } from '#shared/text/fact-gap.ts';
import { useQueryClient } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { refresh, useEndpoint, useMutate } from '#ui/api/hooks.ts';
import { Time } from '#ui/browser/time.tsx';
import { Button } from '#ui/controls/button.tsx';
import { CopyButton } from '#ui/controls/copy-button.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import { Skeleton } from '#ui/page/display.tsx';
import { ReadFailed } from '#ui/page/read-failed.tsx';
import type { Webhook, WebhookDelivery } from '../webhooks.contract.ts';
import { DeliveryState } from './delivery-state.tsx';

type Props = {
  webhook: Webhook;
  delivery: WebhookDelivery;
  onBack: () => void;
};

/** One delivery: what is sent, what was answered, and sending it once more. */
export function DeliveryDetail({ webhook, delivery, onBack }: Props) {
  const { t } = useTranslation('webhooks');
  const client = useQueryClient();
  const params = { id: webhook.id, delivery: delivery.id };
  const { data, error, refetch } = useEndpoint(
    'GET /api/webhook-endpoints/{id}/deliveries/{delivery}',
    { params },
    { staleTime: 0 },
  );
  const replay = useMutate('POST /api/webhook-endpoints/{id}/deliveries/{delivery}/replay', {
    onSuccess: async () => {
      toast({ variant: 'success', title: t('log.replayed') });
      await refresh(client, '/api/webhook-endpoints');
    },
  });
  const { type, eventId, attempts, tookMs, dueAt, createdAt } = data ?? delivery;
  return (
    <div className="grid gap-4">
      <div>
        <Button autoFocus size="sm" variant="ghost" icon={<ArrowLeft size={16} />} onClick={onBack}>
          {t('log.back')}
        </Button>
      </div>
      <div className="grid gap-1.5">
        <h3 className="font-mono text-base font-semibold break-all">{type}</h3>
        <DeliveryState delivery={data ?? delivery} />
        <p className="text-sm text-pretty text-muted">
          <Time at={createdAt} />
          {factGap}
          {t('log.tries', { count: attempts })}
          {tookMs !== null && `${factGap}${t('log.took', { ms: tookMs })}`}
          {dueAt && (
            <>
              {factGap}
              {t('log.next')} <Time at={dueAt} />
            </>
          )}
        </p>
        <p className="font-mono text-sm break-all text-muted">webhook-id: {eventId}</p>
      </div>
      <div>
        <Button pending={replay.isPending} onClick={() => replay.mutate({ params })}>
          {t('log.replay')}
        </Button>
      </div>
      {error && !data ? (
        <ReadFailed error={error} retry={refetch} />
      ) : !data ? (
        <Skeleton className="h-40 w-full" />
      ) : (
        <>
          <Text
            title={t(webhook.format === 'events' ? 'log.sent' : 'log.event')}
            text={readable(data.body)}
          />
          <Text title={t('log.answered')} text={data.answer || t('log.noAnswer')} />
        </>
      )}
    </div>
  );
}

function Text({ title, text }: { title: string; text: string }) {
  return (
    <section className="grid gap-1.5">
      <div className="flex items-center justify-between gap-2">
        <h4 className="text-sm font-medium">{title}</h4>
        <CopyButton text={text} />
      </div>
      <pre
        tabIndex={0}
        aria-label={title}
        className="max-h-96 overflow-auto rounded-card bg-sunken p-3 text-sm break-words whitespace-pre-wrap"
      >
        {text}
      </pre>
    </section>
  );
}

/** JSON with a field on each line; anything else as it is. */
function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    // What an event holds is JSON; a body that is none is shown all the same.
    return body;
  }
}
