import { AppError } from '#shared/errors.ts';
import type { Language } from '#shared/languages.ts';
import type { VisitorIdentity } from '#platform/http/access.ts';
import type { UsageTerms } from '#features/agents/server/usage/usage.usecases.ts';
import { isMessageRefused } from '#features/account-limits/server/account-limits.usecases.ts';
import { accessErrors } from '../../conversations-access.contract.ts';
import { paywallErrors } from '#features/paywall/paywall.contract.ts';
import { balance, refusedMessage, type PaywallTerms } from '#features/paywall/server/paywall.usecases.ts';
import { createAcceptingAtOnce } from './accepting-at-once.usecases.ts';
import { createAcceptingInSteps, isBroken } from './accepting-in-steps.usecases.ts';
import type { MessageLimit } from '../gates/gates.usecases.ts';
import type { UsageNow } from './statements.repository.ts';
import type { TransferredHistory } from '../switching/switching.models.ts';
import {
  conversationsRepository,
  type HistoryRow,
  type MessageRow,
  type PeopleTerms,
} from '../conversations.repository.ts';
import type { Handoff } from '../handoff/handoff.usecases.ts';
import type { ConversationsServices } from '../conversations.usecases.ts';
import { announceToOwner } from '../conversations-notices.usecases.ts';

/** A visitor's message on its way in. `bound` is how many messages its conversation may hold. */
export type AcceptRequest = {
  conversationId: string | null;
  clientMessageId: string;
  text: string;
  attachments: readonly string[];
  /** It was said aloud. */
  isSpoken: boolean;
  /** It came as a reply to a mail. */
  byMail?: boolean;
  pageUrl: string | null;
  historyCount: number;
  fallback: Language;
  /** Which language the text is in, by the page's. */
  languageBy(page: Language): Language;
  messageLimit: MessageLimit;
  usage: UsageTerms | null;
  /** What it takes of the visitor's messages; null where nothing is paid for. */
  paid: PaywallTerms | null;
  people: PeopleTerms & { /** The visitor asks for a person with these words. */ asks: boolean };
};
/**
 * `answer` is null where a person has the conversation, or is asked for by this message. `isAgain`: the
 * message was there, and its answer is written anew. `committed` says that it is on the disk. Writing the
 * answer may begin before; the visitor hears `accepted` only afterwards.
 */
export type Taken = {
  question: MessageRow;
  answer: MessageRow | null;
  isNew: boolean;
  history: HistoryRow[];
  /** What the page tells about the visitor. */
  variables: Record<string, string>;
  usage: UsageNow | null;
  isAgain: boolean;
  /** What was said with the agent before, where it is carried over. */
  transferred: TransferredHistory | null;
  /** A person was asked for and has not come. */
  isWaiting: boolean;
  /** A person was offered before. */
  isOffered: boolean;
  committed: Promise<void>;
};

/** Stores what visitors write, once for each key of their browsers. */
export function createAccepting(
  services: Pick<ConversationsServices, 'database' | 'clock' | 'processId' | 'tellTeam' | 'realtime'>,
  handoff: Pick<Handoff, 'announceToVisitor' | 'enqueue' | 'noteWhoIsThere'>,
) {
  const { database, clock } = services;
  const { takeAtOnce } = createAcceptingAtOnce(services);
  const { acceptStepByStep, takeWhileWaiting } = createAcceptingInSteps(services, handoff);

  /** Writes a message and the place of its answer, once for each key of the browser. */
  async function accept(visitor: VisitorIdentity, input: AcceptRequest): Promise<Taken> {
    return take(visitor, input).catch(async (error: unknown) => {
      if (isMessageRefused(error)) throw new AppError(accessErrors.resting, { cause: error });
      const refusal = await refusedMessage(error, () =>
        database.account(visitor.accountId, (tx) =>
          balance(tx, { ...visitor, terms: input.paid }, clock.now()),
        ),
      );
      if (!refusal) throw error;
      const forPerson =
        refusal.code === paywallErrors.paymentRequired.code ? await takeWhileWaiting(visitor, input) : null;
      if (forPerson) return forPerson;
      // It may be this very message that took the last one, sent twice at the same moment.
      const known = await database.account(visitor.accountId, (tx) =>
        conversationsRepository(tx).byClientKey(visitor.visitorId, input.clientMessageId),
      );
      if (!known || isBroken(known.answer)) throw refusal;
      return take(visitor, { ...input, conversationId: known.question.conversationId });
    });
  }

  /** Takes a message at once or step by step; null where in between the conversation came free for the former. */
  async function tryToTake(visitor: VisitorIdentity, input: AcceptRequest): Promise<Taken | null> {
    const atOnce = await takeAtOnce(visitor, input);
    if (atOnce) return atOnce;
    const { result: taken, committed } = await acceptStepByStep(visitor, input);
    if (!taken) return committed.then(() => null);
    committed.then(
      () => {
        if (taken.isNew)
          announceToOwner(services.realtime, {
            accountId: visitor.accountId,
            conversationId: taken.question.conversationId,
            contactId: taken.contactId,
            isPreview: visitor.isPreview,
          });
        if (taken.isNew && !taken.answer) handoff.announceToVisitor(taken.question.conversationId);
      },
      // Whoever waits for the commit hears of the failure.
      () => undefined,
    );
    return { ...taken, committed };
  }

  async function take(visitor: VisitorIdentity, input: AcceptRequest): Promise<Taken> {
    const taken = (await tryToTake(visitor, input)) ?? (await tryToTake(visitor, input));
    // With room in the conversation, it is the agent that has none.
    if (!taken) throw new AppError(accessErrors.resting);
    return taken;
  }

  return { accept };
}
