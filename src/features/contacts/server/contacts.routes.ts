import { AppError, commonErrors } from '#shared/errors.ts';
import { bindEndpoints, type Binder } from '#platform/http/bind.ts';
import { presentUser, type AccountsUsecases } from '#features/accounts/server/accounts.usecases.ts';
import { contactsEndpoints } from '../contacts.contract.ts';
import { contactsTimelineEndpoints } from '../contacts-timeline.contract.ts';
import type { ContactsTags } from './record/tags.usecases.ts';
import type { ContactsTimeline } from './record/timeline.usecases.ts';
import type { ContactsUsecases } from './contacts.usecases.ts';

export function contactsRoutes(
  binder: Binder,
  usecases: ContactsUsecases,
  parts: {
    tags: ContactsTags;
    timeline: ContactsTimeline;
    accounts: Pick<AccountsUsecases, 'member'>;
    setPrivacy(
      userId: string,
      flags: { hidePassiveVisitors: boolean; hideLocationData: boolean },
    ): Promise<void>;
  },
): void {
  const { tags, timeline } = parts;
  bindEndpoints(binder, contactsEndpoints, {
    list: ({ scope, query }) => usecases.list(scope, query),
    count: async ({ scope, query }) => ({ total: await usecases.total(scope, query) }),
    create: ({ scope, body }) => usecases.create(scope, body),
    get: ({ scope, params }) => usecases.get(scope, params.id),
    update: ({ scope, params, body }) => usecases.update(scope, params.id, body),
    tags: ({ scope }) => tags.list(scope),
    createTag: ({ scope, body }) => tags.create(scope, body),
    updateTag: ({ scope, params, body }) => tags.update(scope, params.id, body),
    deleteTag: ({ scope, params }) => tags.delete(scope, params.id),
    async setPrivacy({ user, body }) {
      await parts.setPrivacy(user.userId, body);
      const member = await parts.accounts.member(user.userId, user.accountId);
      if (!member) throw new AppError(commonErrors.notSignedIn);
      return presentUser(member);
    },
  });
  bindEndpoints(binder, contactsTimelineEndpoints, {
    timeline: ({ scope, params, query }) => timeline.timeline(scope, params.id, query.cursor),
    addNote: ({ scope, params, body }) => timeline.addNote(scope, params.id, body.text),
    editNote: ({ scope, params, body }) => timeline.editNote(scope, params.id, params.noteId, body.text),
    deleteNote: ({ scope, params }) => timeline.deleteNote(scope, params.id, params.noteId),
  });
}
