import type { Transaction } from '#platform/database/database.ts';
import { toolRequestsRepository } from './requests.repository.ts';

/**
 * Keeps a yes or no: once, while it is waited for, by whoever is asked. `decidedBy` is the member, null the
 * visitor. Gives the answer that asked; null when it is too late or was not theirs to say.
 */
export async function decideRequest(
  tx: Transaction,
  request: { id: string; conversationId: string },
  decision: { decidedBy: string | null; isYes: boolean; now: Date },
): Promise<{ answerId: string } | null> {
  return toolRequestsRepository(tx).decide(request.id, request.conversationId, {
    ...decision,
    approver: decision.decidedBy === null ? 'visitor' : 'team',
  });
}
