import type { Database } from '#platform/database/database.ts';
import type { VisitorIdentity } from '#platform/http/access.ts';
import type { RunningAgent } from '#features/agents/server/agents.usecases.ts';
import { customFieldsOf } from '#features/custom-fields/server/custom-fields.usecases.ts';
import { factsAmong, mentionedFacts, reachingFacts } from './facts.models.ts';
import { conversationsRepository } from '../conversations.repository.ts';

/**
 * Reads what an agent's instructions ask to know of whoever writes; costs nothing where they ask for nothing.
 */
export async function factsFor(
  { database }: { database: Database },
  visitor: VisitorIdentity,
  asked: { conversationId: string; committed: Promise<unknown> },
  agent: RunningAgent,
): Promise<Record<string, string>> {
  const mentioned = mentionedFacts(agent.configuration.prompt.systemPrompt);
  if (mentioned.length === 0) return {};
  await asked.committed;
  return database.account(visitor.accountId, async (tx) => {
    const known = await conversationsRepository(tx).factsOf(asked.conversationId);
    const fields = known
      ? [...(await customFieldsOf(tx, 'contact')), ...(await customFieldsOf(tx, 'conversation'))]
      : [];
    return factsAmong(mentioned, {
      contact: {},
      ownOfContact: {},
      ownOfConversation: {},
      ...(known && reachingFacts(known)),
      fields,
    });
  });
}
