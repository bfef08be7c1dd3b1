import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '#ui/api/client.ts';
import { refresh } from '#ui/api/hooks.ts';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { SecretDialog } from '#ui/overlay/secret-dialog.tsx';
import type { Webhook } from '../webhooks.contract.ts';

/** Shows a secret, this once. */
export function ShowSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { t } = useTranslation('webhooks');
  return (
    <SecretDialog
      title={t('secret.title')}
      description={t('secret.text')}
      done={t('secret.done')}
      secret={secret}
      onClose={onClose}
    />
  );
}

type Props = {
  webhook: Webhook;
  onClose: () => void;
};

/** Asks before a receiver has to learn another secret; what is made takes the place of this dialog. */
export function RenewSecret({ webhook, onMade, onClose }: Props & { onMade: (secret: string) => void }) {
  const { t } = useTranslation('webhooks');
  const client = useQueryClient();
  return (
    <ConfirmDialog
      title={t('secret.renewTitle')}
      description={t('secret.renewText')}
      confirm={t('secret.renew')}
      tone="primary"
      run={async () => {
        const { secret } = await api('POST /api/webhook-endpoints/{id}/secret', {
          params: { id: webhook.id },
        });
        await refresh(client, '/api/webhook-endpoints');
        onMade(secret);
      }}
      onClose={onClose}
    />
  );
}

/** Asks before its deliveries are forgotten. */
export function RemoveWebhook({ webhook, onClose }: Props) {
  const { t } = useTranslation('webhooks');
  const client = useQueryClient();
  return (
    <ConfirmDialog
      title={t('removeTitle')}
      description={t('removeText', { url: webhook.url })}
      confirm={t('remove')}
      run={async () => {
        await api('DELETE /api/webhook-endpoints/{id}', { params: { id: webhook.id } });
        await refresh(client, '/api/webhook-endpoints');
      }}
      onClose={onClose}
    />
  );
}
