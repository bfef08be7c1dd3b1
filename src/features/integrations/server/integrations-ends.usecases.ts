import { z } from 'zod';
import type { Database } from '#platform/database/database.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import type { Logger } from '#platform/log/logger.ts';
import type { Realtime } from '#platform/realtime/realtime.ts';
import { findLlmDefinition, llmDefinitions } from '#providers/llm/llm.definitions.ts';
import type { LlmConnection } from '#providers/llm/llm.port.ts';
import type { LlmProviders } from '#providers/llm/llm.registry.ts';
import { toldEnds } from './integrations-presenting.models.ts';
import { integrationsRepository, type ConnectionRow } from './integrations.repository.ts';

const atOnce = 100;
const timeoutMs = 20_000;
/** Vendors whose lists of models tell when each ends. */
const tellingIds = llmDefinitions.filter(({ tellsEnds }) => tellsEnds).map(({ id }) => id);

export const readModelEndsJob = defineJob({
  name: 'integrations.read-model-ends',
  payload: z.object({}),
  retryLimit: 0,
  expireInSeconds: 3_600,
  concurrency: 1,
});

/** Keeps what vendors' own lists tell of models that will end. */
export function createEndsReading(services: {
  database: Database;
  log: Logger;
  realtime: Realtime;
  llm: LlmProviders;
  /** With which key an account calls a vendor; null where it does not any more. */
  connectionOf(
    accountId: string,
    provider: string,
  ): Promise<Pick<LlmConnection, 'apiKey' | 'baseUrl'> | null>;
  /** This process forgets what it knew of the connection; others are told. */
  forget(accountId: string, provider: string): void;
}) {
  const { database, log, llm } = services;

  async function readEndsOf({ id, accountId, provider, ends }: ConnectionRow): Promise<void> {
    const connection = await services.connectionOf(accountId, provider);
    const definition = findLlmDefinition(provider);
    if (!connection || !definition) return;
    const signal = AbortSignal.timeout(timeoutMs);
    const now = toldEnds(await llm.get(definition.id).listModels({ ...connection, signal }));
    if (JSON.stringify(now) === JSON.stringify(ends)) return;
    await database.account(accountId, async (tx) => {
      await integrationsRepository(tx).setEnds(id, now);
      await services.realtime.publish(tx, { topic: 'integrations', data: { accountId } });
    });
    services.forget(accountId, provider);
  }

  return {
    /** Asks those vendors again, for each account that has connected them. */
    async readEnds(aborted?: AbortSignal): Promise<void> {
      for (let after = ''; ;) {
        const found = await integrationsRepository(database.direct).ofProviders(tellingIds, after, atOnce);
        for (const row of found) {
          if (aborted?.aborted) return;
          // A key that was taken back at the vendor's is told of where the agent answers.
          await readEndsOf(row).catch((error: unknown) =>
            log.info(
              { err: error, accountId: row.accountId, provider: row.provider },
              'a vendor did not tell which of its models end',
            ),
          );
        }
        after = found.at(-1)?.id ?? after;
        if (found.length < atOnce) return;
      }
    },
  };
}
