import { useTranslation } from 'react-i18next';
import { useMutate } from '#ui/api/hooks.ts';
import { readableNumber } from '#ui/browser/numbers.ts';
import { Button } from '#ui/controls/button.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import { Callout } from '#ui/page/display.tsx';
import { Table } from '#ui/page/table.tsx';
import type { ExperimentResult } from '../../landing-pages-experiment.contract.ts';
import type { LandingPage } from '../../landing-pages.contract.ts';
import { boundsOf } from './experiment-bounds.ts';

/** What is certain of two versions, out of what their visitors did. */
export function ExperimentVerdict({ page, result }: { page: LandingPage; result: ExperimentResult }) {
  const { t, i18n } = useTranslation('landing-pages');
  const { goal, published, other, losses } = result;
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 1 });
  const heading = t('experiment.result', { version: other.version, published: published.version });
  return (
    <section aria-label={heading} className="grid gap-4">
      <p className="font-semibold">{heading}</p>
      <Verdict result={result} />
      {losses.map(({ goal: lost, difference }) => (
        <Callout key={lost} tone="warning">
          {t('experiment.loss', {
            what: t(`results.${lost}`),
            ...boundsOf(difference, i18n.language, { isFewer: true }),
          })}
        </Callout>
      ))}
      <Table
        label={heading}
        rows={[published, other]}
        rowKey={({ version }) => String(version)}
        columns={[
          { key: 'version', header: t('versions.version'), cell: ({ version }) => version },
          {
            key: 'visitors',
            header: t('results.visitors'),
            align: 'right',
            cell: ({ visitors }) => readableNumber(visitors, i18n.language),
          },
          {
            key: 'reached',
            header: t('experiment.reached', { what: t(`results.${goal}`) }),
            align: 'right',
            cell: ({ reached }) => readableNumber(reached, i18n.language),
          },
          {
            key: 'rate',
            header: t('experiment.rate'),
            align: 'right',
            cell: ({ visitors, reached }) => (visitors === 0 ? '–' : percent.format(reached / visitors)),
          },
        ]}
      />
      <p className="text-sm text-muted">{t('experiment.certainty', { day: result.from })}</p>
      {page.can.edit && <Adopt page={page} result={result} />}
    </section>
  );
}

const tones = { collecting: 'neutral', open: 'neutral', better: 'success', worse: 'warning' } as const;

function Verdict({ result: { verdict, missing, difference, other } }: { result: ExperimentResult }) {
  const { t, i18n } = useTranslation('landing-pages');
  if (difference === null) {
    const lacks = [
      missing.days > 0 && t('experiment.missingDays', { count: missing.days }),
      missing.visitors > 0 && t('experiment.missingVisitors', { count: missing.visitors }),
      missing.reached > 0 && t('experiment.missingReached', { count: missing.reached }),
    ].filter((lack) => lack !== false);
    const what = new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format(lacks);
    return (
      <Callout tone="neutral" title={t('experiment.collecting')} live>
        {t('experiment.stillMissing', { what })}
      </Callout>
    );
  }
  const bounds = boundsOf(difference, i18n.language, { isFewer: verdict === 'worse' });
  return (
    <Callout tone={tones[verdict]} live>
      {t(`experiment.${verdict as 'open' | 'better' | 'worse'}`, { version: other.version, ...bounds })}
    </Callout>
  );
}

/** One press for each of the two; the one that does better stands first. */
function Adopt({
  page,
  result: { verdict, published, other },
}: {
  page: LandingPage;
  result: ExperimentResult;
}) {
  const { t } = useTranslation('landing-pages');
  const adopt = useMutate('POST /api/landing-pages/{id}/experiment/adopt', {
    refreshes: ['/api/landing-pages'],
    onSuccess: ({ publishedVersion }) =>
      void toast({
        variant: 'success',
        description: t('experiment.adopted', { version: publishedVersion ?? 0 }),
      }),
  });
  const versions = [published.version, other.version];
  if (verdict === 'better') versions.reverse();
  const isCertain = verdict === 'better' || verdict === 'worse';
  return (
    <div className="flex flex-wrap gap-3">
      {versions.map((version, at) => (
        <Button
          key={version}
          variant={isCertain && at === 0 ? 'primary' : 'outline'}
          disabled={adopt.isPending}
          onClick={() => adopt.mutate({ params: { id: page.id }, body: { version } })}
        >
          {t('experiment.adopt', { version })}
        </Button>
      ))}
    </div>
  );
}
