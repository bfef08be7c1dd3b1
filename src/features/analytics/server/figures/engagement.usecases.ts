import type { Clock } from '#platform/clock/clock.ts';
import type { AccountScope } from '#platform/http/access.ts';
import type { AnswerGaps } from '#features/answer-gaps/server/answer-gaps.usecases.ts';
import { callFigures } from '#features/calls/server/calls.usecases.ts';
import type { PaymentConnections } from '#features/payments/server/connecting/connections.usecases.ts';
import type { FunnelStep } from '../../analytics-figures.contract.ts';
import { funnelSteps } from '../../analytics-figures.contract.ts';
import type { Engagement } from '../../analytics.contract.ts';
import { kinds } from '../events/kinds.models.ts';
import { askedBy, presentPeriod, type PeriodQuery } from './asked-period.usecases.ts';
import { factsRepository } from './facts.repository.ts';
import { peopleRepository, type PeopleFilter } from './people.repository.ts';
import { depthOf, topQuestions } from './questions.models.ts';
import { sideBySide } from './side-by-side.usecases.ts';
import { sumsRepository } from './sums.repository.ts';

export type EngagementServices = {
  clock: Clock;
  connections: Pick<PaymentConnections, 'paymentMode'>;
  answerGaps: Pick<AnswerGaps, 'list'>;
};

const mostQuestions = 20;
const counted = [kinds.seen, kinds.answer, kinds.unsure, kinds.thumbsUp, kinds.thumbsDown];

/** When visitors write, how much, what, and how far they come. */
export function createEngagement({ clock, connections, answerGaps }: EngagementServices) {
  return {
    async engagement(scope: AccountScope, query: PeriodQuery): Promise<Engagement> {
      const read = sideBySide(scope);
      const isTest = (await connections.paymentMode(scope.accountId, false)) === 'test';
      const { period, agentIds, sumsOf, hidesPassive } = await read(async (tx) => ({
        ...(await askedBy(tx, scope, clock, query)),
        ...(await factsRepository(tx).privacy(scope.userId)),
      }));
      const filter: PeopleFilter = { period, agentIds, isActive: hidesPassive };
      const [checkout, paid] = isTest ? [kinds.testCheckout, kinds.testPaid] : [kinds.checkout, kinds.paid];
      // Who came to a step came past those before it, also where they bought before they had to.
      const pay = [checkout, paid];
      const reads = scope.can('inbox.read');
      const [came, returned, hours, depths, totals, asked, gaps, calls] = await Promise.all([
        read((tx) =>
          peopleRepository(tx).withAnyOf(filter, [
            [kinds.opened, kinds.message, kinds.freeUsed, kinds.wall, ...pay],
            [kinds.message, kinds.freeUsed, kinds.wall, ...pay],
            [kinds.freeUsed, kinds.wall, ...pay],
            [kinds.wall, ...pay],
            pay,
            [paid],
          ]),
        ),
        read((tx) => peopleRepository(tx).returned(filter, paid)),
        read((tx) => sumsRepository(tx).messagesByHour(period, sumsOf)),
        read((tx) => factsRepository(tx).depths(period, agentIds)),
        read((tx) => sumsRepository(tx).byPart(period, [period.begins], sumsOf, counted)),
        reads ? read((tx) => factsRepository(tx).asked(period, agentIds)) : [],
        reads ? answerGaps.list(scope, query.agentId) : [],
        read((tx) => callFigures(tx, period, agentIds)),
      ]);
      const [opened = 0, message = 0, freeUsed = 0, wall = 0, begun = 0, bought = 0] = came;
      const total = (kind: number): number => totals.find((row) => row.kind === kind)?.amount ?? 0;
      const steps: Record<FunnelStep, number> = {
        // Views are no visitors; but whoever opened a chat has seen it, also where nobody counted that.
        seen: Math.max(total(kinds.seen), opened),
        opened,
        message,
        freeUsed,
        wall,
        checkout: begun,
        paid: bought,
        returned,
      };
      const heat = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0));
      for (const { weekday, hour, amount } of hours) {
        const row = heat[weekday - 1];
        if (row) row[hour] = amount;
      }
      return {
        ...presentPeriod(period),
        heat,
        depth: depthOf(depths),
        unsure: total(kinds.unsure),
        answers: total(kinds.answer),
        feedback: { up: total(kinds.thumbsUp), down: total(kinds.thumbsDown) },
        calls,
        funnel: funnelSteps.map((step) => ({ step, visitors: steps[step] })),
        questions: topQuestions(asked, mostQuestions),
        unanswered: gaps
          .filter(({ lastAt }) => new Date(lastAt) >= period.begins && new Date(lastAt) < period.ends)
          .slice(0, mostQuestions)
          .map(({ question, messageIds, agentId, conversationId }) => ({
            question,
            count: messageIds.length,
            agentId,
            conversationId,
          })),
      };
    },
  };
}
