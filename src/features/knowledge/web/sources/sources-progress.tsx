import { factGap } from '#shared/text/fact-gap.ts';
import { clsx } from 'clsx';
import { Check, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useUser } from '#ui/api/session.ts';
import { readableNumber } from '#ui/browser/numbers.ts';
import { Progress, Skeleton } from '#ui/page/display.tsx';
import { Spinner } from '#ui/page/spinner.tsx';
import type { KnowledgeCollection, KnowledgeSource } from '../../knowledge.contract.ts';
import { useFailureText } from '../failure-text.ts';
import { isWorking, useKnowledge } from '../knowledge-data.ts';
import { LeftOut } from './source-notes.tsx';
import { countFailed, countSources, isPartlyRead } from './source-counts.ts';

const shownSources = 5;

/**
 * How far an agent's knowledge has come, small: for the screen where an agent is made and for its first
 * minutes.
 */
export function SourcesProgress({ collectionId }: { collectionId: string }) {
  const { data } = useKnowledge(collectionId);
  const mayEdit = useUser().can['agents.edit'] !== false;
  if (!data) return <Skeleton className="h-16 w-full" />;
  if (data.sources.length === 0) return null;
  return (
    <section className="grid gap-3">
      <TrainedOn collection={data.collection} sources={data.sources} />
      <ul className="grid gap-1.5 text-sm">
        {data.sources.slice(0, shownSources).map((source) => (
          <SmallSource key={source.id} source={source} />
        ))}
      </ul>
      {data.sources.map(
        (source) => source.leftOut.limit > 0 && <LeftOut key={source.id} source={source} canEdit={mayEdit} />,
      )}
    </section>
  );
}

/**
 * "Trained on 83 of 85 pages and 2 files" with its bar while something is being read. A file, a text and a
 * question are counted as what they are.
 */
export function TrainedOn({
  collection,
  sources,
}: {
  collection: Pick<KnowledgeCollection, 'progress' | 'working'>;
  sources: readonly KnowledgeSource[];
}) {
  const { t, i18n } = useTranslation('knowledge-web');
  const { found, done } = collection.progress;
  const failed = countFailed(collection.progress.failed, sources);
  const counts = countSources(sources);
  const parts = [
    counts.pages.found > 0 ? t('trained.pages', { done: counts.pages.done, count: counts.pages.found }) : '',
    counts.files > 0 ? t('trained.files', { count: counts.files }) : '',
    counts.texts > 0 ? t('trained.texts', { count: counts.texts }) : '',
    counts.questions > 0 ? t('trained.questions', { count: counts.questions }) : '',
  ].filter(Boolean);
  const text =
    parts.length === 0
      ? t(collection.working ? 'trained.starting' : 'trained.nothing')
      : t('trained.on', { what: new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format(parts) });
  const isPartly =
    sources.some((source) => isPartlyRead(source) || source.leftOut.limit > 0) || (failed > 0 && done === 0);
  return (
    <div className="grid gap-1.5">
      <p role="status" className="flex items-center gap-2 font-medium">
        {collection.working ? (
          <Spinner size={16} className="shrink-0 text-accent-strong" />
        ) : isPartly ? (
          <TriangleAlert size={16} className="shrink-0 text-warning-ink" />
        ) : (
          <Check size={16} className="shrink-0 text-accent-ink" />
        )}
        <span>
          {text}
          {failed > 0 && (
            <span className="font-normal text-muted">
              {factGap}
              {t('trained.failed', { count: failed })}
            </span>
          )}
        </span>
      </p>
      {collection.working && (
        <Progress label={text} value={found > 0 ? ((done + failed) / found) * 100 : undefined} />
      )}
    </div>
  );
}

function SmallSource({ source }: { source: KnowledgeSource }) {
  const { t, i18n } = useTranslation('knowledge-web');
  const failure = useFailureText();
  const failed = source.status === 'failed';
  return (
    <li className="flex min-w-0 flex-wrap items-center gap-x-2">
      {isWorking(source.status) ? (
        <Spinner size={14} className="shrink-0 text-muted" />
      ) : failed ? (
        <TriangleAlert size={16} className="shrink-0 text-danger-ink" />
      ) : isPartlyRead(source) || source.leftOut.limit > 0 ? (
        <TriangleAlert size={16} className="shrink-0 text-warning-ink" />
      ) : (
        <Check size={16} className="shrink-0 text-success-ink" />
      )}
      <span className="min-w-0 flex-1 truncate">{source.title}</span>
      <span className={clsx('tabular', failed ? 'basis-full pl-6 text-danger-ink' : 'shrink-0 text-muted')}>
        {failed && source.errorCode
          ? failure(source.errorCode).text
          : source.leftOut.limit > 0
            ? t('trained.ofFound', {
                done: source.progress.done,
                count: source.progress.found + source.leftOut.limit,
              })
            : source.progress.found > 1
              ? `${readableNumber(source.progress.done, i18n.language)} / ${readableNumber(source.progress.found, i18n.language)}`
              : t(`status.${source.status}`)}
      </span>
    </li>
  );
}
