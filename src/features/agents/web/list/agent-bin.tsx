import { useQueryClient } from '@tanstack/react-query';
import { ChevronRight, Trash2, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#ui/api/client.ts';
import { refresh, useEndpoint, useMutate } from '#ui/api/hooks.ts';
import { relativeTime } from '#ui/browser/time.tsx';
import { Button } from '#ui/controls/button.tsx';
import { IconButton } from '#ui/controls/icon-button.tsx';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import type { BinnedAgent } from '../../agents-lifecycle.contract.ts';
import { AgentAvatar } from './agent-avatar.tsx';

/** Deleted agents, which can be brought back for seven days; nothing is shown while there are none. */
export function AgentBin() {
  const { t, i18n } = useTranslation('agents-lifecycle');
  const client = useQueryClient();
  const { data } = useEndpoint('GET /api/agent-bin', undefined, { staleTime: 0 });
  const [purging, setPurging] = useState<BinnedAgent | null>(null);
  const restore = useMutate('POST /api/agent-bin/{id}/restore', {
    refreshes: ['/api/agents', '/api/agent-bin'],
    onSuccess: ({ name }) =>
      toast({
        variant: 'success',
        title: t('bin.restored', { name }),
        description: t('bin.restoredText'),
      }),
  });
  if (!data || data.agents.length === 0) return null;
  return (
    <details className="group mt-6">
      <summary className="flex min-h-11 w-fit list-none items-center gap-1.5 rounded-control text-muted hover:text-ink md:min-h-8">
        <ChevronRight size={16} className="transition-transform duration-150 group-open:rotate-90" />
        {t('bin.title', { count: data.agents.length })}
      </summary>
      <p className="mt-1 mb-2 text-sm text-muted">{t('bin.text')}</p>
      <ul className="grid divide-y divide-line rounded-card border border-line bg-surface">
        {data.agents.map((agent) => (
          <li key={agent.id} className="flex items-center gap-3 py-1.5 pr-2 pl-4">
            <AgentAvatar name={agent.name} color={agent.color} src={agent.avatarUrl} size={32} />
            <div className="min-w-0 grow">
              <p className="truncate font-medium">{agent.name}</p>
              <p className="text-sm text-muted">
                {t('bin.gone', { when: relativeTime(agent.goneAt, i18n.language) })}
              </p>
            </div>
            <Button
              size="sm"
              icon={<Undo2 size={16} />}
              pending={restore.isPending && restore.variables.params.id === agent.id}
              aria-label={t('bin.restoreName', { name: agent.name })}
              onClick={() => restore.mutate({ params: { id: agent.id } })}
            >
              {t('bin.restore')}
            </Button>
            <IconButton label={t('bin.purgeName', { name: agent.name })} onClick={() => setPurging(agent)}>
              <Trash2 size={16} />
            </IconButton>
          </li>
        ))}
      </ul>
      {purging && (
        <ConfirmDialog
          title={t('bin.purgeTitle', { name: purging.name })}
          description={t('bin.purgeText')}
          confirm={t('bin.purge')}
          run={async () => {
            await api('DELETE /api/agent-bin/{id}', { params: { id: purging.id } });
            await refresh(client, '/api/agent-bin');
          }}
          onClose={() => setPurging(null)}
        />
      )}
    </details>
  );
}
