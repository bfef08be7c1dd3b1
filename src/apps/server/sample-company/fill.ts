import { createSilentLogger } from '#platform/log/logger.ts';
import { projectFolder } from '../project-folder.ts';
import { createServicesOn, type Services } from '../services.ts';
import { readDemoContent } from './content.ts';
import { liveThrough } from './days.ts';
import { createMovedTime, type MovedTime } from './queue.ts';
import { findMember, furnish, makeAgents, type Company } from './set-up.ts';
import { withoutLimits } from './without-limits.ts';

const dayMs = 86_400_000;
/** How many days a sample account has behind it: enough to see a week beside another, few enough to be quick. */
const sampleDays = 7;
const sampleSeed = 20_261_128;

type Past = {
  services: Services;
  time: MovedTime;
};
const pasts = new WeakMap<Services, Promise<Past>>();

/**
 * The same use cases on the same database, in a time of their own, with background work that is done in it. What a
 * server does by the clock is left out: it would look at everybody's data.
 */
async function createPast(services: Services, registerJobs: (past: Services) => void): Promise<Past> {
  const time = createMovedTime(new Date(0), { isAlone: false });
  const past = await createServicesOn(
    {
      ...services,
      // Those that are there keep the server's time.
      paymentVendors: undefined,
      clock: time,
      jobs: time.jobs,
      limiter: withoutLimits,
      log: createSilentLogger(),
    },
    '',
  );
  registerJobs(past);
  return { services: past, time };
}

/**
 * Fills a sample account with a company's last days, up to now, through the use cases that people's clicks reach.
 * Its owner is everybody who works there. One at a time in each process.
 */
export async function fillSampleAccount(
  services: Services,
  registerJobs: (past: Services) => void,
  { accountId, userId }: { accountId: string; userId: string },
  { now, isWanted }: { now: Date; isWanted: () => Promise<boolean> },
): Promise<void> {
  const made = pasts.get(services) ?? createPast(services, registerJobs);
  pasts.set(services, made);
  const { services: past, time } = await made;
  // Who came last has time to end what they say.
  const end = new Date(now.getTime() - 30 * 60_000);
  time.begin(new Date(now.getTime() - (sampleDays + 1) * dayMs));
  const content = readDemoContent(projectFolder);
  const owner = await findMember(past, userId, accountId);
  const agents = await makeAgents(past, owner.scope, time, content);
  const company: Company = {
    owner,
    team: [owner, owner, owner, owner],
    agents,
    ...(await furnish(past, owner.scope, content, agents)),
  };
  await liveThrough(
    { services: past, time, content, company },
    { days: sampleDays, end, seed: sampleSeed, isWanted },
  );
  await past.conversations.drain(5_000);
}
