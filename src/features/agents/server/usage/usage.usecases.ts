import { LRUCache } from 'lru-cache';
import { AppError } from '#shared/errors.ts';
import { paths } from '#shared/paths.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/database/database.ts';
import type { AccountScope } from '#platform/http/access.ts';
import type { Translator } from '#platform/i18n/translator.ts';
import type { Logger } from '#platform/log/logger.ts';
import type { Realtime } from '#platform/realtime/realtime.ts';
import { findOwners } from '#features/accounts/server/accounts.usecases.ts';
import type { MailUsecases } from '#features/mail/server/mail.usecases.ts';
import { agentConfiguration } from '../../agents-configuration.contract.ts';
import { agentsErrors } from '../../agents.contract.ts';
import type { AgentUsage } from '../../agents-usage.contract.ts';
import { agentsRepository } from '../agents.repository.ts';
import type { RunningAgent } from '../agents.usecases.ts';
import { agentsUsageRepository, type UsageSum } from './usage.repository.ts';
import type { UsageTerms } from './usage.table.ts';

export type { UsageTerms };

const flushMs = 1_000;
const microsInCent = 10_000;
const warnPercent = 80;

/** Day and first day of the month, UTC. */
const periodsOf = (now: Date) => ({
  day: now.toISOString().slice(0, 10),
  month: `${now.toISOString().slice(0, 7)}-01`,
});

/** An agent that spends, with the limits that hold for it. */
export type SpendingAgent = Pick<RunningAgent, 'id' | 'accountId' | 'isPreview' | 'configuration'>;

type Pending = UsageSum & { agent: SpendingAgent };
type Limit = {
  of: 'day' | 'month';
  used: number;
  cap: number;
};

const mostRemembered = 10_000;

/**
 * Counts what agents use. Where a limit is set, a message's share is taken by the statement that accepts the
 * message; all the rest is added up in memory and written once a second, so that an agent without limits pays
 * nothing for being counted.
 */
export function createAgentUsage(services: {
  database: Database;
  clock: Clock;
  log: Logger;
  realtime: Realtime;
  translator: Translator;
  mail: Pick<MailUsecases, 'send'>;
  publicUrl(): string;
}) {
  const { database, clock } = services;
  let pending = new Map<string, Pending>();
  /** What this process said already, so that it does not ask the database at every message beyond a limit. */
  const told = new LRUCache<string, true>({ max: mostRemembered });
  const telling = new Set<Promise<void>>();

  function add(agent: SpendingAgent, messages: number, micros: number, held: number): void {
    const sum = pending.get(agent.id) ?? { agent, agentId: agent.id, messages: 0, micros: 0, held: 0 };
    pending.set(agent.id, {
      ...sum,
      agent,
      messages: sum.messages + messages,
      micros: sum.micros + micros,
      held: sum.held + held,
    });
  }

  function limitsOf(agent: SpendingAgent, dayMessages: number, monthMicros: number): Limit[] {
    const { dailyMessages, monthlyCents } = agent.configuration.access;
    const limits: Limit[] = [
      { of: 'day', used: dayMessages, cap: dailyMessages },
      { of: 'month', used: monthMicros, cap: monthlyCents * microsInCent },
    ];
    return limits.filter(({ cap }) => cap > 0);
  }

  async function tellOwners(agent: SpendingAgent, limit: Limit, percent: number): Promise<void> {
    const now = clock.now();
    const isNews = await database.account(agent.accountId, async (tx) => {
      const isFirst = await agentsUsageRepository(tx).notice(
        agent.id,
        limit.of,
        periodsOf(now)[limit.of],
        percent,
        now,
      );
      if (isFirst)
        await services.realtime.publish(tx, {
          topic: `account:${agent.accountId}`,
          data: { type: 'agent.limit', agentId: agent.id, of: limit.of, percent },
        });
      return isFirst;
    });
    if (!isNews) return;
    services.log.info(
      { agentId: agent.id, of: limit.of, percent },
      'an agent came near a limit or reached it',
    );
    for (const { email, language } of await findOwners(database, agent.accountId)) {
      const money = (micros: number): string =>
        new Intl.NumberFormat(language, { style: 'currency', currency: 'USD' }).format(micros / 1_000_000);
      const format =
        limit.of === 'day' ? (count: number) => new Intl.NumberFormat(language).format(count) : money;
      const usage = services.translator.text(language, `mail:agent-limit.${limit.of}`, {
        used: format(limit.used),
        limit: format(limit.cap),
      });
      const then = services.translator.text(
        language,
        `mail:agent-limit.${agent.configuration.access.atLimit === 'say' ? 'say' : 'builtIn'}`,
      );
      await services.mail.send({
        kind: percent === 100 ? 'agent-limit-reached' : 'agent-limit-near',
        to: email,
        language,
        accountId: agent.accountId,
        variables: {
          url: `${services.publicUrl()}${paths.editAgent(agent.id)}?section=access`,
          agent: agent.configuration.basic.name,
          usage,
          then,
        },
      });
    }
  }

  function check(agent: SpendingAgent, dayMessages: number, monthMicros: number): void {
    for (const limit of limitsOf(agent, dayMessages, monthMicros)) {
      const percent =
        limit.used >= limit.cap ? 100 : limit.used * 100 >= limit.cap * warnPercent ? warnPercent : 0;
      const key = `${agent.id} ${periodsOf(clock.now())[limit.of]} ${limit.of} ${limit.cap} ${percent}`;
      if (percent === 0 || told.get(key)) continue;
      told.set(key, true);
      const work: Promise<void> = tellOwners(agent, limit, percent)
        .catch((error: unknown) => {
          told.delete(key);
          services.log.warn({ err: error, agentId: agent.id }, 'an owner could not be told of a limit');
        })
        .finally(() => telling.delete(work));
      telling.add(work);
    }
  }

  let flushing = Promise.resolve();
  async function flushNow(): Promise<void> {
    if (pending.size === 0) return;
    const taken = pending;
    pending = new Map();
    const { day, month } = periodsOf(clock.now());
    try {
      for (const now of await agentsUsageRepository(database.direct).addAll(
        [...taken.values()],
        day,
        month,
      )) {
        const known = taken.get(now.agentId);
        if (known) check(known.agent, now.dayMessages, now.monthMicros);
      }
    } catch (error) {
      for (const { agent, messages, micros, held } of taken.values()) add(agent, messages, micros, held);
      throw error;
    }
  }
  /** Writes what was added up; one at a time. */
  const flush = (): Promise<void> => (flushing = flushing.catch(() => undefined).then(flushNow));
  const timer = setInterval(
    () =>
      void flush().catch((error: unknown) =>
        services.log.debug({ err: error }, 'what agents used could not be written'),
      ),
    flushMs,
  );
  timer.unref();

  return {
    /**
     * What a message of this agent must take before its answer begins; null when nothing limits it.
     * `reserveMicros` is what the answer may cost.
     */
    terms(agent: RunningAgent, reserveMicros: number, isFree: boolean): UsageTerms | null {
      const { dailyMessages, monthlyCents, atLimit } = agent.configuration.access;
      const microsCap = isFree ? 0 : monthlyCents * microsInCent;
      if (agent.isPreview || (dailyMessages === 0 && microsCap === 0)) return null;
      return {
        agentId: agent.id,
        accountId: agent.accountId,
        ...periodsOf(clock.now()),
        messages: 1,
        heldMicros: microsCap === 0 ? 0 : reserveMicros,
        messagesCap: dailyMessages,
        microsCap,
        isHard: atLimit === 'say',
      };
    },

    /**
     * After a message was accepted under `terms`: tells the owner what is due. True when the message lies
     * beyond a limit.
     */
    taken(
      agent: RunningAgent,
      terms: UsageTerms,
      now: { dayMessages: number; monthMicros: number; monthHeld: number },
    ): boolean {
      check(agent, now.dayMessages, now.monthMicros);
      return (
        (terms.messagesCap > 0 && now.dayMessages > terms.messagesCap) ||
        (terms.microsCap > 0 && now.monthMicros + now.monthHeld - terms.heldMicros >= terms.microsCap)
      );
    },

    /** Counts a message for which no limit had to be asked. */
    addMessage(agent: RunningAgent): void {
      if (!agent.isPreview) add(agent, 1, 0, 0);
    },
    /** Counts what an answer cost, and lets go of what was held back for it. */
    charge(agent: RunningAgent, micros: number, heldMicros: number): void {
      if (agent.isPreview || (micros === 0 && heldMicros === 0)) return;
      add(agent, 0, micros, -heldMicros);
      // The next message may need the room now.
      if (heldMicros > 0) void flush().catch(() => undefined);
    },

    /**
     * Counts what a model cost that worked for the agent beside its answers: a summary, help in the inbox, a
     * text for the editor.
     */
    spend(agent: SpendingAgent, micros: number): void {
      if (!agent.isPreview && micros > 0) add(agent, 0, micros, 0);
    },
    /**
     * Whether the month's money for models is used up. What is only convenient is then left to the built-in
     * engine.
     */
    async isSpent(agent: SpendingAgent): Promise<boolean> {
      const cap = agent.configuration.access.monthlyCents * microsInCent;
      if (cap === 0) return false;
      await flush().catch(() => undefined);
      const row = await agentsUsageRepository(database.direct).of(agent.id);
      return row !== null && row.month === periodsOf(clock.now()).month && row.monthMicros >= cap;
    },

    flush,
    /** Writes the last counts and lets notices leave. */
    async drain(): Promise<void> {
      clearInterval(timer);
      await flush().catch((error: unknown) =>
        services.log.warn({ err: error }, 'what agents used could not be written at the end'),
      );
      await Promise.all(telling);
    },

    async usage(scope: AccountScope, id: string): Promise<AgentUsage> {
      await flush().catch(() => undefined);
      const { day, month } = periodsOf(clock.now());
      return scope.run(async (tx) => {
        const agent = await agentsRepository(tx).byId(id);
        if (!agent) throw new AppError(agentsErrors.notFound);
        const row = await agentsUsageRepository(tx).of(id);
        const { access } = agentConfiguration.parse(agent.live ?? agent.draft);
        const [isToday, isMonth] = [row?.day === day, row?.month === month];
        const told = (percent: number | undefined): 0 | 80 | 100 =>
          percent === 80 || percent === 100 ? percent : 0;
        return {
          day,
          dayMessages: isToday ? (row?.dayMessages ?? 0) : 0,
          dayLimit: access.dailyMessages,
          dayNotice: isToday ? told(row?.dayNotice) : 0,
          month: month.slice(0, 7),
          monthMessages: isMonth ? (row?.monthMessages ?? 0) : 0,
          monthMicros: isMonth ? (row?.monthMicros ?? 0) : 0,
          monthLimitMicros: access.monthlyCents * microsInCent,
          monthNotice: isMonth ? told(row?.monthNotice) : 0,
        };
      });
    },
  };
}

export type AgentUsageUsecases = ReturnType<typeof createAgentUsage>;
