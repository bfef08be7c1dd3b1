import { z } from 'zod';
import { AppError, commonErrors } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import { languages, type Language } from '#shared/languages.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import type { AccountScope } from '#platform/http/access.ts';
import { defineJob, type Jobs } from '#platform/jobs/jobs.ts';
import { admit, type RateLimiter } from '#platform/rate-limit/rate-limit.ts';
import type { Translator } from '#platform/i18n/translator.ts';
import type { Realtime } from '#platform/realtime/realtime.ts';
import { contactsErrors } from '../../contacts.contract.ts';
import {
  contactsImportErrors,
  mostImportColumns,
  mostImportRows,
  type ContactImport,
  type ImportPlan,
  type ImportTarget,
} from '../../contacts-import.contract.ts';
import { createImportBatches, storable } from './batches.usecases.ts';
import { decodeText, delimiterOf, isTable, rowsOf, suggestMapping } from './csv.models.ts';
import { formatFinder, type FileOrigin } from './formats.models.ts';
import { contactsImportRepository, type ImportRecord } from './imports.repository.ts';
import { problemText, refusedLine } from './refused.models.ts';
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
const refusalsAtOnce = 500;

export const contactImportJob = defineJob({
  name: 'contacts.import',
  payload: z.object({ accountId: z.string(), importId: z.string() }),
  retryLimit: 5,
  expireInSeconds: 900,
  concurrency: 1,
});

function presentImport(row: ImportRecord, suggestion: ContactImport['suggestion']): ContactImport {
  const {
    id,
    fileName,
    encoding,
    delimiter,
    columns,
    samples,
    formats,
    plan,
    state,
    total,
    done,
    created,
    updated,
    unchanged,
    refused,
    refusedCells,
    newTags,
    problems,
  } = row;
  return {
    id,
    fileName,
    encoding,
    delimiter,
    columns,
    samples,
    suggestion,
    formats,
    plan,
    state,
    total,
    done,
    created,
    updated,
    unchanged,
    refused,
    refusedCells,
    newTags,
    // A task that was stored before rows were taken without a cell.
    problems: problems.map((problem) => ({ ...problem, isRow: problem.isRow ?? true })),
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
  translator: Pick<Translator, 'text' | 'has'>;
}) {
  const { database, clock, translator } = services;
  /** What screens call a field. */
  const namesOf = (target: ImportTarget): string[] => {
    const key = `contact-record:field.${target}`;
    return translator.has(key) ? languages.map((language) => translator.text(language, key)) : [];
  };
  const present = (record: ImportRecord): ContactImport =>
    presentImport(record, suggestMapping(record.columns, namesOf));
  const takeBatch = createImportBatches(services);

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
        refusedCells: 0,
        newTags: [],
        problems: [],
      };
      await repository.update(id, next);
      await repository.forgetRefusals(id);
      await services.jobs.send(tx, contactImportJob, { accountId: scope.accountId, importId: id });
      return present({ ...record, ...next });
    });
  }

  return {
    /** Throws where an account brings too many files; asked before one is read. */
    checkUpload: (scope: AccountScope): Promise<void> =>
      admit(services.limiter, commonErrors.tooManyRequests, [{ rule: uploads, key: scope.accountId }]),

    async upload(
      scope: AccountScope,
      file: { fileName: string; bytes: Uint8Array },
      origin: Omit<FileOrigin, 'delimiter'>,
    ): Promise<ContactImport> {
      const { text, encoding } = decodeText(file.bytes);
      if (!isTable(text)) throw new AppError(contactsImportErrors.importUnreadable);
      const delimiter = delimiterOf(text);
      let columns: string[] | null = null;
      let finder: ReturnType<typeof formatFinder> | null = null;
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
            finder = formatFinder(columns.length);
            continue;
          }
          finder?.look(row);
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
        formats: finder?.formats({ ...origin, delimiter }) ?? [],
        plan: null,
        state: 'uploaded',
        total,
        done: 0,
        created: 0,
        updated: 0,
        unchanged: 0,
        refused: 0,
        refusedCells: 0,
        newTags: [],
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
    /**
     * The rows of which something was refused, as the lines of a CSV file with the file's own columns and sign
     * between cells, and what is wrong in words of `language`.
     */
    async refused(scope: AccountScope, id: string, language: Language) {
      const record = await scope.run((tx) => contactsImportRepository(tx).byId(id));
      if (!record || !isTheirs(scope, record)) throw new AppError(contactsImportErrors.noSuchImport);
      const say = (key: string): string => translator.text(language, key);
      const { delimiter, columns } = record;
      return (async function* (): AsyncGenerator<string> {
        yield `\uFEFF${refusedLine([...columns, say('contact-import:refusedFile.row'), say('contact-import:refusedFile.problem')], delimiter)}`;
        let after = 0;
        for (;;) {
          const rows = await scope.run((tx) =>
            contactsImportRepository(tx).refusals(id, after, refusalsAtOnce),
          );
          if (rows.length > 0)
            yield rows
              .map(({ rowNumber, cells, problems }) =>
                refusedLine(
                  [
                    ...columns.map((_, at) => cells[at] ?? ''),
                    rowNumber + 1,
                    problems.map(({ column, problem }) => problemText(say, column, problem)).join(' '),
                  ],
                  delimiter,
                ),
              )
              .join('');
          const last = rows.at(-1);
          if (!last || rows.length < refusalsAtOnce) return;
          after = last.rowNumber;
        }
      })();
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
