import { readConfig } from '#platform/config/settings.ts';
import { openDatabase } from '#platform/database/database.ts';
import { createSilentLogger } from '#platform/log/logger.ts';
import { registerJobs } from '../../src/apps/server/jobs.ts';
import { projectFolder } from '../../src/apps/server/project-folder.ts';
import { createServices, type Services } from '../../src/apps/server/services.ts';
import { readDemoContent, type DemoContent } from '../../src/apps/server/sample-company/content.ts';
import { liveThrough, type Happened } from '../../src/apps/server/sample-company/days.ts';
import { withoutLimits } from '../../src/apps/server/sample-company/without-limits.ts';
import { dateAuditLog, finish } from './finish.ts';
import { neighboursDays, silentDns } from './neighbours.ts';
import { trialsDays, watchOn } from './trials.ts';
import { daysBefore, operatorsDays, proveAddresses } from './operator.ts';
import { createMovedTime } from '../../src/apps/server/sample-company/queue.ts';
import {
  createPassword,
  setUpCompany,
  type DemoCompany,
  type Member,
} from '../../src/apps/server/sample-company/set-up.ts';

export const demoDays = 90;
export const demoSeed = 20_260_214;
const dayMs = 86_400_000;
/**
 * In so long a company is set up. Its days end afterwards, so that a plan that it bought meanwhile is renewed on the
 * day on which it is due, and not on the next.
 */
const setUpMs = 8 * 3_600_000;
/** Enough that Node and PostgreSQL don't wait for each other. */
const atOnce = 8;

/** Somebody who can be signed in as, and where they stand then. */
export type DemoPerson = {
  who: string;
  name: string;
  userId: string;
  accountId: string;
  path: string;
};

export type MadeDemo = {
  happened: Happened;
  people: DemoPerson[];
  /** The password of all of them. */
  password: string;
};

/** The owner, a colleague who answers visitors, who runs the server, and who owns an agency on it. */
function peopleOf(
  { owner, team, operator }: DemoCompany,
  { company }: DemoContent,
  agency: Member | undefined,
): DemoPerson[] {
  const person = (who: string, name: string, member: Member | undefined, to: string): DemoPerson[] =>
    member ? [{ who, name, userId: member.userId, accountId: member.scope.accountId, path: to }] : [];
  return [
    ...person('owner', company.owner.name, owner, '/dashboard'),
    ...person('colleague', company.team[0]?.name ?? '', team[0], '/dashboard/inbox'),
    ...person('operator', company.operator.name, operator, '/superadmin'),
    ...person(
      'agency',
      company.neighbours.find(({ whiteLabel }) => whiteLabel)?.person.name ?? '',
      agency,
      '/dashboard/white-label',
    ),
  ];
}

/**
 * Makes a company with its last days in a migrated, empty database, through the use cases that people's clicks
 * reach. `end` is the moment at which the demo begins; the same seed makes the same days before it.
 */
export async function makeDemo(options: {
  databaseUrl: string;
  dataDir: string;
  publicUrl: string;
  environment?: Record<string, string>;
  end?: Date;
  days?: number;
  seed?: number;
  /** Called with the use cases when all is made, before they are closed. */
  look?(services: Services, company: DemoCompany): Promise<void>;
}): Promise<MadeDemo> {
  const { databaseUrl, dataDir, publicUrl, end = new Date(), days = demoDays, seed = demoSeed } = options;
  const log = createSilentLogger();
  const database = openDatabase({ url: databaseUrl, log });
  const time = createMovedTime(new Date(end.getTime() - (days + 2) * dayMs - setUpMs), {
    isAlone: true,
    atOnce,
    startMs: setUpMs,
  });
  const services = await createServices({
    config: readConfig({ PLANS: 'paid', LOCAL_MODEL_URLS: 'none', ...options.environment }),
    log,
    database,
    dataDir,
    clock: time,
    jobs: time.jobs,
    publicUrl: () => publicUrl,
    dns: silentDns,
    limiter: withoutLimits,
    isAlone: true,
  });
  try {
    registerJobs(services);
    const content = readDemoContent(projectFolder);
    const password = createPassword();
    const company = await setUpCompany(services, time, content, password);
    await proveAddresses(services, company);
    const ago = daysBefore(end, days);
    const agencies: Member[] = [];
    const others = [
      ...operatorsDays(services, content, company, ago),
      ...trialsDays(services, content, company, ago),
      ...neighboursDays(services, content, time, ago, password, ({ whiteLabel }, member) => {
        if (whiteLabel) agencies.push(member);
      }),
    ];
    // Counted as the weeks go by: whoever opens a chat and says nothing is forgotten after a while. Right before a day on
    // which what is done by the clock looks at what was counted.
    const weeks = Array.from({ length: Math.floor(days / 7) }, (_, week) => ({
      at: new Date(end.getTime() - (week * 7 + 1) * dayMs - 60_000),
      happen: () => services.analyticsCounting.drain(),
    }));
    const happened = await liveThrough(
      { services, time, content, company },
      { days, end, seed, others: [...others, ...weeks] },
    );
    await services.analyticsCounting.drain();
    await watchOn(services, company);
    await finish(services, time, content, company, agencies);
    await services.landingPages.counting.drain();
    await dateAuditLog(database, time);
    await options.look?.(services, company);
    return { happened, people: peopleOf(company, content, agencies[0]), password };
  } finally {
    await services.conversations.drain(5_000);
    await services.agentUsage.drain();
    await services.codeSandbox.close();
    await Promise.all([services.documents.close(), services.drawer.close(), services.css.close()]);
    services.llm.close();
    await services.safeFetch.close();
    await services.realtime.close();
    await database.close();
  }
}
