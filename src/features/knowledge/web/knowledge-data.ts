import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { refresh, useEndpoint, useMutate } from '#ui/api/hooks.ts';
import { useServerEvents } from '#ui/api/server-events.ts';
import { toast } from '#ui/overlay/toast-store.ts';
import { useTranslation } from 'react-i18next';
import type { KnowledgeSource, KnowledgeStatus } from '../knowledge.contract.ts';

/** News of a busy crawl come many times a second; the screen follows at most this often, in ms. */
const followEvery = 400;

/** Where everything that can be read of a collection's sources begins; used to mark it as old. */
export const sourcesPath = (collectionId: string) => `/api/knowledge/${collectionId}/sources`;
export const binPath = (collectionId: string) => `/api/knowledge/${collectionId}/bin`;

/** A collection with its sources, kept up to date by the server's news. */
export function useKnowledge(collectionId: string) {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  useEffect(
    () => () => {
      if (timer.current) clearTimeout(timer.current);
      timer.current = null;
    },
    [],
  );
  useServerEvents({
    'knowledge.changed': (data) => {
      if ((data as { collectionId?: unknown } | null)?.collectionId !== collectionId) return;
      timer.current ??= setTimeout(() => {
        timer.current = null;
        void refresh(client, sourcesPath(collectionId), binPath(collectionId));
      }, followEvery);
    },
  });
  return useEndpoint('GET /api/knowledge/{collectionId}/sources', { params: { collectionId } });
}

/** Whether something is still being done. */
export function isWorking(status: KnowledgeStatus): boolean {
  return status !== 'ready' && status !== 'failed';
}

/** Removing moves to the bin and offers to undo it; restoring takes it out again. */
export function useBin(collectionId: string) {
  const { t } = useTranslation('knowledge-web');
  const refreshes = [sourcesPath(collectionId), binPath(collectionId)];
  const restore = useMutate('POST /api/knowledge/{collectionId}/sources/{id}/restore', { refreshes });
  const remove = useMutate('DELETE /api/knowledge/{collectionId}/sources/{id}', {
    refreshes,
    onSuccess: ({ source }) =>
      toast({
        title: t('bin.removedTitle', { title: source.title }),
        description: t('bin.removedText'),
        action: {
          label: t('common:actions.undo'),
          onClick: () => restore.mutate({ params: { collectionId, id: source.id } }),
        },
      }),
  });
  return {
    remove: (source: KnowledgeSource) => remove.mutate({ params: { collectionId, id: source.id } }),
    restore: (source: KnowledgeSource) => restore.mutate({ params: { collectionId, id: source.id } }),
    restoring: restore.isPending ? restore.variables.params.id : null,
  };
}
