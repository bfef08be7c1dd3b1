import type { Database } from '#platform/database/database.ts';
import type { VisitorIdentity } from '#platform/http/access.ts';
import type { RunningAgent } from '#features/agents/server/agents.usecases.ts';
import { customFieldsOf } from '#features/custom-fields/server/custom-fields.usecases.ts';
import { factsAmong, mentionedFacts, reachingFacts } from './facts.models.ts';
import { conversationsRepository } from '../conversations.repository.ts';

type Asked = {
  conversationId: string;
  committed: Promise<unknown>;
};

/** Facts of whoever writes, by names like `contact.email`; see `reachingFacts` for whom they may be about. */
export async function factsNamed(
  { database }: { database: Database },
  visitor: VisitorIdentity,
  asked: Asked,
  names: readonly string[],
): Promise<{ values: Record<string, string>; isProven: boolean }> {
  if (names.length === 0) return { values: {}, isProven: false };
  await asked.committed;
  return database.account(visitor.accountId, async (tx) => {
    const known = await conversationsRepository(tx).factsOf(asked.conversationId);
    const fields = known
      ? [...(await customFieldsOf(tx, 'contact')), ...(await customFieldsOf(tx, 'conversation'))]
      : [];
    const values = factsAmong(names, {
      contact: {},
      ownOfContact: {},
      ownOfConversation: {},
      ...(known && reachingFacts(known)),
      fields,
    });
    return { values, isProven: known?.isProven ?? false };
  });
}

/**
 * Reads what an agent's instructions ask to know of whoever writes; costs nothing where they ask for nothing.
 */
export async function factsFor(
  services: { database: Database },
  visitor: VisitorIdentity,
  asked: Asked,
  agent: RunningAgent,
): Promise<Record<string, string>> {
  const mentioned = mentionedFacts(agent.configuration.prompt.systemPrompt);
  return (await factsNamed(services, visitor, asked, mentioned)).values;
}
