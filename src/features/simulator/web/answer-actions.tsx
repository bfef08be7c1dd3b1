import { FlaskConical, Sparkles } from 'lucide-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutate } from '#ui/api/hooks.ts';
import { useUser } from '#ui/api/session.ts';
import { IconButton } from '#ui/controls/icon-button.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import { usePartsOff } from '#features/feature-flags/web/parts-off.ts';
import { ImproveSheet } from '#features/answer-gaps/web/improve-sheet.tsx';
import type { OwnerMessage } from '#features/conversations/conversations.contract.ts';

type Props = {
  agentId: string;
  message: OwnerMessage;
  /** The conversation that it stands in. */
  messages: readonly OwnerMessage[];
};

/** What can be made of an answer with one click: a test, or better knowledge. */
export function AnswerActions({ agentId, message, messages }: Props) {
  const { t } = useTranslation('answer-gaps');
  const navigate = useNavigate();
  const canEdit = useUser().can['agents.edit'] !== false;
  const canTest = !usePartsOff().isOff('simulator');
  const [isOpen, setOpen] = useState(false);
  const question = messages.findLast(({ role, seq }) => role === 'visitor' && seq < message.seq)?.text ?? '';
  const make = useMutate('POST /api/simulator/from-answer', {
    refreshes: ['/api/simulator'],
    onSuccess: ({ suiteId }) =>
      toast({
        variant: 'success',
        title: t('testMade'),
        action: {
          label: t('openTest'),
          onClick: () =>
            void navigate({
              to: '/dashboard/tools/agent-simulator',
              search: { agent: agentId, suite: suiteId },
            }),
        },
      }),
  });
  if (!canEdit || message.role !== 'assistant' || message.status === 'streaming' || question === '')
    return null;
  return (
    <>
      <span className="-my-1 ml-auto flex md:opacity-0 md:group-focus-within:opacity-100 md:group-hover:opacity-100">
        {canTest && (
          <IconButton
            size="sm"
            label={t('makeTest')}
            disabled={make.isPending}
            onClick={() => make.mutate({ body: { messageId: message.id } })}
          >
            <FlaskConical size={14} />
          </IconButton>
        )}
        <IconButton size="sm" label={t('improve')} onClick={() => setOpen(true)}>
          <Sparkles size={14} />
        </IconButton>
      </span>
      {isOpen && (
        <ImproveSheet
          of={{ messageId: message.id, messageIds: [], question, answer: message.text }}
          onEnd={() => setOpen(false)}
        />
      )}
    </>
  );
}
