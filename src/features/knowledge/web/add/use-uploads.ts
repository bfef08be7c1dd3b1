import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#ui/api/client.ts';
import { refresh } from '#ui/api/hooks.ts';
import { upload } from '#ui/api/upload.ts';
import { isKnowledgeFile } from './file-kinds.ts';
import { sourcesPath } from '../knowledge-data.ts';

export type Upload = {
  id: number;
  file: File;
  share: number;
  state: 'waiting' | 'sending' | 'failed';
  error: string | null;
};

/** So many files travel at the same time. */
const parallel = 2;

/**
 * Files on their way to the server, one request each; a file that has arrived becomes a source and leaves
 * this list.
 */
export function useUploads(collectionId: string) {
  const { t } = useTranslation(['knowledge-web', 'common']);
  const client = useQueryClient();
  const [items, setItems] = useState<readonly Upload[]>([]);
  const lastId = useRef(0);
  const running = useRef(new Map<number, AbortController>());
  const change = (id: number, part: Partial<Upload>) =>
    setItems((list) => list.map((item) => (item.id === id ? { ...item, ...part } : item)));
  const drop = (id: number) => setItems((list) => list.filter((item) => item.id !== id));

  const send = async (item: Upload) => {
    const stop = new AbortController();
    running.current.set(item.id, stop);
    change(item.id, { state: 'sending', share: 0, error: null });
    const form = new FormData();
    form.append('file', item.file, item.file.name);
    try {
      await upload(sourcesPath(collectionId) + '/file', form, {
        signal: stop.signal,
        onProgress: (share) => change(item.id, { share }),
      });
      await refresh(client, sourcesPath(collectionId));
      drop(item.id);
    } catch (error) {
      if (stop.signal.aborted) drop(item.id);
      else
        change(item.id, {
          state: 'failed',
          error: error instanceof ApiError && error.status > 0 ? error.message : t('common:failed.offline'),
        });
    } finally {
      running.current.delete(item.id);
    }
  };

  useEffect(() => {
    const free = parallel - items.filter((item) => item.state === 'sending').length;
    for (const item of items
      .filter(({ state, id }) => state === 'waiting' && !running.current.has(id))
      .slice(0, Math.max(0, free)))
      void send(item);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a place becomes free, or a file waits, only with a change of the items
  }, [items]);

  return {
    items,
    add: (files: readonly File[]) =>
      setItems((list) => [
        ...list,
        ...files.map((file): Upload => {
          const known = isKnowledgeFile(file.name);
          return {
            id: ++lastId.current,
            file,
            share: 0,
            state: known ? 'waiting' : 'failed',
            error: known ? null : t('files.wrongKind'),
          };
        }),
      ]),
    retry: (id: number) => change(id, { state: 'waiting', error: null }),
    cancel: (id: number) => {
      const stop = running.current.get(id);
      if (stop) stop.abort();
      else drop(id);
    },
  };
}
