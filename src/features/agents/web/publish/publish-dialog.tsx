import type { QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, ApiError } from '#ui/api/client.ts';
import { refresh, setEndpointData } from '#ui/api/hooks.ts';
import { isPlanExpiredError } from '#ui/api/plan-expired.ts';
import { Button } from '#ui/controls/button.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { Callout, Skeleton } from '#ui/page/display.tsx';
import { Field } from '#ui/controls/field.tsx';
import { Input } from '#ui/controls/input.tsx';
import { ExpiredNotice } from '#ui/page/expired-notice.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import type { AgentConfiguration } from '../../agents-configuration.contract.ts';
import type {
  Agent,
  ConfigurationChange,
  KnowledgeChange,
  SubscribersChoice,
} from '../../agents.contract.ts';
import type { DraftStore } from '../editor/agent-draft.ts';
import type { SettingPath } from '../settings/setting-path.ts';
import { ChangeList } from './change-list.tsx';
import { FreedSubscribers } from '../list/subscriber-choice.tsx';
import { PublishGate, shortestReason, usePublishGate } from './publish-gate.tsx';
import { KnowledgeChanges } from './knowledge-changes.tsx';
import { PublishPrices } from './publish-prices.tsx';

type Props = {
  agent: Agent;
  store: DraftStore<AgentConfiguration>;
  client: QueryClient;
  onClose: () => void;
  onPublished: (isFirst: boolean) => void;
};

/** What visitors will get, and the button that gives it to them. */
export function PublishDialog({ agent, store, client, onClose, onPublished }: Props) {
  const { t } = useTranslation('agents');
  const [changes, setChanges] = useState<readonly ConfigurationChange[] | null>(null);
  const [knowledge, setKnowledge] = useState<readonly KnowledgeChange[]>([]);
  const [failure, setFailure] = useState<string | null>(null);
  const [name, setName] = useState('');
  const [busy, setBusy] = useState(false);
  const [subscribers, setSubscribers] = useState<SubscribersChoice>('period');
  const gate = usePublishGate(agent.id, changes !== null);
  const [reason, setReason] = useState<string | null>(null);
  const isKept = !gate.isOpen && (reason === null || reason.trim().length < shortestReason);
  const isFirst = agent.liveVersion === null;
  const nothing = changes?.length === 0 && agent.status === 'live';

  useEffect(() => {
    let gone = false;
    void (async () => {
      try {
        // What is compared is what the server has; so it first gets the last words.
        if (!(await store.flush()))
          throw new Error(
            t(Object.keys(store.get().fields).length > 0 ? 'publish.fixFirst' : 'publish.saveFirst'),
          );
        const answer = await api('GET /api/agents/{id}/changes', { params: { id: agent.id } });
        if (!gone) {
          setChanges(answer.changes);
          setKnowledge(answer.knowledge ?? []);
        }
      } catch (error) {
        if (!gone)
          setFailure(
            error instanceof ApiError && error.status === 0
              ? t('common:failed.offline')
              : error instanceof Error
                ? error.message
                : String(error),
          );
      }
    })();
    return () => void (gone = true);
  }, [agent.id, store, t]);

  const publish = async () => {
    setBusy(true);
    setFailure(null);
    try {
      const published = await api('POST /api/agents/{id}/publish', {
        params: { id: agent.id },
        body: {
          revision: store.get().revision,
          name,
          ...(subscribers === 'refund' && { subscribers }),
          ...(!gate.isOpen && reason !== null && { override: { reason } }),
        },
      });
      void refresh(client, '/api/agents');
      setEndpointData(client, 'GET /api/agents/{id}', { params: { id: agent.id } }, () => published);
      toast({
        variant: 'success',
        title: t('publish.done', { name: published.name }),
        description: isFirst ? undefined : t('publish.doneText', { version: published.liveVersion }),
      });
      onPublished(isFirst);
    } catch (error) {
      void refresh(client, '/api/simulator');
      // A plan that is over is told by the dialog of all screens.
      if (!isPlanExpiredError(error))
        setFailure(
          error instanceof ApiError && error.status === 0
            ? t('common:failed.offline')
            : error instanceof Error
              ? error.message
              : String(error),
        );
      setBusy(false);
    }
  };
  const isFreed =
    changes?.some(({ path }) => path === 'payment.enabled') === true &&
    !isFirst &&
    !store.get().value.payment.enabled;
  const notable = isFirst ? changes?.filter((change) => firstFields.includes(change.path)) : changes;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t(isFirst ? 'publish.firstTitle' : 'publish.title')}
      description={nothing ? t('publish.nothing') : t(isFirst ? 'publish.firstText' : 'publish.text')}
      className="md:w-[min(40rem,calc(100vw-2rem))]"
      actions={
        <>
          <Button onClick={onClose}>{t(nothing ? 'common:close' : 'common:actions.cancel')}</Button>
          {!nothing && (
            <Button
              variant="primary"
              pending={busy}
              disabled={changes === null || isKept}
              onClick={() => void publish()}
            >
              {t('publish.confirm')}
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-5">
        {!nothing && <ExpiredNotice>{t('common:lapsed.publish')}</ExpiredNotice>}
        {failure && (
          <Callout tone="danger" live>
            {failure}
          </Callout>
        )}
        {!changes && !failure && <Skeleton className="h-32 rounded-card" />}
        {!nothing && changes && (
          <Field label={t('publish.name')} help={t('publish.nameHelp')} aside={t('common:optional')}>
            <Input
              value={name}
              maxLength={80}
              onChange={(event) => setName(event.target.value)}
              onKeyDown={(event) => event.key === 'Enter' && !busy && !isKept && void publish()}
            />
          </Field>
        )}
        {!nothing && changes && (
          <PublishGate agentId={agent.id} reason={reason} onReason={setReason} {...gate} />
        )}
        {/* The first time, and whenever a price changes, they are read before anybody is asked for money. */}
        {changes?.some(({ path }) => path.startsWith('payment.')) && (
          <PublishPrices payment={store.get().value.payment} />
        )}
        {isFreed && <FreedSubscribers agentId={agent.id} value={subscribers} onChange={setSubscribers} />}
        {notable && notable.length > 0 && <ChangeList changes={notable} isFirst={isFirst} />}
        <KnowledgeChanges changes={knowledge} note={t('publish.knowledgeNote')} />
      </div>
    </Dialog>
  );
}

/** What is shown of a first version; all of the rest goes live too. */
const firstFields: readonly string[] = [
  'basic.name',
  'appearance.color',
  'prompt.welcomeMessage',
  'prompt.iceBreakers',
  'prompt.systemPrompt',
  'ai.provider',
  'ai.model',
] satisfies SettingPath[];
