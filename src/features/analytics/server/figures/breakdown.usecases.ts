import type { z } from 'zod';
import type { Clock } from '#platform/clock/clock.ts';
import type { AccountScope } from '#platform/http/access.ts';
import type { PaymentFigures } from '#features/payments/server/figures/sums.usecases.ts';
import { paidInForms, type Breakdown } from '../../analytics-figures.contract.ts';
import type { breakdownRowSchema } from '../../analytics.contract.ts';
import { askedBy, presentPeriod, type PeriodQuery } from './asked-period.usecases.ts';
import { factsRepository } from './facts.repository.ts';
import { peopleRepository } from './people.repository.ts';
import { sideBySide } from './side-by-side.usecases.ts';

export type BreakdownRow = z.infer<typeof breakdownRowSchema>;
export type BreakdownServices = {
  clock: Clock;
  figures: Pick<PaymentFigures, 'netByVisitor'>;
};

const places: ReadonlySet<Breakdown> = new Set(['country']);

/** Visitors by place, device and the way they came, with what came in from them. */
export function createBreakdown({ clock, figures }: BreakdownServices) {
  return {
    async breakdown(scope: AccountScope, { by, ...query }: PeriodQuery & { by: Breakdown }) {
      const read = sideBySide(scope);
      const { period, agentIds, hidesPassive, hidesLocation } = await read(async (tx) => ({
        ...(await askedBy(tx, scope, clock, query)),
        ...(await factsRepository(tx).privacy(scope.userId)),
      }));
      const isHidden = hidesLocation && places.has(by);
      const filter = { period, agentIds, isActive: hidesPassive };
      const { zone, from, to } = period;
      const withMoney = scope.can('payments.read');
      const [visitors, earned] = await Promise.all([
        isHidden ? [] : read((tx) => peopleRepository(tx).by(filter, by)),
        withMoney && !isHidden ? figures.netByVisitor(scope, { zone, from, to, agentId: query.agentId }) : [],
      ]);
      const rows = await read(async (tx) => {
        const people = peopleRepository(tx);
        const paying = earned.filter(({ visitorId }) => visitorId !== '');
        const keys = await people.keysOf([...new Set(paying.map(({ visitorId }) => visitorId))], by);
        const money = Map.groupBy(paying, ({ visitorId }) => keys.get(visitorId) ?? '');
        const ofNobody = sumByCurrency(earned.filter(({ visitorId }) => visitorId === ''));
        const known = new Set(visitors.map(({ key }) => key));
        const all = [
          ...visitors,
          // Who paid in the period and was not there: a renewal.
          ...[...money.keys()]
            .filter((key) => !known.has(key))
            .map((key) => ({ key, visitors: 0, conversations: 0, messages: 0 })),
        ];
        const names =
          by === 'qr' || by === 'page'
            ? await people.names(
                by,
                all.map(({ key }) => key),
              )
            : null;
        const named = all.map((row): BreakdownRow => ({
          ...row,
          label: names?.get(row.key) ?? (names ? '' : row.key),
          money: withMoney ? sumByCurrency(money.get(row.key) ?? []) : null,
        }));
        // A form is paid by whoever fills it in, who need not have been in a chat: that is known, and no unknown visitor.
        const nobody = { key: '', label: paidInForms, visitors: 0, conversations: 0, messages: 0 };
        return ofNobody.length === 0 ? named : [...named, { ...nobody, money: ofNobody }];
      });
      return { ...presentPeriod(period), rows, isHidden };
    },
  };
}

function sumByCurrency(
  rows: readonly { currency: string; net: number }[],
): { currency: string; net: number }[] {
  const sums = new Map<string, number>();
  for (const { currency, net } of rows) sums.set(currency, (sums.get(currency) ?? 0) + net);
  return [...sums].toSorted().map(([currency, net]) => ({ currency, net }));
}
