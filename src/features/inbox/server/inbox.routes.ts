import { commonErrors } from '#shared/errors.ts';
import { bindEndpoints, type Binder } from '#platform/http/bind.ts';
import { uploadedFile } from '#platform/http/uploaded-file.ts';
import { admit, type RateLimiter, type RateRule } from '#platform/rate-limit/rate-limit.ts';
import {
  attachmentsErrors,
  mostUploadBytes,
} from '#features/conversations/conversations-attachments.contract.ts';
import { inboxEndpoints } from '../inbox.contract.ts';
import type { InboxAssist } from './inbox-assist.usecases.ts';
import type { Browsers } from './notices/browsers.usecases.ts';
import type { InboxUsecases } from './inbox.usecases.ts';

const writing: RateRule = { name: 'inbox-replies', limit: 120, windowSeconds: 60 };
const uploading: RateRule = { name: 'inbox-uploads', limit: 60, windowSeconds: 60 };
const viewing: RateRule = { name: 'inbox-viewing', limit: 60, windowSeconds: 60 };
const typing: RateRule = { name: 'inbox-typing', limit: 60, windowSeconds: 60 };

export function inboxRoutes(
  binder: Binder,
  usecases: InboxUsecases,
  assist: InboxAssist,
  browsers: Pick<Browsers, 'seen'>,
  limiter: RateLimiter,
): void {
  async function limit(rule: RateRule, userId: string): Promise<void> {
    await admit(limiter, commonErrors.tooManyRequests, [{ rule, key: userId }]);
  }
  bindEndpoints(binder, inboxEndpoints, {
    list: ({ scope, query }) => usecases.list(scope, query),
    tags: ({ scope }) => usecases.tags(scope),
    counts: ({ scope }) => usecases.counts(scope),
    thread: ({ scope, params }) => usecases.thread(scope, params.id),
    async reply({ scope, params, body }) {
      await limit(writing, scope.userId);
      return usecases.reply(scope, params.id, body);
    },
    async editReply({ scope, params, body }) {
      await usecases.editReply(scope, params.id, params.message, body.text);
      return {};
    },
    async removeReply({ scope, params }) {
      await usecases.removeReply(scope, params.id, params.message);
      return {};
    },
    async hand({ scope, params, body }) {
      await usecases.hand(scope, params.id, body.to, body.force);
      return {};
    },
    change: ({ scope, body }) => usecases.change(scope, body.ids, body.change),
    async addNote({ scope, params, body }) {
      await limit(writing, scope.userId);
      return usecases.addNote(scope, params.id, body);
    },
    async upload({ scope, params, request }) {
      const admit = async (): Promise<void> => {
        await limit(uploading, scope.userId);
        await usecases.checkUpload(scope, params.id);
      };
      const file = await uploadedFile(request, {
        admit,
        missing: attachmentsErrors.missing,
        maxBytes: mostUploadBytes,
      });
      return { attachment: await usecases.upload(scope, params.id, file) };
    },
    async removeUpload({ scope, params }) {
      await usecases.removeUpload(scope, params.id, params.upload);
      return {};
    },
    async typing({ scope, params }) {
      await limit(typing, scope.userId);
      await usecases.typing(scope, params.id);
      return {};
    },
    async viewing({ scope, params, body }) {
      await limit(viewing, scope.userId);
      await usecases.viewing(scope, params.id, body.isTyping);
      return {};
    },
    assist: ({ scope, params, body }) => assist.assist(scope, params.id, body.task, body.text),
    members: ({ scope }) => usecases.members(scope),
    async presence({ user, scope, body }) {
      await browsers.seen(scope, user.sessionId);
      return usecases.presence(scope, body.isAway);
    },
    labels: async ({ scope }) => ({ labels: await usecases.labels(scope) }),
    addLabel: ({ scope, body }) => usecases.addLabel(scope, body),
    editLabel: ({ scope, params, body }) => usecases.editLabel(scope, params.id, body),
    async removeLabel({ scope, params }) {
      await usecases.removeLabel(scope, params.id);
      return {};
    },
  });
}
