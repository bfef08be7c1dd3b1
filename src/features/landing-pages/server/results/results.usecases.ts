import type { Clock } from '#platform/clock/clock.ts';
import type { AccountScope } from '#platform/http/access.ts';
import type { PageResults, PageVisit } from '../../landing-pages-results.contract.ts';
import { findPage } from '../landing-pages-rows.usecases.ts';
import { resultsRepository, type VisitRow } from './results.repository.ts';

const dayMs = 86_400_000;
const mostVisits = 100;

type Counts = PageResults['total'];
const nothing = (): Counts => ({
  views: 0,
  visitors: 0,
  conversations: 0,
  submissions: 0,
  purchases: 0,
  revenue: [],
});

/** What came of pages: seen, written, sent, paid. */
export function createPageResults({ clock }: { clock: Clock }) {
  return {
    results: (scope: AccountScope, id: string, days: number): Promise<PageResults> =>
      scope.run(async (tx) => {
        await findPage(tx, id);
        const repository = resultsRepository(tx);
        const since = new Date(clock.now().getTime() - days * dayMs);
        const withMoney = scope.can('payments.read');
        const seen = await repository.days(id, since.toISOString().slice(0, 10));
        const outcomes = await repository.outcomes(id, since);
        const revenue = withMoney ? await repository.revenue(id, since) : [];
        const visits = await repository.visits(id, since, mostVisits, withMoney);
        const versions = new Map<number, Counts>();
        const of = (version: number): Counts => {
          const known = versions.get(version) ?? nothing();
          versions.set(version, known);
          return known;
        };
        for (const { version, views, visitors } of seen) {
          of(version).views += views;
          of(version).visitors += visitors;
        }
        for (const { version, conversations, submissions } of outcomes) {
          of(version).conversations += conversations;
          of(version).submissions += submissions;
        }
        for (const { version, currency, purchases, amount } of revenue) {
          of(version).purchases += purchases;
          of(version).revenue.push({ currency, amount });
        }
        return {
          days,
          total: sumOf([...versions.values()]),
          versions: [...versions]
            .map(([version, counts]) => ({ version, ...counts }))
            .toSorted((one, other) => other.version - one.version),
          byDay: [...Map.groupBy(seen, ({ day }) => day)].map(([day, rows]) => ({
            day,
            views: rows.reduce((sum, { views }) => sum + views, 0),
            visitors: rows.reduce((sum, { visitors }) => sum + visitors, 0),
          })),
          visits: visits.map((row) => presentVisit(row, scope.can('contacts.read'))),
        };
      }),
  };
}

function sumOf(all: readonly Counts[]): Counts {
  const total = nothing();
  const money = new Map<string, number>();
  for (const { views, visitors, conversations, submissions, purchases, revenue } of all) {
    total.views += views;
    total.visitors += visitors;
    total.conversations += conversations;
    total.submissions += submissions;
    total.purchases += purchases;
    for (const { currency, amount } of revenue) money.set(currency, (money.get(currency) ?? 0) + amount);
  }
  return { ...total, revenue: [...money].map(([currency, amount]) => ({ currency, amount })) };
}

function presentVisit(row: VisitRow, withNames: boolean): PageVisit {
  const { at, version, referrer, utm, conversationId, formId, submissionId } = row;
  return {
    at,
    version,
    name: withNames ? (row.name ?? '') : '',
    contactId: withNames ? row.contactId : null,
    utm,
    referrer: referrer ?? '',
    conversationId,
    submission: formId !== null && submissionId !== null ? { formId, id: submissionId } : null,
    purchases: row.purchases ?? [],
  };
}
