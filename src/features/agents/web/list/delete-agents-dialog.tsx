import { factGap } from '#shared/text/fact-gap.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#ui/api/client.ts';
import { refresh } from '#ui/api/hooks.ts';
import { Button } from '#ui/controls/button.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { Callout } from '#ui/page/display.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import type { AgentSummary } from '../../agents.contract.ts';
import { AgentAvatar } from './agent-avatar.tsx';
import { readableAddress } from '../install/agent-links.ts';
import { AffectedHolders, AffectedSubscribers, useSubscribers, useUnusedSum } from './subscriber-choice.tsx';

/** Asks before agents are put into the bin, because visitors lose them at once; says what goes with them. */
export function DeleteAgentsDialog({
  agents,
  onClose,
}: {
  agents: readonly AgentSummary[];
  onClose: (allGone: boolean) => void;
}) {
  const { t } = useTranslation('agents');
  const client = useQueryClient();
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const { affected, isKnown } = useSubscribers(agents.map(({ id }) => id));
  const sum = useUnusedSum();
  const left = agents.filter((agent) => !gone.has(agent.id));
  const [first] = agents;
  const remove = async () => {
    setBusy(true);
    setFailure(null);
    try {
      for (const { id } of left) {
        await api('DELETE /api/agents/{id}', {
          params: { id },
          query: affected && affected.count > 0 ? { subscribers: 'refund' } : {},
        });
        setGone((before) => new Set(before).add(id));
      }
      toast({
        variant: 'success',
        title: t('delete.done', { count: agents.length }),
        description: t('delete.doneText'),
      });
      onClose(true);
    } catch (error) {
      setFailure(error instanceof Error ? error.message : t('common:failed.title'));
    }
    setBusy(false);
    void refresh(client, '/api/agents', '/api/agent-bin');
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !busy && onClose(false)}
      title={
        agents.length === 1 && first
          ? t('delete.titleOne', { name: first.name })
          : t('delete.title', { count: agents.length })
      }
      description={t('delete.text', { count: agents.length })}
      actions={
        <>
          <Button disabled={busy} onClick={() => onClose(false)}>
            {t('common:actions.cancel')}
          </Button>
          <Button variant="danger" pending={busy} disabled={!isKnown} onClick={() => void remove()}>
            {t('delete.confirm', { count: left.length })}
          </Button>
        </>
      }
    >
      <ul className="grid gap-2">
        {left.map((agent) => (
          <li key={agent.id} className="flex items-center gap-3">
            <AgentAvatar name={agent.name} color={agent.color} src={agent.avatarUrl} size={32} />
            <span className="min-w-0">
              <span className="block truncate font-medium">{agent.name}</span>
              <span className="block truncate text-sm text-muted">
                {t('list.conversations', { count: agent.conversationCount })}
                {agent.seenUrl && `${factGap}${t('list.seen', { place: readableAddress(agent.seenUrl) })}`}
              </span>
            </span>
          </li>
        ))}
      </ul>
      {affected !== null && affected.count > 0 && (
        <div className="mt-4 grid gap-2">
          <AffectedSubscribers affected={affected} />
          <p className="text-pretty">{t('agents-lifecycle:subscribers.deleting', { sum: sum(affected) })}</p>
          <p className="text-sm text-pretty text-muted">{t('agents-lifecycle:subscribers.rather')}</p>
        </div>
      )}
      {affected !== null && affected.holders > 0 && (
        <div className="mt-4">
          <AffectedHolders affected={affected} isForGood />
        </div>
      )}
      {failure && (
        <Callout tone="danger" live className="mt-4" title={t('delete.failed', { count: left.length })}>
          {failure}
        </Callout>
      )}
    </Dialog>
  );
}
