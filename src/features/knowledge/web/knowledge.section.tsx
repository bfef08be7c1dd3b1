import { factGap } from '#shared/text/fact-gap.ts';
import { BookOpen } from 'lucide-react';
import { useState, type DragEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/controls/button.tsx';
import { Skeleton } from '#ui/page/display.tsx';
import { readableNumber } from '#ui/browser/numbers.ts';
import { List, listOf } from '#ui/list/list.tsx';
import type {
  KnowledgeCollection,
  KnowledgeSettings,
  KnowledgeSource,
  SourceKind,
} from '../knowledge.contract.ts';
import { AddSources, type Adding } from './add/add-sources.tsx';
import { useUploads } from './add/use-uploads.ts';
import { UploadList } from './add/upload-list.tsx';
import { useKnowledge } from './knowledge-data.ts';
import { RetrievalTest } from './search/retrieval-test.tsx';
import { SourceBin } from './sources/source-bin.tsx';
import { SourceRow } from './sources/source-row.tsx';
import { TrainedOn } from './sources/sources-progress.tsx';

type Props = {
  collectionId: string;
  settings: KnowledgeSettings;
  onSettingsChange: (settings: KnowledgeSettings) => void;
  canEdit: boolean;
};

/** What an agent knows: adding sources, watching them being read, trying what is found. */
export function KnowledgeSection({ collectionId, settings, onSettingsChange, canEdit }: Props) {
  const { t } = useTranslation(['knowledge-web', 'knowledge']);
  const answer = useKnowledge(collectionId);
  const { data } = answer;
  const uploads = useUploads(collectionId);
  const [adding, setAdding] = useState<Adding>(null);
  const [over, setOver] = useState(false);
  const drop = {
    onDragOver: (event: DragEvent) => {
      if (!canEdit || adding || !event.dataTransfer.types.includes('Files')) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: (event: DragEvent) =>
      !event.currentTarget.contains(event.relatedTarget as Node | null) && setOver(false),
    onDrop: (event: DragEvent) => {
      if (!over) return;
      event.preventDefault();
      setOver(false);
      uploads.add([...event.dataTransfer.files]);
    },
  };
  return (
    <div className="@container grid min-w-0 gap-8">
      <section aria-labelledby="knowledge-sources" className="relative grid min-w-0 gap-4" {...drop}>
        <header className="grid gap-1">
          <h2 id="knowledge-sources" className="text-md font-semibold">
            {t('sources.title')}
          </h2>
          <p className="max-w-prose text-pretty text-muted">{t('sources.intro')}</p>
        </header>
        {canEdit && (
          <AddSources
            collectionId={collectionId}
            adding={adding}
            onAdding={setAdding}
            onFiles={uploads.add}
          />
        )}
        <UploadList items={uploads.items} onCancel={uploads.cancel} onRetry={uploads.retry} />
        <List
          of={listOf(answer, ({ sources }) => sources)}
          failed={t('sources.unreadable')}
          waiting={<Waiting />}
          empty={uploads.items.length === 0 && <Nothing canEdit={canEdit} onAdd={setAdding} />}
        >
          {(sources) => (
            <div className="grid min-w-0 gap-4">
              {data && <Summary collection={data.collection} sources={sources} />}
              <ul
                aria-label={t('sources.title')}
                className="grid min-w-0 divide-y divide-line overflow-hidden rounded-card border border-line bg-surface"
              >
                {sources.map((source) => (
                  <SourceRow
                    key={source.id}
                    source={source}
                    canEdit={canEdit}
                    onEdit={() => setAdding({ kind: source.kind === 'qa' ? 'qa' : 'text', source })}
                  />
                ))}
              </ul>
            </div>
          )}
        </List>
        {canEdit && <SourceBin collectionId={collectionId} />}
        {over && (
          <div className="pointer-events-none absolute -inset-2 z-2 flex items-center justify-center rounded-card border-2 border-dashed border-accent-strong bg-accent-tint/90 text-md font-semibold text-accent-ink">
            {t('files.dropHere')}
          </div>
        )}
      </section>
      <RetrievalTest
        collectionId={collectionId}
        collection={data?.collection}
        settings={settings}
        onSettingsChange={onSettingsChange}
        canEdit={canEdit}
      />
    </div>
  );
}

function Summary({
  collection,
  sources,
}: {
  collection: KnowledgeCollection;
  sources: readonly KnowledgeSource[];
}) {
  const { t, i18n } = useTranslation('knowledge-web');
  const names = new Intl.DisplayNames(i18n.language, { type: 'language' });
  const { embedding } = collection;
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
      <div className="min-w-56 grow">
        <TrainedOn collection={collection} sources={sources} />
      </div>
      <p className="tabular text-sm text-muted">
        {[
          t('summary.passages', { count: collection.chunkCount }),
          t('summary.characters', {
            count: collection.characterCount,
            number: readableNumber(collection.characterCount, i18n.language),
          }),
          collection.languages.map((code) => names.of(code)).join(', '),
          embedding && embedding.pending > 0
            ? t('summary.embedding', { count: embedding.pending, model: embedding.model })
            : '',
        ]
          .filter(Boolean)
          .join(factGap)}
      </p>
    </div>
  );
}

function Nothing({ canEdit, onAdd }: { canEdit: boolean; onAdd: (adding: { kind: SourceKind }) => void }) {
  const { t } = useTranslation('knowledge-web');
  return (
    <div className="flex flex-col items-center rounded-card border border-line bg-surface px-6 py-8 text-center">
      <BookOpen size={20} className="text-accent-ink" aria-hidden="true" />
      <h3 className="mt-3 font-display text-lg font-medium">{t('empty.title')}</h3>
      <p className="mt-1 max-w-[52ch] text-pretty text-muted">{t('empty.text')}</p>
      {canEdit && (
        <Button variant="primary" className="mt-4" onClick={() => onAdd({ kind: 'website' })}>
          {t('empty.action')}
        </Button>
      )}
    </div>
  );
}

function Waiting() {
  return (
    <div className="grid gap-2">
      <Skeleton className="h-5 w-56" />
      {[1, 2, 3].map((row) => (
        <Skeleton key={row} className="h-16 w-full" />
      ))}
    </div>
  );
}
