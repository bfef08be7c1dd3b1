import { ChartNoAxesColumn, CirclePause, Code, Copy, Download, Ellipsis, QrCode, Trash2 } from 'lucide-react';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import { useVisitorsOrigin } from '#ui/visitors-origin.ts';
import { useMutate } from '#ui/api/hooks.ts';
import { copyText } from '#ui/controls/copy-button.tsx';
import { IconButton } from '#ui/controls/icon-button.tsx';
import { DropdownMenu } from '#ui/controls/menu.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import type { AgentSummary } from '../../agents.contract.ts';
import { scriptTag } from '../install/agent-links.ts';
import { AgentStateDialog } from './agents-lifecycle.parts.ts';
import { useExportAgent } from './use-export-agent.ts';

/** What else can be done with an agent of the list. */
export function AgentCardMenu({
  agent,
  canEdit,
  onDelete,
}: {
  agent: AgentSummary;
  canEdit: boolean;
  onDelete: () => void;
}) {
  const { t } = useTranslation('agents');
  const origin = useVisitorsOrigin();
  const exportAgent = useExportAgent();
  const navigate = useNavigate();
  const duplicate = useMutate('POST /api/agents/{id}/duplicate', {
    refreshes: ['/api/agents'],
    onSuccess: (copy) =>
      toast({
        variant: 'success',
        title: t('list.duplicated', { name: copy.name }),
        description: t('list.duplicatedText'),
      }),
  });
  const [isAsking, setAsking] = useState(false);
  const copyTag = async () => {
    const done = await copyText(scriptTag(origin, agent.number));
    toast(
      done
        ? {
            variant: 'success',
            title: t('list.tagCopied'),
            description: t(agent.status === 'live' ? 'list.tagCopiedText' : 'list.tagCopiedDraft'),
          }
        : { variant: 'destructive', title: t('common:copy.failed') },
    );
  };
  return (
    <>
      <DropdownMenu
        defaultOpen
        label={t('list.actions', { name: agent.name })}
        trigger={
          <IconButton
            label={t('list.actions', { name: agent.name })}
            size="sm"
            tooltip={false}
            aria-busy={duplicate.isPending || undefined}
          >
            <Ellipsis size={16} />
          </IconButton>
        }
        items={[
          {
            label: t('list.report'),
            icon: <ChartNoAxesColumn size={16} />,
            onSelect: () => void navigate({ to: paths.agentReports(agent.id) }),
          },
          {
            label: t('list.copyTag'),
            icon: <Code size={16} />,
            onSelect: () => void copyTag(),
          },
          ...(canEdit
            ? ([
                {
                  label: t('list.state'),
                  icon: <CirclePause size={16} />,
                  onSelect: () => setAsking(true),
                },
                {
                  label: t('list.export'),
                  icon: <Download size={16} />,
                  onSelect: () => exportAgent(agent.id),
                },
                {
                  label: t('list.generateQr'),
                  icon: <QrCode size={16} />,
                  onSelect: () =>
                    void navigate({ to: paths.editAgent(agent.id), search: { section: 'qr', create: 'qr' } }),
                },
                {
                  label: t('common:actions.duplicate'),
                  icon: <Copy size={16} />,
                  onSelect: () => duplicate.mutate({ params: { id: agent.id } }),
                },
                'separator',
                {
                  label: t('common:actions.delete'),
                  icon: <Trash2 size={16} />,
                  danger: true,
                  onSelect: onDelete,
                },
              ] as const)
            : []),
        ]}
      />
      {isAsking && (
        <Suspense>
          <AgentStateDialog agent={agent} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  );
}
