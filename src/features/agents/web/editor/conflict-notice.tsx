import { useTranslation } from 'react-i18next';
import { api } from '#ui/api/client.ts';
import { toast } from '#ui/overlay/toast-store.ts';
import type { AgentConfiguration } from '../../agents-configuration.contract.ts';
import type { DraftStore } from './agent-draft.ts';
import { ConflictChoice } from './conflict-choice.tsx';

type Props = {
  agentId: string;
  store: DraftStore<AgentConfiguration>;
  className?: string;
};

/** Somebody else saved this agent in between. */
export function ConflictNotice({ agentId, store, className }: Props) {
  const { t } = useTranslation('agents');
  return (
    <ConflictChoice
      {...(className !== undefined && { className })}
      texts={{
        title: t('conflict.title'),
        text: t('conflict.text'),
        theirs: t('conflict.theirs'),
        mine: t('conflict.mine'),
      }}
      decide={async (choice) => {
        const { draft, draftRevision } = await api('GET /api/agents/{id}', { params: { id: agentId } });
        if (choice === 'mine') return store.keepMine(draft, draftRevision);
        store.replace(draft, draftRevision);
        toast({
          title: t('conflict.loaded'),
          action: { label: t('common:actions.undo'), onClick: () => store.undo() },
        });
        return null;
      }}
    />
  );
}
