import type { Clock } from '#platform/clock/clock.ts';
import type { AccountScope } from '#platform/http/access.ts';
import { writeAudit } from '#features/audit/server/audit.usecases.ts';
import type { PaymentConnections } from '../connecting/connections.usecases.ts';
import { csvHead, csvLine, type CsvFormat } from '../movements/csv.models.ts';
import { paymentsFiguresRepository, type MarginGroup, type Money } from './sums.repository.ts';
import { recordFilterOf, type RecordQuery } from './filters.usecases.ts';
import { paymentsRecordsRepository } from '../purchases/reading.repository.ts';

const pageSize = 50;
const filePage = 1_000;
const mostMarginRows = 200;
const microsInCent = 10_000;

/**
 * Dollars earned less the models' cost, in micro-dollars; null where money of another currency came in, or
 * where not all prices are known.
 */
function marginOf({
  money,
  aiCostMicros,
  unpricedAnswers,
}: {
  money: readonly Money[];
  aiCostMicros: number;
  unpricedAnswers: number;
}): number | null {
  if (unpricedAnswers > 0 || money.some(({ currency, net }) => currency !== 'USD' && net !== 0)) return null;
  return money.reduce((sum, { net }) => sum + net, 0) * microsInCent - aiCostMicros;
}

/** Movements of money, and the figures that they add up to. */
export function createPaymentFigures({
  clock,
  connections,
}: {
  clock: Clock;
  connections: Pick<PaymentConnections, 'paymentMode'>;
}) {
  return {
    /** Every movement of money, newest first, with the sums of all of them. */
    movements: (scope: AccountScope, { before, ...query }: RecordQuery & { before?: string | undefined }) =>
      scope.run(async (tx) => {
        const filter = await recordFilterOf(tx, connections, scope, query);
        const figures = paymentsFiguresRepository(tx);
        const rows = await figures.movements(filter, before, pageSize + 1);
        const shown = rows.slice(0, pageSize);
        return {
          movements: shown,
          next: rows.length > pageSize ? (shown.at(-1)?.id ?? null) : null,
          total: await figures.countMovements(filter),
          sums: await figures.money(filter),
          zone: filter.zone,
        };
      }),

    /** What the file is called: it says which money of which days it holds, for whoever saves one a month. */
    async fileName(scope: AccountScope, query: RecordQuery): Promise<string> {
      const { isTest, from, to } = await scope.run((tx) => recordFilterOf(tx, connections, scope, query));
      const days = from || to ? [from ?? '', to ?? ''].join('_') : '';
      return `${['payments', days, isTest ? 'test' : ''].filter(Boolean).join('-')}.csv`;
    },

    /** The same, all of it, as a file that spreadsheets read, piece by piece. */
    async *csv(
      scope: AccountScope,
      { format = 'point', ...query }: RecordQuery & { format?: CsvFormat },
    ): AsyncGenerator<string> {
      const filter = await scope.run(async (tx) => {
        await writeAudit(tx, scope, 'payments.exported');
        return recordFilterOf(tx, connections, scope, query);
      });
      const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
      const day = new Intl.DateTimeFormat('en-CA', { timeZone: filter.zone, ...parts });
      const dayOf = (at: string): string => day.format(new Date(at));
      yield csvHead(format);
      for (let before: string | undefined; ;) {
        const rows = await scope.run((tx) =>
          paymentsFiguresRepository(tx).movements(filter, before, filePage),
        );
        if (rows.length > 0) yield rows.map((row) => csvLine(row, dayOf, format)).join('');
        before = rows.at(-1)?.id;
        if (rows.length < filePage) return;
      }
    },

    revenue: (scope: AccountScope, query: RecordQuery) =>
      scope.run(async (tx) => {
        const filter = await recordFilterOf(tx, connections, scope, query);
        const figures = paymentsFiguresRepository(tx);
        const days = new Map<string, { day: string; money: Money[]; payments: number }>();
        for (const { day, currency, net, payments } of await figures.days(filter)) {
          const known = days.get(day) ?? { day, money: [], payments: 0 };
          days.set(day, {
            day,
            money: [...known.money, { currency, net }],
            payments: known.payments + payments,
          });
        }
        const subscriptions = await figures.subscriptions(filter, clock.now());
        return {
          isTest: filter.isTest,
          money: await figures.money(filter),
          ...(await figures.sold(filter)),
          activeSubscriptions: subscriptions.active,
          subscriptions,
          ...(await figures.aiCost(filter)),
          days: [...days.values()],
          zone: filter.zone,
        };
      }),

    /** What was sold, without what it cost: the money of `revenue` for those who ask for many periods. */
    sales: (scope: AccountScope, query: RecordQuery) =>
      scope.run(async (tx) => {
        const filter = await recordFilterOf(tx, connections, scope, query);
        const figures = paymentsFiguresRepository(tx);
        return {
          isTest: filter.isTest,
          money: await figures.money(filter),
          ...(await figures.sold(filter)),
          days: await figures.days(filter),
        };
      }),

    /** What came in, credited to the visitors who bought; of whom nothing is known any more, to an empty id. */
    netByVisitor: (
      scope: Pick<AccountScope, 'accountId' | 'reaches' | 'run'>,
      query: RecordQuery,
    ): Promise<(Money & { visitorId: string })[]> =>
      scope.run(async (tx) =>
        paymentsFiguresRepository(tx).netByVisitor(await recordFilterOf(tx, connections, scope, query)),
      ),

    margin: (scope: AccountScope, { by, ...query }: RecordQuery & { by: MarginGroup }) =>
      scope.run(async (tx) => {
        const filter = await recordFilterOf(tx, connections, scope, query);
        const figures = paymentsFiguresRepository(tx);
        const costs = await figures.costsBy(filter, by);
        const money =
          by === 'message'
            ? await figures.moneyOfMessages(
                filter.isTest,
                costs.map(({ id }) => id),
              )
            : await figures.moneyBy(filter, by);
        const rows = new Map(costs.map((row) => [row.id, { ...row, money: [] as Money[] }]));
        for (const { id, currency, net } of money) {
          const row = rows.get(id) ?? {
            id,
            label: '',
            messages: 0,
            aiCostMicros: 0,
            unpricedAnswers: 0,
            money: [],
          };
          row.money.push({ currency, net });
          rows.set(id, row);
        }
        const labels = await figures.labels(by, [...rows.keys()]);
        const shown = [...rows.values()].map((row) => ({
          ...row,
          label: labels.get(row.id) ?? '',
          marginMicros: marginOf(row),
        }));
        const weight = (row: (typeof shown)[number]): number =>
          Math.max(row.aiCostMicros, ...row.money.map(({ net }) => net * microsInCent), 0);
        const all = {
          ...(await figures.aiCost(filter)),
          money: (await figures.money(filter)).map(({ currency, net }) => ({ currency, net })),
        };
        return {
          rows: shown.toSorted((a, b) => weight(b) - weight(a)).slice(0, mostMarginRows),
          total: { ...all, marginMicros: marginOf(all) },
        };
      }),

    /** What came in by each agent less what went back, in the mode that visitors pay with. */
    byAgent: (
      scope: AccountScope,
      query: RecordQuery,
    ): Promise<{ isTest: boolean; money: Map<string, Money[]> }> =>
      scope.run(async (tx) => {
        const filter = await recordFilterOf(tx, connections, scope, query);
        const money = new Map<string, Money[]>();
        for (const { id, currency, net } of await paymentsFiguresRepository(tx).moneyBy(filter, 'agent'))
          money.set(id, [...(money.get(id) ?? []), { currency, net }]);
        return { isTest: filter.isTest, money };
      }),

    customers: (scope: AccountScope, { before, ...query }: RecordQuery & { before?: string | undefined }) =>
      scope.run(async (tx) => {
        const position = before !== undefined && /^\d{1,18}\|/.test(before) ? before : undefined;
        const { rows, total } = await paymentsRecordsRepository(tx).customers(
          await recordFilterOf(tx, connections, scope, query),
          clock.now(),
          position,
          pageSize + 1,
        );
        const shown = rows.slice(0, pageSize);
        return {
          customers: shown.map(({ position: _position, ...row }) => ({
            ...row,
            firstAt: new Date(row.firstAt).toISOString(),
            lastAt: row.lastAt === null ? null : new Date(row.lastAt).toISOString(),
          })),
          next: rows.length > pageSize ? (shown.at(-1)?.position ?? null) : null,
          total,
        };
      }),
  };
}

export type PaymentFigures = ReturnType<typeof createPaymentFigures>;
