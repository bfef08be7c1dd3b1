import { bindEndpoints, type Binder } from '#platform/http/bind.ts';
import { openEventStream, type EventStream } from '#platform/http/event-stream.ts';
import { takeStreamPlace } from '#platform/http/stream-places.ts';
import { admit, type RateLimiter } from '#platform/rate-limit/rate-limit.ts';
import { conversationsErrors } from '../../conversations.contract.ts';
import { handoffEndpoints } from '../../conversations-handoff.contract.ts';
import type { ConversationEvent, Handoff } from './handoff.usecases.ts';

const steps = { name: 'visitor-people', limit: 30, windowSeconds: 3_600 };
const typing = { name: 'visitor-typing', limit: 40, windowSeconds: 60 };
const reading = { name: 'visitor-reading', limit: 120, windowSeconds: 60 };
/** Tabs in which one visitor's chat hears people at once. */
const mostTabs = 4;
/** Opening the stream anew is cheap and happens with every bad connection. */
const following = { name: 'visitor-following', limit: 60, windowSeconds: 60 };

export function handoffRoutes(binder: Binder, usecases: Handoff, limiter: RateLimiter): void {
  async function limit(rule: typeof steps, visitorId: string): Promise<void> {
    await admit(limiter, conversationsErrors.tooManyMessages, [{ rule, key: visitorId }]);
  }
  bindEndpoints(binder, handoffEndpoints, {
    async askForPerson({ visitor, params }) {
      await limit(steps, visitor.visitorId);
      return usecases.askForPerson(visitor, params.id);
    },
    async leaveAddress({ visitor, params, body }) {
      await limit(steps, visitor.visitorId);
      await usecases.leaveAddress(visitor, params.id, body.email);
      return {};
    },
    async visitorTyping({ visitor, params }) {
      await limit(typing, visitor.visitorId);
      await usecases.visitorTyping(visitor, params.id);
      return {};
    },
    async readMessages({ visitor, params, body }) {
      await limit(reading, visitor.visitorId);
      await usecases.markRead(visitor, params.id, body.seq);
      return {};
    },
    async followConversation({ visitor, params, query, request, reply, address }) {
      takeStreamPlace(reply, address);
      await limit(following, visitor.visitorId);
      let stream: EventStream | null = null;
      const early: ConversationEvent[] = [];
      const pass = ({ type, ...data }: ConversationEvent): void => stream?.send(type, data);
      const leave = await usecases.followConversation(visitor, params.id, query.after, (event) =>
        stream ? pass(event) : void early.push(event),
      );
      stream = openEventStream(request, reply, { key: `people:${visitor.visitorId}`, most: mostTabs });
      stream.onClose(leave);
      stream.send('ready', {});
      for (const event of early) pass(event);
      return {};
    },
  });
}
