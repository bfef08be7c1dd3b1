import { setImmediate } from 'node:timers/promises';
import { newId } from '#shared/ids.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/database/database.ts';
import { customFieldsOf } from '#features/custom-fields/server/custom-fields.usecases.ts';
import {
  mostImportColumns,
  mostProblems,
  type ImportPlan,
  type ImportProblem,
} from '../../contacts-import.contract.ts';
import { laterRow, readImportRow, type ImportRow, type RowReading } from './rows.models.ts';
import { contactsImportRepository, type ImportRecord } from './imports.repository.ts';
import { takeTags } from './import-tags.usecases.ts';
import { contactsListRepository } from '../contacts-list.repository.ts';
import { reachOfMaker } from '../bulk/maker-access.usecases.ts';

/** Refused cells of one row that are named. */
const mostRowProblems = 20;

/** Text as the database keeps it. */
export const storable = (text: string): string => text.replaceAll('\u0000', '');

/** How the rows of a file are read: as its plan says, else as it was recognised, else as most of Europe writes. */
function readingOf(
  { plan, columns, formats }: ImportRecord & { plan: ImportPlan },
  rest: Pick<RowReading, 'own' | 'hidesLocation' | 'thisYear'>,
): RowReading {
  const found = (column: number) => formats.find((format) => format.column === column);
  return {
    ...rest,
    plan,
    columns,
    dateOrder: (column) => plan.dates?.[column] ?? found(column)?.dates ?? 'dmy',
    decimalSign: (column) => plan.numbers?.[column] ?? found(column)?.numbers ?? 'comma',
  };
}

/**
 * Takes one batch of rows: counts what would happen, or writes it, together with how far the file came. False
 * when the file is worked on no more.
 */
export function createImportBatches({ database, clock }: { database: Database; clock: Clock }) {
  return async function takeBatch(
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
      const reading = readingOf(
        { ...record, plan },
        { own, hidesLocation, thisYear: clock.now().getFullYear() },
      );
      const rows = new Map<string, ImportRow>();
      const tagsOf = await takeTags(tx, {
        accountId,
        now: clock.now(),
        pending: record.newTags,
        isWriting: record.state === 'importing',
      });
      const refusals: { row: number; cells: string[]; problems: ImportProblem[] }[] = [];
      let [refused, refusedCells] = [0, 0];
      let repeated = 0;
      for (const { cells, row } of fresh) {
        // Rows with long texts and patterns take some milliseconds each; others have their turn between.
        await setImmediate();
        const stored = cells.map(storable);
        const { row: read, problems } = readImportRow(stored, row, reading);
        if (read && !tagsOf.admit(read.tags)) {
          const at = plan.mapping.tags ?? -1;
          problems.push({
            row,
            isRow: false,
            column: record.columns[at] ?? '',
            problem: 'tagsFull',
            value: (stored[at] ?? '').slice(0, 100),
          });
          read.tags = [];
        }
        if (problems.length > 0)
          refusals.push({
            row,
            cells: stored.slice(0, mostImportColumns),
            problems: problems.slice(0, mostRowProblems),
          });
        if (read) refusedCells += problems.length;
        else {
          refused += 1;
          continue;
        }
        const key = read.fields.email ?? `row ${row}`;
        const earlier = rows.get(key);
        // The same address again in one file is the same person: the later row says it better.
        if (earlier) repeated += 1;
        rows.set(key, earlier ? laterRow(earlier, read) : read);
      }
      await repository.insertRefusals(accountId, importId, refusals);
      const tagIds = await tagsOf.ids();
      // A further address of somebody leads to them.
      const main = await repository.mainEmails(
        [...rows.values()].flatMap(({ fields }) => fields.email ?? []),
      );
      for (const [key, row] of rows) {
        const email = main.get(row.fields.email ?? '');
        if (email === undefined) continue;
        rows.delete(key);
        const earlier = rows.get(email);
        if (earlier) repeated += 1;
        const moved = { ...row, fields: { ...row.fields, email } };
        rows.set(email, earlier ? laterRow(earlier, moved) : moved);
      }
      const list = [...rows.values()].map(({ tags, ...row }) => ({
        ...row,
        id: newId('con'),
        tag_ids: [...new Set([...(plan.tagId ? [plan.tagId] : []), ...tags.flatMap(tagIds)])],
      }));
      const emails = list.flatMap(({ fields }) => fields.email ?? []);
      let [created, updated] = [0, 0];
      if (record.state === 'importing')
        ({ created, updated } = await repository.write(list, {
          accountId,
          now: clock.now(),
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
        refusedCells: record.refusedCells + refusedCells,
        newTags: tagsOf.newNames(),
        problems: [...record.problems, ...refusals.flatMap(({ problems }) => problems)].slice(
          0,
          mostProblems,
        ),
      });
      return true;
    });
  };
}
