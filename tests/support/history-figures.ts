import { expect } from 'vitest';
import type { AccountScope } from '#platform/http/access.ts';
import type { PaymentFigures } from '#features/payments/server/figures/sums.usecases.ts';
import type { Statement } from './payments/history-bank.ts';

/** A file that comes in pieces. */
async function textOf(parts: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const part of parts) text += part;
  return text;
}

const sums = (rows: readonly { currency: string; amount: number }[]): Record<string, number> => {
  const of: Record<string, number> = {};
  for (const { currency, amount } of rows) of[currency] = (of[currency] ?? 0) + amount;
  return Object.fromEntries(
    Object.entries(of)
      .filter(([, amount]) => amount !== 0)
      .toSorted(),
  );
};

/**
 * Holds movements, figures, file, margin and customers against the bank's statement, for each month from
 * January 2026 and each currency. How many movements there were.
 */
export async function expectSameAsBank(
  figures: PaymentFigures,
  scope: AccountScope,
  statement: readonly Statement[],
): Promise<number> {
  async function customersOf(days: {
    test: 'true';
    from?: string;
    to?: string;
  }): Promise<Awaited<ReturnType<typeof figures.customers>>['customers']> {
    const all = [];
    for (let before: string | undefined; ;) {
      const page = await figures.customers(scope, { ...days, before });
      all.push(...page.customers);
      if (page.next === null) return all;
      before = page.next;
    }
  }
  let inMovements = 0;
  for (let month = 0; month < 14; month++) {
    const [from, to] = [new Date(Date.UTC(2026, month, 1)), new Date(Date.UTC(2026, month + 1, 0))].map(
      (date) => date.toISOString().slice(0, 10),
    );
    const days = { test: 'true' as const, from, to };
    const [revenue, list, file, margin, people] = [
      await figures.revenue(scope, days),
      await figures.movements(scope, days),
      await textOf(figures.csv(scope, days)),
      await figures.margin(scope, { ...days, by: 'agent' }),
      await customersOf(days),
    ];
    const lines = file
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(','));
    const at = (of: string, value: string | undefined): number =>
      Math.round(Number(value) * (of === 'JPY' ? 1 : 100));
    const inMonth = statement.filter((line) => line.at.toISOString().startsWith(from?.slice(0, 7) ?? ''));
    const bank = {
      gross: sums(inMonth),
      fees: sums(inMonth.map(({ currency, fee }) => ({ currency, amount: fee }))),
    };
    const inFigures = {
      gross: sums(
        revenue.money.map(({ currency, gross, refunded, disputed }) => ({
          currency,
          amount: gross - refunded - disputed,
        })),
      ),
      fees: sums(revenue.money.map(({ currency, fees }) => ({ currency, amount: fees }))),
    };
    const inFile = {
      gross: sums(
        lines.map((cells) => ({ currency: cells[10] ?? '', amount: at(cells[10] ?? '', cells[11]) })),
      ),
      fees: sums(
        lines.map((cells) => ({ currency: cells[10] ?? '', amount: at(cells[10] ?? '', cells[13]) })),
      ),
    };
    expect({ from, ...inFigures }).toEqual({ from, ...bank });
    expect({ from, ...inFile }).toEqual({ from, ...bank });
    expect(list.sums).toEqual(revenue.money);
    const nets = (money: readonly { currency: string; net: number }[]) =>
      sums(money.map(({ currency, net }) => ({ currency, amount: net })));
    const net = nets(revenue.money);
    expect([
      nets(revenue.days.flatMap(({ money }) => money)),
      nets(margin.rows.flatMap(({ money }) => money)),
      nets(margin.total.money),
    ]).toEqual([net, net, net]);
    expect(
      sums(lines.map((cells) => ({ currency: cells[10] ?? '', amount: at(cells[10] ?? '', cells[14]) }))),
    ).toEqual(net);
    expect(nets(people.flatMap(({ money }) => money))).toEqual(net);
    inMovements += lines.length;
  }
  return inMovements;
}
