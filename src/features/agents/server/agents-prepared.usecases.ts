import type { Clock } from '#platform/clock/clock.ts';
import type { SecretBox } from '#platform/crypto/secret-box.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import type { Realtime } from '#platform/realtime/realtime.ts';
import type { AgentConfiguration } from '../agents-configuration.contract.ts';
import { insertAgent, previewUrlOf } from './agents-rows.usecases.ts';
import { agentsRepository } from './agents.repository.ts';

/** Agents that another feature writes and makes, each in the caller's transaction. */
export function createPreparedAgents(services: {
  database: Database;
  clock: Clock;
  box: SecretBox;
  realtime: Realtime;
}) {
  const { database, clock } = services;
  return {
    /** Makes an agent as a draft. */
    async add(
      tx: Transaction,
      accountId: string,
      input: { configuration: AgentConfiguration; collectionId: string },
    ): Promise<{ id: string; number: number }> {
      const { id, number } = await insertAgent(tx, accountId, { ...input, siteUrl: null }, clock.now());
      await services.realtime.publish(tx, {
        topic: `account:${accountId}`,
        data: { type: 'agent.changed', agentId: id },
      });
      return { id, number };
    },

    /** Shows an agent's draft to everybody who has its number. */
    async publish(tx: Transaction, id: string): Promise<void> {
      const repository = agentsRepository(tx);
      const row = await repository.locked(id);
      if (row) await repository.publish(id, row.draftRevision, clock.now());
    },

    /** Removes an agent and answers the collection that is left over. */
    remove: (tx: Transaction, id: string): Promise<string | null> => agentsRepository(tx).remove(id),

    /** A ticket for a chat with an agent's draft, for whoever is handed its address. */
    async open(
      accountId: string,
      id: string,
    ): Promise<{ number: number; collectionId: string; previewUrl: string } | null> {
      const row = await database.account(accountId, (tx) => agentsRepository(tx).byId(id));
      if (!row) return null;
      return {
        number: row.number,
        collectionId: row.collectionId,
        previewUrl: previewUrlOf(services, row),
      };
    },
  };
}

export type PreparedAgents = ReturnType<typeof createPreparedAgents>;
