import { factGap } from '#shared/text/fact-gap.ts';
import { Ellipsis } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useMutate } from '#ui/api/hooks.ts';
import { Button } from '#ui/controls/button.tsx';
import { IconButton } from '#ui/controls/icon-button.tsx';
import { DropdownMenu } from '#ui/controls/menu.tsx';
import { Badge } from '#ui/page/display.tsx';
import type { Webhook } from '../webhooks.contract.ts';

type Props = {
  webhook: Webhook;
  onOpen: (kind: 'edit' | 'remove' | 'deliveries' | 'renew') => void;
};

/** One webhook: where it leads, whether it is reached, and what can be done with it. */
export function WebhookRow({ webhook, onOpen }: Props) {
  const { t } = useTranslation('webhooks');
  const { id, url, description, format, events, waiting, failed, isEnabled } = webhook;
  const change = useMutate('PATCH /api/webhook-endpoints/{id}', { refreshes: ['/api/webhook-endpoints'] });
  const facts = [
    description,
    events.length === 0 ? t('all') : t('count', { count: events.length }),
    format === 'events' ? t('secret.ends', { ending: `…${webhook.secretLastFour}` }) : t(`format.${format}`),
    ...(waiting > 0 ? [t('waiting', { count: waiting })] : []),
    ...(failed > 0 ? [t('failed', { count: failed })] : []),
  ];
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 p-4">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-2">
          <span className="min-w-0 font-mono text-sm break-all">{url}</span>
          <State webhook={webhook} />
        </p>
        <p className="mt-1 text-sm text-pretty break-words text-muted">
          {facts.filter(Boolean).join(factGap)}
        </p>
      </div>
      <span className="flex gap-2">
        <Button size="sm" aria-label={t('log.of', { url })} onClick={() => onOpen('deliveries')}>
          {t('log.open')}
        </Button>
        <DropdownMenu
          label={t('more', { url })}
          trigger={
            <IconButton size="sm" label={t('more', { url })}>
              <Ellipsis size={16} />
            </IconButton>
          }
          items={[
            { label: t('edit'), onSelect: () => onOpen('edit') },
            ...(format === 'events' ? [{ label: t('secret.renew'), onSelect: () => onOpen('renew') }] : []),
            {
              label: t(isEnabled ? 'switchOff' : 'switchOn'),
              onSelect: () => change.mutate({ params: { id }, body: { isEnabled: !isEnabled } }),
            },
            'separator',
            { label: t('remove'), danger: true, onSelect: () => onOpen('remove') },
          ]}
        />
      </span>
    </li>
  );
}

function State({ webhook: { isEnabled, disabledReason, failingSince } }: Pick<Props, 'webhook'>) {
  const { t } = useTranslation('webhooks');
  if (!isEnabled) {
    const reason = disabledReason === '' ? 'member' : disabledReason;
    return <Badge tone={reason === 'member' ? 'neutral' : 'danger'}>{t(`off.${reason}`)}</Badge>;
  }
  return failingSince === null ? (
    <Badge tone="success" dot>
      {t('on')}
    </Badge>
  ) : (
    <Badge tone="warning" dot>
      {t('failing')}
    </Badge>
  );
}
