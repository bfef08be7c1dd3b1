import { askedOfVisitors } from '#shared/chat/visitor-gate.ts';
import type { Transaction } from '#platform/database/database.ts';
import type { Simulation } from '#platform/http/access.ts';
import { conversationsRepository, type ConversationRow } from '../conversations.repository.ts';
import type { VisitorAgents } from '../sessions/visitor-agents.usecases.ts';
import { visitorRepository } from '../visitors/visitor.repository.ts';

/**
 * Shows the contact form to whoever asks for a person and can't be reached, where their agent asks for details
 * on intent: the team shall be able to call back. A simulation of a version asks what that version asks for.
 */
export async function askHowToReach(
  tx: Transaction,
  agents: Pick<VisitorAgents, 'findAgent'>,
  { id, visitorId, accountId, agentId, isPreview }: ConversationRow,
  simulation: Simulation | undefined,
): Promise<void> {
  const agent = await agents.findAgent({ visitorId, accountId, agentId, isPreview, simulation });
  if (!agent || askedOfVisitors(agent.configuration).contactForm?.moment !== 'intent') return;
  const facts = await conversationsRepository(tx).factsOf(id);
  if (!facts?.contact.email && !facts?.contact.phone) await visitorRepository(tx).askForForm(visitorId);
}
