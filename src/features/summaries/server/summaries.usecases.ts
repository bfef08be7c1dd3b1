import { languages, type Language } from '#shared/languages.ts';
import { newId } from '#shared/ids.ts';
import { messageInWords, type MessagePart } from '#shared/chat/message-parts.ts';
import { paths } from '#shared/paths.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import type { Translator } from '#platform/i18n/translator.ts';
import { defineJob, type Jobs } from '#platform/jobs/jobs.ts';
import type { Logger } from '#platform/log/logger.ts';
import type { RateLimiter, RateRule } from '#platform/rate-limit/rate-limit.ts';
import { addressesToTell, findOwners } from '#features/accounts/server/accounts.usecases.ts';
import type { AgentConfiguration } from '#features/agents/agents-configuration.contract.ts';
import type { AgentsUsecases, RunningAgent } from '#features/agents/server/agents.usecases.ts';
import type { AgentUsageUsecases } from '#features/agents/server/usage/usage.usecases.ts';
import { callsOfConversations } from '#features/calls/server/calls.usecases.ts';
import { mailAddressOf } from '#features/contacts/server/identity/identity.usecases.ts';
import { fileNames } from '#shared/text/excerpt.ts';
import { askModel } from '#features/integrations/server/integrations-asking.usecases.ts';
import type { IntegrationsUsecases } from '#features/integrations/server/integrations.usecases.ts';
import type { MailUsecases } from '#features/mail/server/mail.usecases.ts';
import { writeEvent } from '#features/webhooks/server/events/events.usecases.ts';
import { z } from 'zod';
import { factsOf, type SummaryFacts } from './summaries-facts.models.ts';
import {
  clip,
  readSummary,
  sectionsOf,
  summaryRequest,
  summaryWithoutModel,
  type SaidMessage,
  type SummaryContent,
} from './summaries.models.ts';
import { summariesRepository, type StretchMaterial, type SummaryRow } from './summaries.repository.ts';

export const lookForSummariesJob = defineJob({
  name: 'summaries.look',
  payload: z.object({}),
  retryLimit: 0,
  expireInSeconds: 300,
  concurrency: 1,
});
export const writeSummaryJob = defineJob({
  name: 'summaries.write',
  payload: z.object({ id: z.string() }),
  retryLimit: 6,
  expireInSeconds: 180,
  concurrency: 2,
});

/** Fewer messages are no conversation. Source: field.md 5.13. */
const leastMessages = 3;
/** After so long a summary is no news. The longest delay is a day. */
const oldestMs = 8 * 86_400_000;
/** Somebody of the team who says nothing for so long has left the conversation. */
const talkMs = 24 * 3_600_000;
const atOnce = 200;
const mostMessages = 200;
/** A job that was tried to its end, or lost with its server, is queued again after this. */
const staleMs = 30 * 60_000;
const modelTimeoutMs = 60_000;
const mostReplyTokens = 1_200;
/** What one address that somebody typed into a chat can be made to receive. */
export const toVisitors: RateRule = { name: 'summaries-to-visitor', limit: 5, windowSeconds: 86_400 };

export type SummariesServices = {
  database: Database;
  clock: Clock;
  log: Logger;
  jobs: Pick<Jobs, 'send'>;
  limiter: RateLimiter;
  translator: Translator;
  mail: Pick<MailUsecases, 'send'>;
  agents: Pick<AgentsUsecases, 'runningById'>;
  integrations: Pick<IntegrationsUsecases, 'ready'>;
  usage: Pick<AgentUsageUsecases, 'spend' | 'isSpent'>;
  /** Whether an answer only says that the agent does not know. */
  isUnsure(answer: StretchMaterial['messages'][number]): boolean;
  /** Where a reply of a visitor to the mail of a conversation goes; null where that is up to the account. */
  replyAddressFor(place: { conversationId: string; contactId: string; email: string }): string | null;
  publicUrl(): string;
};

/**
 * What a summary says of an answer's parts: cards and pictures are the agent's own, what a visitor sends in a
 * form is news.
 */
const isForm = (part: MessagePart): boolean => part.type === 'own_form';

type Written = {
  content: SummaryContent;
  engine: 'built-in' | 'model';
  costMicros: number;
};

/** What a stretch consists of; null when the conversation is gone. */
async function materialOf(tx: Transaction, row: SummaryRow): Promise<StretchMaterial | null> {
  const found = await summariesRepository(tx).material(row, mostMessages);
  if (!found) return null;
  const { after, until } = found.callsBegin;
  const calls = await callsOfConversations(tx, [row.conversationId]);
  return { ...found, calls: calls.filter(({ startedAt }) => startedAt > after && startedAt <= until) };
}

/**
 * Sums conversations up when they fall silent or end, and mails that to whom the agent's settings name: each
 * stretch once.
 */
export function createSummaries(services: SummariesServices) {
  const { database, clock, log } = services;
  const said = ({ messages }: StretchMaterial): SaidMessage[] =>
    messages
      .filter(({ role }) => role !== 'event')
      .map((message) => ({
        by: message.role === 'visitor' ? 'visitor' : 'agent',
        text: [messageInWords(message.body, message.parts.filter(isForm)), fileNames(message.attachments)]
          .filter(Boolean)
          .join(' '),
        isSpoken: message.isSpoken,
        isOpen: message.role === 'assistant' && (message.status !== 'complete' || services.isUnsure(message)),
      }));

  /**
   * The agent's models in their order. Without content when none of them gives a summary, or when the month's
   * money for models is used up.
   */
  async function byModel(
    agent: RunningAgent,
    messages: readonly SaidMessage[],
    language: Language,
    forVisitor: boolean,
    signal: AbortSignal,
  ): Promise<{ content: SummaryContent | null; costMicros: number }> {
    const { ai, summary } = agent.configuration;
    let spent = 0;
    if (ai.provider !== 'built-in' && (await services.usage.isSpent(agent)))
      return { content: null, costMicros: 0 };
    for (const { provider, model } of [{ provider: ai.provider, model: ai.model }, ...ai.fallbacks]) {
      const ready =
        provider === 'built-in' || model === ''
          ? null
          : await services.integrations.ready(agent.accountId, provider);
      if (!ready) continue;
      try {
        const { text, costMicros } = await askModel(ready, {
          model,
          messages: summaryRequest(messages, { language, instructions: summary.instructions, forVisitor }),
          temperature: 0.2,
          maxOutputTokens: mostReplyTokens,
          signal: AbortSignal.any([signal, AbortSignal.timeout(modelTimeoutMs)]),
        });
        // Also what can not be read was paid.
        services.usage.spend(agent, costMicros ?? 0);
        spent += costMicros ?? 0;
        const content = readSummary(text);
        if (content) return { content, costMicros: spent };
      } catch (error) {
        signal.throwIfAborted();
        log.warn({ err: error, agentId: agent.id, provider, model }, 'a model gave no summary');
      }
    }
    return { content: null, costMicros: spent };
  }

  async function write(
    agent: RunningAgent,
    material: StretchMaterial,
    language: Language,
    forVisitor: boolean,
    signal: AbortSignal,
  ): Promise<Written> {
    const messages = said(material);
    const { content, costMicros } = await byModel(agent, messages, language, forVisitor, signal);
    if (content) return { content, engine: 'model', costMicros };
    const points = summaryWithoutModel(messages);
    const contact = material.contact;
    const reach = contact?.email ?? contact?.claimedEmail ?? contact?.phone ?? '';
    const text = (key: string, variables: Record<string, string> = {}): string =>
      services.translator.text(language, `mail:summary.${key}`, variables);
    const nextStep =
      forVisitor || points.open.length === 0
        ? ''
        : reach === ''
          ? text('nextUnknown')
          : text('nextReply', { to: contact?.name ? `${contact.name} (${reach})` : reach });
    return { content: { ...points, nextStep }, engine: 'built-in', costMicros };
  }

  type Draft = {
    kind: 'conversation-summary' | 'conversation-copy';
    to: string;
    language: Language;
    url: string;
    written: Written;
    facts: SummaryFacts;
    /** Where a reply goes. */
    replyTo?: string | null;
  };

  async function drafts(
    row: SummaryRow,
    agent: RunningAgent,
    material: StretchMaterial,
    signal: AbortSignal,
  ): Promise<Draft[]> {
    const { summary } = agent.configuration;
    const { sendToContact } = summary;
    const isCopy = row.kind === 'copy';
    const recipients = isCopy ? [] : await addressesToTell(database, row.accountId, summary.recipients);
    const base = services.publicUrl();
    const found: Draft[] = [];
    if (recipients.length > 0) {
      const language = (await findOwners(database, row.accountId))[0]?.language ?? 'en';
      const written = await write(agent, material, language, false, signal);
      const url = `${base}${paths.inboxThread(row.conversationId)}`;
      for (const to of new Set(recipients))
        found.push({
          kind: 'conversation-summary',
          to,
          language,
          url,
          written,
          facts: factsOf(material, language, services.translator),
        });
    }
    const { contact, conversation } = material;
    // The whole conversation goes there: to the visitor's own address, and to nobody who is only taken for
    // the same person.
    const email =
      (isCopy ? contact : contact?.email) &&
      contact &&
      (await database.account(row.accountId, (tx) => mailAddressOf(tx, contact.id, conversation.visitorId)));
    if ((sendToContact || isCopy) && email && !recipients.includes(email)) {
      const language = languages.find((one) => one === conversation.language) ?? 'en';
      found.push({
        kind: 'conversation-copy',
        to: email,
        language,
        url: `${base}/widgets/${agent.number}`,
        written: await write(agent, material, language, true, signal),
        facts: { calls: [], lead: [], paid: [] },
        replyTo: services.replyAddressFor({
          conversationId: row.conversationId,
          contactId: contact.id,
          email,
        }),
      });
    }
    return found;
  }

  function variablesOf(
    { name }: AgentConfiguration['basic'],
    material: StretchMaterial,
    language: Language,
  ): Record<string, string> {
    const visitor =
      material.contact?.name ||
      material.contact?.email ||
      services.translator.text(language, 'mail:summary.someone');
    return { agent: clip(name, 80), visitor: clip(visitor, 80) };
  }

  return {
    /**
     * Has somebody look when the transaction commits: a conversation was ended or came to the team, and
     * nobody waits for silence.
     */
    lookSoon: (tx: Transaction): Promise<void> => services.jobs.send(tx, lookForSummariesJob, {}),

    /**
     * Finds what is to be summed up and hands each stretch to the background work, in one transaction with
     * taking it.
     */
    async look(signal?: AbortSignal): Promise<void> {
      const now = clock.now();
      await database.system((tx) => summariesRepository(tx).watch(now));
      const due = await summariesRepository(database.direct).due({
        now,
        oldest: new Date(now.getTime() - oldestMs),
        least: leastMessages,
        limit: atOnce,
        talkMs,
      });
      for (const stretch of due) {
        if (signal?.aborted) return;
        const id = newId('sum');
        await database.system(async (tx) => {
          if (
            await summariesRepository(tx).claim({
              ...stretch,
              id,
              state: 'waiting',
              createdAt: now,
              queuedAt: now,
            })
          )
            await services.jobs.send(tx, writeSummaryJob, { id });
        });
      }
      await database.system(async (tx) => {
        for (const id of await summariesRepository(tx).takeStale(
          new Date(now.getTime() - staleMs),
          now,
          atOnce,
        ))
          await services.jobs.send(tx, writeSummaryJob, { id });
      });
    },

    /**
     * Writes one summary and puts its mails into the outbox, all in one transaction that only one run can
     * finish.
     */
    async write(id: string, signal: AbortSignal): Promise<void> {
      const row = await summariesRepository(database.direct).byId(id);
      if (row?.state !== 'waiting') return;
      const agent = await services.agents.runningById(row.accountId, row.agentId, false);
      const isWanted = row.kind === 'copy' || agent?.configuration.summary.enabled;
      const material = isWanted ? await database.account(row.accountId, (tx) => materialOf(tx, row)) : null;
      const written = agent && material ? await drafts(row, agent, material, signal) : [];
      await database.system(async (tx) => {
        const repository = summariesRepository(tx);
        if (!(await repository.lockWaiting(id))) return;
        const mails: Draft[] = [];
        for (const draft of written) {
          const {
            kind,
            to,
            language,
            url,
            written: { content },
            facts,
            replyTo,
          } = draft;
          // What a visitor asked for was counted when they did.
          const isCounted = kind === 'conversation-copy' && row.kind === 'stretch';
          if (isCounted && (await services.limiter.take(toVisitors, to)) !== null) continue;
          const sections = sectionsOf(content, facts, (key, variables) =>
            services.translator.text(language, `mail:summary.${key}`, variables),
          );
          const variables =
            agent && material ? variablesOf(agent.configuration.basic, material, language) : {};
          if (
            await services.mail.send(
              {
                kind,
                to,
                language,
                accountId: row.accountId,
                variables: { url, ...variables },
                sections,
                sender: { brand: agent?.configuration.basic.name },
                replyTo,
              },
              tx,
            )
          )
            mails.push(draft);
        }
        const [first] = mails;
        const costMicros = [...new Set(written.map((draft) => draft.written))].reduce(
          (sum, { costMicros: cost }) => sum + cost,
          0,
        );
        await repository.finish(id, {
          state: first ? 'sent' : 'skipped',
          engine: first?.written.engine ?? null,
          content: first?.written.content ?? null,
          costMicros,
          recipients: mails.length,
          sentAt: first ? clock.now() : null,
        });
        if (first)
          await writeEvent(tx, {
            accountId: row.accountId,
            type: 'summary.sent',
            at: clock.now(),
            data: { conversationId: row.conversationId, agentId: row.agentId, recipients: mails.length },
          });
      });
    },
  };
}

export type Summaries = ReturnType<typeof createSummaries>;
