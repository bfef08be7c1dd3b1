import { useQueryClient } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { defaultPageSettings, type PageDocument } from '#shared/landing-pages/page-settings.ts';
import { parsePage } from '#shared/landing-pages/parse-page.ts';
import {
  createDraft,
  type DraftState,
  type DraftStore,
  type SaveOutcome,
} from '#features/agents/web/editor/agent-draft.ts';
import { api, ApiError } from '#ui/api/client.ts';
import { refresh, setEndpointData } from '#ui/api/hooks.ts';
import { toast } from '#ui/overlay/toast-store.ts';
import type { LandingPage } from '../../landing-pages.contract.ts';
import { mergePages, mostUndoSteps } from './page-changes.ts';

export type PageDraftStore = DraftStore<PageDocument>;
type PageDraftState = DraftState<PageDocument>;

function outcomeOf(error: unknown): SaveOutcome {
  if (!(error instanceof ApiError) || error.status === 0 || error.status === 429 || error.status >= 500)
    return { kind: 'failed' };
  if (error.status === 409) return { kind: 'conflict' };
  return { kind: 'refused', fields: error.fields ?? {} };
}

/** The page as its draft stands on the server. */
export const documentOf = ({ draft }: LandingPage): PageDocument => ({
  data: parsePage(draft.data).data,
  settings: { ...defaultPageSettings(draft.settings.language), ...draft.settings },
});

/**
 * The draft of the page on screen, saved by itself. Undo is the draft's: the canvas's own takes two steps at once where it
 * follows a change within a quarter of a second.
 */
export function usePageDraft(page: LandingPage, first: PageDocument): PageDraftStore {
  const client = useQueryClient();
  const [store] = useState(() =>
    createDraft<PageDocument>({
      value: first,
      revision: page.draftRevision,
      merge: mergePages,
      mostUndoSteps,
      async save({ data, settings }, revision) {
        try {
          const answer = await api('PUT /api/landing-pages/{id}/draft', {
            params: { id: page.id },
            body: { revision, data, settings },
          });
          setEndpointData(client, 'GET /api/landing-pages/{id}', { params: { id: page.id } }, () => answer);
          void refresh(client, '/api/landing-pages');
          return { kind: 'saved', revision: answer.draftRevision };
        } catch (error) {
          const outcome = outcomeOf(error);
          if (outcome.kind === 'refused')
            toast({
              variant: 'destructive',
              title: error instanceof Error ? error.message : '',
              description: [...new Set(Object.values(outcome.fields))].join(' '),
            });
          return outcome;
        }
      },
    }),
  );
  return store;
}

/** One thing of the draft: whoever asks is drawn anew when that changes, and not with each key. */
export function useOfDraft<T extends string | number | boolean>(
  store: PageDraftStore,
  look: (state: PageDraftState) => T,
): T {
  return useSyncExternalStore(store.subscribe, () => look(store.get()));
}
