import { z } from 'zod';
import { paths } from '#shared/paths.ts';
import { daysUntilEnd, findModelEnd, modelEndNoticeDays, type ModelEnd } from '#shared/models/model-ends.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/database/database.ts';
import type { Translator } from '#platform/i18n/translator.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import type { Logger } from '#platform/log/logger.ts';
import { findLlmDefinition } from '#providers/llm/llm.definitions.ts';
import { findOwners } from '#features/accounts/server/accounts.usecases.ts';
import type { IntegrationsUsecases } from '#features/integrations/server/integrations.usecases.ts';
import type { MailUsecases } from '#features/mail/server/mail.usecases.ts';
import { agentsRepository, type AgentWithModels } from '../agents.repository.ts';
import { configuredModels, type ConfiguredModel } from './configured-models.models.ts';

export const tellModelEndsJob = defineJob({
  name: 'agents.tell-model-ends',
  payload: z.object({}),
  retryLimit: 0,
  expireInSeconds: 3_600,
  concurrency: 1,
});

const atOnce = 500;
/** No server's page lists more. */
const mostListed = 1_000;

/** An agent, one of its models that ends soon or has ended, and in how many days. */
type Ending = {
  agent: AgentWithModels;
  configured: ConfiguredModel;
  end: ModelEnd;
  days: number;
};

/** Writes to owners before a model of an agent that visitors find ends: once for each end. */
export function createModelEnds(services: {
  database: Database;
  clock: Clock;
  log: Logger;
  translator: Translator;
  integrations: Pick<IntegrationsUsecases, 'endsOf'>;
  mail: Pick<MailUsecases, 'send'>;
  publicUrl(): string;
}) {
  const { database, clock, translator } = services;

  async function tell({ agent, configured, end: { endsOn, replacement } }: Ending): Promise<void> {
    const { provider, model, use } = configured;
    const definition = findLlmDefinition(provider);
    const labelOf = (id: string): string => definition?.models.find((one) => one.id === id)?.label ?? id;
    const vendor = definition?.label ?? provider;
    const owners = await findOwners(database, agent.accountId);
    const url = `${services.publicUrl()}${paths.editAgent(agent.id)}?section=${use === 'calls' ? 'voice' : 'ai'}`;
    await database.system(async (tx) => {
      // Of two processes one gets it, and a mail that can't be written down is tried again.
      const isNews = await agentsRepository(tx).claimModelEnd(agent.id, `${provider}/${model} ${endsOn}`);
      if (!isNews) return;
      for (const { email, language } of owners) {
        const date = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(
          new Date(endsOn),
        );
        const about = { agent: agent.name, vendor, model: labelOf(model), date };
        const instead = replacement && (use === 'answers' ? 'instead' : 'chosen');
        await services.mail.send(
          {
            kind: 'model-ending',
            to: email,
            language,
            accountId: agent.accountId,
            variables: {
              url,
              ...about,
              use: translator.text(language, `mail:model-ends.${use}`, about),
              instead: instead
                ? translator.text(language, `mail:model-ends.${instead}`, { model: labelOf(replacement) })
                : translator.text(language, 'mail:model-ends.another'),
            },
          },
          tx,
        );
      }
    });
  }

  /** The models that end soon or have ended of agents that visitors find, one after the other. */
  async function* ending(): AsyncGenerator<Ending> {
    for (let after = ''; ;) {
      const found = await agentsRepository(database.direct).openWithModels(after, atOnce);
      for (const agent of found) {
        for (const configured of configuredModels(agent)) {
          const ends = await services.integrations.endsOf(agent.accountId, configured.provider);
          const end = findModelEnd(ends, configured.model);
          const days = end ? daysUntilEnd(end, clock.now()) : Infinity;
          if (end && days <= modelEndNoticeDays) yield { agent, configured, end, days };
        }
      }
      after = found.at(-1)?.id ?? after;
      if (found.length < atOnce) return;
    }
  }

  return {
    /** Goes over all agents that visitors find. */
    async tellModelEnds(signal?: AbortSignal): Promise<void> {
      for await (const one of ending()) {
        if (signal?.aborted) return;
        const { agent, days } = one;
        // Whose model is gone reads of it at the agent.
        if (days > 0)
          await tell(one).catch((error: unknown) =>
            services.log.error(
              { err: error, agentId: agent.id },
              'owners could not be written to about a model that ends',
            ),
          );
      }
    },

    /** The first few of them, by their numbers. */
    async endingAgents(): Promise<{ number: number; model: string; endsOn: string }[]> {
      const found = [];
      for await (const { agent, configured, end } of ending()) {
        found.push({ number: agent.number, model: configured.model, endsOn: end.endsOn });
        if (found.length === mostListed) break;
      }
      return found;
    },
  };
}

export type ModelEnds = ReturnType<typeof createModelEnds>;
