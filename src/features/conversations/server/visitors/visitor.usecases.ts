import { AppError, commonErrors } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import type { Language } from '#shared/languages.ts';
import { readFormValues } from '#shared/forms/values.ts';
import { askedOfVisitors } from '#shared/chat/visitor-gate.ts';
import { violatedConstraint, type Transaction } from '#platform/database/database.ts';
import type { AccountScope, VisitorIdentity } from '#platform/http/access.ts';
import type { RunningAgent } from '#features/agents/server/agents.usecases.ts';
import { releaseContact } from '#features/contacts/server/identity/details.usecases.ts';
import { answersInWords, eraseEvents, writeEvent } from '#features/webhooks/server/events/events.usecases.ts';
import { accessErrors } from '../../conversations-access.contract.ts';
import { conversationsErrors } from '../../conversations.contract.ts';
import { visitorErrors, type VisitorProgress } from '../../conversations-visitor.contract.ts';
import { storeDetails } from './contacts.usecases.ts';
import type { FilledForm } from './forms.models.ts';
import { isOf } from '../handoff/handoff.models.ts';
import { countsMessages, presentProgress, refuseByProgress } from '../gates/progress.models.ts';
import { visitorRepository } from './visitor.repository.ts';
import { conversationsRepository, type VisitorRow } from '../conversations.repository.ts';
import type { Gates } from '../gates/gates.usecases.ts';
import type { Handoff } from '../handoff/handoff.usecases.ts';
import type { Following } from '../streaming/following.usecases.ts';
import type { VisitorAgents } from '../sessions/visitor-agents.usecases.ts';
import type { ConversationsServices } from '../conversations.usecases.ts';
import { tellOwner } from '../conversations-notices.usecases.ts';

type Parts = {
  agents: Pick<VisitorAgents, 'agentOf'>;
  gates: Pick<Gates, 'forget'>;
  handoff: Pick<Handoff, 'noteForm'>;
  following: Pick<Following, 'stopAnswer'>;
};

/** How far a visitor came with what their agent asks. */
export async function readProgress(
  tx: Transaction,
  agent: RunningAgent,
  row: VisitorRow | null,
): Promise<VisitorProgress> {
  return presentProgress(row, row && countsMessages(agent) ? await visitorRepository(tx).written(row.id) : 0);
}

/** Tells webhooks that somebody answered what an agent asks of its visitors. */
const tellLead = (tx: Transaction, row: VisitorRow, contactId: string | null, at: Date): Promise<void> =>
  writeEvent(tx, {
    accountId: row.accountId,
    type: 'lead.captured',
    at,
    data: { agentId: row.agentId, visitorId: row.id, contactId, answers: answersInWords(row.formValues) },
  });

/**
 * What visitors do beside writing: agreeing, answering the contact form, ending a conversation, deleting what
 * is theirs.
 */
export function createVisitorUsecases(
  services: Pick<ConversationsServices, 'database' | 'clock' | 'realtime' | 'sumUpSoon' | 'ownForms'>,
  { agents, gates, handoff, following }: Parts,
) {
  const { database, clock } = services;

  async function rowOf(tx: Transaction, visitor: VisitorIdentity): Promise<VisitorRow> {
    const row = await conversationsRepository(tx).lockVisitor(visitor.visitorId);
    if (!row) throw new AppError(conversationsErrors.notFound);
    return row;
  }

  /** What was filled in stands in the conversation that goes on, if there is one. */
  async function noteFilled(tx: Transaction, visitorId: string, form: FilledForm): Promise<void> {
    const newest = await conversationsRepository(tx).newestOfVisitor(visitorId);
    if (newest && newest.endedAt === null && newest.status !== 'resolved')
      await handoff.noteForm(tx, newest.id, form);
  }

  async function closeForm(
    visitor: VisitorIdentity,
    agent: RunningAgent,
    state: 'filled' | 'skipped',
    values: VisitorRow['formValues'],
  ): Promise<VisitorProgress> {
    return database.account(visitor.accountId, async (tx) => {
      const refusal = refuseByProgress(agent, await rowOf(tx, visitor), 'consent');
      if (refusal) throw refusal;
      if (state === 'filled' && (await conversationsRepository(tx).isBlocked(visitor.visitorId)))
        throw new AppError(accessErrors.blocked);
      const row = await visitorRepository(tx).closeForm(visitor.visitorId, state, values, clock.now());
      if (!row) throw new AppError(visitorErrors.contactFormClosed);
      const contactId =
        state === 'filled' ? await storeDetails(tx, visitor, row, clock.now()) : row.contactId;
      if (state === 'filled' && !visitor.isPreview) await tellLead(tx, row, contactId, clock.now());
      if (state === 'filled' && values.length > 0)
        await noteFilled(tx, visitor.visitorId, { title: '', values });
      if (contactId)
        await tellOwner(services.realtime, tx, {
          accountId: visitor.accountId,
          conversationId: '',
          contactId,
          isPreview: visitor.isPreview,
        });
      return readProgress(tx, agent, row);
    });
  }

  /**
   * Where the owner's own form is that this agent asks for; null when it asks for none, or for one that takes
   * no answers now.
   */
  const placeOf = async (visitor: VisitorIdentity, { configuration }: RunningAgent): Promise<string | null> =>
    askedOfVisitors(configuration).contactForm?.ownForm
      ? (await services.ownForms.open(visitor, configuration.contactForm.formId, null)).url
      : null;

  return {
    async giveConsent(
      visitor: VisitorIdentity,
      version: string,
      language: Language,
    ): Promise<VisitorProgress> {
      const agent = await agents.agentOf(visitor);
      if (askedOfVisitors(agent.configuration).consent?.version !== version)
        throw new AppError(visitorErrors.consentChanged);
      const progress = await database.account(visitor.accountId, async (tx) => {
        const row = await visitorRepository(tx).setConsent(visitor.visitorId, version, language, clock.now());
        if (!row) throw new AppError(conversationsErrors.notFound);
        return readProgress(tx, agent, row);
      });
      gates.forget(visitor.visitorId);
      return progress;
    },

    async fillContactForm(
      visitor: VisitorIdentity,
      typed: Readonly<Record<string, string | boolean>>,
    ): Promise<VisitorProgress> {
      const agent = await agents.agentOf(visitor);
      const { contactForm } = askedOfVisitors(agent.configuration);
      if (!contactForm) throw new AppError(visitorErrors.contactFormClosed);
      if ((await placeOf(visitor, agent)) !== null) {
        // The form itself tells when it was sent. What is tried out is not sent anywhere.
        if (!visitor.isPreview) throw new AppError(visitorErrors.contactFormClosed);
        return closeForm(visitor, agent, 'filled', []);
      }
      const { values, problems } = readFormValues(contactForm.fields, typed);
      const wrong = Object.entries(problems);
      if (wrong.length > 0)
        throw new AppError(commonErrors.invalidInput, {
          fields: Object.fromEntries(
            wrong.map(([key, problem]) => [`values.${key}`, `chat:form.error.${problem}`]),
          ),
        });
      // Two people who give one new address at the same moment: the second one's write fails, and then finds
      // the first one's.
      const store = (): Promise<VisitorProgress> => closeForm(visitor, agent, 'filled', values);
      const progress = await store().catch((error: unknown) => {
        if (violatedConstraint(error) !== 'contacts_email') throw error;
        return store();
      });
      gates.forget(visitor.visitorId);
      return progress;
    },

    async openContactForm(
      visitor: VisitorIdentity,
    ): Promise<{ form: string; url: string | null; progress: VisitorProgress }> {
      const agent = await agents.agentOf(visitor);
      const { contactForm } = askedOfVisitors(agent.configuration);
      if (!contactForm?.ownForm) throw new AppError(visitorErrors.contactFormClosed);
      const { refusal, progress } = await database.account(visitor.accountId, async (tx) => {
        const row = await rowOf(tx, visitor);
        return {
          refusal: refuseByProgress(agent, row, 'consent'),
          progress: await readProgress(tx, agent, row),
        };
      });
      if (refusal) throw refusal;
      if (progress.form === 'filled') throw new AppError(visitorErrors.contactFormClosed);
      const [form, url] = [contactForm.ownForm, await placeOf(visitor, agent)];
      if (url !== null || contactForm.fields.length > 0) return { form, url, progress };
      // Nobody is kept out by a form that its owner has closed.
      const passed = await closeForm(visitor, agent, 'filled', []);
      gates.forget(visitor.visitorId);
      return { form, url, progress: passed };
    },

    /**
     * Passes the contact form by what was answered in one of the account's own forms, in that form's
     * transaction. The contact, or null when there is none to make.
     */
    async fillFromForm(
      tx: Transaction,
      visitor: Pick<VisitorIdentity, 'accountId' | 'visitorId' | 'agentId'>,
      form: FilledForm,
    ): Promise<string | null> {
      const repository = visitorRepository(tx);
      const closed = await repository.closeForm(visitor.visitorId, 'filled', [...form.values], clock.now());
      const row = closed ?? (await conversationsRepository(tx).lockVisitor(visitor.visitorId));
      if (!row) return null;
      const contactId = await storeDetails(tx, { isPreview: false }, row, clock.now());
      if (closed) await tellLead(tx, closed, contactId, clock.now());
      await noteFilled(tx, visitor.visitorId, form);
      if (contactId)
        await tellOwner(services.realtime, tx, {
          accountId: visitor.accountId,
          conversationId: '',
          contactId,
          isPreview: false,
        });
      return contactId;
    },

    /** What gates remember of a visitor is read anew. */
    formFilled: (visitorId: string): void => gates.forget(visitorId),

    async skipContactForm(visitor: VisitorIdentity): Promise<VisitorProgress> {
      const agent = await agents.agentOf(visitor);
      if (!askedOfVisitors(agent.configuration).contactForm?.skipAllowed)
        throw new AppError(visitorErrors.contactFormClosed);
      const progress = await closeForm(visitor, agent, 'skipped', []);
      gates.forget(visitor.visitorId);
      return progress;
    },

    async endConversation(
      visitor: VisitorIdentity,
      conversationId: string,
      rating: { stars: number; comment: string } | null,
    ): Promise<void> {
      const { ending } = askedOfVisitors((await agents.agentOf(visitor)).configuration);
      await database.account(visitor.accountId, async (tx) => {
        const conversation = await conversationsRepository(tx).conversation(conversationId);
        if (!isOf(conversation, visitor)) throw new AppError(conversationsErrors.notFound);
        if (!ending) throw new AppError(visitorErrors.endingOff);
        const ended = await visitorRepository(tx).endConversation(
          conversationId,
          visitor.visitorId,
          'visitor',
          ending.askRating ? rating : null,
          clock.now(),
        );
        if (!ended) throw new AppError(conversationsErrors.notFound);
        await tellOwner(services.realtime, tx, {
          accountId: visitor.accountId,
          conversationId,
          contactId: ended.contactId,
          isPreview: visitor.isPreview,
        });
        await services.sumUpSoon(tx);
      });
    },

    /** Deletes all that is stored of a visitor. What stays is that somebody did so, for the owner. */
    async deleteVisitor(visitor: VisitorIdentity): Promise<void> {
      const running = await database.account(visitor.accountId, (tx) =>
        visitorRepository(tx).runningAnswersOf(visitor.visitorId),
      );
      for (const answerId of running) await following.stopAnswer(answerId);
      await database.account(visitor.accountId, async (tx) => {
        const repository = visitorRepository(tx);
        const row = await rowOf(tx, visitor);
        const gone = await repository.conversationsOf(visitor.visitorId);
        await repository.deleteVisitor(visitor.visitorId, clock.now());
        // They may have been taken for somebody else before they said who they are.
        const contactIds = new Set(
          [row.contactId, ...gone.map(({ contactId }) => contactId)].filter((id) => id !== null),
        );
        const stay: string[] = [];
        for (const id of contactIds) {
          const own = gone.filter(({ contactId }) => contactId === id);
          const counts = {
            conversations: own.length,
            messages: own.reduce((sum, { messageCount }) => sum + messageCount, 0),
          };
          if (await releaseContact(tx, id, counts, await repository.hasAnything(id))) stay.push(id);
        }
        await eraseEvents(tx, [
          visitor.visitorId,
          ...gone.map(({ id }) => id),
          ...[...contactIds].filter((id) => !stay.includes(id)),
        ]);
        if (visitor.isPreview || contactIds.size === 0) return;
        for (const contactId of stay.length > 0 ? stay : [null])
          await repository.insertDeletion({
            id: newId('del'),
            accountId: visitor.accountId,
            agentId: visitor.agentId,
            contactId,
            deletedAt: clock.now(),
          });
        // What is open at the owner's may show what is gone: all of it is read anew.
        await services.realtime.publish(tx, {
          topic: `account:${visitor.accountId}`,
          data: { type: 'everything' },
        });
      });
      gates.forget(visitor.visitorId);
    },

    async deletions(scope: AccountScope, contactId: string | undefined) {
      const { rows, total } = await scope.run((tx) => visitorRepository(tx).deletions(contactId, 20));
      return {
        deletions: rows.map(({ id, agentName, deletedAt }) => ({
          id,
          agentName,
          deletedAt: deletedAt.toISOString(),
        })),
        total,
      };
    },
  };
}
