import { useTranslation } from 'react-i18next';
import { Badge, type Tone } from '#ui/page/display.tsx';
import type { WebhookDelivery } from '../webhooks.contract.ts';

const tones: Record<WebhookDelivery['state'], Tone> = {
  waiting: 'warning',
  delivered: 'success',
  failed: 'danger',
};

/** How a try went, in a few words. */
export function DeliveryState({ delivery }: { delivery: WebhookDelivery }) {
  const { t } = useTranslation('webhooks');
  const { state, problem, status } = delivery;
  return (
    <span className="flex flex-wrap items-center gap-2">
      <Badge tone={tones[state]}>{t(`state.${state}`)}</Badge>
      {problem !== '' && (
        <span className="text-sm text-muted">{t(`problem.${problem}`, { status: status ?? '' })}</span>
      )}
    </span>
  );
}
