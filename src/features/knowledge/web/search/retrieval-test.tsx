import { factGap } from '#shared/text/fact-gap.ts';
import { Search } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutate } from '#ui/api/hooks.ts';
import { Button } from '#ui/controls/button.tsx';
import { Callout } from '#ui/page/display.tsx';
import { Field } from '#ui/controls/field.tsx';
import { Input } from '#ui/controls/input.tsx';
import { readableMilliseconds, readableNumber } from '#ui/browser/numbers.ts';
import {
  knowledgeLimits,
  type KnowledgeCollection,
  type KnowledgeHit,
  type KnowledgeSettings,
  type RetrievalTrace,
} from '../../knowledge.contract.ts';
import { useFailureText } from '../failure-text.ts';
import { HitCard } from './hit-card.tsx';
import { RetrievalSettings } from './retrieval-settings.tsx';

type Props = {
  collectionId: string;
  collection: KnowledgeCollection | undefined;
  settings: KnowledgeSettings;
  onSettingsChange: (settings: KnowledgeSettings) => void;
  canEdit: boolean;
};

/**
 * Asks the knowledge a question and shows what an answer would be made of, with settings that can be tried
 * before they are taken.
 */
export function RetrievalTest({ collectionId, collection, settings, onSettingsChange, canEdit }: Props) {
  const { t } = useTranslation('knowledge-web');
  const [query, setQuery] = useState('');
  const [tried, setTried] = useState<KnowledgeSettings | null>(null);
  const used = tried ?? settings;
  const search = useMutate('POST /api/knowledge/{collectionId}/search');
  const ask = (event: FormEvent) => {
    event.preventDefault();
    if (query.trim())
      search.mutate({
        params: { collectionId },
        body: {
          query: query.trim(),
          topK: used.topK,
          threshold: used.threshold,
          mode: collection?.embedding ? 'hybrid' : 'lexical',
        },
      });
  };
  return (
    <section aria-labelledby="knowledge-test" className="grid min-w-0 gap-4">
      <header className="grid gap-1">
        <h2 id="knowledge-test" className="text-md font-semibold">
          {t('test.title')}
        </h2>
        <p className="max-w-prose text-pretty text-muted">{t('test.intro')}</p>
      </header>
      <div className="grid min-w-0 items-start gap-6 @3xl:grid-cols-[minmax(0,1fr)_17rem]">
        <div className="grid min-w-0 gap-4">
          <form onSubmit={ask} className="flex items-end gap-2">
            <Field label={t('test.query')} className="grow">
              <Input
                value={query}
                maxLength={knowledgeLimits.queryLength}
                placeholder={t('test.queryExample')}
                onChange={(event) => setQuery(event.target.value)}
              />
            </Field>
            <Button
              type="submit"
              pending={search.isPending}
              disabled={!query.trim()}
              icon={<Search size={16} />}
            >
              {t('test.submit')}
            </Button>
          </form>
          {search.data && (
            <Found
              hits={search.data.hits}
              trace={search.data.trace}
              threshold={search.variables?.body.threshold ?? used.threshold}
            />
          )}
        </div>
        <RetrievalSettings
          settings={used}
          isTried={tried !== null}
          onChange={(next) => setTried(JSON.stringify(next) === JSON.stringify(settings) ? null : next)}
          onTake={() => {
            onSettingsChange(used);
            setTried(null);
          }}
          onReset={() => setTried(null)}
          canEdit={canEdit}
        />
      </div>
    </section>
  );
}

function Found({
  hits,
  trace,
  threshold,
}: {
  hits: readonly KnowledgeHit[];
  trace: RetrievalTrace;
  threshold: number;
}) {
  const { t, i18n } = useTranslation('knowledge-web');
  const failure = useFailureText();
  const language =
    new Intl.DisplayNames(i18n.language, { type: 'language' }).of(trace.language) ?? trace.language;
  const passing = hits.filter((hit) => hit.passes).length;
  return (
    <div className="grid min-w-0 gap-3">
      <p role="status" className="tabular text-sm text-muted">
        <span className="font-medium text-ink">{t('test.passing', { count: passing })}</span>
        {factGap}
        {t('test.trace', {
          searched: readableNumber(trace.searched, i18n.language),
          matched: readableNumber(trace.matched, i18n.language),
          time: readableMilliseconds(trace.milliseconds, i18n.language),
        })}
        {factGap}
        {t(trace.mode === 'hybrid' ? 'test.hybrid' : 'test.lexical', { language })}
      </p>
      {trace.embeddingError && (
        <Callout tone="warning">
          {t('test.withoutMeaning', { reason: failure(trace.embeddingError).text })}
        </Callout>
      )}
      {hits.length === 0 ? (
        <Callout tone="neutral">{t('test.nothing')}</Callout>
      ) : (
        <p className="max-w-prose text-sm text-pretty text-muted">{t('test.scale')}</p>
      )}
      <ol className="grid min-w-0 gap-3">
        {hits.map((hit, index) => (
          <HitCard key={hit.chunkId} hit={hit} rank={index + 1} terms={trace.terms} threshold={threshold} />
        ))}
      </ol>
    </div>
  );
}
