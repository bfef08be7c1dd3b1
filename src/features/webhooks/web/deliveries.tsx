import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#ui/api/client.ts';
import { refresh, useMutate } from '#ui/api/hooks.ts';
import { Time } from '#ui/browser/time.tsx';
import { Button } from '#ui/controls/button.tsx';
import { Field } from '#ui/controls/field.tsx';
import { Select } from '#ui/controls/select.tsx';
import { Form } from '#ui/form/form.tsx';
import { useServerForm } from '#ui/form/server-form.ts';
import { List } from '#ui/list/list.tsx';
import { usePages } from '#ui/list/pages.ts';
import { Sheet } from '#ui/overlay/dialog.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import { Skeleton } from '#ui/page/display.tsx';
import type { Webhook, WebhookDelivery } from '../webhooks.contract.ts';
import { webhookEventTypes } from '../webhooks-events.contract.ts';
import { DeliveryDetail } from './delivery-detail.tsx';
import { DeliveryState } from './delivery-state.tsx';

const states = ['all', 'waiting', 'delivered', 'failed'] as const;

/** What was sent to a webhook, how that went, and a test to see it at once. */
export function Deliveries({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { t } = useTranslation('webhooks');
  const [shown, setShown] = useState<WebhookDelivery | null>(null);
  /** The one that was looked at last: the focus goes back to it. */
  const [seenId, setSeenId] = useState('');
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()} title={t('log.title')} description={webhook.url}>
      {shown ? (
        <DeliveryDetail webhook={webhook} delivery={shown} onBack={() => setShown(null)} />
      ) : (
        <div className="grid gap-6">
          <TestForm webhook={webhook} />
          <Log
            webhook={webhook}
            seenId={seenId}
            onShow={(delivery) => {
              setShown(delivery);
              setSeenId(delivery.id);
            }}
          />
        </div>
      )}
    </Sheet>
  );
}

function TestForm({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation('webhooks');
  const form = useServerForm({
    values: { type: webhook.events[0] ?? webhookEventTypes[0] },
    send: (body) => api('POST /api/webhook-endpoints/{id}/test', { params: { id: webhook.id }, body }),
    refreshes: ['/api/webhook-endpoints'],
    failureToast: t('test.title'),
    onDone: ({ problem, status, tookMs }) =>
      toast(
        problem === ''
          ? { variant: 'success', title: t('test.worked', { status: status ?? '', ms: tookMs ?? 0 }) }
          : { variant: 'destructive', title: t(`problem.${problem}`, { status: status ?? '' }) },
      ),
  });
  return (
    <section aria-labelledby="webhook-test" className="grid gap-3 rounded-card bg-sunken p-4">
      <div>
        <h3 id="webhook-test" className="font-semibold">
          {t('test.title')}
        </h3>
        <p className="text-sm text-pretty text-muted">{t('test.text')}</p>
      </div>
      <Form of={form} className="grid-cols-[minmax(0,1fr)_auto] items-end gap-3">
        <Field label={t('test.event')}>
          <Select
            value={form.values.type}
            onChange={(type) => form.set({ type })}
            options={webhookEventTypes.map((value) => ({ value, label: t(`event.${value}`), hint: value }))}
          />
        </Field>
        <Button type="submit" pending={form.isBusy}>
          {t('test.send')}
        </Button>
      </Form>
    </section>
  );
}

type LogProps = {
  webhook: Webhook;
  seenId: string;
  onShow: (delivery: WebhookDelivery) => void;
};

function Log({ webhook, seenId, onShow }: LogProps) {
  const { t } = useTranslation('webhooks');
  const client = useQueryClient();
  const [state, setState] = useState<(typeof states)[number]>('all');
  const list = usePages(
    'GET /api/webhook-endpoints/{id}/deliveries',
    { params: { id: webhook.id }, query: state === 'all' ? {} : { state } },
    (page) => page.deliveries,
  );
  const replayAll = useMutate('POST /api/webhook-endpoints/{id}/replay', {
    onSuccess: async () => {
      toast({ variant: 'success', title: t('log.replayed') });
      await refresh(client, '/api/webhook-endpoints');
    },
  });
  return (
    <section aria-label={t('log.title')} className="grid gap-3">
      <p className="text-sm text-pretty text-muted">{t('log.text')}</p>
      <div className="flex flex-wrap items-end gap-3">
        <Field label={t('log.filter')} className="min-w-0 grow basis-40">
          <Select
            value={state}
            onChange={setState}
            options={states.map((value) => ({ value, label: t(`state.${value}`) }))}
          />
        </Field>
        {webhook.failed > 0 && (
          <Button
            pending={replayAll.isPending}
            onClick={() => replayAll.mutate({ params: { id: webhook.id } })}
          >
            {t('log.replayAll')}
          </Button>
        )}
      </div>
      <List
        of={list}
        waiting={<Skeleton className="h-40 w-full" />}
        empty={t(state === 'all' ? 'log.empty' : 'log.none')}
        more={t('log.older')}
      >
        {(deliveries) => (
          <ul aria-label={t('log.title')} className="divide-y divide-line border-y border-line">
            {deliveries.map((delivery) => (
              <li key={delivery.id}>
                <button
                  type="button"
                  autoFocus={delivery.id === seenId}
                  onClick={() => onShow(delivery)}
                  className="grid w-full gap-1 rounded-control px-1 py-3 text-left hover:bg-sunken"
                >
                  <span className="flex flex-wrap items-center justify-between gap-x-3">
                    <span className="min-w-0 break-words">
                      {t(`event.${delivery.type}`, { defaultValue: delivery.type })}
                    </span>
                    <Time at={delivery.createdAt} className="text-sm whitespace-nowrap text-muted" />
                  </span>
                  <DeliveryState delivery={delivery} />
                </button>
              </li>
            ))}
          </ul>
        )}
      </List>
    </section>
  );
}
