import type { Clock } from '#platform/clock/clock.ts';
import type { AccountScope } from '#platform/http/access.ts';
import type { PaymentFigures } from '#features/payments/server/figures/sums.usecases.ts';
import type { AnswerGap } from '../answer-gaps.contract.ts';
import { answerGapsRepository } from './answer-gaps.repository.ts';
import type { AnswerGaps } from './answer-gaps.usecases.ts';
import { costliestFirst, lostBy } from './answer-gaps-losses.models.ts';

/** So many days of an agent say what a visitor of it brings. */
const worthDays = 90;

/** What questions that nobody answered cost. */
export function createGapLosses({
  clock,
  answerGaps,
  figures,
}: {
  clock: Clock;
  answerGaps: Pick<AnswerGaps, 'list'>;
  figures: Pick<PaymentFigures, 'byAgent'>;
}) {
  return {
    /** The open gaps, those first that cost most. */
    async list(scope: AccountScope, agentId: string | undefined): Promise<AnswerGap[]> {
      const gaps = await answerGaps.list(scope, agentId);
      if (gaps.length === 0 || !scope.can('payments.read'))
        return costliestFirst(gaps.map((gap) => ({ ...gap, lost: null, isTest: false })));
      const since = new Date(clock.now().getTime() - worthDays * 86_400_000);
      const { isTest, money } = await figures.byAgent(scope, { from: since.toISOString().slice(0, 10) });
      const agentIds = [...new Set(gaps.map((gap) => gap.agentId))];
      const visitors = await scope.run((tx) => answerGapsRepository(tx).visitorsOf(agentIds, since));
      return costliestFirst(
        gaps.map((gap) => ({
          ...gap,
          isTest,
          lost: lostBy(gap.left, {
            money: money.get(gap.agentId) ?? [],
            visitors: visitors.get(gap.agentId) ?? 0,
          }),
        })),
      );
    },
  };
}

export type GapLosses = ReturnType<typeof createGapLosses>;
