import { UsersRound } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#ui/api/client.ts';
import { Button } from '#ui/controls/button.tsx';
import { Callout } from '#ui/page/display.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import type { AgentConfiguration } from '../../agents-configuration.contract.ts';
import type { DraftStore } from './agent-draft.ts';

/** Somebody else saved in between: nothing is lost, the person decides. */
export function ConflictNotice({
  agentId,
  store,
  className,
}: {
  agentId: string;
  store: DraftStore<AgentConfiguration>;
  className?: string;
}) {
  const { t } = useTranslation('agents');
  const [busy, setBusy] = useState<'theirs' | 'mine' | null>(null);
  const decide = async (choice: 'theirs' | 'mine') => {
    setBusy(choice);
    try {
      const { draft, draftRevision } = await api('GET /api/agents/{id}', { params: { id: agentId } });
      if (choice === 'mine') await store.keepMine(draft, draftRevision);
      else {
        store.replace(draft, draftRevision);
        toast({
          title: t('conflict.loaded'),
          action: { label: t('common:actions.undo'), onClick: () => store.undo() },
        });
      }
    } catch (error) {
      toast({
        variant: 'destructive',
        title: t('common:failed.title'),
        description: error instanceof Error ? error.message : undefined,
      });
    }
    setBusy(null);
  };
  return (
    <Callout
      tone="warning"
      live
      className={className}
      icon={<UsersRound size={20} />}
      title={t('conflict.title')}
      action={
        <div className="flex flex-wrap gap-2">
          <Button
            size="sm"
            pending={busy === 'theirs'}
            disabled={busy !== null}
            onClick={() => void decide('theirs')}
          >
            {t('conflict.theirs')}
          </Button>
          <Button
            size="sm"
            pending={busy === 'mine'}
            disabled={busy !== null}
            onClick={() => void decide('mine')}
          >
            {t('conflict.mine')}
          </Button>
        </div>
      }
    >
      {t('conflict.text')}
    </Callout>
  );
}
