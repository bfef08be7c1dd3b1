import type { Clock } from '#platform/clock/clock.ts';
import type { AccountScope } from '#platform/http/access.ts';
import { writeAudit } from '#features/audit/server/audit.usecases.ts';
import type { EventsFormat } from '../../analytics.contract.ts';
import { kinds } from '../events/kinds.models.ts';
import { askedBy, type PeriodQuery } from '../figures/asked-period.usecases.ts';
import { factsRepository } from '../figures/facts.repository.ts';
import { eventsRepository, type EventPosition, type EventRow } from './events.repository.ts';
import { parquetOf } from './parquet.models.ts';
import { toldEvent, type ToldEvent } from './told.models.ts';

const pageSize = 2_000;

/** What is told only to whoever may see money. */
const ofMoney: readonly number[] = [
  kinds.checkout,
  kinds.paid,
  kinds.refunded,
  kinds.testCheckout,
  kinds.testPaid,
  kinds.testRefunded,
];

/** An event as a line of JSON; what is not known is left out, and that it happened once. */
function lineOf(event: ToldEvent): string {
  const said = Object.entries(event).filter(
    ([name, value]) => value !== null && !(name === 'amount' && value === 1),
  );
  return `${JSON.stringify(Object.fromEntries(said))}\n`;
}

async function* linesOf(pages: AsyncIterable<readonly ToldEvent[]>): AsyncGenerator<string> {
  for await (const page of pages) yield page.map(lineOf).join('');
}

const writers: Record<
  EventsFormat,
  { type: string; write: (pages: AsyncIterable<readonly ToldEvent[]>) => AsyncGenerator<string | Uint8Array> }
> = {
  ndjson: { type: 'application/x-ndjson; charset=utf-8', write: linesOf },
  parquet: { type: 'application/vnd.apache.parquet', write: parquetOf },
};

/** Events as a file for programs that count by themselves. */
export function createEventExport({ clock }: { clock: Clock }) {
  /**
   * A period's events in the order of time as a file: its name, its media type and its pieces. What the account or
   * the member hides is not in it, nor what happened with money for whoever may not see it.
   * Throws before the first piece what `askedBy` throws; reads page by page as pieces are taken, each page in a
   * transaction of its own.
   */
  return async function events(
    scope: AccountScope,
    { format = 'ndjson', ...query }: PeriodQuery & { format?: EventsFormat },
  ): Promise<{ name: string; type: string; pieces: AsyncGenerator<string | Uint8Array> }> {
    const { period, agentIds, privacy } = await scope.run(async (tx) => {
      const asked = await askedBy(tx, scope, clock, query);
      await writeAudit(tx, scope, 'analytics.exported', {
        details: { from: asked.period.from, to: asked.period.to },
      });
      return { ...asked, privacy: await factsRepository(tx).privacy(scope.userId) };
    });
    const wanted = Object.values(kinds).filter(
      (kind) => scope.can('payments.read') || !ofMoney.includes(kind),
    );

    async function* pages(): AsyncGenerator<ToldEvent[]> {
      let after: EventPosition | null = null;
      for (;;) {
        const rows: EventRow[] = await scope.run((tx) =>
          eventsRepository(tx).page(period, {
            agentIds,
            kinds: wanted,
            isActive: privacy.hidesPassive,
            after,
            limit: pageSize,
          }),
        );
        if (rows.length > 0) yield rows.map((row) => toldEvent(row, privacy.hidesLocation));
        after = rows.at(-1) ?? null;
        if (after === null || rows.length < pageSize) return;
      }
    }
    const { type, write } = writers[format];
    return { name: `events-${period.from}_${period.to}.${format}`, type, pieces: write(pages()) };
  };
}
