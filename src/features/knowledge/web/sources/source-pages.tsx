import { ExternalLink, RotateCw } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { clsx } from 'clsx';
import { useEndpoint, useMutate } from '#ui/api/hooks.ts';
import { Button } from '#ui/controls/button.tsx';
import { Skeleton } from '#ui/page/display.tsx';
import { SearchField } from '#ui/controls/search-field.tsx';
import { IconButton } from '#ui/controls/icon-button.tsx';
import { List, listOf } from '#ui/list/list.tsx';
import type { KnowledgeDocument, KnowledgeSource } from '../../knowledge.contract.ts';
import { DocumentSheet } from './document-sheet.tsx';
import { useFailureText } from '../failure-text.ts';
import { sourcesPath } from '../knowledge-data.ts';
import { cutPath, pathOf } from './page-path.ts';
import { LinkedFiles } from './linked-files.tsx';
import { StatusBadge } from './status-badge.tsx';

const states = ['all', 'working', 'ready', 'failed'] as const;
export type PageState = (typeof states)[number];
const pageSize = 50;

type Props = {
  source: KnowledgeSource;
  canEdit: boolean;
  /** Which pages are shown. */
  state: PageState;
  onState: (state: PageState) => void;
};

/** The pages of a source with their states; each opens its stored copy. */
export function SourcePages({ source, canEdit, state, onState }: Props) {
  const { t } = useTranslation('knowledge-web');
  const [page, setPage] = useState(1);
  const [written, setWritten] = useState('');
  const search = useDeferredValue(written.trim());
  const [opened, setOpened] = useState<KnowledgeDocument | null>(null);
  const answer = useEndpoint(
    'GET /api/knowledge/{collectionId}/sources/{id}/documents',
    {
      params: { collectionId: source.collectionId, id: source.id },
      query: { state, page, pageSize, search },
    },
    { placeholderData: (before) => before },
  );
  const { data } = answer;
  const last = data ? Math.max(1, Math.ceil(data.total / pageSize)) : 1;
  return (
    <section
      aria-label={t('pages.label', { title: source.title })}
      className="border-t border-line bg-sunken px-4 py-3 md:pl-12"
    >
      <div role="group" aria-label={t('pages.filter')} className="-ml-1 flex flex-wrap gap-1 pb-2">
        {states.map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={state === name}
            onClick={() => {
              onState(name);
              setPage(1);
            }}
            className={clsx(
              'min-h-11 rounded-full px-3 text-sm md:min-h-7',
              state === name ? 'bg-accent-tint font-medium text-accent-ink' : 'text-muted hover:text-ink',
            )}
          >
            {t(`pages.states.${name}`)}
          </button>
        ))}
      </div>
      {(last > 1 || written !== '') && (
        <div className="max-w-80 pb-2">
          <SearchField
            label={t('pages.search')}
            value={written}
            maxLength={200}
            onChange={(next) => {
              setWritten(next);
              setPage(1);
            }}
          />
        </div>
      )}
      <List
        of={listOf(answer, ({ documents }) => documents)}
        waiting={<Skeleton className="h-24 w-full" />}
        empty={
          <p className="py-2 text-sm text-muted">
            {t(search ? 'pages.notFound' : state === 'all' ? 'pages.none' : 'pages.noneSuch')}
          </p>
        }
      >
        {(documents) => (
          <ul className="grid min-w-0 grid-cols-[minmax(0,1fr)] divide-y divide-line">
            {documents.map((document) => (
              <PageRow
                key={document.id}
                document={document}
                source={source}
                canEdit={canEdit}
                onOpen={() => setOpened(document)}
              />
            ))}
          </ul>
        )}
      </List>
      {last > 1 && (
        <div className="flex items-center justify-between gap-3 pt-3">
          <Button size="sm" disabled={page === 1} onClick={() => setPage(page - 1)}>
            {t('pages.previous')}
          </Button>
          <span className="tabular text-sm text-muted">{t('pages.position', { page, last })}</span>
          <Button size="sm" disabled={page >= last} onClick={() => setPage(page + 1)}>
            {t('pages.next')}
          </Button>
        </div>
      )}
      {source.kind === 'website' && <LinkedFiles source={source} canEdit={canEdit} />}
      {opened && (
        <DocumentSheet
          collectionId={source.collectionId}
          documentId={opened.id}
          canEdit={canEdit}
          onClose={() => setOpened(null)}
        />
      )}
    </section>
  );
}

function PageRow({
  document,
  source,
  canEdit,
  onOpen,
}: {
  document: KnowledgeDocument;
  source: KnowledgeSource;
  canEdit: boolean;
  onOpen: () => void;
}) {
  const { t } = useTranslation('knowledge-web');
  const failure = useFailureText();
  const retry = useMutate('POST /api/knowledge/{collectionId}/documents/{id}/retry', {
    refreshes: [sourcesPath(source.collectionId)],
  });
  const path = pathOf(document.url ?? '');
  // A page that could not be read has its path for a title.
  const isNamed =
    document.title !== '' && document.title !== path.split('?', 1)[0] && document.title !== path;
  const reason = document.errorCode ? failure(document.errorCode) : null;
  return (
    <li className="flex min-w-0 items-center gap-2 py-1.5">
      <div className="min-w-0 grow">
        <button
          type="button"
          disabled={document.chunkCount === 0}
          onClick={onOpen}
          className="block max-w-full truncate rounded-control text-left hover:underline disabled:no-underline"
        >
          {isNamed ? document.title : path ? <Path of={path} /> : document.url}
        </button>
        {isNamed && (
          <p className="text-sm text-muted">
            <Path of={path} />
          </p>
        )}
        {reason && (
          <p
            className={clsx('text-sm', document.status === 'failed' ? 'text-danger-ink' : 'text-warning-ink')}
          >
            {reason.text} {reason.hint && <span className="text-muted">{reason.hint}</span>}
          </p>
        )}
      </div>
      <StatusBadge status={document.status} />
      {document.status === 'failed' && canEdit && (
        <IconButton
          label={t('pages.retry', { title: document.title || path })}
          size="sm"
          disabled={retry.isPending}
          onClick={() => retry.mutate({ params: { collectionId: source.collectionId, id: document.id } })}
        >
          <RotateCw size={16} />
        </IconButton>
      )}
      {document.url && (
        <a
          href={document.url}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={t('pages.openLive', { title: document.title || path })}
          className="inline-flex size-11 shrink-0 items-center justify-center rounded-control text-muted hover:text-ink md:size-7"
        >
          <ExternalLink size={16} />
        </a>
      )}
    </li>
  );
}

function Path({ of }: { of: string }) {
  const { folders, name } = cutPath(of);
  return (
    <span className="flex min-w-0">
      <span className="truncate">{folders}</span>
      <span className="max-w-[85%] shrink-0 truncate">{name}</span>
    </span>
  );
}
