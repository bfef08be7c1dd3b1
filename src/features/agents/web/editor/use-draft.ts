import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { api, ApiError } from '#ui/api/client.ts';
import { refresh, setEndpointData } from '#ui/api/hooks.ts';
import { isPlanExpiredError } from '#ui/api/plan-expired.ts';
import { usePlanExpiry } from '#ui/page/plan-expiry.ts';
import { toast } from '#ui/overlay/toast-store.ts';
import type { AgentConfiguration } from '../../agents-configuration.contract.ts';
import type { Agent } from '../../agents.contract.ts';
import { createDraft, type DraftState, type DraftStore, type SaveOutcome } from './agent-draft.ts';
import { checkDraft, toSaved } from './draft-check.ts';

/** How a failed save is to be taken. */
function outcomeOf(error: unknown): SaveOutcome {
  if (!(error instanceof ApiError) || error.status === 0 || error.status === 429 || error.status >= 500)
    return { kind: 'failed' };
  if (error.code === 'agents.draft_changed') return { kind: 'conflict' };
  return {
    kind: 'refused',
    fields: Object.fromEntries(
      Object.entries(error.fields ?? {}).map(([path, text]) => [
        path.replace(/^(body\.)?configuration\./, ''),
        text,
      ]),
    ),
  };
}

/**
 * The draft store of the agent on screen, saving to the server. Takes over what others saved while nothing is
 * unsaved here.
 */
export function useDraft(agent: Agent): [DraftStore<AgentConfiguration>, DraftState<AgentConfiguration>] {
  const client = useQueryClient();
  const { t } = useTranslation('agents');
  const [store] = useState(() =>
    createDraft<AgentConfiguration>({
      value: agent.draft,
      revision: agent.draftRevision,
      check: checkDraft,
      async save(value, revision) {
        try {
          const configuration = toSaved(value);
          const answer = await api('PUT /api/agents/{id}/draft', {
            params: { id: agent.id },
            body: { revision, configuration },
          });
          setEndpointData(
            client,
            'GET /api/agents/{id}',
            { params: { id: agent.id } },
            (old) =>
              old && {
                ...old,
                draft: configuration,
                name: configuration.basic.name,
                color: configuration.appearance.color,
                ...answer,
              },
          );
          void refresh(client, `/api/agents/${agent.id}/changes`);
          return { kind: 'saved', revision: answer.draftRevision };
        } catch (error) {
          const outcome = outcomeOf(error);
          if (
            outcome.kind === 'refused' &&
            Object.keys(outcome.fields).length === 0 &&
            !isPlanExpiredError(error)
          )
            toast({
              variant: 'destructive',
              title: t('editor.notSaved'),
              description: error instanceof Error ? error.message : undefined,
            });
          return outcome;
        }
      },
    }),
  );
  useEffect(() => {
    const { isDirty, revision } = store.get();
    if (!isDirty && agent.draftRevision > revision) store.replace(agent.draft, agent.draftRevision);
  }, [store, agent.draft, agent.draftRevision]);
  const isPlanExpired = usePlanExpiry() !== null;
  useEffect(() => {
    // What was typed while the account had no plan is saved as soon as it has one.
    const { isDirty, status } = store.get();
    if (!isPlanExpired && isDirty && status === 'refused') void store.flush();
  }, [store, isPlanExpired]);
  return [store, useSyncExternalStore(store.subscribe, store.get)];
}
