import { z } from 'zod';
import { AppError, planExpiredError } from '#shared/errors.ts';
import type { AccountScope, Program } from '#platform/http/access.ts';
import { agentsEndpoints, agentsErrors } from '#features/agents/agents.contract.ts';
import type { AgentsUsecases } from '#features/agents/server/agents.usecases.ts';
import { breakdowns } from '#features/analytics/analytics-figures.contract.ts';
import { analyticsThresholdsEndpoints } from '#features/analytics/analytics-thresholds.contract.ts';
import { agentActivitySorts, analyticsEndpoints } from '#features/analytics/analytics.contract.ts';
import type { Analytics } from '#features/analytics/server/analytics.usecases.ts';
import type { ProgramScope } from '#features/api-keys/api-keys-account.contract.ts';
import type { Thresholds } from '#features/analytics/server/thresholds/thresholds.usecases.ts';
import { figuresScope } from '#features/analytics/server/figures/program-figures.usecases.ts';
import { callsEndpoints, callsListQuery } from '#features/calls/calls.contract.ts';
import type { Calls } from '#features/calls/server/calls.usecases.ts';
import type { ContactsUsecases } from '#features/contacts/server/contacts.usecases.ts';
import type { ContactsTimeline } from '#features/contacts/server/record/timeline.usecases.ts';
import { contactsEndpoints, lifecycles } from '#features/contacts/contacts.contract.ts';
import { longestNote } from '#features/contacts/contacts-timeline.contract.ts';
import { formsEndpoints } from '#features/forms/forms.contract.ts';
import { submissionsEndpoints } from '#features/forms/forms-submissions.contract.ts';
import type { FormsUsecases } from '#features/forms/server/forms.usecases.ts';
import type { Submissions } from '#features/forms/server/submissions/submissions.usecases.ts';
import { inboxEndpoints, inboxNoteSchema, inboxViews } from '#features/inbox/inbox.contract.ts';
import type { InboxUsecases } from '#features/inbox/server/inbox.usecases.ts';
import type { KnowledgeUsecases } from '#features/knowledge/server/knowledge.usecases.ts';
import { marginGroups, paymentsFiguresEndpoints } from '#features/payments/payments-figures.contract.ts';
import type { PaymentsUsecases } from '#features/payments/server/payments.usecases.ts';

export type OwnerToolServices = {
  agents: Pick<AgentsUsecases, 'list' | 'get'>;
  knowledge: Pick<KnowledgeUsecases, 'retrieve'>;
  inbox: Pick<InboxUsecases, 'list' | 'thread' | 'addNote'>;
  calls: Pick<Calls, 'list'>;
  contacts: Pick<ContactsUsecases, 'list' | 'get' | 'update'>;
  contactsTimeline: Pick<ContactsTimeline, 'addNote'>;
  forms: { owners: Pick<FormsUsecases, 'list'>; submissions: Pick<Submissions, 'list'> };
  payments: Pick<PaymentsUsecases, 'figures'>;
  analytics: Pick<Analytics, 'overview' | 'agents' | 'engagement' | 'breakdown'>;
  thresholds: Pick<Thresholds, 'list'>;
  /** Since when an account's plan is over; null while it runs. */
  expiredAt(accountId: string): Promise<Date | null>;
};

/** What an assistant may call in the owner's account. */
export type OwnerTool = {
  name: string;
  title: string;
  description: string;
  /** Without it in the program's scopes, the tool is not there. */
  scope: ProgramScope;
  permission: string;
  isWrite: boolean;
  input: z.ZodObject;
  /** Drops what the contract does not name. */
  output: z.ZodType;
  /** Gives what the program reads, as JSON. */
  run(scope: AccountScope, program: Program, input: unknown): Promise<unknown>;
};

function tool<Input extends z.ZodObject>(
  given: Omit<OwnerTool, 'input' | 'run' | 'isWrite'> & {
    isWrite?: boolean;
    input: Input;
    run: (scope: AccountScope, program: Program, input: z.output<Input>) => Promise<unknown>;
  },
): OwnerTool {
  return {
    isWrite: false,
    ...given,
    async run(scope, program, input) {
      const read = given.input.parse(input);
      const { agentId } = read as { agentId?: unknown };
      // What the border does for addresses of agents: one that is not reached does not exist.
      if (typeof agentId === 'string' && !scope.reaches(agentId)) throw new AppError(agentsErrors.notFound);
      return given.output.parse(await given.run(scope, program, read));
    },
  };
}

const id = z.string().max(60);
const passagesSchema = z.object({
  passages: z.array(
    z.object({ title: z.string(), heading: z.string(), text: z.string(), url: z.string().nullable() }),
  ),
});
const day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/)
  .optional();
const period = {
  from: day.describe('First day, like 2026-03-01; without it from the beginning.'),
  to: day.describe('Last day, like 2026-03-31; without it until today.'),
  agentId: id.optional().describe('Only this agent.'),
  zone: z.string().max(60).optional().describe('IANA time zone in which days begin; UTC without it.'),
};
const cursor = z.string().max(800).optional().describe('`nextCursor` of the page before.');
const testOf = (program: Program): 'true' | undefined => (program.isTest ? 'true' : undefined);

/** The tools of the owner's data. Each works by the use case of a screen, within the same permissions. */
export function createOwnerTools(services: OwnerToolServices): readonly OwnerTool[] {
  const {
    agents,
    knowledge,
    inbox,
    calls,
    contacts,
    contactsTimeline,
    forms,
    payments,
    analytics,
    thresholds,
    expiredAt,
  } = services;
  return [
    tool({
      name: 'list_agents',
      title: 'List agents',
      description: 'Lists the agents of the account with name, state and how many conversations they had.',
      scope: 'agents.read',
      permission: 'agents.read',
      input: z.strictObject({ search: z.string().max(200).optional() }),
      output: agentsEndpoints.list.response,
      run: async (scope, _program, { search }) => ({ agents: await agents.list(scope, search) }),
    }),
    tool({
      name: 'search_knowledge',
      title: 'Search knowledge',
      description: 'Finds passages in what an agent knows.',
      scope: 'agents.read',
      permission: 'agents.read',
      input: z.strictObject({
        agentId: id,
        query: z.string().trim().min(1).max(1_000),
        most: z.number().int().min(1).max(20).default(6),
      }),
      output: passagesSchema,
      async run(scope, _program, { agentId, query, most }) {
        // What an account's agents know is told to nobody once its plan is over, here as in the chat.
        if ((await expiredAt(scope.accountId)) !== null) throw new AppError(planExpiredError);
        const { collectionId, draft } = await agents.get(scope, agentId);
        const { passages } = await knowledge.retrieve({
          accountId: scope.accountId,
          collectionId,
          query,
          language: draft.basic.language === 'auto' ? 'en' : draft.basic.language,
          topK: most,
          threshold: draft.knowledge.threshold,
          embedding: draft.knowledge.embedding,
        });
        return {
          passages: passages.map(({ title, heading, text, url }) => ({ title, heading, text, url })),
        };
      },
    }),
    tool({
      name: 'list_conversations',
      title: 'List conversations',
      description:
        'Lists conversations with visitors, newest first, 50 a page; finds words in their messages.',
      scope: 'conversations.read',
      permission: 'inbox.read',
      input: z.strictObject({
        view: z.enum(inboxViews).default('all'),
        search: z.string().max(200).optional(),
        agentId: id.optional(),
        since: z.iso.datetime({ offset: true }).optional(),
        cursor: z.string().max(200).optional(),
      }),
      output: inboxEndpoints.list.response,
      run: (scope, _program, { agentId, ...query }) =>
        inbox.list(scope, { ...query, sort: 'newest', agent: agentId }),
    }),
    tool({
      name: 'get_conversation',
      title: 'Read a conversation',
      description: 'Gives one conversation with its messages and the notes of the team.',
      scope: 'conversations.read',
      permission: 'inbox.read',
      input: z.strictObject({ id }),
      output: inboxEndpoints.thread.response,
      run: (scope, _program, input) => inbox.thread(scope, input.id),
    }),
    tool({
      name: 'list_calls',
      title: 'List calls',
      description:
        'Lists stretches in which visitors and agents talked, newest first: how long, interruptions, time to the first sound, cost. What was said stands in the conversation.',
      scope: 'conversations.read',
      permission: 'inbox.read',
      input: callsListQuery,
      output: callsEndpoints.list.response,
      run: (scope, _program, input) => calls.list(scope, input),
    }),
    tool({
      name: 'add_conversation_note',
      title: 'Write a note in a conversation',
      description: 'Writes a note into a conversation that only the team reads.',
      scope: 'conversations.write',
      permission: 'inbox.reply',
      isWrite: true,
      input: z.strictObject({ id, text: z.string().trim().min(1).max(longestNote) }),
      output: inboxNoteSchema,
      run: (scope, _program, input) =>
        inbox.addNote(scope, input.id, { text: input.text, mentions: [], attachments: [] }),
    }),
    tool({
      name: 'list_contacts',
      title: 'List contacts',
      description: 'Lists contacts, newest activity first, 50 a page; finds names, addresses and companies.',
      scope: 'contacts.read',
      permission: 'contacts.read',
      input: z.strictObject({ search: z.string().max(200).optional(), cursor }),
      output: contactsEndpoints.list.response,
      run: (scope, _program, input) => contacts.list(scope, input),
    }),
    tool({
      name: 'get_contact',
      title: 'Read a contact',
      description: 'Gives one contact with all that is known of the person.',
      scope: 'contacts.read',
      permission: 'contacts.read',
      input: z.strictObject({ id }),
      output: contactsEndpoints.get.response,
      run: (scope, _program, input) => contacts.get(scope, input.id),
    }),
    tool({
      name: 'update_contact',
      title: 'Change a contact',
      description: 'Changes how far the account is with a contact, or the score of the lead.',
      scope: 'contacts.write',
      permission: 'contacts.edit',
      isWrite: true,
      input: z.strictObject({
        id,
        lifecycle: z.enum(lifecycles).optional(),
        leadScore: z.number().int().min(0).max(100).optional(),
      }),
      output: contactsEndpoints.get.response,
      run: (scope, _program, { id: contactId, lifecycle, leadScore }) =>
        contacts.update(scope, contactId, {
          ...(lifecycle && { lifecycle }),
          ...(leadScore !== undefined && { leadScore }),
        }),
    }),
    tool({
      name: 'add_contact_note',
      title: 'Write a note about a contact',
      description: 'Writes a note about a contact that only the team reads.',
      scope: 'contacts.write',
      permission: 'contacts.edit',
      isWrite: true,
      input: z.strictObject({ id, text: z.string().trim().min(1).max(longestNote) }),
      output: z.object({ id: z.string() }),
      run: (scope, _program, input) => contactsTimeline.addNote(scope, input.id, input.text),
    }),
    tool({
      name: 'list_forms',
      title: 'List forms',
      description: 'Lists the forms of the account.',
      scope: 'forms.read',
      permission: 'forms.read',
      input: z.strictObject({ search: z.string().max(200).default('') }),
      output: formsEndpoints.list.response,
      run: async (scope, _program, { search }) => ({ forms: await forms.owners.list(scope, search) }),
    }),
    tool({
      name: 'list_submissions',
      title: 'List submissions',
      description: 'Lists what was submitted with a form, newest first, 50 a page.',
      scope: 'forms.read',
      permission: 'forms.read',
      input: z.strictObject({ formId: id, cursor: z.string().max(200).optional() }),
      output: submissionsEndpoints.list.response,
      run: (scope, _program, { formId, cursor: after }) =>
        forms.submissions.list(scope, formId, { view: 'all', cursor: after }),
    }),
    tool({
      name: 'get_figures',
      title: 'Read figures',
      description: [
        'Counts visitors, views, conversations, messages and contacts of a period, with their curve,',
        'and what came in where the program may read payments; beside the period before with compare.',
      ].join(' '),
      scope: 'analytics.read',
      permission: 'agents.read',
      input: z.strictObject({ ...period, compare: z.boolean().default(false) }),
      output: analyticsEndpoints.overview.response,
      run: (scope, program, { zone = 'UTC', compare, ...input }) =>
        analytics.overview(figuresScope(scope, program), {
          ...input,
          zone,
          compare: compare ? 'true' : 'false',
        }),
    }),
    tool({
      name: 'get_agent_activity',
      title: 'Read the most active agents',
      description: [
        'Ranks the agents of the account by what happened with them in a period: views, conversations, contacts,',
        'messages and events of all kinds, 25 on a page.',
      ].join(' '),
      scope: 'analytics.read',
      permission: 'agents.read',
      input: z.strictObject({
        ...period,
        sort: z.enum(agentActivitySorts).default('events'),
        order: z.enum(['asc', 'desc']).default('desc'),
        page: z.number().int().min(1).max(1_000).default(1),
      }),
      output: analyticsEndpoints.agents.response,
      run: (scope, _program, { zone = 'UTC', ...input }) => analytics.agents(scope, { ...input, zone }),
    }),
    tool({
      name: 'get_engagement',
      title: 'Read engagement',
      description: [
        'Tells when visitors write, how long conversations are, what is asked most, what agents did not know,',
        'thumbs, and the funnel from seeing an agent to paying.',
      ].join(' '),
      scope: 'analytics.read',
      permission: 'agents.read',
      input: z.strictObject(period),
      output: analyticsEndpoints.engagement.response,
      run: (scope, _program, { zone = 'UTC', ...input }) => analytics.engagement(scope, { ...input, zone }),
    }),
    tool({
      name: 'get_breakdown',
      title: 'Read visitors by a property',
      description: [
        'Counts visitors by country, device, browser, language, source, campaign, referrer, QR code or page,',
        'with what came in from them where the program may read payments.',
      ].join(' '),
      scope: 'analytics.read',
      permission: 'agents.read',
      input: z.strictObject({ ...period, by: z.enum(breakdowns).default('source') }),
      output: analyticsEndpoints.breakdown.response,
      run: (scope, program, { zone = 'UTC', ...input }) =>
        analytics.breakdown(figuresScope(scope, program), { ...input, zone }),
    }),
    tool({
      name: 'list_thresholds',
      title: 'List thresholds',
      description:
        'Lists the limits whose passing is told to webhooks, with how each figure stands and whether it is past its limit.',
      scope: 'analytics.read',
      permission: 'agents.read',
      input: z.strictObject({}),
      output: analyticsThresholdsEndpoints.list.response,
      run: async (scope, program) => ({ thresholds: await thresholds.list(figuresScope(scope, program)) }),
    }),
    tool({
      name: 'get_revenue',
      title: 'Read revenue',
      description:
        'Sums what came in: payments, refunds, tax, fees and what is left, by currency and by day, beside what the models cost. Amounts in the smallest unit of their currency.',
      scope: 'payments.read',
      permission: 'payments.read',
      input: z.strictObject(period),
      output: paymentsFiguresEndpoints.revenue.response,
      run: (scope, program, input) => payments.figures.revenue(scope, { ...input, test: testOf(program) }),
    }),
    tool({
      name: 'get_margin',
      title: 'Read margin',
      description:
        'Money and cost of the models side by side, by agent, visitor, conversation or message. Margins in micro-dollars.',
      scope: 'payments.read',
      permission: 'payments.read',
      input: z.strictObject({ ...period, by: z.enum(marginGroups).default('agent') }),
      output: paymentsFiguresEndpoints.margin.response,
      run: (scope, program, input) => payments.figures.margin(scope, { ...input, test: testOf(program) }),
    }),
  ];
}
