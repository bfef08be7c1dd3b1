import { AppError } from '#shared/errors.ts';
import type { FormValue } from '#shared/forms/values.ts';
import type { MessagePart, PartContent } from '#shared/chat/message-parts.ts';
import type { Transaction } from '#platform/database/database.ts';
import type { VisitorIdentity } from '#platform/http/access.ts';
import type { RunningAgent } from '#features/agents/server/agents.usecases.ts';
import { accessErrors } from '../../conversations-access.contract.ts';
import { conversationsErrors } from '../../conversations.contract.ts';
import { visitorErrors, type OpenedForm } from '../../conversations-visitor.contract.ts';
import {
  cardOf,
  formNamedBy,
  formsAmong,
  formTool,
  requestedForm,
  type FilledForm,
  type FormCard,
  type OfferedForm,
} from './forms.models.ts';
import { isOf } from '../handoff/handoff.models.ts';
import type { Handoff } from '../handoff/handoff.usecases.ts';
import { refuseByProgress } from '../gates/progress.models.ts';
import { visitorRepository } from './visitor.repository.ts';
import { conversationsRepository } from '../conversations.repository.ts';
import type { VisitorAgents } from '../sessions/visitor-agents.usecases.ts';
import type { ConversationsServices } from '../conversations.usecases.ts';
import { tellOwner } from '../conversations-notices.usecases.ts';
import { storeDetails } from './contacts.usecases.ts';
import type { LlmTool } from '#providers/llm/llm.port.ts';
import type { Language } from '#shared/languages.ts';

/** The account's own forms, as conversations know them. */
export type AccountForms = {
  /** Where a visitor fills in a form, as the contact form or in a message's card. */
  open(
    visitor: VisitorIdentity,
    formId: string,
    place: { conversationId: string; messageId: string } | null,
  ): Promise<OpenedForm>;
  /** The cards of those forms that take answers now. */
  cards(accountId: string, formIds: readonly string[]): Promise<FormCard[]>;
  /** What was answered in these submissions. */
  answers(accountId: string, submissionIds: readonly string[]): Promise<FilledForm[]>;
};

/**
 * What an answer may do with forms, and what was answered in them before. Looked up when it is asked, and not
 * before.
 */
export type FormOffers = {
  /** For models with tools. */
  tool(): Promise<LlmTool | null>;
  named(input: unknown): Promise<FormCard | null>;
  /** For engines without: what the visitor's words ask for, if it was not shown to them before. */
  wanted(text: string, language: Language): Promise<FormCard | null>;
  filled(): Promise<FilledForm[]>;
};

/** Forms as cards among the messages. */
export function createForms(
  services: Pick<ConversationsServices, 'database' | 'clock' | 'realtime' | 'ownForms'>,
  agents: Pick<VisitorAgents, 'agentOf'>,
  handoff: Pick<Handoff, 'noteForm'>,
) {
  const { database } = services;

  return {
    /** For one answer; undefined where the agent shows no forms and none was filled. */
    offersFor(
      { accountId, configuration }: RunningAgent,
      history: readonly { parts: readonly MessagePart[] }[],
    ): FormOffers | undefined {
      const chosen = configuration.dynamic.forms;
      const shown = formsAmong(history);
      const submissions = shown.flatMap(({ filled }) => filled?.submissionId ?? []);
      if (chosen.length === 0 && submissions.length === 0) return undefined;
      let found: Promise<OfferedForm[]> | null = null;
      const forms = (): Promise<OfferedForm[]> =>
        (found ??=
          chosen.length === 0
            ? Promise.resolve([])
            : services.ownForms
                .cards(
                  accountId,
                  chosen.map(({ formId }) => formId),
                )
                .then((cards) =>
                  cards.map((card) => ({
                    ...card,
                    when: chosen.find(({ formId }) => formId === card.formId)?.when ?? '',
                  })),
                ));
      return {
        tool: async () => formTool(await forms()),
        named: async (input) => formNamedBy(input, await forms()),
        // Whoever did not take it up the first time is not asked again of its own accord.
        wanted: async (text, language) =>
          requestedForm(
            (await forms()).filter(({ formId }) => shown.every((one) => one.formId !== formId)),
            text,
            language,
          ),
        filled: () =>
          submissions.length === 0 ? Promise.resolve([]) : services.ownForms.answers(accountId, submissions),
      };
    },

    /** The card that a member sends; null while the form takes no answers. */
    async cardFor(accountId: string, formId: string): Promise<PartContent | null> {
      const [card] = await services.ownForms.cards(accountId, [formId]);
      return card ? cardOf(card) : null;
    },

    /**
     * Where the visitor fills in the form of a message's card. Which conversation it belongs to is the
     * message's to say.
     */
    async openForm(visitor: VisitorIdentity, messageId: string, formId: string): Promise<OpenedForm> {
      const agent = await agents.agentOf(visitor);
      const { conversationId, isFilled } = await database.account(visitor.accountId, async (tx) => {
        const repository = conversationsRepository(tx);
        const message = await repository.message(messageId);
        const conversation = message && (await repository.conversation(message.conversationId));
        const card = message && formsAmong([message]).find((part) => part.formId === formId);
        if (!isOf(conversation, visitor) || !card) throw new AppError(conversationsErrors.notFound);
        const row = await repository.visitor(visitor.visitorId);
        const refusal = row && refuseByProgress(agent, row, 'consent');
        if (refusal) throw refusal;
        if (await repository.isBlocked(visitor.visitorId)) throw new AppError(accessErrors.blocked);
        // What is still being written is written once more at its end.
        if (message.status === 'streaming') throw new AppError(visitorErrors.formTooEarly);
        return { conversationId: conversation.id, isFilled: card.filled !== null };
      });
      return isFilled
        ? { state: 'filled', url: null, opensAt: null }
        : services.ownForms.open(visitor, formId, { conversationId, messageId });
    },

    /**
     * Marks a card as sent by what was answered in its form, in that form's transaction, and notes it in the
     * conversation. `details` become the contact's. Null when nothing of the visitor is left.
     */
    async fillCard(
      tx: Transaction,
      visitor: Pick<VisitorIdentity, 'accountId' | 'visitorId' | 'agentId'>,
      card: { conversationId: string; messageId: string; formId: string; submissionId: string; at: Date },
      { details, filled }: { details: readonly FormValue[]; filled: FilledForm },
    ): Promise<{ contactId: string | null; isFirst: boolean } | null> {
      const row = await conversationsRepository(tx).lockVisitor(visitor.visitorId);
      if (!row) return null;
      const isFirst = await visitorRepository(tx).fillCard(card);
      const contactId = await storeDetails(tx, { isPreview: false }, row, services.clock.now(), details);
      if (isFirst) await handoff.noteForm(tx, card.conversationId, filled);
      await services.realtime.publish(tx, {
        topic: `conversation:${card.conversationId}`,
        data: { messageId: card.messageId },
      });
      await tellOwner(services.realtime, tx, {
        accountId: visitor.accountId,
        conversationId: card.conversationId,
        contactId,
        isPreview: false,
      });
      return { contactId, isFirst };
    },
  };
}
