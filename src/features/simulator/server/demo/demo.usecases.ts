import type { Language } from '#shared/languages.ts';
import type { Translator } from '#platform/i18n/translator.ts';
import type { Persona, Suite } from '#features/agents/agents-tests.contract.ts';
import {
  judgedByRules,
  scripted,
  type Held,
  type SimulatedConversations,
} from '../running/conversation.usecases.ts';
import { secretsIn } from '../judging/checks.models.ts';
import { scriptFor } from '../running/personas.models.ts';

/** A demo agent with what it is tested with. */
export type TriedDemo = {
  accountId: string;
  agentId: string;
  instructions: string;
  suite: Suite;
};
export type DemoConversation = {
  scenario: string;
  held: Held;
};

/** Conversations that one look at the public page holds. */
const mostShown = 3;

/** The simulator for anybody, on demo agents: a few conversations, of which nothing is kept. */
export function createDemoRuns(services: {
  translator: Pick<Translator, 'text'>;
  conversations: SimulatedConversations;
}) {
  return {
    async run(
      { accountId, agentId, instructions, suite }: TriedDemo,
      persona: Persona,
      language: Language,
    ): Promise<DemoConversation[]> {
      // What is asked in the reader's language comes first.
      const scenarios = suite.scenarios
        .toSorted((one, other) => Number(other.language === language) - Number(one.language === language))
        .slice(0, mostShown);
      const held = await Promise.all(
        scenarios.map(async (scenario): Promise<DemoConversation | null> => {
          const script = scriptFor(scenario, persona, (who) =>
            services.translator.text(scenario.language, `simulated-visitors:${who}`),
          );
          const one = await services.conversations.hold({
            accountId,
            agentId,
            version: null,
            isReading: false,
            scenario,
            persona,
            secrets: secretsIn(instructions),
            script,
            player: scripted(script),
            line: null,
            judge: judgedByRules,
            signal: AbortSignal.timeout(30_000),
            progress: async () => undefined,
          });
          return one && { scenario: scenario.name, held: one };
        }),
      );
      return held.filter((one) => one !== null);
    },
  };
}
