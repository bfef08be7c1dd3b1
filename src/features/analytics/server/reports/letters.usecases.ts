import { AppError } from '#shared/errors.ts';
import type { Language } from '#shared/languages.ts';
import { paths } from '#shared/paths.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/database/database.ts';
import type { AccountScope } from '#platform/http/access.ts';
import type { Logger } from '#platform/log/logger.ts';
import { roleGrants } from '#features/accounts/accounts.contract.ts';
import { findPeople, findWorkingMembers } from '#features/accounts/server/accounts.usecases.ts';
import { writeAudit } from '#features/audit/server/audit.usecases.ts';
import type { MailPreferences } from '#features/mail/server/mail-preferences.usecases.ts';
import type { MailRequest, MailUsecases } from '#features/mail/server/mail.usecases.ts';
import { analyticsErrors } from '../../analytics.contract.ts';
import {
  analyticsReportsErrors,
  type ReportRhythm,
  type ReportSchedule,
} from '../../analytics-reports.contract.ts';
import { zoneNamed } from '../figures/period.models.ts';
import { daysTold, lastDue, nextDue } from './due.models.ts';
import { letterOf, type FailingTests } from './letter.models.ts';
import { readersRepository, type ReaderRow } from './readers.repository.ts';
import type { Reports } from './report.usecases.ts';

/** A member as letters are written to them. */
export type Reader = {
  scope: AccountScope;
  email: string;
  language: Language;
};

export type LettersServices = {
  database: Database;
  clock: Clock;
  log: Logger;
  reports: Reports;
  mail: Pick<MailUsecases, 'send' | 'draft' | 'leaves'>;
  preferences: Pick<MailPreferences, 'reportsLinkFor' | 'acceptReports'>;
  publicUrl(): string;
  /** Suites of the simulator whose last run failed, of agents that the member reaches. */
  failingTests(scope: AccountScope): Promise<FailingTests[]>;
  /** A member who may sign in and work in the account now; null: nobody of that kind. */
  readerOf(accountId: string, userId: string): Promise<Reader | null>;
};

const atOnce = 50;
/** For so long after it is due a letter that fails is tried again; then its reader waits for the next one. */
const triedForMs = 3_600_000;
const mayRead = ({ role }: { role: string }): boolean => roleGrants(role, 'agents.read');

/** Figures by mail: a letter of the week, or a report of the month, to members who were chosen. */
export function createReportLetters(services: LettersServices) {
  const { database, clock, log, reports, mail, preferences } = services;

  /** The mail that tells a member about the days before one on which it is due. */
  async function compose(
    { scope, language }: Pick<Reader, 'scope' | 'language'>,
    { every, zone }: Pick<ReaderRow, 'every' | 'zone'>,
  ): Promise<{
    request: Omit<MailRequest, 'to'>;
    days: { from: string; to: string };
    attach(): Promise<MailRequest['attachment']>;
  }> {
    const days = daysTold(every, lastDue(every, zone, clock.now()));
    const data = await reports.read(scope, { zone, ...days, compare: 'true' });
    const { variables, rows, sections, action } = letterOf(
      data,
      await services.failingTests(scope),
      every,
      language,
      reports.textIn(language),
    );
    const text = reports.textIn(language);
    return {
      days,
      request: {
        kind: every === 'week' ? 'weekly-letter' : 'monthly-report',
        language,
        accountId: scope.accountId,
        readerId: scope.userId,
        variables: { ...variables, url: services.publicUrl() + action.path },
        rows,
        sections,
        links: [
          {
            label: text('analytics-report:letter.dashboard'),
            url: `${services.publicUrl()}${paths.dashboard}`,
          },
        ],
      },
      async attach() {
        const { name, type, bytes } = await reports.draw(scope, data, 'pdf', language);
        return { name, type, content: bytes };
      },
    };
  }

  async function write(row: ReaderRow): Promise<void> {
    const next = nextDue(row.every, row.zone, clock.now());
    const reader = await services.readerOf(row.accountId, row.userId);
    const isWanted =
      reader !== null &&
      reader.scope.can('agents.read') &&
      (await preferences.reportsLinkFor(row.accountId, row.userId, reader.language)) !== null;
    // Who may not read now may again next week.
    if (!isWanted) {
      await database.system((tx) => readersRepository(tx).moveOn(row, next));
      return;
    }
    const { request, attach } = await compose(reader, row);
    const attachment = await attach();
    await database.system(async (tx) => {
      if (!(await readersRepository(tx).moveOn(row, next))) return;
      await mail.send({ ...request, to: reader.email, ...(attachment && { attachment }) }, tx);
    });
  }

  /** What fails is tried again within the hour, and after that left out this time: said once. */
  async function putOff(row: ReaderRow, error: unknown): Promise<void> {
    const now = clock.now();
    if (now.getTime() - row.nextAt.getTime() < triedForMs) return;
    log.error(
      { err: error, accountId: row.accountId, userId: row.userId },
      'figures could not be mailed to a member; the next letter is tried when it is due',
    );
    await database.system((tx) => readersRepository(tx).moveOn(row, nextDue(row.every, row.zone, now)));
  }

  async function schedule(scope: AccountScope): Promise<ReportSchedule> {
    const rows = await scope.run((tx) => readersRepository(tx).of(scope.accountId));
    const members = await database.system((tx) => findWorkingMembers(tx, scope.accountId));
    const readable = members.filter(mayRead);
    const people = await findPeople(
      database,
      readable.map(({ userId }) => userId),
    );
    const [first] = rows;
    return {
      every: first?.every ?? 'off',
      zone: first?.zone ?? 'UTC',
      nextAt: first?.nextAt.toISOString() ?? null,
      doMailsLeave: mail.leaves(),
      members: await Promise.all(
        readable.map(async ({ userId }) => ({
          userId,
          name: people.get(userId)?.name ?? '',
          email: people.get(userId)?.email ?? '',
          isChosen: rows.some((row) => row.userId === userId),
          hasStopped: (await preferences.reportsLinkFor(scope.accountId, userId, 'en')) === null,
        })),
      ),
    };
  }

  return {
    schedule,

    /**
     * Says how often figures are mailed, and to whom. Whoever chooses themselves takes their own no back; nobody
     * takes back that of another.
     */
    async setSchedule(
      scope: AccountScope,
      { every, zone: given, userIds }: { every: ReportSchedule['every']; zone: string; userIds: string[] },
    ): Promise<ReportSchedule> {
      const zone = zoneNamed(given);
      if (zone === null) throw new AppError(analyticsErrors.unknownZone, { variables: { zone: given } });
      const chosen = every === 'off' ? [] : [...new Set(userIds)];
      const members = await database.system((tx) => findWorkingMembers(tx, scope.accountId));
      const readable = new Set(members.filter(mayRead).map(({ userId }) => userId));
      if (chosen.some((userId) => !readable.has(userId)) || (every !== 'off' && chosen.length === 0))
        throw new AppError(analyticsReportsErrors.noReader);
      await scope.run(async (tx) => {
        const nextAt = every === 'off' ? null : nextDue(every, zone, clock.now());
        await readersRepository(tx).replace(
          scope.accountId,
          chosen.flatMap((userId) =>
            every === 'off' || nextAt === null
              ? []
              : [{ accountId: scope.accountId, userId, every, zone, nextAt }],
          ),
        );
        await writeAudit(tx, scope, 'account.report_mails_changed', {
          details: { number: String(chosen.length) },
        });
      });
      if (chosen.includes(scope.userId)) await preferences.acceptReports(scope.accountId, scope.userId);
      return schedule(scope);
    },

    /** The mail that a member would get now. */
    async preview(
      scope: AccountScope,
      language: Language,
      { every, zone: given }: { every: ReportRhythm; zone: string },
    ): Promise<{ subject: string; text: string; html: string; from: string; to: string }> {
      const zone = zoneNamed(given);
      if (zone === null) throw new AppError(analyticsErrors.unknownZone, { variables: { zone: given } });
      const { request, days } = await compose({ scope, language }, { every, zone });
      return { ...(await mail.draft(request)), ...days };
    },

    /** Writes every mail that is due, one for each reader however many were missed. */
    async send(signal?: AbortSignal): Promise<void> {
      for (let after = { accountId: '', userId: '' }; ;) {
        const due = await readersRepository(database.direct).due(clock.now(), after, atOnce);
        for (const row of due) {
          if (signal?.aborted) return;
          await write(row).catch((error: unknown) => putOff(row, error));
        }
        const last = due.at(-1);
        if (!last || due.length < atOnce) return;
        after = last;
      }
    },
  };
}

export type ReportLetters = ReturnType<typeof createReportLetters>;
