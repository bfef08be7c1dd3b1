import type { Clock } from '#platform/clock/clock.ts';
import { isReachable, type Database } from '#platform/database/database.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { HealthCheck } from '../../superadmin-health.contract.ts';
import { healthOf, type HealthFacts } from './health.models.ts';
import { healthRepository, noTroubles } from './health.repository.ts';

/** What the program that runs knows of itself. */
export type ServerFacts = Omit<
  HealthFacts,
  | 'database'
  | 'jobs'
  | 'mail'
  | 'failingAgents'
  | 'endingAgents'
  | 'failingEmbeddings'
  | 'disk'
  | 'stripeLacks'
>;

/** How the server is, looked at when somebody asks. */
export function createHealth(services: {
  database: Database;
  clock: Clock;
  jobs: Pick<Jobs, 'counts'>;
  mail: { leaves(): boolean };
  facts(): ServerFacts;
  /** Agents whose model ends soon, or has ended. */
  endingAgents(): Promise<HealthFacts['endingAgents']>;
  /** What keeps plans from being sold through Stripe. */
  stripeLacks(): Promise<HealthFacts['stripeLacks']>;
  /** Room where everything is kept, in bytes; null where the system does not say. */
  disk(): Promise<HealthFacts['disk']>;
}) {
  const { database, clock, jobs } = services;
  return {
    async read(): Promise<{ checkedAt: string; checks: HealthCheck[] }> {
      const disk = await services.disk();
      const isThere = await isReachable(database, 2_000);
      const facts = services.facts();
      const isSelling = isThere && !facts.arePlansFree && facts.hasStripeKey;
      const stripeLacks = isSelling ? await services.stripeLacks() : [];
      const repository = healthRepository(database.direct);
      const [about, troubles, counts, endingAgents] = isThere
        ? await Promise.all([
            repository.database(),
            repository.troubles(),
            jobs.counts(),
            services.endingAgents(),
          ])
        : [null, noTroubles, { waiting: 0, failed: 0, oldestSeconds: 0 }, []];
      return {
        checkedAt: clock.now().toISOString(),
        checks: healthOf({
          ...facts,
          database: about,
          jobs: counts,
          mail: { isSending: services.mail.leaves(), stuck: troubles.mails },
          failingAgents: troubles.agents,
          endingAgents,
          failingEmbeddings: troubles.embeddings,
          stripeLacks,
          disk,
        }),
      };
    },
  };
}
