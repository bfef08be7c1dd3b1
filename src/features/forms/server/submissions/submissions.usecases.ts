import { z } from 'zod';
import { AppError } from '#shared/errors.ts';
import { hasOptions, pagesOf, takesAnswer, type FormBlock } from '#shared/forms/document.ts';
import type { Transaction } from '#platform/database/database.ts';
import type { AccountScope } from '#platform/http/access.ts';
import { writeAudit } from '#features/audit/server/audit.usecases.ts';
import {
  paymentsOfSubmissions,
  type FormPayment,
} from '#features/payments/server/checkout/forms.usecases.ts';
import { formsErrors } from '../../forms.contract.ts';
import {
  submissionsErrors,
  type Submission,
  type SubmissionStatus,
  type SubmissionView,
} from '../../forms-submissions.contract.ts';
import { figuresRepository } from './figures.repository.ts';
import { submissionTable, tableCsv, tableXlsx } from './export.models.ts';
import {
  submissionsRepository,
  type FileFacts,
  type SubmissionFilter,
  type SubmissionPosition,
  type SubmissionRow,
} from './submissions.repository.ts';
import { formsRepository, type FormRow } from '../forms.repository.ts';

const pageSize = 50;
const mostExported = 50_000;
const exportedAtOnce = 2_000;
const positionSchema = z.object({ micros: z.number().int().min(0), id: z.string().regex(/^\w{1,60}$/) });
const types = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  json: 'application/json; charset=utf-8',
} as const;

/** Whether a field has few possible values, so that each can be counted. */
const isCounted = (block: Pick<FormBlock, 'type'>): boolean =>
  hasOptions(block) || ['rating', 'nps', 'scale', 'consent'].includes(block.type);

/** An unreadable cursor is as good as none: the list starts at its top. */
function readCursor(cursor: string | undefined): SubmissionPosition | undefined {
  try {
    return cursor
      ? positionSchema.safeParse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))).data
      : undefined;
  } catch {
    return undefined;
  }
}

function present(
  row: SubmissionRow,
  files: readonly FileFacts[],
  payments: ReadonlyMap<string, FormPayment>,
): Submission {
  const {
    id,
    state,
    status,
    answers,
    variables,
    page,
    contactId,
    conversationId,
    tag,
    utm,
    landingUrl,
    landingPageId,
    landingPageVersion,
    referrer,
    device,
    startedAt,
    submittedAt,
    confirmedAt,
    updatedAt,
  } = row;
  const sent = new Set(Object.values(answers).flatMap((answer) => (Array.isArray(answer) ? answer : [])));
  return {
    id,
    state,
    status,
    answers,
    variables,
    page,
    files: files
      .filter((file) => file.submissionId === id && sent.has(file.id))
      .map((file) => ({
        id: file.id,
        field: file.field,
        name: file.name,
        kind: file.kind,
        size: file.byteCount,
      })),
    contactId,
    conversationId,
    tag,
    utm,
    pageUrl: landingUrl,
    landingPage:
      landingPageId === null || landingPageVersion === null
        ? null
        : { id: landingPageId, version: landingPageVersion },
    referrer,
    device,
    payment: payments.get(id) ?? null,
    startedAt: startedAt.toISOString(),
    submittedAt: submittedAt?.toISOString() ?? null,
    confirmedAt: confirmedAt?.toISOString() ?? null,
    durationSeconds:
      submittedAt === null
        ? null
        : Math.max(0, Math.round((submittedAt.getTime() - startedAt.getTime()) / 1_000)),
    updatedAt: updatedAt.toISOString(),
  };
}

/** What people sent, for the account that asked. */
export function createSubmissions() {
  async function find(tx: Transaction, formId: string): Promise<FormRow> {
    const found = await formsRepository(tx).find(formId);
    if (!found) throw new AppError(formsErrors.notFound);
    return found.form;
  }
  async function presentAll(tx: Transaction, rows: readonly SubmissionRow[]): Promise<Submission[]> {
    const ids = rows.map(({ id }) => id);
    const [files, payments] = [
      await submissionsRepository(tx).filesOf(ids),
      await paymentsOfSubmissions(tx, ids),
    ];
    return rows.map((row) => present(row, files, payments));
  }

  return {
    list: (
      scope: AccountScope,
      formId: string,
      query: SubmissionFilter & { cursor?: string | undefined; limit?: number | undefined },
    ) =>
      scope.run(async (tx) => {
        await find(tx, formId);
        const repository = submissionsRepository(tx);
        const size = query.limit ?? pageSize;
        const found = await repository.page(formId, query, readCursor(query.cursor), size + 1);
        const shown = found.slice(0, size);
        const last = found.length > size ? shown.at(-1) : undefined;
        const counts: Record<SubmissionView, number> = {
          all: 0,
          new: 0,
          read: 0,
          spam: 0,
          archived: 0,
          confirmed: 0,
          unconfirmed: 0,
          partial: 0,
        };
        for (const { state, status, isConfirmed, count } of await repository.counts(formId)) {
          counts[state === 'complete' ? status : state === 'unconfirmed' ? state : 'partial'] += count;
          if (state !== 'complete' || status === 'spam') continue;
          counts.all += count;
          if (isConfirmed) counts.confirmed += count;
        }
        return {
          submissions: await presentAll(
            tx,
            shown.map(({ row }) => row),
          ),
          nextCursor: last
            ? Buffer.from(JSON.stringify({ micros: Number(last.micros), id: last.row.id })).toString(
                'base64url',
              )
            : null,
          total: await repository.total(formId, query),
          counts,
        };
      }),

    get: (scope: AccountScope, formId: string, id: string): Promise<Submission> =>
      scope.run(async (tx) => {
        const row = await submissionsRepository(tx).find(formId, id);
        const [submission] = row ? await presentAll(tx, [row]) : [];
        if (!submission) throw new AppError(submissionsErrors.notFound);
        return submission;
      }),

    mark: (
      scope: AccountScope,
      formId: string,
      ids: readonly string[],
      status: SubmissionStatus,
    ): Promise<number> =>
      scope.run(async (tx) => {
        await find(tx, formId);
        const changed = await submissionsRepository(tx).mark(formId, ids, status);
        await formsRepository(tx).recount(formId);
        return changed;
      }),

    remove: (scope: AccountScope, formId: string, ids: readonly string[]): Promise<number> =>
      scope.run(async (tx) => {
        await find(tx, formId);
        const removed = await submissionsRepository(tx).remove(formId, ids);
        await formsRepository(tx).recount(formId);
        return removed;
      }),

    /** Where people stop. `left` of a page are those who saw it last and did not send the form. */
    dropOff: (scope: AccountScope, formId: string) =>
      scope.run(async (tx) => {
        const form = await find(tx, formId);
        const document = form.published ?? form.draft;
        const reached = await submissionsRepository(tx).reached(formId);
        const sum = (test: (row: (typeof reached)[number]) => boolean): number =>
          reached.filter(test).reduce((total, { count }) => total + count, 0);
        const fields = document.blocks
          .filter(takesAnswer)
          .map(({ key }) => ({ key, left: sum((row) => !row.isComplete && row.lastField === key) }));
        return {
          started: sum(() => true),
          completed: sum(({ isComplete }) => isComplete),
          medianSeconds: await submissionsRepository(tx).medianSeconds(formId),
          pages: pagesOf(document).map((_page, page) => ({
            page,
            reached: sum((row) => row.page >= page),
            left: sum((row) => !row.isComplete && row.page === page),
          })),
          fields: fields.filter(({ left }) => left > 0).toSorted((a, b) => b.left - a.left),
        };
      }),

    /** What was answered, in figures; fields that people answer in words are only counted. */
    figures: (scope: AccountScope, formId: string) =>
      scope.run(async (tx) => {
        const form = await find(tx, formId);
        const blocks = (form.published ?? form.draft).blocks.filter(takesAnswer);
        const repository = figuresRepository(tx);
        const counted = await repository.values(
          formId,
          blocks.filter(isCounted).map(({ key }) => key),
        );
        const fields = new Map((await repository.fields(formId)).map((entry) => [entry.field, entry]));
        return {
          total: await repository.total(formId),
          fields: blocks.map((block) => ({
            key: block.key,
            answered: fields.get(block.key)?.count ?? 0,
            average: fields.get(block.key)?.average ?? null,
            values: counted
              .filter(({ field }) => field === block.key)
              .map(({ line, value, count, places }) => ({
                line,
                value,
                count,
                place: block.type === 'ranking' ? places / count : null,
              })),
          })),
        };
      }),

    /** Submissions as a file. */
    async export(
      scope: AccountScope,
      formId: string,
      filter: SubmissionFilter,
      format: keyof typeof types,
    ): Promise<{ bytes: Buffer; type: string; fileName: string }> {
      const { form, rows, files, payments } = await scope.run(async (tx) => {
        const found = await find(tx, formId);
        const repository = submissionsRepository(tx);
        const all: SubmissionRow[] = [];
        const sent: FileFacts[] = [];
        const paid = new Map<string, FormPayment>();
        for (let after: SubmissionPosition | undefined; all.length < mostExported;) {
          const part = await repository.page(formId, filter, after, exportedAtOnce);
          all.push(...part.map(({ row }) => row));
          const ids = part.map(({ row }) => row.id);
          sent.push(...(await repository.filesOf(ids)));
          for (const [id, payment] of await paymentsOfSubmissions(tx, ids)) paid.set(id, payment);
          const last = part.at(-1);
          if (part.length < exportedAtOnce || !last) break;
          after = { micros: Number(last.micros), id: last.row.id };
        }
        await writeAudit(tx, scope, 'forms.exported', {
          id: formId,
          name: found.name,
          details: { number: String(all.length) },
        });
        return { form: found, rows: all, files: sent, payments: paid };
      });
      const table = submissionTable(form.published ?? form.draft, rows, files, payments);
      const bytes =
        format === 'xlsx'
          ? await tableXlsx(table, form.name)
          : Buffer.from(
              format === 'csv'
                ? tableCsv(table)
                : JSON.stringify(
                    rows.map((row) => present(row, files, payments)),
                    null,
                    2,
                  ),
            );
      const name =
        form.name
          .normalize('NFKD')
          .replace(/[^\w -]+/g, '')
          .trim()
          .replace(/\s+/g, '-')
          .toLowerCase() || 'form';
      return { bytes, type: types[format], fileName: `${name}-submissions.${format}` };
    },

    file: (
      scope: AccountScope,
      formId: string,
      fileId: string,
    ): Promise<{ name: string; mimeType: string; bytes: Buffer; kind: 'image' | 'document' }> =>
      scope.run(async (tx) => {
        const found = await submissionsRepository(tx).file(formId, fileId);
        if (!found) throw new AppError(submissionsErrors.notFound);
        return found;
      }),
  };
}

export type Submissions = ReturnType<typeof createSubmissions>;
