import { AppError } from '#shared/errors.ts';
import { toLanguage } from '#shared/languages.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { AccountScope } from '#platform/http/access.ts';
import type { Translator } from '#platform/i18n/translator.ts';
import { testLimits } from '#features/agents/agents-tests.contract.ts';
import type { ConversationsUsecases } from '#features/conversations/server/conversations.usecases.ts';
import { simulatorErrors } from '../../simulator.contract.ts';
import { simulatorRepository } from '../simulator.repository.ts';
import { scenarioFrom } from './from-answer.models.ts';
import { addSuite } from './suites.usecases.ts';

/** Makes tests of what agents really answered. */
export function createTestsFromAnswers(services: {
  clock: Clock;
  translator: Pick<Translator, 'text'>;
  conversations: Pick<ConversationsUsecases, 'saidUpTo'>;
}) {
  const { clock, translator } = services;
  return {
    async fromAnswer(
      scope: AccountScope,
      input: { messageId: string; suiteId: string | null },
    ): Promise<{ suiteId: string; scenario: string }> {
      return scope.run(async (tx) => {
        const repository = simulatorRepository(tx);
        const found = await services.conversations.saidUpTo(tx, input.messageId);
        if (!found || !scope.reaches(found.agentId)) throw new AppError(simulatorErrors.notFound);
        await repository.lockAgent(found.agentId);
        const suite = input.suiteId
          ? await repository.lockedSuite(input.suiteId)
          : await repository.suiteOfAnswers(found.agentId);
        if (input.suiteId && suite?.agentId !== found.agentId) throw new AppError(simulatorErrors.notFound);
        const scenario = scenarioFrom(found, new Set(suite?.scenarios.map(({ name }) => name)));
        if (!scenario) throw new AppError(simulatorErrors.nothingAsked);
        const now = clock.now();
        const { accountId } = scope;
        const { conversationId } = found;
        if (suite && suite.scenarios.length < testLimits.scenarios) {
          const { name, isRequired, scenarios, revision } = suite;
          await repository.changeSuite(suite.id, {
            name,
            isRequired,
            scenarios: [...scenarios, scenario],
            revision: revision + 1,
            updatedAt: now,
          });
          await repository.addSource({ suiteId: suite.id, conversationId, accountId });
          return { suiteId: suite.id, scenario: scenario.name };
        }
        // A suite that is full is followed by another one.
        if (input.suiteId || (await repository.countSuites(found.agentId)) >= testLimits.suites)
          throw new AppError(simulatorErrors.tooMany);
        const added = await addSuite(
          tx,
          {
            accountId,
            agentId: found.agentId,
            isFromAnswers: true,
            suite: {
              name: translator.text(toLanguage(found.language) ?? 'en', 'simulated-visitors:fromAnswers'),
              isRequired: false,
              scenarios: [scenario],
            },
          },
          now,
        );
        await repository.addSource({ suiteId: added.id, conversationId, accountId });
        return { suiteId: added.id, scenario: scenario.name };
      });
    },
  };
}
