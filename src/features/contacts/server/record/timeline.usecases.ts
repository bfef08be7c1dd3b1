import { z } from 'zod';
import { AppError } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import type { AccountScope } from '#platform/http/access.ts';
import { readCursor, writeCursor } from '#platform/database/cursor.ts';
import { findUserNames } from '#features/accounts/server/accounts.usecases.ts';
import { contactsErrors } from '../../contacts.contract.ts';
import { timelineEntrySchema } from '../../contacts-timeline.contract.ts';
import { contactsListRepository } from '../contacts-list.repository.ts';
import { contactsTimelineRepository } from './timeline.repository.ts';
import { contactViewOf } from '../contacts.usecases.ts';

const pageSize = 30;
const positionSchema = z.object({
  micros: z.number().int().min(0).max(4_000_000_000_000_000),
  id: z.string().regex(/^[\w.:-]{1,300}$/),
});

/** What happened with a contact, and what members note about it. */
export function createContactsTimeline({ database, clock }: { database: Database; clock: Clock }) {
  async function seen(tx: Transaction, scope: AccountScope, id: string) {
    const view = await contactViewOf(tx, scope);
    if (!(await contactsListRepository(tx).isSeen(id, view, clock.now())))
      throw new AppError(contactsErrors.notFound);
    return view;
  }

  return {
    timeline: (scope: AccountScope, id: string, cursor: string | undefined) =>
      scope.run(async (tx) => {
        const view = await seen(tx, scope, id);
        const rows = await contactsTimelineRepository(tx).page(id, {
          reached: view.agentIds,
          withMoney: scope.can('payments.read'),
          withForms: scope.can('forms.read'),
          viewer: scope.userId,
          after: readCursor(cursor, positionSchema),
          limit: pageSize + 1,
        });
        const shown = rows.slice(0, pageSize);
        const last = rows.length > pageSize ? shown.at(-1) : undefined;
        const entries = shown.map(({ kind, id: entryId, at, facts }) =>
          timelineEntrySchema.parse({ ...facts, kind, id: entryId, at: new Date(at).toISOString() }),
        );
        return {
          entries,
          nextCursor: last ? writeCursor({ micros: Number(last.micros), id: last.id }) : null,
        };
      }),

    async addNote(scope: AccountScope, contactId: string, text: string): Promise<{ id: string }> {
      const authorName = (await findUserNames(database, [scope.userId])).get(scope.userId) ?? '';
      return scope.run(async (tx) => {
        await seen(tx, scope, contactId);
        const [id, now] = [newId('nte'), clock.now()];
        await contactsTimelineRepository(tx).insertNote({
          id,
          accountId: scope.accountId,
          contactId,
          authorId: scope.userId,
          authorName,
          body: text,
          createdAt: now,
          updatedAt: now,
        });
        return { id };
      });
    },

    editNote: (
      scope: AccountScope,
      contactId: string,
      noteId: string,
      text: string,
    ): Promise<{ id: string }> =>
      scope.run(async (tx) => {
        if (
          !(await contactsTimelineRepository(tx).updateNote(
            { contactId, noteId, authorId: scope.userId },
            text,
            clock.now(),
          ))
        )
          throw new AppError(contactsErrors.noteNotFound);
        return { id: noteId };
      }),

    deleteNote: (scope: AccountScope, contactId: string, noteId: string): Promise<Record<string, never>> =>
      scope.run(async (tx) => {
        if (!(await contactsTimelineRepository(tx).deleteNote({ contactId, noteId, authorId: scope.userId })))
          throw new AppError(contactsErrors.noteNotFound);
        return {};
      }),
  };
}

export type ContactsTimeline = ReturnType<typeof createContactsTimeline>;
