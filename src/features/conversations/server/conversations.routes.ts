import type { FastifyRequest } from 'fastify';
import type { Clock } from '#platform/clock/clock.ts';
import type { VisitorIdentity } from '#platform/http/access.ts';
import { bindEndpoints, type Binder } from '#platform/http/bind.ts';
import type { Database } from '#platform/database/database.ts';
import type { Logger } from '#platform/log/logger.ts';
import { openEventStream, type EventStream } from '#platform/http/event-stream.ts';
import { takeStreamPlace, type StreamHolder } from '#platform/http/stream-places.ts';
import { deviceOf } from '#platform/http/device.ts';
import { ofAddress, ofNetworks } from '#platform/rate-limit/network.ts';
import { admit, type RateLimiter, type RateRule, type RateUse } from '#platform/rate-limit/rate-limit.ts';
import type { Realtime } from '#platform/realtime/realtime.ts';
import type { AccountsUsecases } from '#features/accounts/server/accounts.usecases.ts';
import { conversationsEndpoints, conversationsErrors, ownKeyHeader } from '../conversations.contract.ts';
import { pageAddress } from '#shared/campaign.ts';
import type { AnswerEvent } from './streaming/live-answer.models.ts';
import type { Joined } from './streaming/following.usecases.ts';
import { tellMember } from './streaming/notices.usecases.ts';
import type { AdmittedVisitor, VisitorCall } from './sessions/agent-cache.usecases.ts';
import type { ConversationsUsecases } from './conversations.usecases.ts';

const rules = {
  /** A connection that breaks again and again joins an answer anew each time. */
  joining: { name: 'visitor-joining', limit: 120, windowSeconds: 60 },
  joiningAddress: { name: 'joining-address', limit: 600, windowSeconds: 60 },
  reading: { name: 'visitor-looking-back', limit: 60, windowSeconds: 60 },
  switching: { name: 'visitor-switching', limit: 30, windowSeconds: 60 },
  session: { name: 'session-address', limit: 60, windowSeconds: 3_600 },
} as const satisfies Record<string, RateRule>;
/**
 * Tabs of one signed-in browser that hear news at once. Without HTTP/2 a browser has six connections to a
 * server for all of its tabs: each stream holds one, and with none left the next tab would not even load.
 */
const mostTabs = 4;
/** Streams of answers being written that one visitor has: a message sent again joins its answer once more. */
const answersOf = ({ visitorId }: VisitorIdentity): StreamHolder => ({
  key: `answers:${visitorId}`,
  most: 60,
});

export function conversationsRoutes(
  binder: Binder<AdmittedVisitor>,
  usecases: ConversationsUsecases,
  services: {
    limiter: RateLimiter;
    realtime: Realtime;
    accounts: AccountsUsecases;
    database: Database;
    log: Logger;
    clock: Clock;
    isStopping(): boolean;
  },
): void {
  const limit = (uses: readonly RateUse[]): Promise<void> =>
    admit(services.limiter, conversationsErrors.tooManyMessages, uses);

  bindEndpoints(binder, conversationsEndpoints, {
    openSession: ({ body, request, language, address }) =>
      usecases.openSession(body, {
        ...deviceOf(request),
        fallback: language,
        ownHost: request.host,
        shownAt: request.headers.referer ?? null,
        address,
        userAgent: request.headers['user-agent'] ?? '',
        checkNew: () => limit(ofNetworks(address, rules.session)),
      }),

    async switchAgent({ visitor, body, language }) {
      await limit([{ rule: rules.switching, key: visitor.visitorId }]);
      return usecases.switchAgent(visitor, {
        agent: body.agent,
        conversationId: body.conversationId,
        pageUrl: pageAddress(body.page?.url),
        language: body.language,
        fallback: language,
      });
    },

    async sendMessage({ visitor, admitted, body, request, reply, language, address }) {
      takeStreamPlace(reply, address);
      const call: VisitorCall = { visitor, agent: await usecases.agentOf(visitor, admitted) };
      await usecases.limitMessages(call, address);
      const relay = createRelay();
      const { accepted, joined } = await usecases.send(
        call,
        {
          conversationId: body.conversationId,
          clientMessageId: body.clientMessageId,
          text: body.text,
          isSpoken: body.isSpoken,
          attachments: body.attachments,
          ownKey: ownKeyOf(request),
          pageUrl: body.page?.url,
          address,
          fallback: language,
        },
        relay.hear,
      );
      const stream = openEventStream(request, reply, answersOf(visitor));
      stream.send('accepted', accepted);
      if (joined) relay.connect(stream, joined);
      else stream.close();
      return {};
    },

    async joinAnswer({ visitor, params, request, reply, address }) {
      takeStreamPlace(reply, address);
      await limit([
        { rule: rules.joining, key: visitor.visitorId },
        ...ofAddress(address, rules.joiningAddress),
      ]);
      const relay = createRelay();
      const joined = await usecases.join(visitor, params.id, relay.hear);
      const stream = openEventStream(request, reply, answersOf(visitor));
      stream.send('snapshot', { text: joined.text, parts: joined.parts });
      relay.connect(stream, { ...joined, text: '', parts: [] });
      return {};
    },

    async stopAnswer({ visitor, params }) {
      await usecases.stop(visitor, params.id);
      return {};
    },
    async rateAnswer({ visitor, params, body }) {
      await usecases.rate(visitor, params.id, body.value, body.reason?.trim() || null);
      return {};
    },
    currentConversation: async ({ visitor }) => ({ conversation: await usecases.current(visitor) }),
    async visitorConversations({ visitor }) {
      await limit([{ rule: rules.reading, key: visitor.visitorId }]);
      return { conversations: await usecases.ownConversations(visitor) };
    },
    async visitorConversation({ visitor, params }) {
      await limit([{ rule: rules.reading, key: visitor.visitorId }]);
      return usecases.ownConversation(visitor, params.id);
    },
    ofContact: async ({ scope, params }) => ({ conversations: await usecases.ofContact(scope, params.id) }),
    setFields: ({ scope, params, body }) => usecases.setFields(scope, params.id, body.values),
    previewAnswer: ({ scope, params }) => usecases.previewAnswer(scope, params.id),
    overview: ({ scope }) => usecases.overview(scope),

    async events({ user, request, reply, address }) {
      takeStreamPlace(reply, address);
      const holder = { key: `session:${user.sessionId}`, most: mostTabs };
      await tellMember(services, user, () => openEventStream(request, reply, holder));
      return {};
    },
  });
}

/**
 * The visitor's own OpenAI key, sent along with a message: used for its answer, kept and written down
 * nowhere.
 */
function ownKeyOf(request: FastifyRequest): string | null {
  const given = request.headers[ownKeyHeader];
  return typeof given === 'string' && given.trim() !== '' ? given.trim().slice(0, 400) : null;
}

/**
 * Words leave as they come, but no oftener than this: the eye sees no difference, and a write costs more than
 * the words in it.
 */
const calmMs = 40;

/** Carries an answer's events to one reader; what comes before the reader is there waits. */
function createRelay(): {
  hear(event: AnswerEvent): void;
  connect(stream: EventStream, joined: Joined): void;
} {
  let stream: EventStream | null = null;
  const early: AnswerEvent[] = [];
  let text = '';
  let isCalm = true;

  function flush(): void {
    if (text !== '') stream?.send('delta', { text });
    text = '';
  }
  function flushCalmly(): void {
    isCalm = text === '';
    if (isCalm) return;
    flush();
    setTimeout(flushCalmly, calmMs);
  }
  function pass(event: AnswerEvent): void {
    if (!stream) return;
    if (event.type === 'delta') {
      text += event.text;
      if (isCalm) flushCalmly();
      return;
    }
    flush();
    if (event.type === 'tool')
      stream.send('tool', { name: event.name, label: event.label ?? event.name, state: event.state });
    else if (event.type === 'page-call') {
      if (!event.isOver) stream.send('page-call', { id: event.id, name: event.name });
    } else if (event.type === 'part') stream.send('part', { part: event.part });
    else if (event.type === 'suggestions') stream.send('suggestions', { suggestions: event.suggestions });
    else if (event.type === 'done')
      stream.send('done', { message: event.message, ...(event.balance ? { balance: event.balance } : {}) });
    else
      stream.send('failed', {
        code: event.code,
        message: event.code,
        assistantMessage: event.message,
        retryable: event.isRetryable,
        ...(event.balance ? { balance: event.balance } : {}),
      });
    if (event.type === 'failed' || event.type === 'suggestions' || (event.type === 'done' && !event.more))
      stream.close();
  }
  return {
    hear(event) {
      if (stream) pass(event);
      else early.push(event);
    },
    connect(to, joined) {
      stream = to;
      to.onClose(joined.leave);
      if (joined.text !== '') to.send('delta', { text: joined.text });
      for (const part of joined.parts) to.send('part', { part });
      for (const tool of joined.tools) pass(tool);
      if (joined.pageCall) pass(joined.pageCall);
      for (const event of early) pass(event);
      if (joined.end) pass(joined.end);
    },
  };
}
