import { LRUCache } from 'lru-cache';
import { isId } from '#shared/ids.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/database/database.ts';
import type { VisitorIdentity } from '#platform/http/access.ts';
import { addressKey, isLoopback, ofNetworks } from '#platform/rate-limit/network.ts';
import type { RateLimiter, RateRule } from '#platform/rate-limit/rate-limit.ts';
import type { PaymentSection, PaywallBalance } from '../paywall.contract.ts';
import { balance, hasFreeMessages, paywallTermsOf, type PaywallTerms } from './paywall.usecases.ts';

export type PaywallServices = {
  database: Database;
  clock: Clock;
  limiter: Pick<RateLimiter, 'takeAll'>;
  /** Whether test money or real money counts for an account's visitors. */
  paymentMode(accountId: string, isPreview: boolean): Promise<{ isTest: boolean }>;
  /** How many visitors of one network address an agent gives free messages to in a day. */
  freeVisitorsPerAddress: number;
};

/** What of an agent says what its visitors pay; the agent itself is another feature's. */
export type PaidAgent = {
  accountId: string;
  isPreview: boolean;
  configuration: { payment: PaymentSection };
};

const mostRemembered = 10_000;
const dayMs = 86_400_000;

/**
 * What agents ask of their visitors in money. An agent that asks for none costs nothing here: no statement,
 * no waiting.
 */
export function createPaywallTerms(services: PaywallServices) {
  const { database, clock, limiter } = services;
  const rule: RateRule = {
    name: 'free-visitors',
    limit: services.freeVisitorsPerAddress,
    windowSeconds: dayMs / 1_000,
  };
  /** Visitors whose right to free messages was looked at, with the day on which it was. */
  const looked = new LRUCache<string, { day: number; isFree: Promise<boolean> }>({ max: mostRemembered });
  const today = (): number => Math.floor(clock.now().getTime() / dayMs);

  async function read(visitor: VisitorIdentity, address: string): Promise<boolean> {
    const hasBegun = await database.account(visitor.accountId, (tx) =>
      hasFreeMessages(tx, visitor.visitorId),
    );
    if (hasBegun) return true;
    // A /64 is anybody's for the asking, and a provider hands a home a /56: the networks around an address
    // are counted as well.
    const places = isId('key', address) ? [{ rule, key: address }] : ofNetworks(address, rule);
    const uses = places.map((use) => ({ ...use, key: `${visitor.agentId}:${use.key}` }));
    return (await limiter.takeAll(uses)) === null;
  }

  /** Whether a visitor gets free messages: new visitors of one address only up to the ceiling of a day. */
  async function isFree(visitor: VisitorIdentity, address: string): Promise<boolean> {
    const day = today();
    const known = looked.get(visitor.visitorId);
    if (known?.day === day) return known.isFree;
    const asked = read(visitor, address);
    looked.set(visitor.visitorId, { day, isFree: asked });
    asked.catch(() => looked.delete(visitor.visitorId));
    return asked;
  }

  /** What a message of an agent's visitor takes now; null when the agent asks for no money. */
  async function termsOf(agent: PaidAgent): Promise<PaywallTerms | null> {
    const { payment } = agent.configuration;
    if (!payment.enabled) return null;
    const { isTest } = await services.paymentMode(agent.accountId, agent.isPreview);
    return paywallTermsOf(payment, isTest, clock.now());
  }

  /**
   * As `termsOf`, with what this process knows of the visitor: whoever came too often as somebody new has no
   * free messages.
   */
  async function termsFor(agent: PaidAgent, visitor: VisitorIdentity): Promise<PaywallTerms | null> {
    const terms = await termsOf(agent);
    if (terms && visitor.simulation?.isFreeUsed) return { ...terms, free: 0 };
    const known = terms ? looked.get(visitor.visitorId) : undefined;
    return terms && known?.day === today() && !(await known.isFree) ? { ...terms, free: 0 } : terms;
  }

  return {
    termsFor,

    /**
     * What a message takes that is sent from a network address; null where the sender's is not known. The id
     * of a key stands for it where a program does not say for whom it asks.
     */
    async termsOfMessage(
      agent: PaidAgent,
      visitor: VisitorIdentity,
      address: string | null,
    ): Promise<PaywallTerms | null> {
      const terms = await termsOf(agent);
      if (terms && visitor.simulation?.isFreeUsed) return { ...terms, free: 0 };
      if (
        !terms ||
        address === null ||
        isLoopback(addressKey(address)) ||
        terms.free === 0 ||
        agent.isPreview
      )
        return terms;
      return (await isFree(visitor, address)) ? terms : { ...terms, free: 0 };
    },

    /**
     * What a visitor holds of an agent, also of one that asks for no money any more: what was bought was
     * promised then.
     */
    async heldOf(agent: PaidAgent, visitor: VisitorIdentity): Promise<PaywallBalance> {
      const { isTest } = await services.paymentMode(agent.accountId, agent.isPreview);
      const now = clock.now();
      const terms = paywallTermsOf({ ...agent.configuration.payment, enabled: true }, isTest, now);
      const whose = { visitorId: visitor.visitorId, agentId: visitor.agentId };
      return database.account(visitor.accountId, (tx) => balance(tx, { ...whose, terms }, now));
    },

    /** What a visitor may still say; null when the agent asks for no money. */
    async balanceFor(agent: PaidAgent, visitor: VisitorIdentity): Promise<PaywallBalance | null> {
      const terms = await termsFor(agent, visitor);
      return (
        terms &&
        database.account(visitor.accountId, (tx) =>
          balance(tx, { visitorId: visitor.visitorId, agentId: visitor.agentId, terms }, clock.now()),
        )
      );
    },
  };
}

export type ConversationPaywall = ReturnType<typeof createPaywallTerms>;
