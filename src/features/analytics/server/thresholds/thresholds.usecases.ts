import { AppError, commonErrors } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/database/database.ts';
import type { AccountScope } from '#platform/http/access.ts';
import type { Logger } from '#platform/log/logger.ts';
import { agentsErrors } from '#features/agents/agents.contract.ts';
import { writeAudit } from '#features/audit/server/audit.usecases.ts';
import { writeEvent } from '#features/webhooks/server/events/events.usecases.ts';
import { analyticsErrors } from '../../analytics.contract.ts';
import {
  analyticsThresholdsErrors,
  mostThresholds,
  type Threshold,
} from '../../analytics-thresholds.contract.ts';
import type { Analytics } from '../analytics.usecases.ts';
import { dayAt, zoneNamed } from '../figures/period.models.ts';
import { factsRepository } from '../figures/facts.repository.ts';
import { daysWatched, isShare, judge, valueOf } from './thresholds.models.ts';
import { thresholdsRepository, type ThresholdRow } from './thresholds.repository.ts';

export type ThresholdsServices = {
  database: Database;
  clock: Clock;
  log: Pick<Logger, 'error'>;
  analytics: Pick<Analytics, 'overview' | 'engagement'>;
  /** The account as its owner sees it; null where nobody may work in it now. */
  ownerScopeOf(accountId: string): Promise<AccountScope | null>;
};

const atOnce = 50;

const present = (row: ThresholdRow): Threshold => ({
  id: row.id,
  figure: row.figure,
  side: row.side,
  limit: row.amount,
  currency: row.currency,
  agentId: row.agentId,
  zone: row.zone,
  value: row.value,
  isPast: row.isPast,
  checkedAt: row.checkedAt?.toISOString() ?? null,
  toldAt: row.toldAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
});

type Subject = Pick<Threshold, 'agentId' | 'figure'>;

/** Whether it is of agents that the member reaches; all agents are for whoever reaches all. */
const isOfReached = (scope: AccountScope, { agentId }: Pick<Subject, 'agentId'>): boolean =>
  agentId === null ? scope.agentIds === null : scope.reaches(agentId);
/** Money is for whoever may see money. */
const mayBeTold = (scope: AccountScope, { figure }: Pick<Subject, 'figure'>): boolean =>
  figure !== 'revenue' || scope.can('payments.read');
const isSeen = (scope: AccountScope, subject: Subject): boolean =>
  isOfReached(scope, subject) && mayBeTold(scope, subject);

/** Figures that are watched, and whose passing of a limit webhooks are told. */
export function createThresholds({ database, clock, log, analytics, ownerScopeOf }: ThresholdsServices) {
  async function read(scope: AccountScope, row: ThresholdRow, today: string): Promise<number | null> {
    const query = {
      zone: row.zone,
      ...daysWatched(row, today),
      ...(row.agentId !== null && { agentId: row.agentId }),
    };
    return valueOf(
      row,
      isShare(row.figure)
        ? { engagement: await analytics.engagement(scope, query) }
        : { overview: await analytics.overview(scope, { ...query, compare: 'false' }) },
    );
  }

  /** Looks at one figure. What is told is written with what was seen, so that it is told once. */
  async function look(scope: AccountScope, seen: ThresholdRow): Promise<void> {
    const { id } = seen;
    const now = clock.now();
    const today = dayAt(now, seen.zone);
    const days = daysWatched(seen, today);
    const value = await read(scope, seen, today);
    await database.account(scope.accountId, async (tx) => {
      const thresholds = thresholdsRepository(tx);
      const row = await thresholds.locked(id);
      // Somebody who looked later wrote already.
      if (!row || (row.checkedAt !== null && row.checkedAt > now)) return;
      if (value === null) return thresholds.change(id, { value, checkedAt: now });
      const { amount: limit, figure, side, currency, agentId, zone } = row;
      const { isPast, isNews } = judge({ figure, side, limit, currency }, value, row, days.from);
      await thresholds.change(id, {
        value,
        isPast,
        checkedAt: now,
        ...(isNews && { toldDay: days.from, toldAt: now }),
      });
      if (!isNews) return;
      await writeEvent(tx, {
        accountId: row.accountId,
        type: 'figure.crossed',
        at: now,
        data: { thresholdId: id, agentId, figure, side, limit, value, currency, zone, ...days },
      });
    });
  }

  return {
    list: async (scope: AccountScope): Promise<Threshold[]> =>
      (await scope.run((tx) => thresholdsRepository(tx).list()))
        .filter((row) => isSeen(scope, row))
        .map(present),

    async create(
      scope: AccountScope,
      input: Pick<Threshold, 'figure' | 'side' | 'limit' | 'zone'> & {
        currency?: string | undefined;
        agentId?: string | undefined;
      },
    ): Promise<Threshold> {
      const zone = zoneNamed(input.zone);
      if (zone === null) throw new AppError(analyticsErrors.unknownZone, { variables: { zone: input.zone } });
      const { figure, side, limit, currency = '', agentId = null } = input;
      if (!mayBeTold(scope, { figure })) throw new AppError(commonErrors.forbidden);
      if ((figure === 'revenue') !== (currency !== ''))
        throw new AppError(analyticsThresholdsErrors.currency);
      if (isShare(figure) && limit > 100) throw new AppError(analyticsThresholdsErrors.share);
      return scope.run(async (tx) => {
        const agents = await factsRepository(tx).agents();
        const isThere = agentId === null || agents.some(({ id, isBinned }) => id === agentId && !isBinned);
        if (!isThere || !isOfReached(scope, { agentId })) throw new AppError(agentsErrors.notFound);
        const thresholds = thresholdsRepository(tx);
        await thresholds.lockAccount(scope.accountId);
        if ((await thresholds.count()) >= mostThresholds)
          throw new AppError(analyticsThresholdsErrors.tooMany, { variables: { most: mostThresholds } });
        const row: ThresholdRow = {
          id: newId('thr'),
          accountId: scope.accountId,
          agentId,
          figure,
          side,
          amount: limit,
          currency,
          zone,
          value: null,
          isPast: false,
          toldDay: null,
          toldAt: null,
          checkedAt: null,
          createdAt: clock.now(),
        };
        await thresholds.insert(row);
        await writeAudit(tx, scope, 'webhooks.threshold_added', { id: row.id, name: figure });
        return present(row);
      });
    },

    async remove(scope: AccountScope, id: string): Promise<void> {
      await scope.run(async (tx) => {
        const row = await thresholdsRepository(tx).remove(id);
        if (!row || !isSeen(scope, row)) throw new AppError(analyticsThresholdsErrors.notFound);
        await writeAudit(tx, scope, 'webhooks.threshold_removed', { id, name: row.figure });
      });
    },

    /** Looks at every figure that is watched. */
    async lookAtAll(signal?: AbortSignal): Promise<void> {
      for (let after = ''; ;) {
        const accountIds = await thresholdsRepository(database.direct).watching(after, atOnce);
        for (const accountId of accountIds) {
          if (signal?.aborted) return;
          const scope = await ownerScopeOf(accountId);
          if (!scope) continue;
          for (const row of await scope.run((tx) => thresholdsRepository(tx).list()))
            await look(scope, row).catch((error: unknown) =>
              log.error(
                { err: error, accountId, thresholdId: row.id },
                'a figure that is watched could not be read; it is looked at again',
              ),
            );
        }
        after = accountIds.at(-1) ?? '';
        if (accountIds.length < atOnce) return;
      }
    },
  };
}

export type Thresholds = ReturnType<typeof createThresholds>;
