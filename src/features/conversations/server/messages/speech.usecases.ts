import { AppError } from '#shared/errors.ts';
import type { VisitorIdentity } from '#platform/http/access.ts';
import type { RunningAgent } from '#features/agents/server/agents.usecases.ts';
import { conversationsErrors } from '../../conversations.contract.ts';
import type { ConversationsServices } from '../conversations.usecases.ts';
import type { MessageRow } from '../conversations.repository.ts';
import type { Gates } from '../gates/gates.usecases.ts';
import type { VisitorAgents } from '../sessions/visitor-agents.usecases.ts';
import type { ConversationPaywall } from '#features/paywall/server/paywall-terms.usecases.ts';
import type { Following } from '../streaming/following.usecases.ts';

/** What is asked before something is understood or read out for a visitor. */
export function createSpeech(
  { clock }: Pick<ConversationsServices, 'clock'>,
  parts: {
    agents: Pick<VisitorAgents, 'agentOf' | 'balanceOf'>;
    gates: Pick<Gates, 'pass'>;
    paywall: Pick<ConversationPaywall, 'termsOfMessage'>;
    following: Pick<Following, 'join'>;
    /** An answer to the visitor; throws where there is none. */
    answerOf(visitor: VisitorIdentity, id: string): Promise<MessageRow>;
  },
) {
  /** Throws where visitors can only write. */
  async function speakingAgentOf(visitor: VisitorIdentity): Promise<RunningAgent> {
    const agent = await parts.agents.agentOf(visitor);
    if (!agent.configuration.voice.enabled) throw new AppError(conversationsErrors.notSpoken);
    return agent;
  }

  return {
    speakingAgentOf,
    balanceOf: parts.agents.balanceOf,

    /** What speaking takes of what the visitor may say; null where nothing is paid for. `address` is as for a message. */
    termsOfSpeech: parts.paywall.termsOfMessage,

    /**
     * The agent, for a visitor who speaks to it now. Throws where it does not listen, or where something stands before a
     * message.
     */
    async admitSpeech(visitor: VisitorIdentity): Promise<RunningAgent> {
      const agent = await speakingAgentOf(visitor);
      await parts.gates.pass(
        { agent, visitor, conversationId: null, pageUrl: null, now: clock.now() },
        { isFile: true },
      );
      return agent;
    },

    /** What the agent has said so far in an answer to the visitor, which may still be written. */
    async wordsOf(visitor: VisitorIdentity, answerId: string): Promise<string> {
      const answer = await parts.answerOf(visitor, answerId);
      const { text, leave } = parts.following.join(visitor, answer, () => undefined);
      leave();
      if (answer.status !== 'streaming' || text.length > answer.body.length) return text;
      // It may have ended between the two looks: what nobody writes any more is in the database.
      return (await parts.answerOf(visitor, answerId)).body;
    },
  };
}
