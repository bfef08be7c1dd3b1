import { Check, FileText, Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useEndpoint, useMutate } from '#ui/api/hooks.ts';
import { Button } from '#ui/controls/button.tsx';
import type { KnowledgeSource, LinkedFile } from '../../knowledge.contract.ts';
import { sourcesPath } from '../knowledge-data.ts';

/** Files that a site's pages link to: they are not read with it, and each can be added as a source. */
export function LinkedFiles({ source, canEdit }: { source: KnowledgeSource; canEdit: boolean }) {
  const { t } = useTranslation('knowledge-web');
  const { data } = useEndpoint('GET /api/knowledge/{collectionId}/sources/{id}/files', {
    params: { collectionId: source.collectionId, id: source.id },
  });
  if (!data || data.files.length === 0) return null;
  return (
    <section aria-label={t('linked.title')} className="mt-3 border-t border-line pt-3">
      <h3 className="font-medium">{t('linked.title')}</h3>
      <p className="text-sm text-pretty text-muted">{t('linked.text', { count: data.files.length })}</p>
      <ul className="mt-1 grid min-w-0 divide-y divide-line">
        {data.files.map((file) => (
          <FileRow key={file.url} file={file} collectionId={source.collectionId} canEdit={canEdit} />
        ))}
      </ul>
    </section>
  );
}

function FileRow({
  file,
  collectionId,
  canEdit,
}: {
  file: LinkedFile;
  collectionId: string;
  canEdit: boolean;
}) {
  const { t } = useTranslation('knowledge-web');
  const add = useMutate('POST /api/knowledge/{collectionId}/sources/website', {
    refreshes: [sourcesPath(collectionId)],
  });
  const isAdded = file.isAdded || add.isSuccess;
  return (
    <li className="flex min-w-0 items-center gap-2 py-1.5">
      <FileText size={16} aria-hidden="true" className="shrink-0 text-muted" />
      <a
        href={file.url}
        target="_blank"
        rel="noopener noreferrer"
        className="min-w-0 grow truncate rounded-control underline-offset-4 hover:underline"
      >
        {file.title}
      </a>
      {isAdded ? (
        <span className="inline-flex shrink-0 items-center gap-1 text-sm text-muted">
          <Check size={16} aria-hidden="true" />
          {t('linked.added')}
        </span>
      ) : (
        canEdit && (
          <Button
            size="sm"
            pending={add.isPending}
            icon={<Plus size={16} />}
            aria-label={t('linked.addName', { title: file.title })}
            onClick={() => add.mutate({ params: { collectionId }, body: { url: file.url, mode: 'page' } })}
          >
            {t('linked.add')}
          </Button>
        )
      )}
    </li>
  );
}
