import { factGap } from '#shared/text/fact-gap.ts';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '#shared/money/money.ts';
import { paths } from '#shared/paths.ts';
import { useEndpoint } from '#ui/api/hooks.ts';
import { readableNumber } from '#ui/browser/numbers.ts';
import { Time } from '#ui/browser/time.tsx';
import { Badge, Skeleton } from '#ui/page/display.tsx';
import { ReadFailed } from '#ui/page/read-failed.tsx';
import { Table } from '#ui/page/table.tsx';
import type { PageResults, PageVisit } from '../../landing-pages-results.contract.ts';
import type { LandingPage } from '../../landing-pages.contract.ts';
import { ExperimentResults } from './experiment-result.tsx';

/** How often a page was seen, and who wrote, sent a form or paid after it. */
export function ResultsSection({ page }: { page: LandingPage }) {
  const results = useEndpoint('GET /api/landing-pages/{id}/results', {
    params: { id: page.id },
    query: { days: 30 },
  });
  if (results.isError) return <ReadFailed error={results.error} retry={results.refetch} />;
  return (
    <div className="grid gap-8">
      {page.experiment && <ExperimentResults page={page} />}
      {results.data ? <Loaded results={results.data} /> : <Skeleton className="h-64" />}
    </div>
  );
}

const figures = ['views', 'visitors', 'conversations', 'submissions', 'purchases'] as const;

function Loaded({ results }: { results: PageResults }) {
  const { t, i18n } = useTranslation('landing-pages');
  const moneyOf = (sums: readonly { currency: string; amount: number }[]): string =>
    sums.map(({ currency, amount }) => formatMoney(amount, currency, i18n.language)).join(factGap) || '–';
  return (
    <div className="grid gap-8">
      <p className="text-muted">{t('results.days', { count: results.days })}</p>
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-6">
        {figures.map((name) => (
          <div key={name} className="rounded-card border border-line bg-surface p-4">
            <dt className="text-sm text-muted">{t(`results.${name}`)}</dt>
            <dd className="tabular text-xl font-semibold">
              {readableNumber(results.total[name], i18n.language)}
            </dd>
          </div>
        ))}
        <div className="rounded-card border border-line bg-surface p-4">
          <dt className="text-sm text-muted">{t('results.revenue')}</dt>
          <dd className="tabular text-xl font-semibold">{moneyOf(results.total.revenue)}</dd>
        </div>
      </dl>
      {results.versions.length > 1 && (
        <Table
          label={t('results.byVersion')}
          rows={results.versions}
          rowKey={({ version }) => String(version)}
          columns={[
            { key: 'version', header: t('versions.version'), cell: ({ version }) => version },
            ...figures.map((name) => ({
              key: name,
              header: t(`results.${name}`),
              align: 'right' as const,
              cell: (row: PageResults['versions'][number]) => readableNumber(row[name], i18n.language),
            })),
            {
              key: 'revenue',
              header: t('results.revenue'),
              align: 'right',
              cell: ({ revenue }) => moneyOf(revenue),
            },
          ]}
        />
      )}
      <section aria-labelledby="visits" className="grid gap-3">
        <h2 id="visits" className="text-md font-semibold">
          {t('results.visits')}
        </h2>
        {results.visits.length === 0 ? (
          <p className="text-muted">{t('results.noVisits')}</p>
        ) : (
          <Table
            label={t('results.visits')}
            rows={results.visits}
            rowKey={(visit) =>
              `${visit.at} ${visit.conversationId ?? visit.submission?.id ?? visit.purchases[0]?.id ?? ''}`
            }
            columns={[
              { key: 'at', header: t('versions.at'), cell: ({ at }) => <Time at={at} /> },
              {
                key: 'who',
                header: t('results.who'),
                cell: ({ name, contactId }) =>
                  contactId ? (
                    <Link to={paths.contact(contactId)} className="underline underline-offset-4">
                      {name || t('results.somebody')}
                    </Link>
                  ) : (
                    name || t('results.somebody')
                  ),
              },
              {
                key: 'version',
                header: t('versions.version'),
                align: 'right',
                cell: ({ version }) => version,
              },
              {
                key: 'campaign',
                header: t('results.campaign'),
                cell: ({ utm, referrer }) => cameFrom(utm, referrer),
              },
              { key: 'what', header: t('results.what'), cell: (visit) => <Outcome visit={visit} /> },
              {
                key: 'paid',
                header: t('results.paid'),
                align: 'right',
                cell: ({ purchases }) => (
                  <span className="inline-flex flex-wrap items-center justify-end gap-x-2">
                    {purchases.length === 0 && '–'}
                    {purchases.map((purchase) => (
                      <Link
                        key={purchase.id}
                        to={paths.payments}
                        search={{ mode: purchase.isTest ? 'test' : 'live', purchase: purchase.id }}
                        className="underline underline-offset-4"
                      >
                        {moneyOf([purchase])}
                      </Link>
                    ))}
                    {purchases.some(({ isTest }) => isTest) && <TestTag />}
                  </span>
                ),
              },
            ]}
          />
        )}
      </section>
    </div>
  );
}

/** As in the list of purchases: money that nobody paid says so. */
function TestTag() {
  const { t } = useTranslation('money');
  return <Badge tone="warning">{t('test')}</Badge>;
}

/** The campaign by which somebody came; without one, the site. */
const cameFrom = (utm: Record<string, string>, referrer: string): string =>
  ['source', 'medium', 'campaign'].flatMap((name) => utm[name] ?? []).join(' / ') ||
  (URL.canParse(referrer) ? new URL(referrer).host : '–');

function Outcome({ visit }: { visit: PageVisit }) {
  const { t } = useTranslation('landing-pages');
  const { conversationId, submission } = visit;
  if (!submission && !conversationId) return '–';
  return (
    <span className="inline-flex flex-wrap gap-x-3">
      {conversationId && (
        <Link to={paths.inboxThread(conversationId)} className="underline underline-offset-4">
          {t('results.chatted')}
        </Link>
      )}
      {submission && (
        <Link
          to={paths.formSubmissions(submission.formId)}
          search={{ open: submission.id }}
          className="underline underline-offset-4"
        >
          {t('results.sentForm')}
        </Link>
      )}
    </span>
  );
}
