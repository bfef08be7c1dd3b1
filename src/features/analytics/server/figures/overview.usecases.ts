import type { Clock } from '#platform/clock/clock.ts';
import type { AccountScope } from '#platform/http/access.ts';
import type { PaymentFigures } from '#features/payments/server/figures/sums.usecases.ts';
import type { AnalyticsOverview } from '../../analytics.contract.ts';
import { cameFirst, kinds } from '../events/kinds.models.ts';
import { askedBy, presentPeriod, type Asked, type PeriodQuery } from './asked-period.usecases.ts';
import { factsRepository } from './facts.repository.ts';
import { peopleRepository, type PeopleFilter } from './people.repository.ts';
import { partsOf, periodBefore, unitOf, type Period, type Unit } from './period.models.ts';
import { sideBySide } from './side-by-side.usecases.ts';
import { sumsRepository } from './sums.repository.ts';

export type OverviewServices = {
  clock: Clock;
  figures: Pick<PaymentFigures, 'sales'>;
};

/** Messages are those of visitors, of agents and of people of the team. */
export const messageKinds = [kinds.message, kinds.answer, kinds.humanReply] as const;
const curveKinds = [kinds.seen, kinds.opened, kinds.conversation, kinds.contact, ...messageKinds];

type Curve = AnalyticsOverview['curve'];
type Counts = Record<keyof AnalyticsOverview['figures'], number>;
type Sales = Awaited<ReturnType<PaymentFigures['sales']>>;

/** The figures of one period with their curve. */
async function countPeriod(
  read: ReturnType<typeof sideBySide>,
  { agentIds, sumsOf, agents }: Asked,
  period: Period,
  unit: Unit,
  options: { hidesPassive: boolean; agentId: string | null },
): Promise<{ counts: Counts; curve: Curve }> {
  const parts = partsOf(period, unit);
  const filter: PeopleFilter = { period, agentIds, isActive: options.hidesPassive };
  const [{ sums, visitors }, activeContacts, totalContacts] = await Promise.all([
    read(async (tx) => {
      const sums = await sumsRepository(tx).byPart(period, parts, sumsOf, [...curveKinds, cameFirst]);
      const first = new Map(
        sums.filter(({ kind }) => kind === cameFirst).map(({ place, amount }) => [place, amount]),
      );
      return { sums, visitors: await peopleRepository(tx).visitors(filter, parts, first) };
    }),
    read((tx) => peopleRepository(tx).activeContacts(filter)),
    read((tx) => peopleRepository(tx).totalContacts(filter, options.agentId)),
  ]);
  const curve = parts.map((start, place) => {
    const sum = (wanted: readonly number[]): number =>
      sums
        .filter((row) => row.place === place + 1 && wanted.includes(row.kind))
        .reduce((all, { amount }) => all + amount, 0);
    return {
      start: start.toISOString(),
      views: sum([kinds.seen]),
      opens: sum([kinds.opened]),
      visitors: visitors.byPart.get(place + 1) ?? 0,
      conversations: sum([kinds.conversation]),
      messages: sum(messageKinds),
      newContacts: sum([kinds.contact]),
    };
  });
  const all = (figure: 'views' | 'conversations' | 'messages'): number =>
    curve.reduce((sum, point) => sum + point[figure], 0);
  const wanted = agents.filter(({ id }) => options.agentId === null || id === options.agentId);
  return {
    curve,
    counts: {
      agents: wanted.filter(({ createdAt, isBinned }) => !isBinned && createdAt < period.ends).length,
      activeContacts,
      totalContacts,
      conversations: all('conversations'),
      messages: all('messages'),
      visitors: visitors.all,
      views: all('views'),
    },
  };
}

/** What was sold, beside the same of the period before. */
function presentSales(sales: Sales, before: Sales | null): NonNullable<AnalyticsOverview['money']> {
  const beside = (value: number, earlier: number | undefined) => ({
    value,
    before: before === null ? null : (earlier ?? 0),
  });
  const currencies = [...new Set([...sales.money, ...(before?.money ?? [])].map(({ currency }) => currency))];
  const days = new Map<
    string,
    { day: string; money: { currency: string; net: number }[]; payments: number }
  >();
  for (const { day, currency, net, payments } of sales.days) {
    const known = days.get(day) ?? { day, money: [], payments: 0 };
    days.set(day, { day, money: [...known.money, { currency, net }], payments: known.payments + payments });
  }
  return {
    isTest: sales.isTest,
    currencies: currencies.toSorted().map((currency) => {
      const now = sales.money.find((sums) => sums.currency === currency);
      const then = before?.money.find((sums) => sums.currency === currency);
      return {
        currency,
        gross: beside(now?.gross ?? 0, then?.gross),
        refunded: beside(now?.refunded ?? 0, then?.refunded),
        net: beside(now?.net ?? 0, then?.net),
      };
    }),
    packs: beside(sales.packs, before?.packs),
    successfulPayments: beside(sales.successfulPayments, before?.successfulPayments),
    messagesSold: beside(sales.messagesSold, before?.messagesSold),
    days: [...days.values()],
  };
}

/** The first screen's figures. */
export function createAnalyticsOverview({ clock, figures }: OverviewServices) {
  return {
    async overview(
      scope: AccountScope,
      query: PeriodQuery & { compare: 'true' | 'false' },
    ): Promise<AnalyticsOverview> {
      const read = sideBySide(scope);
      const { asked, privacy } = await read(async (tx) => ({
        asked: await askedBy(tx, scope, clock, query),
        privacy: await factsRepository(tx).privacy(scope.userId),
      }));
      const unit = unitOf(asked.period);
      const options = { hidesPassive: privacy.hidesPassive, agentId: query.agentId ?? null };
      const before = query.compare === 'true' && !asked.isAllTime ? periodBefore(asked.period) : null;
      const salesOf = ({ zone, from, to }: Period) =>
        figures.sales(scope, { zone, from, to, agentId: query.agentId });
      const withMoney = scope.can('payments.read');
      const [now, then, sales, salesBefore] = await Promise.all([
        countPeriod(read, asked, asked.period, unit, options),
        before && countPeriod(read, asked, before, unit, options),
        withMoney ? salesOf(asked.period) : null,
        withMoney && before ? salesOf(before) : null,
      ]);
      const figure = (name: keyof Counts) => ({
        value: now.counts[name],
        before: then?.counts[name] ?? null,
      });
      return {
        ...presentPeriod(asked.period),
        before: before && presentPeriod(before),
        unit,
        figures: {
          agents: figure('agents'),
          activeContacts: figure('activeContacts'),
          totalContacts: figure('totalContacts'),
          conversations: figure('conversations'),
          messages: figure('messages'),
          visitors: figure('visitors'),
          views: figure('views'),
        },
        money: sales && presentSales(sales, salesBefore),
        curve: now.curve,
        curveBefore: then?.curve ?? null,
        ...privacy,
      };
    },
  };
}
