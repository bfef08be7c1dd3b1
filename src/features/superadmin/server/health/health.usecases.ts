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
  /** After that Stripe counts as silent. Default 5,000. */
  stripeTimeoutMs?: number;
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
      const repository = healthRepository(database.direct);
      const [about, troubles, counts, endingAgents, stripeLacks] = isThere
        ? await Promise.all([
            repository.database(),
            repository.troubles(),
            jobs.counts(),
            services.endingAgents(),
            isSelling ? within(services.stripeTimeoutMs ?? 5_000, services.stripeLacks()) : [],
          ])
        : [null, noTroubles, { waiting: 0, failed: 0, oldestSeconds: 0 }, [], []];
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

/** What comes in time, else null. */
async function within<T>(milliseconds: number, work: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
