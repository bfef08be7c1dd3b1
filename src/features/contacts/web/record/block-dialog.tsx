import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SubscriberChoice } from '#features/agents/web/list/subscriber-choice.tsx';
import type { Output } from '#ui/api/client.ts';
import { useUser } from '#ui/api/session.ts';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';

type Choice = 'refund' | 'period';

/** Asks what becomes of what somebody pays again and again who is blocked now. */
export function BlockDialog({
  affected,
  block,
  onClose,
}: {
  affected: Output<'GET /api/subscribers'>;
  block: (subscribers: Choice) => Promise<void>;
  onClose: () => void;
}) {
  const { t } = useTranslation('contacts');
  const mayRefund = useUser().can['payments.manage'] !== false;
  const choices: readonly Choice[] = mayRefund ? ['refund', 'period'] : ['period'];
  const [choice, setChoice] = useState<Choice>(mayRefund ? 'refund' : 'period');
  return (
    <ConfirmDialog
      title={t('block.title')}
      description={t('block.text')}
      confirm={t('block.action')}
      run={() => block(choice)}
      onClose={onClose}
    >
      <SubscriberChoice
        affected={affected}
        choices={choices}
        value={choice}
        onChange={(value) => setChoice(value === 'refund' ? 'refund' : 'period')}
        cause="blocked"
      />
    </ConfirmDialog>
  );
}
