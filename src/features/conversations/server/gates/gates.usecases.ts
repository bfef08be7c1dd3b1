import { LRUCache } from 'lru-cache';
import { AppError } from '#shared/errors.ts';
import type { ErrorDefinition } from '#shared/endpoint.ts';
import type { Database } from '#platform/database/database.ts';
import type { VisitorIdentity } from '#platform/http/access.ts';
import type { RunningAgent } from '#features/agents/server/agents.usecases.ts';
import { conversationsErrors } from '../../conversations.contract.ts';
import { refusePage } from '../sessions/places.usecases.ts';
import { progressGate } from './progress.models.ts';
import { conversationsRepository, type VisitorRow } from '../conversations.repository.ts';

/**
 * How many messages of the visitor a conversation may hold, and what is said to the next one. `isOfVisitor`:
 * a new conversation does not begin once they wrote as many in all.
 */
export type MessageLimit = {
  messages: number;
  error: ErrorDefinition;
  isOfVisitor?: boolean;
};

/**
 * What a gate decides by: all of it is at hand without a question to the database, but the row, which is
 * remembered.
 */
export type GateFacts = {
  agent: RunningAgent;
  visitor: VisitorIdentity;
  conversationId: string | null;
  pageUrl: string | null;
  now: Date;
  row: VisitorRow | null;
};

/**
 * Something that a message must pass before it is accepted. A gate decides and reads nothing: by the agent's
 * configuration, the visitor's row, or, for what must be counted, by a bound that the accepting statement
 * itself keeps.
 */
export type Gate = {
  /** Whether this agent's gate looks at the visitor's row. */
  needsRow?(agent: RunningAgent): boolean;
  /** Why the message may not pass; null when it may. */
  refuse?(facts: GateFacts): AppError | null;
  messageLimit?(facts: GateFacts): MessageLimit | null;
};

const place: Gate = { refuse: ({ agent, visitor, pageUrl }) => refusePage(agent, visitor, pageUrl) };

const open: Gate = {
  refuse: ({ agent }) => (agent.closed === null ? null : new AppError(conversationsErrors.agentClosed)),
};

const conversationLength: Gate = {
  messageLimit: ({ agent }) => ({
    messages: agent.configuration.access.messagesPerConversation,
    error: conversationsErrors.conversationFull,
  }),
};

/** In the order in which visitors are told. */
const gates: readonly Gate[] = [open, place, progressGate, conversationLength];
/** What stands before a file that is only got ready: the page is asked about when the message goes. */
const gatesOfFiles: readonly Gate[] = [open, progressGate];

const mostRemembered = 5_000;

/**
 * The ordered chain of gates. Rows of visitors are remembered by this process; a refusal by a remembered row
 * is checked against a fresh one.
 */
export function createGates(services: { database: Database }) {
  const rows = new LRUCache<string, VisitorRow>({ max: mostRemembered });

  async function read(visitor: VisitorIdentity): Promise<VisitorRow | null> {
    const row = await services.database.account(visitor.accountId, (tx) =>
      conversationsRepository(tx).visitor(visitor.visitorId),
    );
    if (row) rows.set(visitor.visitorId, row);
    return row;
  }

  function refusal(facts: GateFacts, chosen: readonly Gate[]): AppError | null {
    for (const gate of chosen) {
      const error = gate.refuse?.(facts);
      if (error) return error;
    }
    return null;
  }

  function tightest(facts: GateFacts): MessageLimit {
    const limits = gates.flatMap((gate) => gate.messageLimit?.(facts) ?? []);
    return limits.reduce((least, messageLimit) =>
      messageLimit.messages < least.messages ? messageLimit : least,
    );
  }

  return {
    /**
     * Throws what the visitor is told, or gives the tightest bound for their conversation, and their row when an
     * agent's gate looks at it.
     */
    async pass(
      given: Omit<GateFacts, 'row'>,
      options: { isFile?: boolean } = {},
    ): Promise<{ messageLimit: MessageLimit; row: VisitorRow | null }> {
      const chosen = options.isFile ? gatesOfFiles : gates;
      const needsRow = gates.some((gate) => gate.needsRow?.(given.agent));
      const known = rows.get(given.visitor.visitorId);
      let facts: GateFacts = { ...given, row: needsRow ? (known ?? (await read(given.visitor))) : null };
      let error = refusal(facts, chosen);
      // What is remembered may be older than what another process wrote.
      if (needsRow && known && (error || tightest(facts).isOfVisitor)) {
        facts = { ...given, row: await read(given.visitor) };
        error = refusal(facts, chosen);
      }
      if (error) throw error;
      return { messageLimit: tightest(facts), row: facts.row };
    },
    /** Forgets a visitor's row after it was changed. */
    forget: (visitorId: string): void => void rows.delete(visitorId),
  };
}

export type Gates = ReturnType<typeof createGates>;
