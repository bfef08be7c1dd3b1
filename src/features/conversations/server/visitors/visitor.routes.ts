import { bindEndpoints, type Binder } from '#platform/http/bind.ts';
import { admit, type RateLimiter } from '#platform/rate-limit/rate-limit.ts';
import { conversationsErrors } from '../../conversations.contract.ts';
import { visitorEndpoints } from '../../conversations-visitor.contract.ts';
import type { ConversationsUsecases } from '../conversations.usecases.ts';

/** One visitor's steps beside writing, all together. */
const rule = { name: 'visitor-steps', limit: 60, windowSeconds: 3_600 };

export function visitorRoutes(binder: Binder, usecases: ConversationsUsecases, limiter: RateLimiter): void {
  async function limit(visitorId: string): Promise<void> {
    await admit(limiter, conversationsErrors.tooManyMessages, [{ rule, key: visitorId }]);
  }
  bindEndpoints(binder, visitorEndpoints, {
    async giveConsent({ visitor, body, language }) {
      await limit(visitor.visitorId);
      return { progress: await usecases.giveConsent(visitor, body.version, language) };
    },
    async fillContactForm({ visitor, body }) {
      await limit(visitor.visitorId);
      return { progress: await usecases.fillContactForm(visitor, body.values) };
    },
    async openContactForm({ visitor }) {
      await limit(visitor.visitorId);
      return usecases.openContactForm(visitor);
    },
    async skipContactForm({ visitor }) {
      await limit(visitor.visitorId);
      return { progress: await usecases.skipContactForm(visitor) };
    },
    async openForm({ visitor, params, body }) {
      await limit(visitor.visitorId);
      return usecases.openForm(visitor, params.id, body.formId);
    },
    async endConversation({ visitor, params, body }) {
      await limit(visitor.visitorId);
      await usecases.endConversation(
        visitor,
        params.id,
        body.rating ? { stars: body.rating, comment: body.comment ?? '' } : null,
      );
      return {};
    },
    async deleteVisitor({ visitor }) {
      await usecases.deleteVisitor(visitor);
      return {};
    },
    deletions: ({ scope, query }) => usecases.deletions(scope, query.contact),
  });
}
