import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import {
  createDraft,
  type DraftState,
  type DraftStore,
  type SaveOutcome,
} from '#features/agents/web/editor/agent-draft.ts';
import { api, ApiError } from '#ui/api/client.ts';
import { refresh, setEndpointData } from '#ui/api/hooks.ts';
import { isPlanExpiredError } from '#ui/api/plan-expired.ts';
import { toast } from '#ui/overlay/toast-store.ts';
import type { Form } from '../../forms.contract.ts';
import { mergeForms, type EditedForm } from './merge-forms.ts';

export type FormDraftStore = DraftStore<EditedForm>;
export type FormDraftState = DraftState<EditedForm>;

function outcomeOf(error: unknown): SaveOutcome {
  if (!(error instanceof ApiError) || error.status === 0 || error.status === 429 || error.status >= 500)
    return { kind: 'failed' };
  if (error.code === 'forms.draft_changed') return { kind: 'conflict' };
  return {
    kind: 'refused',
    fields: Object.fromEntries(
      Object.entries(error.fields ?? {}).map(([path, text]) => [path.replace(/^document\./, ''), text]),
    ),
  };
}

/** The draft of the form on screen, with undo and redo, saved by itself. */
export function useFormDraft(form: Form): [FormDraftStore, FormDraftState] {
  const client = useQueryClient();
  const { t } = useTranslation('forms');
  const [store] = useState(() =>
    createDraft<EditedForm>({
      value: { name: form.name, document: form.draft },
      revision: form.draftRevision,
      merge: mergeForms,
      check: ({ name }): Record<string, string> =>
        name.trim() === '' ? { name: t('forms:validation.name') } : {},
      async save({ name, document }, revision) {
        try {
          const answer = await api('PUT /api/forms/{id}/draft', {
            params: { id: form.id },
            body: { revision, name, document },
          });
          setEndpointData(client, 'GET /api/forms/{id}', { params: { id: form.id } }, () => answer);
          void refresh(client, '/api/forms');
          return { kind: 'saved', revision: answer.draftRevision };
        } catch (error) {
          const outcome = outcomeOf(error);
          if (outcome.kind === 'refused' && !isPlanExpiredError(error))
            toast({
              variant: 'destructive',
              title: t('editor.notSaved'),
              description:
                [...new Set(Object.values(outcome.fields))].join(' ') ||
                (error instanceof Error ? error.message : undefined),
            });
          return outcome;
        }
      },
    }),
  );
  useEffect(() => {
    const { isDirty, revision } = store.get();
    if (!isDirty && form.draftRevision > revision)
      store.replace({ name: form.name, document: form.draft }, form.draftRevision);
  }, [store, form.name, form.draft, form.draftRevision]);
  return [store, useSyncExternalStore(store.subscribe, store.get)];
}
