import { randomUUID } from 'node:crypto';
import type { CallEndReason } from '#shared/voice/calls.ts';
import { askedOfVisitors } from '#shared/chat/visitor-gate.ts';
import { AppError } from '#shared/errors.ts';
import type { Language } from '#shared/languages.ts';
import { paywallErrors } from '#features/paywall/paywall.contract.ts';
import type { Services } from '../services.ts';
import { arrive } from './arrivals.ts';
import type { Chance } from './chance.ts';
import type { AgentKey, DemoContent } from './content.ts';
import type { SellingPage } from './landing.ts';

/** Somebody out there, as their browser and they themselves tell. */
export type Visitor = {
  name: string;
  firstName: string;
  email: string;
  language: Language;
  timezone: string;
  device: 'smartphone' | 'desktop' | 'tablet';
  browser: string;
  os: string;
};
/** An agent of the demo, as visitors reach it. */
export type PublicDemoAgent = {
  key: AgentKey;
  number: number;
  site: string;
  pages: readonly string[];
};

const machines = [
  { device: 'smartphone', browser: 'Safari', os: 'iOS' },
  { device: 'smartphone', browser: 'Safari', os: 'iOS' },
  { device: 'smartphone', browser: 'Chrome', os: 'Android' },
  { device: 'smartphone', browser: 'Chrome', os: 'Android' },
  { device: 'desktop', browser: 'Chrome', os: 'Windows' },
  { device: 'desktop', browser: 'Edge', os: 'Windows' },
  { device: 'desktop', browser: 'Safari', os: 'macOS' },
  { device: 'desktop', browser: 'Firefox', os: 'Linux' },
  { device: 'tablet', browser: 'Safari', os: 'iPadOS' },
] as const;
/** Somebody who was not there before; no two have the same address. */
export function inventVisitor(
  content: DemoContent,
  chance: Chance,
  taken: Set<string>,
  language: Language,
  name?: string,
): Visitor {
  const { first, last, zones, mail } = content.visitors[language];
  for (;;) {
    const whole = name ?? `${chance.pick(first)} ${chance.pick(last)}`;
    const box = whole
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .replace(/[^a-z]+/g, '.');
    const email = `${box}${taken.has(box) ? chance.below(90) + 10 : ''}@${chance.pick(mail)}`;
    if (taken.has(email)) continue;
    taken.add(box).add(email);
    return {
      name: whole,
      firstName: whole.split(' ')[0] ?? whole,
      email,
      language,
      timezone: chance.pick(zones),
      ...chance.pick(machines),
    };
  }
}

export type Said = {
  conversationId: string;
  answerId: string | null;
  balance: string | undefined;
};
export type Visit = Awaited<ReturnType<typeof openVisit>>;

/** Opens an agent's chat as a browser does. `token` is what an earlier visit left there. */
export async function openVisit(
  services: Services,
  agent: PublicDemoAgent,
  visitor: Visitor,
  chance: Chance,
  before: { token?: string; tag?: string; page?: SellingPage | undefined } = {},
) {
  const { calls, conversations, payments, testMoney, agentViews } = services;
  const { url: pageUrl, referrer } = arrive(services, agent, before.page ?? null, chance);
  const opened = await conversations.openSession(
    {
      agent: agent.number,
      token: before.token,
      page: before.tag ? null : { url: pageUrl, ...(referrer && { referrer }) },
      timezone: visitor.timezone,
      language: visitor.language,
      tag: before.tag,
    },
    {
      device: visitor.device,
      browser: visitor.browser,
      os: visitor.os,
      fallback: visitor.language,
      ownHost: new URL(services.publicUrl()).host,
      shownAt: null,
      address: '127.0.0.1',
      userAgent: '',
      checkNew: async () => undefined,
    },
  );
  const identity = conversations.readVisitorToken(opened.token);
  if (!identity) throw new Error('A new token is not read');
  agentViews.count({ id: identity.agentId, accountId: identity.accountId });
  // Written at the moment of the visit, not when the server's clock comes to it.
  await agentViews.drain();
  const { consent } = askedOfVisitors((await conversations.agentOf(identity)).configuration);
  if (consent) await conversations.giveConsent(identity, consent.version, visitor.language);
  let conversationId: string | null = null;
  const call = { key: randomUUID(), turns: 0 };

  return {
    identity,
    token: opened.token,
    progress: opened.progress,

    /** Says something and hears the answer out. `paywall` where it has to be paid for first. */
    async say(text: string, isSpoken = false): Promise<Said | 'paywall'> {
      const agentNow = await conversations.agentOf(identity, await conversations.admit(identity));
      let answerId: string | null = null;
      let balance: string | undefined;
      const over = Promise.withResolvers<void>();
      try {
        const { accepted, joined } = await conversations.send(
          { visitor: identity, agent: agentNow },
          {
            conversationId,
            clientMessageId: randomUUID(),
            text,
            isSpoken,
            attachments: [],
            ownKey: null,
            pageUrl: before.tag ? undefined : pageUrl,
            address: null,
            fallback: visitor.language,
          },
          (event) => {
            if (event.type === 'done' || event.type === 'failed') over.resolve();
            if (event.type === 'done') balance = event.balance?.state;
          },
        );
        ({ conversationId } = accepted);
        answerId = accepted.assistantMessage?.id ?? null;
        if (joined && !joined.end) await over.promise;
        return { conversationId, answerId, balance };
      } catch (error) {
        if (error instanceof AppError && error.code === paywallErrors.paymentRequired.code) {
          agentViews.wall(identity);
          return 'paywall';
        }
        throw error;
      }
    },

    /** Tells of the visitor's call as their browser does: that it began, that it goes on, or how it ended. */
    async tellOfCall(end: CallEndReason | null): Promise<void> {
      const sounds = call.turns++;
      await calls.tell(
        identity,
        {
          key: call.key,
          way: 'browser',
          provider: 'browser',
          language: visitor.language,
          interruptions: sounds > 2 ? 1 : 0,
          sounds,
          soundMs: sounds * (620 + (visitor.name.length % 5) * 90),
          end,
        },
        { messages: 0, terms: null },
      );
    },

    /** Buys what the agent offers first, with one of the test cards. The purchase's id. */
    async buy(email: string, card: string): Promise<string> {
      const { purchaseId, url } = await payments.checkouts.begin(
        identity,
        { email, key: randomUUID(), isEmbedded: false, conversationId },
        visitor.language,
      );
      await testMoney.pages.checkout.act(url?.split('/').at(-1) ?? '', { step: 'pay', card, number: '' });
      await payments.checkouts.state(identity, purchaseId, true);
      return purchaseId;
    },
  };
}
