import { askedOfVisitors } from '#shared/chat/visitor-gate.ts';
import type { Language } from '#shared/languages.ts';
import type { FormValue } from '#shared/forms/values.ts';
import type { VisitorIdentity } from '#platform/http/access.ts';
import type { RunningAgent } from '#features/agents/server/agents.usecases.ts';
import { mailAddressOf } from '#features/contacts/server/identity/identity.usecases.ts';
import { conversationsRepository, type VisitorRow } from '../conversations.repository.ts';
import type { ConversationsServices } from '../conversations.usecases.ts';
import { tellOwner } from '../conversations-notices.usecases.ts';
import type { Gates } from '../gates/gates.usecases.ts';
import { mayCallPeople } from '../handoff/handoff.models.ts';
import { businessZoneOf } from '../office-hours/hours.usecases.ts';
import type { Handoff } from '../handoff/handoff.usecases.ts';
import { storeDetails } from './contacts.usecases.ts';
import { visitorRepository } from './visitor.repository.ts';
import {
  maskedAddress,
  visitorTools,
  type SaidDetails,
  type SummaryAnswer,
  type VisitorTools,
} from './visitor-tools.models.ts';

/** The question whose answer gets the tools. */
type Asked = {
  conversationId: string;
  /** Nothing can be done about a conversation before it is stored. */
  committed: Promise<unknown>;
  language: Language;
};

/**
 * What the answer to a message may do: keep or ask for contact details, call a person, mail a summary, and
 * end the conversation.
 */
export function createVisitorTools(
  services: Pick<ConversationsServices, 'database' | 'clock' | 'realtime' | 'translator' | 'mailSummary'>,
  { gates, handoff }: { gates: Pick<Gates, 'forget'>; handoff: Pick<Handoff, 'request'> },
) {
  const { database, clock } = services;

  /** Keeps what the visitor themselves wrote; what a model makes up, or was told to, is nobody's detail. */
  async function capture(visitor: VisitorIdentity, asked: Asked, details: SaidDetails): Promise<boolean> {
    const values = (['name', 'email', 'phone'] as const).flatMap((type): FormValue[] =>
      details[type] ? [{ key: type, type, label: '', value: details[type] }] : [],
    );
    await asked.committed;
    return database.account(visitor.accountId, async (tx) => {
      for (const { type, value } of values)
        if (!(await visitorRepository(tx).hasWritten(asked.conversationId, value, type === 'phone')))
          return false;
      const row = await conversationsRepository(tx).lockVisitor(visitor.visitorId);
      if (!row) return false;
      const contactId = await storeDetails(tx, visitor, row, clock.now(), values);
      await tellOwner(services.realtime, tx, {
        accountId: visitor.accountId,
        conversationId: asked.conversationId,
        contactId,
        isPreview: visitor.isPreview,
      });
      return true;
    });
  }

  /** Where a summary would go: the whole address. */
  async function summaryAddress(
    visitor: VisitorIdentity,
    asked: Asked,
    email: string | undefined,
  ): Promise<SummaryAnswer> {
    if (email !== undefined && !(await capture(visitor, asked, { email })))
      return { to: null, because: 'not said' };
    // A preview mails nobody; a simulation goes on as if it had.
    if (visitor.isPreview)
      return visitor.simulation && email !== undefined ? { to: email } : { to: null, because: 'not now' };
    await asked.committed;
    return database.account(visitor.accountId, async (tx): Promise<SummaryAnswer> => {
      const row = await conversationsRepository(tx).visitor(visitor.visitorId);
      const to = row?.contactId ? await mailAddressOf(tx, row.contactId, visitor.visitorId) : null;
      if (to === null) return { to: null, because: email === undefined ? 'no address' : 'not now' };
      // Somebody else's contact has what was typed, or theirs has another address, which is not to be guessed at.
      if (email !== undefined && email.toLowerCase() !== to.toLowerCase())
        return { to: null, because: 'not now' };
      return { to };
    });
  }

  async function sendSummary(
    visitor: VisitorIdentity,
    asked: Asked,
    email: string | undefined,
  ): Promise<SummaryAnswer> {
    const address = await summaryAddress(visitor, asked, email);
    if (address.to === null) return address;
    const { to } = address;
    if (visitor.isPreview) return { to: maskedAddress(to) };
    const isTaken = await services.mailSummary({
      accountId: visitor.accountId,
      agentId: visitor.agentId,
      conversationId: asked.conversationId,
      to,
    });
    return isTaken ? { to: maskedAddress(to) } : { to: null, because: 'too often' };
  }

  return function toolsFor(
    visitor: VisitorIdentity,
    { configuration }: RunningAgent,
    row: VisitorRow | null,
    asked: Asked,
  ): VisitorTools {
    const { contactForm, ending } = askedOfVisitors(configuration);
    return visitorTools({
      details: row?.formState === 'filled' ? row.formValues : [],
      mayAsk: contactForm?.moment === 'intent' && (row?.formState ?? null) === null,
      mayEnd: ending !== null,
      mayCall: configuration.people.enabled && mayCallPeople(visitor),
      timeZone: row?.timezone ?? null,
      businessZone: () => businessZoneOf(database, visitor.accountId),
      text: (key, variables) => services.translator.text(asked.language, key, variables),
      async ask() {
        await asked.committed;
        const isAsked = await database.account(visitor.accountId, (tx) =>
          visitorRepository(tx).askForForm(visitor.visitorId),
        );
        gates.forget(visitor.visitorId);
        return isAsked;
      },
      capture: (details) => capture(visitor, asked, details),
      async call() {
        await asked.committed;
        return handoff.request(visitor, asked.conversationId);
      },
      async end() {
        await asked.committed;
        await database.account(visitor.accountId, (tx) =>
          visitorRepository(tx).endConversation(
            asked.conversationId,
            visitor.visitorId,
            'agent',
            null,
            clock.now(),
          ),
        );
      },
      async summaryProblem(email) {
        const address = await summaryAddress(visitor, asked, email);
        return address.to === null ? address.because : null;
      },
      sendSummary: (email) => sendSummary(visitor, asked, email),
    });
  };
}
