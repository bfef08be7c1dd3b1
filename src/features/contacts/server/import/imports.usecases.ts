import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { AppError, commonErrors } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import type { AccountScope } from '#platform/http/access.ts';
import { defineJob, type Jobs } from '#platform/jobs/jobs.ts';
import { admit, type RateLimiter } from '#platform/rate-limit/rate-limit.ts';
import type { Realtime } from '#platform/realtime/realtime.ts';
import { customFieldsOf } from '#features/custom-fields/server/custom-fields.usecases.ts';
import { contactsErrors } from '../../contacts.contract.ts';
import {
  contactsImportErrors,
  mostImportColumns,
  mostImportRows,
  mostProblems,
  type ContactImport,
  type ImportPlan,
  type ImportProblem,
} from '../../contacts-import.contract.ts';
import { decodeText, delimiterOf, isTable, rowsOf, suggestMapping } from './csv.models.ts';
import { readImportRow, type ImportRow } from './rows.models.ts';
import { contactsImportRepository, type ImportRecord } from './imports.repository.ts';
import { contactsListRepository } from '../contacts-list.repository.ts';
import { reachOfMaker } from '../bulk/maker-access.usecases.ts';
import { contactsTagsRepository } from '../record/tags.repository.ts';

/**
 * Rows that are written in one transaction: long enough to be quick, short enough that nobody waits for it.
 */
const batchSize = 500;
/** So many rows change what the database knows of the contacts. */
const largeImport = 5_000;
const sampleRows = 5;
const longestSample = 120;
const keptDays = 7;

export const contactImportJob = defineJob({
  name: 'contacts.import',
  payload: z.object({ accountId: z.string(), importId: z.string() }),
  retryLimit: 5,
  expireInSeconds: 900,
  concurrency: 1,
});

const storable = (text: string): string => text.replaceAll('\u0000', '');

function present(row: ImportRecord): ContactImport {
  const {
    id,
    fileName,
    encoding,
    delimiter,
    columns,
    samples,
    plan,
    state,
    total,
    done,
    created,
    updated,
    unchanged,
    refused,
    problems,
  } = row;
  return {
    id,
    fileName,
    encoding,
    delimiter,
    columns,
    samples,
    suggestion: suggestMapping(columns),
    plan,
    state,
    total,
    done,
    created,
    updated,
    unchanged,
    refused,
    problems,
  };
}

const uploads = { name: 'contact-imports', limit: 60, windowSeconds: 3_600 };

/** Bringing contacts out of files: looked at first, then written in the background. */
export function createContactsImport(services: {
  database: Database;
  clock: Clock;
  limiter: Pick<RateLimiter, 'takeAll'>;
  jobs: Pick<Jobs, 'send'>;
  realtime: Pick<Realtime, 'publish'>;
}) {
  const { database, clock } = services;

  /** One batch: counted, and with `isWriting` written, together with how far the file came. */
  async function takeBatch(
    { accountId, id: importId, createdBy }: ImportRecord,
    batch: readonly { cells: string[]; row: number }[],
    emailsBefore: Set<string>,
  ): Promise<boolean> {
    // The file is worked on later: what its maker reaches by then is what counts.
    const reach = await reachOfMaker(database, { accountId, createdBy }, 'contacts.edit');
    return database.account(accountId, async (tx) => {
      const repository = contactsImportRepository(tx);
      const record = await repository.hold(importId);
      if (!record?.plan || (record.state !== 'checking' && record.state !== 'importing')) return false;
      if (reach === 'gone') {
        await repository.update(importId, { state: 'failed' });
        return false;
      }
      const { plan } = record;
      // Another run of this job may have been faster.
      const fresh = batch.filter(({ row }) => row > record.done);
      if (fresh.length === 0) return true;
      const { hidesLocation } = await contactsListRepository(tx).privacy('');
      const own = Object.keys(plan.own ?? {}).length > 0 ? await customFieldsOf(tx, 'contact') : [];
      const problems: ImportProblem[] = [...record.problems];
      const rows = new Map<string, ImportRow & { id: string }>();
      let refused = 0;
      let repeated = 0;
      for (const { cells, row } of fresh) {
        // Rows with long texts and patterns take some milliseconds each; others have their turn between.
        await setImmediate();
        const read = readImportRow(cells.map(storable), plan, row, record.columns, own, hidesLocation);
        if ('problem' in read) {
          refused += 1;
          if (problems.length < mostProblems) problems.push(read.problem);
          continue;
        }
        const key = read.row.fields.email ?? `row ${row}`;
        // The same address again in one file is the same person: the later row says it better.
        if (rows.has(key)) repeated += 1;
        rows.set(key, { ...read.row, id: newId('con') });
      }
      const list = [...rows.values()];
      const emails = list.flatMap(({ fields }) => fields.email ?? []);
      let [created, updated] = [0, 0];
      if (record.state === 'importing')
        ({ created, updated } = await repository.write(list, {
          accountId,
          now: clock.now(),
          tagId: plan.tagId,
          isUpdating: plan.existing === 'update',
          agentIds: reach.agentIds,
        }));
      else {
        const known = await repository.knownEmails(emails, reach.agentIds);
        const isKnown = (email: string | null) =>
          email !== null && (known.has(email) || emailsBefore.has(email));
        const isKept = (email: string | null) => email !== null && known.get(email)?.isReached === false;
        created = list.filter(({ fields }) => !isKnown(fields.email)).length;
        updated =
          plan.existing === 'update'
            ? list.filter(({ fields }) => isKnown(fields.email) && !isKept(fields.email)).length
            : 0;
      }
      for (const email of emails) emailsBefore.add(email);
      if (plan.existing === 'update') updated += repeated;
      const unchanged = fresh.length - refused - created - updated;
      await repository.update(importId, {
        done: Math.max(record.done, fresh.at(-1)?.row ?? 0),
        created: record.created + created,
        updated: record.updated + updated,
        unchanged: record.unchanged + unchanged,
        refused: record.refused + refused,
        problems,
      });
      return true;
    });
  }

  /** A file holds rows of everybody: whoever reaches some agents only sees and runs their own. */
  const isTheirs = (scope: AccountScope, { createdBy }: ImportRecord): boolean =>
    scope.agentIds === null || createdBy === scope.userId;

  async function begin(
    scope: AccountScope,
    id: string,
    change: (record: ImportRecord, tx: Transaction) => Promise<Partial<ImportRecord>> | Partial<ImportRecord>,
  ): Promise<ContactImport> {
    return scope.run(async (tx) => {
      const repository = contactsImportRepository(tx);
      const record = await repository.hold(id);
      if (!record || !isTheirs(scope, record)) throw new AppError(contactsImportErrors.noSuchImport);
      if (record.state === 'checking' || record.state === 'importing')
        throw new AppError(contactsImportErrors.importBusy);
      const next = {
        ...(await change(record, tx)),
        done: 0,
        created: 0,
        updated: 0,
        unchanged: 0,
        refused: 0,
        problems: [],
      };
      await repository.update(id, next);
      await services.jobs.send(tx, contactImportJob, { accountId: scope.accountId, importId: id });
      return present({ ...record, ...next });
    });
  }

  return {
    /** Throws where an account brings too many files; asked before one is read. */
    checkUpload: (scope: AccountScope): Promise<void> =>
      admit(services.limiter, commonErrors.tooManyRequests, [{ rule: uploads, key: scope.accountId }]),

    async upload(scope: AccountScope, file: { fileName: string; bytes: Uint8Array }): Promise<ContactImport> {
      const { text, encoding } = decodeText(file.bytes);
      if (!isTable(text)) throw new AppError(contactsImportErrors.importUnreadable);
      const delimiter = delimiterOf(text);
      let columns: string[] | null = null;
      const samples: string[][] = [];
      let total = 0;
      try {
        for await (const row of rowsOf(text, delimiter)) {
          if (columns === null) {
            if (row.length > mostImportColumns)
              throw new AppError(contactsImportErrors.importTooWide, {
                variables: { most: mostImportColumns },
              });
            columns = row.map((cell) => storable(cell).trim().slice(0, 100));
            continue;
          }
          total += 1;
          if (total > mostImportRows)
            throw new AppError(contactsImportErrors.importTooLong, { variables: { most: mostImportRows } });
          if (samples.length < sampleRows)
            samples.push(
              row.slice(0, mostImportColumns).map((cell) => storable(cell).slice(0, longestSample)),
            );
        }
      } catch (error) {
        if (error instanceof AppError) throw error;
        throw new AppError(contactsImportErrors.importUnreadable, { cause: error });
      }
      if (columns === null || total === 0) throw new AppError(contactsImportErrors.importEmpty);
      const record: ImportRecord = {
        id: newId('cim'),
        accountId: scope.accountId,
        createdBy: scope.userId,
        fileName: storable(file.fileName).slice(0, 200),
        file: Buffer.from(file.bytes),
        encoding,
        delimiter,
        columns,
        samples,
        plan: null,
        state: 'uploaded',
        total,
        done: 0,
        created: 0,
        updated: 0,
        unchanged: 0,
        refused: 0,
        problems: [],
        createdAt: clock.now(),
      };
      await scope.run((tx) => contactsImportRepository(tx).insert(record));
      return present(record);
    },
    get: (scope: AccountScope, id: string): Promise<ContactImport> =>
      scope.run(async (tx) => {
        const record = await contactsImportRepository(tx).byId(id);
        if (!record || !isTheirs(scope, record)) throw new AppError(contactsImportErrors.noSuchImport);
        return present(record);
      }),
    /** Counts what would happen. */
    async check(scope: AccountScope, id: string, plan: ImportPlan): Promise<ContactImport> {
      const { name, firstName, lastName, email, phone } = plan.mapping;
      const { tagId } = plan;
      return begin(scope, id, async (record, tx) => {
        if (record.state === 'done') throw new AppError(contactsImportErrors.importBusy);
        if ([name, firstName, lastName, email, phone].every((column) => column === undefined))
          throw new AppError(contactsImportErrors.nothingMapped);
        if (tagId !== null && (await contactsTagsRepository(tx).known([tagId])) === 0)
          throw new AppError(contactsErrors.noSuchTag);
        return { plan, state: 'checking' };
      });
    },
    run: (scope: AccountScope, id: string): Promise<ContactImport> =>
      begin(scope, id, ({ state }) => {
        if (state !== 'checked') throw new AppError(contactsImportErrors.importNotChecked);
        return { state: 'importing' };
      }),

    /** Goes through a file from where it was left. */
    async work(
      { accountId, importId }: { accountId: string; importId: string },
      signal: AbortSignal,
    ): Promise<void> {
      const record = await database.account(accountId, (tx) => contactsImportRepository(tx).byId(importId));
      if (!record?.file || (record.state !== 'checking' && record.state !== 'importing')) return;
      const emails = new Set<string>();
      let batch: { cells: string[]; row: number }[] = [];
      let row = -1;
      for await (const cells of rowsOf(decodeText(record.file).text, record.delimiter)) {
        row += 1;
        // The first row holds the headings.
        if (row === 0 || row <= record.done) continue;
        batch.push({ cells, row });
        if (batch.length < batchSize) continue;
        signal.throwIfAborted();
        if (!(await takeBatch(record, batch, emails))) return;
        batch = [];
      }
      if (batch.length > 0 && !(await takeBatch(record, batch, emails))) return;
      // Lists are slow on so many new contacts that the database has not counted yet, and it would do so some
      // minutes later.
      if (record.state === 'importing' && record.total >= largeImport)
        await contactsImportRepository(database.direct).updateStatistics();
      await database.account(accountId, async (tx) => {
        const repository = contactsImportRepository(tx);
        const now = await repository.hold(importId);
        if (now?.state === 'checking') await repository.update(importId, { state: 'checked' });
        if (now?.state !== 'importing') return;
        await repository.update(importId, { state: 'done', file: null });
        await services.realtime.publish(tx, { topic: `account:${accountId}`, data: { type: 'everything' } });
      });
    },
    tidy: (): Promise<void> =>
      database.system((tx) =>
        contactsImportRepository(tx).removeOld(new Date(clock.now().getTime() - keptDays * 86_400_000)),
      ),
  };
}

export type ContactsImport = ReturnType<typeof createContactsImport>;
