import { AppError } from '#shared/errors.ts';
import type { Language } from '#shared/languages.ts';
import { ofNetworks } from '#platform/rate-limit/network.ts';
import { admit, type RateLimiter } from '#platform/rate-limit/rate-limit.ts';
import type { AgentKey } from '#platform/http/access.ts';
import { conversationsApiErrors } from '../../conversations-api.contract.ts';
import { conversationsErrors, type ChatMessage } from '../../conversations.contract.ts';
import type { ConversationsUsecases } from '../conversations.usecases.ts';
import { byKey, type Asking } from './asking.usecases.ts';

/** Visitors that one network address may begin with a public key in an hour. */
const begun = { name: 'api-sessions-address', limit: 60, windowSeconds: 3_600 };

/** Conversations that programs hold with an agent's key. */
export function createConversationsApi(
  asking: Asking,
  conversations: ConversationsUsecases,
  limiter: Pick<RateLimiter, 'takeAll'>,
) {
  return {
    async session(
      key: AgentKey,
      input: { language: Language; tag: string | null; origin: string | null; address: string },
    ): Promise<{ token: string; agent: { number: number; name: string } }> {
      const agent = await asking.agentOf(key);
      if (key.kind === 'public')
        await admit(limiter, conversationsErrors.tooManyMessages, ofNetworks(input.address, begun));
      const { token } = await asking.open(agent, byKey(key), input);
      return { token, agent: { number: agent.number, name: agent.configuration.basic.name } };
    },

    async message(
      key: AgentKey,
      input: {
        text: string;
        token: string | undefined;
        conversationId: string | null;
        clientMessageId: string | undefined;
        language: Language;
      },
    ): Promise<{ token: string; conversationId: string; message: ChatMessage | null }> {
      if (key.kind !== 'secret') throw new AppError(conversationsApiErrors.secretKeyNeeded);
      const known = input.token ? conversations.readVisitorToken(input.token) : null;
      if (input.token && (known?.agentId !== key.agentId || known.isPreview))
        throw new AppError(conversationsErrors.notFound);
      const { identity, token } =
        known && input.token
          ? { identity: known, token: input.token }
          : await asking.open(await asking.agentOf(key), byKey(key), {
              language: input.language,
              tag: null,
              origin: null,
            });
      // Without a visitor it does not say for whom it asks.
      const unnamedBy = known ? undefined : key.keyId;
      return { token, ...(await asking.ask(identity, { ...input, address: null, unnamedBy })) };
    },
  };
}

export type ConversationsApi = ReturnType<typeof createConversationsApi>;
