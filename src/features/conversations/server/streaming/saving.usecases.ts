import { messageInWords } from '#shared/chat/message-parts.ts';
import { writeEvent } from '#features/webhooks/server/events/events.usecases.ts';
import type { VisitorIdentity } from '#platform/http/access.ts';
import { isUnavailable } from '#platform/database/database.ts';
import type { PaywallBalance } from '#features/paywall/paywall.contract.ts';
import {
  balanceOf,
  type PaywallTerms,
  type ReservationEnd,
} from '#features/paywall/server/paywall.usecases.ts';
import { excerpt } from '#shared/text/excerpt.ts';
import { endStatement, type EndedRow } from '../messages/statements.repository.ts';
import { conversationsRepository, type AnswerEnd, type MessageRow } from '../conversations.repository.ts';
import type { VisitorAgents } from '../sessions/visitor-agents.usecases.ts';
import type { ConversationsServices } from '../conversations.usecases.ts';
import { announceToOwner } from '../conversations-notices.usecases.ts';

/** With two seconds between them: ten minutes. */
const mostSavesInOutage = 300;

/**
 * Saves how an answer ended; tries for minutes when the database is away, so that no written answer is
 * lost.
 */
export function createSaving(
  services: ConversationsServices,
  agents: Pick<VisitorAgents, 'balanceOf'>,
  isStopping: () => boolean,
) {
  const { database, clock, realtime } = services;

  /**
   * Tells the account's systems of a question that was not answered. After the answer was saved, which waits for
   * nothing; one that is lost here still stands among the gaps.
   */
  async function tellOfGap(
    visitor: VisitorIdentity,
    answer: MessageRow & { contactId: string | null },
    end: AnswerEnd,
    at: Date,
  ): Promise<void> {
    if (visitor.isPreview || end.status !== 'complete' || !services.isUnsure(end)) return;
    const { accountId, agentId, visitorId } = visitor;
    await database
      .account(accountId, (tx) =>
        writeEvent(tx, {
          accountId,
          type: 'knowledge.gap',
          at,
          data: async () => {
            const asked =
              answer.answersId === null ? null : await conversationsRepository(tx).message(answer.answersId);
            return {
              messageId: answer.id,
              conversationId: answer.conversationId,
              agentId,
              visitorId,
              contactId: answer.contactId,
              question: asked?.body ?? '',
              answer: end.body,
            };
          },
        }),
      )
      .catch((error: unknown) =>
        services.log.warn({ err: error, answerId: answer.id }, 'a gap was not told to webhooks'),
      );
  }

  async function saveEnd(
    visitor: VisitorIdentity,
    answer: MessageRow,
    end: AnswerEnd,
    paid: { terms: PaywallTerms; reservationEnd: ReservationEnd } | null,
  ): Promise<{ row: MessageRow; balance: PaywallBalance | null }> {
    for (let tries = 1; ; tries++) {
      try {
        const now = clock.now();
        const [row] = await database.statement<EndedRow>(
          visitor.accountId,
          endStatement({
            answerId: answer.id,
            conversationId: answer.conversationId,
            processId: services.processId,
            end,
            reservationEnd: paid?.reservationEnd ?? null,
            preview: excerpt(end.body.trim() === '' ? messageInWords(end.body, end.parts) : end.body),
            now,
          }),
        );
        if (!row)
          return {
            row:
              (await database.account(visitor.accountId, (tx) =>
                conversationsRepository(tx).message(answer.id),
              )) ?? answer,
            balance: paid && (await agents.balanceOf(visitor)),
          };
        announceToOwner(realtime, {
          accountId: visitor.accountId,
          conversationId: answer.conversationId,
          contactId: row.contactId,
          isPreview: visitor.isPreview,
        });
        realtime.announce({ topic: `answer:${answer.id}`, data: { end: true } });
        await tellOfGap(visitor, { ...answer, contactId: row.contactId }, end, now);
        return {
          row: {
            ...answer,
            ...end,
            completedAt: now,
            processId: null,
            feedback: row.feedback,
            feedbackReason: row.feedbackReason,
          },
          balance: paid && balanceOf(row.holdings ?? [], paid.terms, now),
        };
      } catch (error) {
        if (tries >= (isUnavailable(error) && !isStopping() ? mostSavesInOutage : 3)) throw error;
        if (tries === 1)
          services.log.warn(
            { err: error, answerId: answer.id },
            'an answer could not be saved; trying again',
          );
        await new Promise((resolve) => setTimeout(resolve, Math.min(200 * tries, 2_000)));
      }
    }
  }

  return { saveEnd };
}
