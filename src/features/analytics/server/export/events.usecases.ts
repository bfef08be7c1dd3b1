import type { Clock } from '#platform/clock/clock.ts';
import type { AccountScope } from '#platform/http/access.ts';
import { writeAudit } from '#features/audit/server/audit.usecases.ts';
import { kinds } from '../events/kinds.models.ts';
import { askedBy, type PeriodQuery } from '../figures/asked-period.usecases.ts';
import { factsRepository } from '../figures/facts.repository.ts';
import { eventsRepository, type EventPosition, type EventRow } from './events.repository.ts';

const pageSize = 2_000;

const names = new Map<number, string>(
  Object.entries(kinds).map(([name, kind]) => [
    kind,
    name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  ]),
);
/** What is told only to whoever may see money. */
const ofMoney: readonly number[] = [
  kinds.checkout,
  kinds.paid,
  kinds.refunded,
  kinds.testCheckout,
  kinds.testPaid,
  kinds.testRefunded,
];

/** An event as a line of JSON; what is not known is left out. */
function lineOf(row: EventRow, hidesLocation: boolean): string {
  const {
    at,
    kind,
    agentId,
    visitorId,
    conversationId,
    amount,
    country,
    qrCodeId,
    landingPageId,
    id,
    ...dims
  } = row;
  const told = {
    at,
    event: names.get(kind),
    id,
    agent: agentId,
    visitor: visitorId,
    conversation: conversationId,
    amount: amount === 1 ? null : amount,
    ...dims,
    country: hidesLocation ? null : country,
    qr_code: qrCodeId,
    landing_page: landingPageId,
  };
  return `${JSON.stringify(
    Object.fromEntries(Object.entries(told).filter(([, value]) => value !== null && value !== '')),
  )}\n`;
}

/** Events as a file for programs that count by themselves. */
export function createEventExport({ clock }: { clock: Clock }) {
  /**
   * The first lines of a period's events, and the lines themselves, each an event as JSON (NDJSON), in the order of time.
   * What the account or the member hides is not in them, nor what happened with money for whoever may not see it.
   * Throws before the first line what `askedBy` throws; reads page by page as lines are taken, each page in a
   * transaction of its own.
   */
  return async function events(
    scope: AccountScope,
    query: PeriodQuery,
  ): Promise<{ name: string; lines: AsyncGenerator<string> }> {
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

    async function* lines(): AsyncGenerator<string> {
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
        if (rows.length > 0) yield rows.map((row) => lineOf(row, privacy.hidesLocation)).join('');
        after = rows.at(-1) ?? null;
        if (after === null || rows.length < pageSize) return;
      }
    }
    return { name: `events-${period.from}_${period.to}.ndjson`, lines: lines() };
  };
}
