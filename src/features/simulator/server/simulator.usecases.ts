import { AppError } from '#shared/errors.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { AccountScope } from '#platform/http/access.ts';
import type { Translator } from '#platform/i18n/translator.ts';
import { findTriedAgent } from '#features/agents/server/agents-facts.usecases.ts';
import type { ConversationsUsecases } from '#features/conversations/server/conversations.usecases.ts';
import type { Simulating } from '#features/conversations/server/simulating/simulating.usecases.ts';
import { simulatorErrors, type Gate } from '../simulator.contract.ts';
import { createDemoRuns } from './demo/demo.usecases.ts';
import { gateOf, liftedOf } from './gate/gate.usecases.ts';
import { createSimulatedConversations } from './running/conversation.usecases.ts';
import { createRuns, type RunsServices } from './running/runs.usecases.ts';
import { createTestsFromAnswers } from './suites/from-answer.usecases.ts';
import { createSuites } from './suites/suites.usecases.ts';

export type SimulatorServices = Omit<RunsServices, 'conversations'> & {
  clock: Clock;
  translator: Translator;
  simulating: Simulating;
  conversations: Pick<ConversationsUsecases, 'saidUpTo'>;
};

/** Conversations that nobody holds, and what they show of an agent before visitors meet it. */
export function createSimulatorUsecases(services: SimulatorServices) {
  const held = createSimulatedConversations(services);
  const runs = createRuns({ ...services, conversations: held });
  const suites = createSuites({ clock: services.clock, runs });
  return {
    suites,
    runs,
    answers: createTestsFromAnswers(services),
    demos: createDemoRuns({ translator: services.translator, conversations: held }),

    async gate(scope: AccountScope, agentId: string): Promise<Gate> {
      return scope.run(async (tx) => {
        if (!scope.reaches(agentId) || !(await findTriedAgent(tx, agentId, null)))
          throw new AppError(simulatorErrors.notFound);
        const suites = await gateOf(tx, { accountId: scope.accountId, agentId });
        return { suites, lifted: await liftedOf(tx, agentId, suites) };
      });
    },

    /** Takes away what was left behind by processes that ended in the middle. */
    async tidy(): Promise<void> {
      await services.simulating.endStranded();
      await runs.endStranded();
    },
  };
}

export type SimulatorUsecases = ReturnType<typeof createSimulatorUsecases>;
