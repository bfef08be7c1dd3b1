import type { Clock } from '#platform/clock/clock.ts';
import type { AccountScope } from '#platform/http/access.ts';
import { mostServed, type ServiceReport } from '../../analytics-service.contract.ts';
import { askedBy, presentPeriod, type PeriodQuery } from '../figures/asked-period.usecases.ts';
import { serviceRepository } from './service.repository.ts';

/** How an agent serves its visitors: what it resolves, what people do, its tools and its sources. */
export function createServiceReport({ clock }: { clock: Clock }) {
  return {
    /** @throws as `askedBy` */
    service: (scope: AccountScope, query: PeriodQuery & { agentId: string }): Promise<ServiceReport> =>
      scope.run(async (tx) => {
        const { period } = await askedBy(tx, scope, clock, query);
        const span = { agentId: query.agentId, from: period.begins, until: period.ends };
        const repository = serviceRepository(tx);
        const { conversations, ...resolution } = await repository.outcomes(span, clock.now());
        return {
          ...presentPeriod(period),
          conversations,
          isCut: conversations >= mostServed,
          resolution,
          firstHuman: await repository.firstHuman(span),
          tools: await repository.tools(span),
          sources: await repository.sources(span),
        };
      }),
  };
}
