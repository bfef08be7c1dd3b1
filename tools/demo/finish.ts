import { sql } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import { openSession } from '#features/auth/server/auth-sessions.usecases.ts';
import type { Services } from '../../src/apps/server/services.ts';
import type { DemoContent } from '../../src/apps/server/sample-company/content.ts';
import type { MovedTime } from '../../src/apps/server/sample-company/queue.ts';
import type { Company, Member } from '../../src/apps/server/sample-company/set-up.ts';

/** Forms of so many days wait for somebody who reads them. */
const unreadDays = 6;

/** What the team is signed in with. */
const browsers = [
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:148.0) Gecko/20100101 Firefox/148.0',
];

/** What the team does last: some gaps are closed, somebody is invited. */
export async function finish(
  services: Services,
  time: MovedTime,
  { company }: DemoContent,
  made: Company,
  agencies: readonly Member[],
): Promise<void> {
  const { owner, team, agents } = made;
  for (const gap of await services.answerGaps.list(owner.scope, undefined)) {
    const answer = Object.entries(company.gapAnswers).find(([question]) => gap.question.endsWith(question));
    if (answer)
      await services.answerGaps.answer(owner.scope, gap.messageId, {
        question: answer[0],
        answer: answer[1],
        messageIds: gap.messageIds,
      });
  }
  await services.team.invitations.invite(
    owner.scope,
    { ...company.invited, agentIds: [agents.alder.id] },
    'en',
  );
  for (const suite of await services.simulator.suites.list(owner.scope, undefined))
    await services.simulator.runs.start(owner.scope, suite.id, {
      version: null,
      player: 'script',
      isReading: false,
      isSpoken: false,
    });
  await connect(services, owner);
  await readForms(services, made, time.now());
  await time.goTo(time.now());
  // Whoever works here was seen today, one after the other, where they are signed in.
  for (const [at, { scope, userId }] of [owner, ...team, ...agencies].entries()) {
    const seenAt = new Date(time.now().getTime() - (at * 47 + 4) * 60_000);
    await services.accounts.markActive(scope.accountId, userId, seenAt);
    await services.database.system((tx) =>
      openSession(tx, { userId, worksIn: scope.accountId, userAgent: browsers[at % 2] ?? '', now: seenAt }),
    );
  }
}

/** A program that reads contacts, and a receiver that waits for its first call: nothing leaves the demo. */
async function connect({ accountKeys, webhooks }: Services, { scope }: Member): Promise<void> {
  await accountKeys.create(scope, {
    name: 'Practice calendar',
    isTest: false,
    scopes: ['contacts.read', 'conversations.read'],
    agentIds: null,
    requestsPerMinute: 60,
  });
  const { id } = await webhooks.create(scope, {
    url: 'https://calendar.lindenhof.example/chatelier',
    description: 'Appointments that were asked for in a chat',
    format: 'events',
    events: ['contact.created', 'form.submitted', 'conversation.resolved'],
  });
  await webhooks.change(scope, id, { isEnabled: false });
}

/** What was sent earlier than the last days was read. */
async function readForms(
  { forms }: Services,
  { forms: all, team, owner }: Company,
  now: Date,
): Promise<void> {
  const { scope } = team[0] ?? owner;
  const before = new Date(now.getTime() - unreadDays * 86_400_000).toISOString();
  for (const { id } of Object.values(all)) {
    const { submissions } = await forms.submissions.list(scope, id, { view: 'new', limit: 100 });
    const read = submissions.filter(({ submittedAt }) => submittedAt !== null && submittedAt < before);
    if (read.length > 0)
      await forms.submissions.mark(
        scope,
        id,
        read.map((one) => one.id),
        'read',
      );
  }
}

/**
 * Gives each line of the audit log the invented moment at which it was written. The database dates them and lets nobody
 * change one, so this is done as whoever owns the table, before anybody reads it.
 */
export async function dateAuditLog({ direct }: Database, time: Pick<MovedTime, 'at'>): Promise<void> {
  const { rows } = await direct.execute<{ id: string; at: string }>(
    sql`SELECT id, created_at AS at FROM audit_entries`,
  );
  const dated = rows.map(({ id, at }) => ({ id, at: time.at(new Date(at)).toISOString() }));
  await direct.execute(sql`ALTER TABLE audit_entries DISABLE TRIGGER audit_entries_stay`);
  await direct.execute(sql`UPDATE audit_entries SET created_at = dated.at
    FROM jsonb_to_recordset(${JSON.stringify(dated)}::jsonb) AS dated(id text, at timestamptz)
    WHERE audit_entries.id = dated.id`);
  await direct.execute(sql`ALTER TABLE audit_entries ENABLE TRIGGER audit_entries_stay`);
}
