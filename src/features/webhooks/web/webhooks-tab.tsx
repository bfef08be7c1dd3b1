import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useEndpoint } from '#ui/api/hooks.ts';
import { Button } from '#ui/controls/button.tsx';
import { List, listOf } from '#ui/list/list.tsx';
import { Skeleton } from '#ui/page/display.tsx';
import { EmptyState } from '#ui/page/empty-state.tsx';
import type { Webhook } from '../webhooks.contract.ts';
import { Deliveries } from './deliveries.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { RemoveWebhook, RenewSecret, ShowSecret } from './webhook-dialogs.tsx';
import { WebhookRow } from './webhook-row.tsx';

/** What is open over the list. */
type Open =
  | { kind: 'add' }
  | { kind: 'edit' | 'remove' | 'deliveries' | 'renew'; webhook: Webhook }
  | { kind: 'secret'; secret: string };

/** The account's own systems that are told what happens, and what became of the telling. */
export function WebhooksTab() {
  const { t } = useTranslation('webhooks');
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const showSecret = (secret: string) => setOpen({ kind: 'secret', secret });
  const list = listOf(
    useEndpoint('GET /api/webhook-endpoints', undefined, { staleTime: 0 }),
    (data) => data.webhooks,
  );
  const add = (
    <Button variant="primary" icon={<Plus size={16} />} onClick={() => setOpen({ kind: 'add' })}>
      {t('add')}
    </Button>
  );
  return (
    <section aria-labelledby="webhooks" className="grid gap-4">
      <div>
        <h2 id="webhooks" className="text-md font-semibold">
          {t('title')}
        </h2>
        <p className="mt-1 max-w-prose text-pretty text-muted">{t('text')}</p>
      </div>
      <List
        of={list}
        failed={t('unreadable')}
        waiting={<Skeleton className="h-24 rounded-card" />}
        empty={
          <EmptyState title={t('emptyTitle')} action={add}>
            {t('empty')}
          </EmptyState>
        }
      >
        {(webhooks) => (
          <div className="grid gap-4">
            <ul
              aria-label={t('title')}
              className="divide-y divide-line rounded-card border border-line bg-surface"
            >
              {webhooks.map((webhook) => (
                <WebhookRow
                  key={webhook.id}
                  webhook={webhook}
                  onOpen={(kind) => setOpen({ kind, webhook })}
                />
              ))}
            </ul>
            <div>{add}</div>
          </div>
        )}
      </List>
      {open?.kind === 'add' && (
        <WebhookForm
          webhook={null}
          onClose={close}
          onMade={({ secret, format }) => (format === 'events' ? showSecret(secret) : close())}
        />
      )}
      {open?.kind === 'edit' && <WebhookForm webhook={open.webhook} onClose={close} onMade={close} />}
      {open?.kind === 'secret' && <ShowSecret secret={open.secret} onClose={close} />}
      {open?.kind === 'renew' && (
        <RenewSecret
          webhook={open.webhook}
          onMade={showSecret}
          onClose={() => setOpen((now) => (now?.kind === 'renew' ? null : now))}
        />
      )}
      {open?.kind === 'remove' && <RemoveWebhook webhook={open.webhook} onClose={close} />}
      {open?.kind === 'deliveries' && <Deliveries webhook={open.webhook} onClose={close} />}
    </section>
  );
}
