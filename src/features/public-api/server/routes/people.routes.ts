import { randomUUID } from 'node:crypto';
import { AppError } from '#shared/errors.ts';
import type { AccountScope } from '#platform/http/access.ts';
import type { Binder } from '#platform/http/bind.ts';
import { sendPrivate, sendPrivateFile } from '#platform/http/send-private.ts';
import { conversationsErrors } from '#features/conversations/conversations.contract.ts';
import type { InboxChange } from '#features/inbox/inbox.contract.ts';
import { publicContactsEndpoints } from '../../public-api-contacts.contract.ts';
import {
  publicCallsEndpoints,
  publicConversationsEndpoints,
  publicMessagesEndpoints,
} from '../../public-api-conversations.contract.ts';
import { namesIn } from '../expanding/expanding.usecases.ts';
import { pageOfAll, readJsonCursor } from '../listing/listing.models.ts';
import { bindWriting, type PublicApi } from '../public-api.routes.ts';

/** Later messages have smaller keys: they stand behind. */
const placeOf = ({ seq }: { seq: number }): string => String(9_999_999_999 - seq).padStart(10, '0');

/** Conversations, their messages and calls, and contacts. */
export function publicPeopleRoutes(binder: Binder, api: PublicApi): void {
  const { inbox, contacts, contactsTags, contactsTimeline, contactsPrivacy } = api;

  async function read(scope: AccountScope, id: string) {
    const { item, conversation, notes } = await inbox.thread(scope, id);
    return { ...conversation, ...item, notes };
  }

  bindWriting(binder, publicConversationsEndpoints, {
    async list({ scope, program, query: { expand, ...query } }) {
      if (query.cursor !== undefined) readJsonCursor(query.cursor);
      const { conversations, nextCursor } = await inbox.list(scope, { ...query, sort: 'newest' });
      return { data: await api.expand({ scope, program }, expand, conversations), nextCursor };
    },
    async get({ scope, program, params, query }) {
      const { messages, ...conversation } = await read(scope, params.id);
      const [found] = await api.expand({ scope, program }, query.expand, [conversation]);
      if (!found) throw new AppError(conversationsErrors.notFound);
      return namesIn(query.expand).has('messages') ? { ...found, messages } : found;
    },
    async change({ scope, params, body: { status, priority, assigneeId, snoozedUntil } }) {
      await read(scope, params.id);
      const changes: InboxChange[] = [
        ...(status === undefined ? [] : [{ kind: 'status', status } as const]),
        ...(priority === undefined ? [] : [{ kind: 'priority', priority } as const]),
        ...(assigneeId === undefined ? [] : [{ kind: 'assign', userId: assigneeId } as const]),
        ...(snoozedUntil === undefined ? [] : [{ kind: 'snooze', until: snoozedUntil } as const]),
      ];
      for (const change of changes) await inbox.change(scope, [params.id], change);
      const { messages: _, ...conversation } = await read(scope, params.id);
      return conversation;
    },
    async hand({ scope, params, body }) {
      await inbox.hand(scope, params.id, body.to, body.force);
      return {};
    },
    addNote: ({ scope, params, body }) =>
      inbox.addNote(scope, params.id, { text: body.text, mentions: [], attachments: [] }),
  });

  bindWriting(binder, publicMessagesEndpoints, {
    list: async ({ scope, params, query }) =>
      pageOfAll((await read(scope, params.id)).messages, placeOf, query),
    async send({ scope, params, body }) {
      const { messageId } = await inbox.reply(scope, params.id, {
        text: body.text,
        clientMessageId: randomUUID(),
        attachments: [],
        formId: null,
      });
      const message = (await read(scope, params.id)).messages.find(({ id }) => id === messageId);
      if (!message) throw new AppError(conversationsErrors.notFound);
      return message;
    },
    async edit({ scope, params, body }) {
      await inbox.editReply(scope, params.id, params.message, body.text);
      return {};
    },
    async remove({ scope, params }) {
      await inbox.removeReply(scope, params.id, params.message);
      return {};
    },
  });

  bindWriting(binder, publicCallsEndpoints, {
    async list({ scope, query }) {
      const { calls: data, nextCursor } = await api.calls.list(scope, query);
      return { data, nextCursor };
    },
    async recording({ scope, params, request, reply }) {
      await sendPrivateFile(request, reply, await api.recordings.sound(scope, params.id), true);
      return {};
    },
    async captions({ scope, params, language, reply }) {
      await sendPrivate(
        reply,
        'text/vtt; charset=utf-8',
        await api.recordings.captions(scope, params.id, language),
      );
      return {};
    },
  });

  bindWriting(binder, publicContactsEndpoints, {
    async list({ scope, query }) {
      if (query.cursor !== undefined) readJsonCursor(query.cursor);
      const { contacts: data, nextCursor } = await contacts.list(scope, query);
      return { data, nextCursor };
    },
    get: ({ scope, params }) => contacts.get(scope, params.id),
    create: ({ scope, body }) => contacts.create(scope, body, 'api'),
    change: ({ scope, params, body }) => contacts.update(scope, params.id, body),
    addNote: ({ scope, params, body }) => contactsTimeline.addNote(scope, params.id, body.text),
    erase: ({ scope, params }) => contactsPrivacy.erase(scope, params.id),
    tags: ({ scope }) => contactsTags.list(scope),
  });
}
