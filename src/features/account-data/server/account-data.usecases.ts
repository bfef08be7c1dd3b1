import { z } from 'zod';
import { AppError, commonErrors } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import type { Language } from '#shared/languages.ts';
import { paths } from '#shared/paths.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { violatedConstraint, type Database, type Transaction } from '#platform/database/database.ts';
import type { AccountScope } from '#platform/http/access.ts';
import type { Translator } from '#platform/i18n/translator.ts';
import { defineJob, type Jobs } from '#platform/jobs/jobs.ts';
import { admit, type RateLimiter } from '#platform/rate-limit/rate-limit.ts';
import type { Realtime } from '#platform/realtime/realtime.ts';
import { findAccount, lockAccount } from '#features/accounts/server/accounts-plan-status.usecases.ts';
import {
  holdSuperadmins,
  holdUser,
  worksElsewhere,
} from '#features/accounts/server/accounts-superadmin.usecases.ts';
import { findUserById, findUserEmails, findPeople } from '#features/accounts/server/accounts.usecases.ts';
import type { AgentsUsecases } from '#features/agents/server/agents.usecases.ts';
import { keepLinesOfSuperadmins } from '#features/audit/server/audit-superadmin.usecases.ts';
import { writeAudit } from '#features/audit/server/audit.usecases.ts';
import {
  findClientsWithoutOwner,
  releaseAll,
  type ReleaseServices,
} from '#features/agencies/server/agencies-release.usecases.ts';
import {
  endSessionsIn,
  endVisits,
  type SessionsUsecases,
} from '#features/auth/server/auth-sessions.usecases.ts';
import type { TwoFactorUsecases } from '#features/auth/server/auth-two-factor.usecases.ts';
import { emailKeyOf } from '#features/auth/server/auth.usecases.ts';
import type { BillingUsecases } from '#features/billing/server/billing.usecases.ts';
import type { ServicePauses } from '#features/payments/server/subscriptions/pauses.usecases.ts';
import type { Recordings } from '#features/calls/server/recordings/recordings.usecases.ts';
import type { ClonedVoices } from '#features/cloned-voices/server/cloned-voices.usecases.ts';
import type { MailUsecases } from '#features/mail/server/mail.usecases.ts';
import { endWithPerson, takesPersonAlong } from '#features/sample-data/server/sample-data.usecases.ts';
import {
  accountDataErrors,
  exportDays,
  exportsPerDay,
  type AccountExport,
} from '../account-data.contract.ts';
import { createZipWriter, exportedFileName, exportedPart, nameRow, readmeOf } from './account-data.models.ts';
import { keptByReset } from './account-data-reset.models.ts';
import { refuseLastSuperadmin, takeRole } from './account-data-superadmin.usecases.ts';
import { accountDataRepository, type ExportRow } from './account-data.repository.ts';

export type AccountDataServices = {
  database: Database;
  clock: Clock;
  jobs: Jobs;
  limiter: RateLimiter;
  realtime: Realtime;
  mail: Pick<MailUsecases, 'send'>;
  sessions: Pick<SessionsUsecases, 'confirmPassword'>;
  twoFactor: Pick<TwoFactorUsecases, 'confirmCode'>;
  translator: Translator;
  agents: Pick<AgentsUsecases, 'list' | 'remove'>;
  billing: Pick<BillingUsecases, 'endNow'>;
  clonedVoices: Pick<ClonedVoices, 'removeAtVendors'>;
  recordings: Pick<Recordings, 'files'>;
  subscribers: Pick<ServicePauses, 'endAll'>;
  /** What lets clients of an agency stand alone. */
  releasing: Pick<ReleaseServices, 'brands' | 'planStatuses' | 'trialDays'>;
  publicUrl(): string;
};

type Confirmation = {
  confirmation: string;
  password: string;
  code: string;
};

export const exportJob = defineJob({
  name: 'account-data.export',
  payload: z.object({ accountId: z.string(), id: z.string() }),
  retryLimit: 2,
  expireInSeconds: 1_800,
  concurrency: 1,
});

const dayMs = 86_400_000;
/** The longest that tax law of the countries that the product speaks to asks for. */
const keptYears = 10;
const perDay = { name: 'account-export', limit: exportsPerDay, windowSeconds: 86_400 };

const present = ({ id, state, byteCount, createdAt, expiresAt }: ExportRow): AccountExport => ({
  id,
  state,
  byteCount,
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
});

/** The account as a whole: taken along, emptied, or deleted. */
export function createAccountData(services: AccountDataServices) {
  const { database, clock } = services;

  /** The owner typed their address and their password, and shows their second factor where they have one. */
  async function confirm(scope: AccountScope, given: Confirmation) {
    const owner = await findUserById(database, scope.userId);
    if (!owner || emailKeyOf(given.confirmation) !== owner.emailKey)
      throw new AppError(accountDataErrors.confirmationWrong);
    await services.sessions.confirmPassword(scope.userId, given.password);
    await services.twoFactor.confirmCode(scope.userId, given.code);
    return owner;
  }

  /** One by one, so that every process forgets what it keeps of an agent. */
  async function removeAgents(scope: AccountScope): Promise<void> {
    for (const { id } of await services.agents.list(scope, undefined))
      await services.agents.remove(scope, id, 'refund');
  }

  /**
   * Ends what is paid for with the account, and its agents. When that can't be done now, nothing has
   * happened.
   */
  async function prepareEnd(scope: AccountScope): Promise<void> {
    await services.subscribers.endAll(scope);
    await services.billing.endNow(scope);
    await removeAgents(scope);
    await services.clonedVoices.removeAtVendors(scope.accountId);
  }

  async function takeAway(tx: Transaction, accountId: string): Promise<void> {
    const repository = accountDataRepository(tx);
    const keptUntil = clock.now();
    keptUntil.setFullYear(keptUntil.getFullYear() + keptYears);
    await repository.keepPlanPayments(accountId, keptUntil);
    for (const userId of await repository.memberIds(accountId))
      await endSessionsIn(tx, services.realtime, userId, accountId);
    await endVisits(tx, services.realtime, { clientId: accountId });
    await keepLinesOfSuperadmins(tx, accountId, () => repository.deleteAccount(accountId));
  }

  /** Clients of an agency to which nobody of their own belongs, each with all that is in it. */
  async function clientsWithoutOwner(scope: AccountScope): Promise<AccountScope[]> {
    return (await findClientsWithoutOwner(database, scope.accountId)).map((accountId) => ({
      ...scope,
      accountId,
      agentIds: null,
      reaches: () => true,
      run: (work) => database.account(accountId, work),
    }));
  }

  async function write(accountId: string, id: string, language: Language): Promise<number> {
    const zip = createZipWriter();
    const names = new Map<string, string>();
    const counts: [string, number][] = [];
    let part = 0;
    let byteCount = 0;
    const store = async (all = false): Promise<void> => {
      for (const bytes of zip.take(all)) {
        await accountDataRepository(database.direct).insertPart({ exportId: id, accountId, part, bytes });
        part += 1;
        byteCount += bytes.length;
      }
    };
    await accountDataRepository(database.direct).clearParts(id);
    await database.account(accountId, async (tx) => {
      const repository = accountDataRepository(tx);
      for (const table of await repository.ownedTables()) {
        const exported = exportedPart(table);
        if (!exported) continue;
        const file = zip.text(`${table.name}.json`);
        let count = 0;
        const files: [string, Buffer][] = [];
        for await (const rows of repository.rows(exported, accountId)) {
          for (const row of rows) {
            for (const column of exported.files) {
              const bytes = row[column];
              if (Buffer.isBuffer(bytes))
                files.push([exportedFileName(table.name, column, row, files.length), bytes]);
              row[column] = bytes ? files.at(-1)?.[0] : null;
            }
            file.write(`${count === 0 ? '[\n' : ',\n'}${JSON.stringify(row)}`);
            count += 1;
            nameRow(names, table.name, row);
          }
          await store();
        }
        file.write(count === 0 ? '[]\n' : '\n]\n', true);
        counts.push([table.name, count]);
        for (const [name, bytes] of files) zip.file(name, bytes);
        await store();
      }
      // Sealed where they are kept, and open in the hands of their owner.
      for await (const { name, bytes } of services.recordings.files(tx)) {
        zip.file(name, bytes);
        await store();
      }
    });
    const members = await accountDataRepository(database.direct).memberIds(accountId);
    const people = await findPeople(database, members);
    for (const [userId, email] of await findUserEmails(database, members))
      names.set(userId, `${people.get(userId)?.name ?? ''} <${email}>`);
    const text = (key: string, variables?: Record<string, string>): string =>
      services.translator.text(language, `account-data:readme.${key}`, variables);
    zip.text('names.json').write(`${JSON.stringify(Object.fromEntries(names), null, 1)}\n`, true);
    zip.text('README.md').write(readmeOf(text, counts, clock.now()), true);
    zip.end();
    await store(true);
    return byteCount;
  }

  return {
    exports: async (scope: AccountScope): Promise<AccountExport[]> =>
      (await scope.run((tx) => accountDataRepository(tx).exports(clock.now()))).map(present),

    async startExport(scope: AccountScope): Promise<AccountExport> {
      const now = clock.now();
      const row: ExportRow = {
        id: newId('exp'),
        accountId: scope.accountId,
        askedBy: scope.userId,
        state: 'running',
        byteCount: 0,
        createdAt: now,
        expiresAt: new Date(now.getTime() + exportDays * dayMs),
      };
      await admit(services.limiter, accountDataErrors.tooManyExports, [
        { rule: perDay, key: scope.accountId },
      ]);
      try {
        await scope.run(async (tx) => {
          await accountDataRepository(tx).insertExport(row);
          await writeAudit(tx, scope, 'account.exported', { id: row.id });
          await services.jobs.send(tx, exportJob, { accountId: scope.accountId, id: row.id });
        });
      } catch (error) {
        if (violatedConstraint(error) === 'account_exports_running')
          throw new AppError(accountDataErrors.exportRunning);
        throw error;
      }
      return present(row);
    },

    /** Writes an export; run twice, the second writes it anew. */
    async writeExport({ accountId, id }: { accountId: string; id: string }): Promise<void> {
      const row = await accountDataRepository(database.direct).exportById(id);
      if (!row || row.state === 'ready') return;
      try {
        const person = await findUserById(database, row.askedBy);
        const byteCount = await write(accountId, id, person?.language ?? 'en');
        await database.system(async (tx) => {
          await accountDataRepository(tx).setExport(id, { state: 'ready', byteCount });
          await services.realtime.publish(tx, {
            topic: `account:${accountId}`,
            data: { type: 'account.exported', id },
          });
          if (person)
            await services.mail.send(
              {
                kind: 'export-ready',
                to: person.email,
                language: person.language,
                accountId,
                variables: { url: `${services.publicUrl()}${paths.settings}`, days: exportDays },
              },
              tx,
            );
        });
      } catch (error) {
        await accountDataRepository(database.direct).setExport(id, { state: 'failed' });
        throw error;
      }
    },

    /** The bytes of an export, part by part. */
    async exportFile(
      scope: AccountScope,
      id: string,
    ): Promise<{ byteCount: number; fileName: string; parts: AsyncGenerator<Buffer> }> {
      const row = await scope.run((tx) => accountDataRepository(tx).exportById(id));
      if (!row || row.state !== 'ready') throw new AppError(accountDataErrors.exportNotFound);
      if (row.expiresAt <= clock.now()) throw new AppError(accountDataErrors.exportExpired);
      await scope.run((tx) => writeAudit(tx, scope, 'account.export_fetched', { id }));
      async function* parts(): AsyncGenerator<Buffer> {
        for (let part = 0; ; part++) {
          const bytes = await scope.run((tx) => accountDataRepository(tx).part(id, part));
          if (!bytes) return;
          yield bytes;
        }
      }
      return {
        byteCount: row.byteCount,
        fileName: `chatelier-${row.createdAt.toISOString().slice(0, 10)}.zip`,
        parts: parts(),
      };
    },

    /** Clears agents, contacts and figures; profile, team, connections, plan and records of money stay. */
    async reset(scope: AccountScope, given: Confirmation): Promise<void> {
      await confirm(scope, given);
      await services.subscribers.endAll(scope);
      await removeAgents(scope);
      await database.system(async (tx) => {
        await lockAccount(tx, scope.accountId);
        await accountDataRepository(tx).clear(scope.accountId, keptByReset);
        await writeAudit(tx, scope, 'account.reset');
        await services.realtime.publish(tx, {
          topic: `account:${scope.accountId}`,
          data: { type: 'everything' },
        });
      });
    },

    /**
     * Ends the plan, then takes everything away, with its owner where they belong nowhere else. When the plan
     * can't be ended now, nothing has happened.
     * @throws `account-data.last_superadmin`
     */
    async delete(scope: AccountScope, given: Confirmation): Promise<void> {
      const owner = await confirm(scope, given);
      await refuseLastSuperadmin(database.direct, scope, owner);
      // Whoever knew only an agency's brand is written to in it once more.
      const agencyId = (await findAccount(database, scope.accountId))?.client?.agencyId;
      await prepareEnd(scope);
      // Clients that nobody of their own could come into go with their agency; the others stand alone.
      for (const client of await clientsWithoutOwner(scope)) await this.removeClient(client, scope.accountId);
      await database.system(async (tx) => {
        // The person, superadmins, accounts: whoever changes superadmins holds them in this order, too.
        const person = await holdUser(tx, scope.userId);
        if (person?.isSuperadmin) await holdSuperadmins(tx);
        // Another request of theirs was faster, and did all this.
        if (!person || !(await lockAccount(tx, scope.accountId))) return;
        const isLeaving = !(await worksElsewhere(tx, scope));
        if (isLeaving && person.isSuperadmin) await takeRole(tx, scope);
        await releaseAll({ ...services, ...services.releasing }, tx, scope.accountId, clock.now());
        await takeAway(tx, scope.accountId);
        if (isLeaving) await endWithPerson(tx, services, scope.userId);
        await accountDataRepository(tx).deletePersonWithoutAccount(scope.userId);
        await services.mail.send(
          {
            kind: 'account-deleted',
            to: owner.email,
            language: owner.language,
            brandOf: agencyId,
            variables: { url: services.publicUrl() },
          },
          tx,
        );
      });
    },

    /**
     * An account of invented data goes without a word. Whoever works in it is back in their own; who deleted
     * that one goes, too.
     */
    async removeSample(scope: AccountScope): Promise<void> {
      await removeAgents(scope);
      await database.system(async (tx) => {
        await lockAccount(tx, scope.accountId);
        const repository = accountDataRepository(tx);
        const isLeaving = await takesPersonAlong(tx, scope.accountId);
        await repository.leadAway(scope.accountId);
        await keepLinesOfSuperadmins(tx, scope.accountId, () => repository.deleteAccount(scope.accountId));
        if (isLeaving) await repository.deletePersonWithoutAccount(scope.userId);
      });
    },

    /** Takes the account of a client away, at its agency's word; its people, where they belong nowhere else, too. */
    async removeClient(scope: AccountScope, agencyId: string): Promise<void> {
      await prepareEnd(scope);
      await database.system(async (tx) => {
        // It may have been released meanwhile.
        if ((await lockAccount(tx, scope.accountId))?.client?.agencyId !== agencyId)
          throw new AppError(commonErrors.notFound);
        const people = await accountDataRepository(tx).memberIds(scope.accountId);
        await takeAway(tx, scope.accountId);
        for (const userId of people) await accountDataRepository(tx).deletePersonWithoutAccount(userId);
      });
    },

    /** Exports that have run out go, and books that the law asks for no longer. */
    sweep: (): Promise<void> => accountDataRepository(database.direct).deleteExpired(clock.now()),
  };
}

export type AccountData = ReturnType<typeof createAccountData>;
