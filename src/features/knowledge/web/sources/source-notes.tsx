import { clsx } from 'clsx';
import { Combine, Info, ListFilter, RotateCw, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutate } from '#ui/api/hooks.ts';
import { Button } from '#ui/controls/button.tsx';
import { readableNumber } from '#ui/browser/numbers.ts';
import { knowledgeLimits, type KnowledgeSource } from '../../knowledge.contract.ts';
import { useFailureText } from '../failure-text.ts';
import { binPath, isWorking, sourcesPath } from '../knowledge-data.ts';
import { raisedLimit } from './source-counts.ts';

type Props = {
  source: KnowledgeSource;
  canEdit: boolean;
  onShowFailed: () => void;
};

/**
 * What is to be known of a source beside its state, each with what can be done about it: why it failed, pages
 * that could not be read, pages that were left out, and that it is there twice.
 */
export function SourceNotes({ source, canEdit, onShowFailed }: Props) {
  if (isWorking(source.status)) return null;
  return (
    <>
      <Failure source={source} canEdit={canEdit} />
      <FailedPages source={source} canEdit={canEdit} onShow={onShowFailed} />
      <LeftOut source={source} canEdit={canEdit} />
      <Twice source={source} canEdit={canEdit} />
    </>
  );
}

function Note({
  tone,
  actions,
  children,
}: {
  tone: 'danger' | 'warning' | 'plain';
  actions?: ReactNode;
  children: ReactNode;
}) {
  const Icon = tone === 'plain' ? Info : TriangleAlert;
  return (
    <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <p
        className={clsx(
          'flex min-w-0 flex-1 basis-56 gap-2 text-sm',
          tone === 'danger' && 'text-danger-ink',
          tone === 'warning' && 'text-warning-ink',
          tone === 'plain' && 'text-muted',
        )}
      >
        <Icon size={16} className="mt-0.5 shrink-0" aria-hidden="true" />
        <span className="min-w-0">{children}</span>
      </p>
      {actions}
    </div>
  );
}

type NoteProps = Omit<Props, 'onShowFailed'>;

function useRetry(source: KnowledgeSource) {
  const { collectionId, id } = source;
  const retry = useMutate('POST /api/knowledge/{collectionId}/sources/{id}/retry', {
    refreshes: [sourcesPath(collectionId)],
  });
  return { pending: retry.isPending, run: () => retry.mutate({ params: { collectionId, id } }) };
}

/** Why it failed, or was read only in part, what to do about it, and the way to try again. */
function Failure({ source, canEdit }: NoteProps) {
  const { t } = useTranslation('knowledge-web');
  const failure = useFailureText();
  const retry = useRetry(source);
  if (!source.errorCode) return null;
  const { text, hint } = failure(source.errorCode);
  return (
    <Note
      tone={source.status === 'failed' ? 'danger' : 'warning'}
      actions={
        canEdit &&
        source.can.retry && (
          <Button size="sm" pending={retry.pending} icon={<RotateCw size={16} />} onClick={retry.run}>
            {t('source.retry')}
          </Button>
        )
      }
    >
      {text} {hint && <span className="text-muted">{hint}</span>}
    </Note>
  );
}

function FailedPages({ source, canEdit, onShow }: NoteProps & { onShow: () => void }) {
  const { t } = useTranslation('knowledge-web');
  const retry = useRetry(source);
  const { failed, found } = source.progress;
  if (source.kind !== 'website' || source.status !== 'ready' || failed === 0) return null;
  return (
    <Note
      tone="warning"
      actions={
        <span className="flex flex-wrap gap-2">
          <Button size="sm" icon={<ListFilter size={16} />} onClick={onShow}>
            {t('source.seeFailed')}
          </Button>
          {canEdit && source.can.retry && !source.errorCode && (
            <Button size="sm" pending={retry.pending} icon={<RotateCw size={16} />} onClick={retry.run}>
              {t('source.retry')}
            </Button>
          )}
        </span>
      }
    >
      {t('source.failedPages', { failed, count: found })}
    </Note>
  );
}

/** Pages that were found and not read, and the offer to read them, too. */
export function LeftOut({ source, canEdit }: NoteProps) {
  const { t, i18n } = useTranslation('knowledge-web');
  const { collectionId, id, website, leftOut } = source;
  const change = useMutate('PATCH /api/knowledge/{collectionId}/sources/{id}', {
    refreshes: [sourcesPath(collectionId)],
  });
  if (!website || source.status !== 'ready' || leftOut.limit + leftOut.depth === 0) return null;
  const number = (value: number): string => readableNumber(value, i18n.language);
  const most = knowledgeLimits.maxPages;
  const limit = raisedLimit(website.maxPages, leftOut.limit, most);
  const isMore = limit > website.maxPages;
  const isDeeper = website.maxDepth < knowledgeLimits.maxDepth;
  const save = (settings: { maxPages?: number; maxDepth?: number }): void =>
    change.mutate({ params: { collectionId, id }, body: { website: settings } });
  return leftOut.limit > 0 ? (
    <Note
      tone="warning"
      actions={
        canEdit &&
        isMore && (
          <Button size="sm" pending={change.isPending} onClick={() => save({ maxPages: limit })}>
            {t('source.raise', { number: number(limit), count: limit })}
          </Button>
        )
      }
    >
      {t('source.leftOut', {
        count: leftOut.limit,
        number: number(leftOut.limit),
        limit: number(website.maxPages),
      })}
      {!isMore && ` ${t('source.mostPages', { most: number(most) })}`}
    </Note>
  ) : (
    <Note
      tone="plain"
      actions={
        canEdit &&
        isDeeper && (
          <Button
            size="sm"
            pending={change.isPending}
            onClick={() => save({ maxDepth: website.maxDepth + 1 })}
          >
            {t('source.deeper')}
          </Button>
        )
      }
    >
      {t('source.tooDeep', {
        count: leftOut.depth,
        number: number(leftOut.depth),
        depth: website.maxDepth,
      })}
    </Note>
  );
}

/** The same site or page is there twice: an answer would name the one or the other. */
function Twice({ source, canEdit }: NoteProps) {
  const { t } = useTranslation('knowledge-web');
  const { collectionId, id, sameAs } = source;
  const merge = useMutate('POST /api/knowledge/{collectionId}/sources/{id}/merge', {
    refreshes: [sourcesPath(collectionId), binPath(collectionId)],
  });
  if (!sameAs) return null;
  return (
    <Note
      tone="warning"
      actions={
        canEdit && (
          <Button
            size="sm"
            pending={merge.isPending}
            icon={<Combine size={16} />}
            onClick={() => merge.mutate({ params: { collectionId, id } })}
          >
            {t('source.merge')}
          </Button>
        )
      }
    >
      {t('source.twice', { title: sameAs.title })}
    </Note>
  );
}
