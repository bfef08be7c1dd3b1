import { useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { setEndpointData, useEndpoint, useMutate } from '#ui/api/hooks.ts';
import { Badge, Callout, Skeleton } from '#ui/page/display.tsx';
import { Sheet } from '#ui/overlay/dialog.tsx';
import { Switch } from '#ui/controls/switch.tsx';
import { Tabs } from '#ui/controls/tabs.tsx';
import { Time } from '#ui/browser/time.tsx';
import type { KnowledgeChunk, KnowledgeSource } from '../../knowledge.contract.ts';
import { useFailureText } from '../failure-text.ts';
import { passageText, withoutSigns } from '../search/passage-text.ts';

type Props = {
  collectionId: string;
  documentId?: string;
  source?: KnowledgeSource;
  canEdit: boolean;
  onClose: () => void;
};

/**
 * The stored copy of a page or file at the side: the passages it was cut into, each of which can be switched
 * off, and the whole text.
 */
export function DocumentSheet({ collectionId, documentId, source, canEdit, onClose }: Props) {
  const { t } = useTranslation('knowledge-web');
  const first = useEndpoint(
    'GET /api/knowledge/{collectionId}/sources/{id}/documents',
    { params: { collectionId, id: source?.id ?? '' }, query: { pageSize: 1 } },
    { enabled: documentId === undefined && source !== undefined },
  );
  const id = documentId ?? first.data?.documents[0]?.id;
  const { data, error } = useEndpoint(
    'GET /api/knowledge/{collectionId}/documents/{id}',
    { params: { collectionId, id: id ?? '' } },
    { enabled: id !== undefined, staleTime: 0 },
  );
  const [tab, setTab] = useState<'passages' | 'text'>('passages');
  const failure = useFailureText();
  return (
    <Sheet
      open
      onOpenChange={(open) => !open && onClose()}
      title={data?.document.title || source?.title || t('copy.title')}
      className="md:w-[min(40rem,92vw)]"
    >
      {(error || first.error) && <Callout tone="danger">{(error ?? first.error)?.message}</Callout>}
      {!data && !error && !first.error && (
        <div className="grid gap-3">
          <Skeleton className="h-5 w-2/3" />
          <Skeleton className="h-40 w-full" />
          <Skeleton className="h-40 w-full" />
        </div>
      )}
      {data && (
        <div className="grid gap-4">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
            {data.document.url && (
              <a
                href={data.document.url}
                target="_blank"
                rel="noopener noreferrer"
                className="inline-flex max-w-full min-w-0 items-center gap-1 text-accent-ink underline-offset-4 hover:underline"
              >
                <span className="truncate">{data.document.url.replace(/^https?:\/\//, '')}</span>
                <ExternalLink size={16} className="shrink-0" />
              </a>
            )}
            {data.document.fetchedAt && (
              <span>
                {t('copy.read')} <Time at={data.document.fetchedAt} />
              </span>
            )}
          </p>
          {data.document.errorCode && (
            <Callout tone="warning">{failure(data.document.errorCode).text}</Callout>
          )}
          <Tabs
            label={t('copy.views')}
            value={tab}
            onChange={setTab}
            tabs={[
              {
                value: 'passages',
                label: t('copy.passages', { count: data.chunks.length }),
                content: (
                  <Passages
                    collectionId={collectionId}
                    documentId={data.document.id}
                    text={data.text}
                    chunks={data.chunks}
                    canEdit={canEdit}
                  />
                ),
              },
              {
                value: 'text',
                label: t('copy.text'),
                content: (
                  <p className="leading-6 break-words whitespace-pre-wrap">{withoutSigns(data.text)}</p>
                ),
              },
            ]}
          />
        </div>
      )}
    </Sheet>
  );
}

function Passages({
  collectionId,
  documentId,
  text,
  chunks,
  canEdit,
}: {
  collectionId: string;
  documentId: string;
  text: string;
  chunks: readonly KnowledgeChunk[];
  canEdit: boolean;
}) {
  const { t } = useTranslation('knowledge-web');
  const client = useQueryClient();
  const show = (id: string, enabled: boolean) =>
    setEndpointData(
      client,
      'GET /api/knowledge/{collectionId}/documents/{id}',
      { params: { collectionId, id: documentId } },
      (old) =>
        old && {
          ...old,
          chunks: old.chunks.map((chunk) => (chunk.id === id ? { ...chunk, enabled } : chunk)),
        },
    );
  const change = useMutate('PATCH /api/knowledge/{collectionId}/chunks/{id}', {
    optimistic: (_, { params, body }) => {
      show(params.id, body.enabled);
      return { id: params.id, enabled: !body.enabled };
    },
    undo: (_, before) => show(before.id, before.enabled),
  });
  return (
    <div className="grid gap-3">
      <p className="text-sm text-pretty text-muted">{t('copy.passagesText')}</p>
      <ol className="grid gap-3">
        {chunks.map((chunk, index) => (
          <li key={chunk.id} className="rounded-card border border-line">
            <div className="flex items-center justify-between gap-3 border-b border-line py-1 pr-3 pl-4">
              <p className="flex min-w-0 items-center gap-2 text-sm text-muted">
                <span className="tabular font-semibold">{index + 1}</span>
                <span className="truncate">{chunk.heading}</span>
                {chunk.page !== null && (
                  <Badge className="shrink-0">{t('copy.page', { page: chunk.page })}</Badge>
                )}
                {!chunk.enabled && (
                  <Badge tone="warning" className="shrink-0">
                    {t('copy.off')}
                  </Badge>
                )}
              </p>
              <Switch
                hideLabel
                label={t('copy.use', { number: index + 1 })}
                checked={chunk.enabled}
                disabled={!canEdit}
                onChange={(enabled) =>
                  change.mutate({ params: { collectionId, id: chunk.id }, body: { enabled } })
                }
              />
            </div>
            <p
              className={clsx(
                'px-4 py-3 text-sm leading-6 break-words whitespace-pre-wrap',
                !chunk.enabled && 'text-muted',
              )}
            >
              {passageText(text.slice(chunk.start, chunk.end))}
            </p>
          </li>
        ))}
      </ol>
    </div>
  );
}
