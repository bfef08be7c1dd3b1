import { AppError } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import type { Language } from '#shared/languages.ts';
import { askedOfVisitors } from '#shared/chat/visitor-gate.ts';
import type { FormValue } from '#shared/forms/values.ts';
import type { Simulation, VisitorIdentity } from '#platform/http/access.ts';
import {
  chargedMessages,
  presetWallet,
  removeWallets,
  type HeldAtFirst,
} from '#features/paywall/server/paywall-presets.usecases.ts';
import type { RunningAgent } from '#features/agents/server/agents.usecases.ts';
import type { Handler } from '../../conversations-handoff.contract.ts';
import { visitorErrors } from '../../conversations-visitor.contract.ts';
import type { OwnerMessage } from '../../conversations.contract.ts';
import type { Asking } from '../api/asking.usecases.ts';
import { presentOwnerMessage } from '../messages/present.models.ts';
import { visitorRepository } from '../visitors/visitor.repository.ts';
import { conversationsRepository } from '../conversations.repository.ts';
import type { ConversationsServices } from '../conversations.usecases.ts';
import { simulatingRepository } from './simulating.repository.ts';

/** What a simulated visitor says of themselves where an agent asks for it. */
const answersToForms: FormValue[] = [
  { key: 'name', type: 'name', label: '', value: 'Simulated Visitor' },
  { key: 'email', type: 'email', label: '', value: 'visitor@simulated.invalid' },
];
/** Consent and contact form may both stand before a message. */
const mostGates = 3;
const strandedMs = 3_600_000;
/** By which such visitors are known; no token is ever made for one. */
const simulatedTag = 'simulated';

/** What came of a simulated visitor's message. */
export type SimulatedTurn = {
  conversationId: string | null;
  /** Null where nobody answers by machine, or the message was refused. */
  answer: OwnerMessage | null;
  /** The answer only says that the agent does not know. */
  isUnsure: boolean;
  /** Code of the error that the message met. */
  refusal: string | null;
  handler: Handler;
  isEnded: boolean;
  /** Messages that were charged so far. */
  charged: number;
};

/**
 * Conversations that nobody holds. They go through the same use cases as every other one; only how the visitor
 * comes and goes is different: they begin here, pass what is asked of visitors by themselves, and leave nothing.
 */
export function createSimulating(
  services: Pick<ConversationsServices, 'database' | 'clock' | 'agents' | 'signStoredCopy' | 'isUnsure'>,
  asking: Pick<Asking, 'ask'>,
) {
  const { database, clock } = services;

  const agentOf = ({ accountId, agentId, simulation }: VisitorIdentity): Promise<RunningAgent | null> =>
    services.agents.runningVersion(accountId, agentId, simulation?.version ?? null);

  /** Agrees to what is to be agreed to, and fills the contact form in. */
  async function passGate(visitor: VisitorIdentity, language: Language, code: string): Promise<void> {
    const agent = await agentOf(visitor);
    const { consent } = agent ? askedOfVisitors(agent.configuration) : { consent: null };
    await database.account(visitor.accountId, async (tx) => {
      const repository = visitorRepository(tx);
      if (code === visitorErrors.consentDue.code)
        await repository.setConsent(visitor.visitorId, consent?.version ?? '', language, clock.now());
      else await repository.closeForm(visitor.visitorId, 'filled', answersToForms, clock.now());
    });
  }

  async function look(
    visitor: VisitorIdentity,
    conversationId: string | null,
    answerId: string | null,
  ): Promise<Omit<SimulatedTurn, 'refusal'>> {
    return database.account(visitor.accountId, async (tx) => {
      const repository = conversationsRepository(tx);
      const conversation = conversationId ? await repository.conversation(conversationId) : null;
      const row = answerId ? await repository.message(answerId) : null;
      return {
        conversationId: conversation?.id ?? null,
        answer: row && presentOwnerMessage(row, services.signStoredCopy),
        isUnsure: row !== null && services.isUnsure(row),
        handler: conversation?.handler ?? 'ai',
        isEnded: conversation?.endedAt !== null && conversation !== null,
        charged: await chargedMessages(tx, visitor.visitorId),
      };
    });
  }

  return {
    /** Lets a visitor come who is none; null where there is no such agent, or no such version of it. */
    async begin(input: {
      accountId: string;
      agentId: string;
      language: Language;
      simulation: Simulation;
      held: HeldAtFirst;
    }): Promise<VisitorIdentity | null> {
      const { accountId, agentId, language, simulation, held } = input;
      const [id, now] = [newId('vis'), clock.now()];
      const visitor: VisitorIdentity = { visitorId: id, accountId, agentId, isPreview: true, simulation };
      const agent = await agentOf(visitor);
      if (!agent) return null;
      await database.account(accountId, async (tx) => {
        await conversationsRepository(tx).insertVisitor({
          id,
          accountId,
          agentId,
          isPreview: true,
          language,
          tag: simulatedTag,
          channel: 'api',
          createdAt: now,
          lastSeenAt: now,
        });
        const packMessages = agent.configuration.payment.messagesPerPack;
        await presetWallet(tx, { accountId, agentId, visitorId: id, held, packMessages }, now);
      });
      return visitor;
    },

    /** Says something and waits for the whole answer, which an abort of `signal` stops. What refuses a message is told, not thrown. */
    async say(
      visitor: VisitorIdentity,
      input: { conversationId: string | null; text: string; isSpoken: boolean; language: Language },
      signal?: AbortSignal,
    ): Promise<SimulatedTurn> {
      for (let tries = 1; ; tries++) {
        try {
          const { conversationId, message } = await asking.ask(
            visitor,
            { ...input, address: null },
            undefined,
            signal,
          );
          return { ...(await look(visitor, conversationId, message?.id ?? null)), refusal: null };
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          const isGate =
            error.code === visitorErrors.consentDue.code || error.code === visitorErrors.contactFormDue.code;
          if (!isGate || tries > mostGates)
            return { ...(await look(visitor, input.conversationId, null)), refusal: error.code };
          await passGate(visitor, input.language, error.code);
        }
      }
    },

    /** Takes a visitor away with all that they said and held. */
    async end({ accountId, visitorId }: VisitorIdentity): Promise<void> {
      await database.account(accountId, async (tx) => {
        await visitorRepository(tx).deleteVisitor(visitorId, clock.now());
        await removeWallets(tx, [visitorId]);
      });
    },

    /** Takes away whom a process left behind that ended in the middle. */
    async endStranded(): Promise<void> {
      const before = new Date(clock.now().getTime() - strandedMs);
      await database.system(async (tx) =>
        removeWallets(tx, await simulatingRepository(tx).removeStranded(simulatedTag, before)),
      );
    },
  };
}

export type Simulating = ReturnType<typeof createSimulating>;
