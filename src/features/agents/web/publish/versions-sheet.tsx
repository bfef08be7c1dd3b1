import { factGap } from '#shared/text/fact-gap.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#ui/api/client.ts';
import { refresh, setEndpointData, useEndpoint } from '#ui/api/hooks.ts';
import { Button } from '#ui/controls/button.tsx';
import { Checkbox } from '#ui/controls/checkbox.tsx';
import { Field } from '#ui/controls/field.tsx';
import { Input } from '#ui/controls/input.tsx';
import { Dialog, Sheet } from '#ui/overlay/dialog.tsx';
import { Badge, Callout, Skeleton } from '#ui/page/display.tsx';
import { Time } from '#ui/browser/time.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import { List, listOf } from '#ui/list/list.tsx';
import type { AgentConfiguration } from '../../agents-configuration.contract.ts';
import type { Agent, AgentVersion } from '../../agents.contract.ts';
import type { DraftStore } from '../editor/agent-draft.ts';
import { ChangeList } from './change-list.tsx';
import { FunctionChanges } from './function-changes.tsx';
import { KnowledgeChanges } from './knowledge-changes.tsx';
import { shortestReason } from './publish-gate.tsx';

type Props = {
  agent: Agent;
  store: DraftStore<AgentConfiguration>;
  onClose: () => void;
};

/** Published versions, each of which can become the draft again. */
export function VersionsSheet({ agent, store, onClose }: Props) {
  const { t } = useTranslation('agents');
  const list = listOf(
    useEndpoint('GET /api/agents/{id}/versions', { params: { id: agent.id } }),
    (data) => data.versions,
  );
  const [restoring, setRestoring] = useState<AgentVersion | null>(null);
  const open = async (version: AgentVersion) => {
    // What a restore changes is counted from the draft that the server has.
    await store.flush();
    setRestoring(version);
  };
  return (
    <Sheet
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('versions.title')}
      description={t('versions.text')}
    >
      <List
        of={list}
        waiting={<Skeleton className="h-24 rounded-card" />}
        empty={
          <p className="rounded-card bg-sunken px-4 py-6 text-center text-pretty text-muted">
            {t('versions.none')}
          </p>
        }
      >
        {(versions) => (
          <ol className="grid">
            {versions.map((version) => (
              <li
                key={version.version}
                className="flex items-center gap-3 border-t border-line py-3 first:border-0"
              >
                <div className="min-w-0 grow">
                  <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
                    <span className="min-w-0 break-words">
                      {version.name || t('versions.number', { version: version.version })}
                    </span>
                    {version.isLive && (
                      <Badge tone="success" dot>
                        {t('status.live')}
                      </Badge>
                    )}
                  </p>
                  <p className="text-sm text-muted">
                    {[version.name && t('versions.number', { version: version.version }), version.publishedBy]
                      .filter(Boolean)
                      .map((part) => `${part}${factGap}`)}
                    <Time at={version.createdAt} />
                  </p>
                </div>
                {agent.can.edit && (
                  <Button
                    size="sm"
                    onClick={() => void open(version)}
                    aria-label={t('versions.restoreOne', { version: version.version })}
                  >
                    {t('versions.restore')}
                  </Button>
                )}
              </li>
            ))}
          </ol>
        )}
      </List>
      {restoring && (
        <RestoreDialog
          agent={agent}
          store={store}
          version={restoring}
          onClose={(done) => (done ? onClose() : setRestoring(null))}
        />
      )}
    </Sheet>
  );
}

function RestoreDialog({
  agent,
  store,
  version,
  onClose,
}: {
  agent: Agent;
  store: DraftStore<AgentConfiguration>;
  version: AgentVersion;
  onClose: (done: boolean) => void;
}) {
  const { t } = useTranslation('agents');
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const params = { id: agent.id, version: version.version };
  const { data, error } = useEndpoint(
    'GET /api/agents/{id}/versions/{version}/changes',
    { params },
    { staleTime: 0, gcTime: 0 },
  );
  const [reason, setReason] = useState<string | null>(null);
  const isShort = reason !== null && reason.trim().length < shortestReason;
  const isSame =
    data?.changes.length === 0 && (data.knowledge ?? []).length === 0 && data.functions.length === 0;
  const nothing = data?.changes.length === 0 && reason === null;
  const restore = async () => {
    setBusy(true);
    try {
      const back =
        reason === null
          ? null
          : await api('POST /api/agents/{id}/versions/{version}/rollback', { params, body: { reason } });
      const restored =
        back?.agent ?? (await api('POST /api/agents/{id}/versions/{version}/restore', { params }));
      store.replace(restored.draft, restored.draftRevision);
      setEndpointData(client, 'GET /api/agents/{id}', { params: { id: agent.id } }, () => restored);
      if (back) {
        void refresh(client, '/api/agents');
        void refresh(client, '/api/knowledge');
        toast({
          variant: 'success',
          title: t('versions.rolledBack', { version: version.version }),
          description:
            [
              ...(back.missing.length > 0
                ? [t('versions.missing', { titles: back.missing.join(', ') })]
                : []),
              ...(back.kept.length > 0 ? [t('versions.kept', { titles: back.kept.join(', ') })] : []),
            ].join(' ') || undefined,
        });
      } else
        toast({
          variant: 'success',
          title: t('versions.restored', { version: version.version }),
          description: t('versions.restoredText'),
          action: { label: t('common:actions.undo'), onClick: () => store.undo() },
        });
      onClose(true);
    } catch (failure) {
      toast({
        variant: 'destructive',
        title: t('common:failed.title'),
        description: failure instanceof Error ? failure.message : undefined,
      });
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose(false)}
      title={t('versions.restoreTitle', { version: version.version })}
      description={t(isSame ? 'versions.same' : reason === null ? 'versions.restoreText' : 'publish.text')}
      className="md:w-[min(40rem,calc(100vw-2rem))]"
      actions={
        <>
          <Button onClick={() => onClose(false)}>
            {t(nothing ? 'common:close' : 'common:actions.cancel')}
          </Button>
          {!nothing && (
            <Button
              variant="primary"
              pending={busy}
              disabled={!data || isShort}
              onClick={() => void restore()}
            >
              {t(reason === null ? 'versions.restore' : 'versions.rollBack')}
            </Button>
          )}
        </>
      }
    >
      {error && <Callout tone="danger">{error.message}</Callout>}
      {!data && !error && <Skeleton className="h-32 rounded-card" />}
      <div className="grid gap-5">
        {data && data.changes.length > 0 && <ChangeList changes={data.changes} />}
        {data?.knowledge && <KnowledgeChanges changes={data.knowledge} note={t('versions.knowledgeNote')} />}
        {data && <FunctionChanges changes={data.functions} />}
        {data && agent.can.publish && (
          <>
            <Checkbox
              checked={reason !== null}
              onChange={(isAtOnce) => setReason(isAtOnce ? '' : null)}
              label={t('versions.atOnce')}
              help={t('versions.atOnceHelp')}
            />
            {reason !== null && (
              <Field label={t('gate.reason')} help={t('gate.reasonHelp')} required>
                <Input
                  autoFocus
                  value={reason}
                  maxLength={500}
                  onChange={({ target }) => setReason(target.value)}
                />
              </Field>
            )}
          </>
        )}
      </div>
    </Dialog>
  );
}
