import { z } from 'zod';
import { readSpan } from '#shared/time-spans/span.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { AccountScope } from '#platform/http/access.ts';
import { readCursor, writeCursor } from '#platform/database/cursor.ts';
import { contactViewOf } from '#features/contacts/server/contacts.usecases.ts';
import type { Channel, Priority } from '#features/conversations/conversations-handoff.contract.ts';
import type { InboxItem, InboxSort, InboxView } from '../inbox.contract.ts';
import { inboxListRepository, type InboxFilter } from './inbox-list.repository.ts';
import { inboxFoundRepository } from './inbox-found.repository.ts';
import { present, presentFound } from './inbox-presenting.models.ts';

const pageSize = 50;
/** No transaction takes as long: what was written before is there for whoever looks. */
const quietMs = 15 * 60_000;

const positionSchema = z.object({
  micros: z.number().int().min(0),
  id: z.string().regex(/^\w{1,60}$/),
  part: z.enum(['waiting', 'others']).optional(),
});

/** Views in which those who wait stand first. */
const waitingFirst: readonly InboxView[] = ['all', 'mine'];

export type InboxQuery = {
  view: InboxView;
  sort: InboxSort;
  agent?: string | undefined;
  label?: string | undefined;
  channel?: Channel | undefined;
  country?: string | undefined;
  tag?: string | undefined;
  assignee?: string | undefined;
  priority?: Priority | undefined;
  since?: string | undefined;
  until?: string | undefined;
  /** A span of time. */
  began?: string | undefined;
  search?: string | undefined;
  cursor?: string | undefined;
  /** Conversations of one page. */
  limit?: number | undefined;
};

/** Lists conversations, page by page. */
export function createInboxList({ clock }: { clock: Clock }) {
  return (
    scope: AccountScope,
    query: InboxQuery,
  ): Promise<{ conversations: InboxItem[]; nextCursor: string | null }> =>
    scope.run(async (tx) => {
      const repository = inboxListRepository(tx);
      const country =
        query.country && (await contactViewOf(tx, scope)).hidesLocation ? undefined : query.country;
      const filter: InboxFilter = {
        view: query.view,
        sort: query.sort,
        userId: scope.userId,
        agentIds: scope.agentIds,
        agentId: query.agent,
        labelId: query.label,
        channel: query.channel,
        country,
        tag: query.tag,
        assignee: query.assignee,
        priority: query.priority,
        since: query.since ? new Date(query.since) : undefined,
        until: query.until ? new Date(query.until) : undefined,
        began: (query.began && readSpan(query.began)) || undefined,
        search: query.search,
      };
      const position = readCursor(query.cursor, positionSchema);
      const size = query.limit ?? pageSize;
      const most = size + 1;
      // What is searched for stands in its order, or words that many have would be gone through twice.
      const isParted = query.sort === 'newest' && waitingFirst.includes(query.view) && !query.search?.trim();
      const waiting =
        isParted && position?.part !== 'others'
          ? await repository.page({ ...filter, sort: 'waiting', part: 'waiting' }, position, most)
          : [];
      const others =
        waiting.length < most
          ? await repository.page(
              isParted ? { ...filter, part: 'others' } : filter,
              isParted && position?.part !== 'others' ? undefined : position,
              most - waiting.length,
            )
          : [];
      const rows = [...waiting, ...others];
      if (!position)
        await repository.rememberRead(filter, rows, most, new Date(clock.now().getTime() - quietMs));
      const shown = rows.slice(0, size);
      const last = rows.length > size ? shown.at(-1) : undefined;
      const texts = await inboxFoundRepository(tx).texts(
        shown.map(({ id }) => id),
        query.search,
      );
      const found = new Map(texts.map((text) => [text.conversationId, text]));
      return {
        conversations: shown.map((row) => present(row, presentFound(found.get(row.id), query.search))),
        nextCursor: last
          ? writeCursor({
              micros: Number(last.micros),
              id: last.id,
              ...(isParted && { part: shown.length <= waiting.length ? 'waiting' : 'others' }),
            })
          : null,
      };
    });
}
