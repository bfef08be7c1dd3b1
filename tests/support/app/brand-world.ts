import { createManualClock } from '#platform/clock/clock.ts';
import type { DnsLookups } from '#platform/dns/dns-lookups.ts';
import type { CustomDomain } from '#features/white-label/white-label-domains.contract.ts';
import { rawRequest, type RawAnswer } from '../../security/raw-request.ts';
import { startTestApp, type TestAnswer, type TestApp } from './test-app.ts';
import type { TestDatabase } from './test-database.ts';

export type BrandOwner = Awaited<ReturnType<TestApp['register']>>;
type Records = Partial<Record<keyof DnsLookups, string[]>>;

/** The host of the server itself. */
export const ownHost = 'chat.chatelier.test';

/** A server behind a proxy, with a stand-in of the DNS, and accounts that show a brand. */
export async function openBrandWorld(database?: TestDatabase) {
  const clock = createManualClock(new Date());
  const dnsState = {
    /** What the DNS has, by name. */
    zone: {} as Record<string, Records>,
    isDown: false,
  };
  const lookup = (kind: keyof DnsLookups) => async (name: string) => {
    if (dnsState.isDown) throw new Error('SERVFAIL');
    return dnsState.zone[name]?.[kind] ?? [];
  };
  const app = await startTestApp({
    ...(database && { database }),
    clock,
    dns: {
      txt: lookup('txt'),
      cname: lookup('cname'),
      addresses: lookup('addresses'),
      caa: lookup('caa'),
    },
    environment: {
      PUBLIC_URL: `https://${ownHost}`,
      TRUST_PROXY: '127.0.0.1',
      PLANS: 'paid',
      PROCESS_MODE: 'web',
    },
  });
  let hosts = 0;

  /** A request as the proxy hands it on. */
  const ask = (
    host: string,
    path: string,
    options: {
      method?: string;
      body?: unknown;
      /** Fields of a page's form, sent as the browser does. */
      form?: Record<string, string>;
      cookie?: string;
      headers?: Record<string, string>;
    } = {},
  ): Promise<RawAnswer> =>
    rawRequest(app.url, {
      method: options.method ?? (options.form ? 'POST' : 'GET'),
      path,
      headers: {
        host,
        'x-forwarded-proto': 'https',
        'x-forwarded-host': host,
        accept: 'text/html',
        ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(options.form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
        ...(options.cookie ? { cookie: options.cookie } : {}),
        ...options.headers,
      },
      ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
      ...(options.form ? { body: new URLSearchParams(options.form).toString() } : {}),
    });
  const tlsAsk = async (domain: string): Promise<number> =>
    (await rawRequest(app.url, { method: 'GET', path: `/internal/tls-ask?domain=${domain}` })).status;

  async function setPlan({ user }: BrandOwner, plan: 'pro' | 'white_label'): Promise<void> {
    const { database, planStatuses } = app.server.services;
    await database.system((tx) =>
      planStatuses.set(tx, user.accountId, {
        subscriptionStatus: 'active',
        hasPaid: true,
        plan,
        incompleteSince: null,
        activeUntil: new Date(clock.now().getTime() + 90 * 86_400_000),
      }),
    );
  }
  /** Somebody whose account has a brand. */
  async function branded(brandName = 'Linden Assist'): Promise<BrandOwner> {
    const owner = await app.register();
    await setPlan(owner, 'white_label');
    await owner.request('PUT', '/api/white-label', {
      body: {
        brandName,
        primaryColor: '#aa3355',
        secondaryColor: '#112233',
        supportEmail: 'help@linden.example',
        privacyEmail: 'privacy@linden.example',
        termsEmail: null,
      },
    });
    return owner;
  }
  const domainOf = async (answer: Promise<{ body: unknown }>): Promise<CustomDomain> => {
    const { domain } = (await answer).body as { domain: CustomDomain };
    return domain;
  };
  const name = (owner: BrandOwner, host: string): Promise<TestAnswer> =>
    owner.request('PUT', '/api/white-label/domain', { body: { host } });
  async function check(owner: BrandOwner): Promise<CustomDomain> {
    clock.advance(11_000);
    return domainOf(owner.request('POST', '/api/white-label/domain/check', { body: {} }));
  }
  /** The DNS says what it should. */
  function point(domain: CustomDomain): void {
    dnsState.zone[domain.txt.name] = { txt: [domain.txt.expected] };
    dnsState.zone[domain.host] = { cname: [ownHost], addresses: ['192.0.2.7'] };
  }
  return {
    app,
    clock,
    dnsState,
    ask,
    tlsAsk,
    setPlan,
    branded,
    domainOf,
    name,
    check,
    point,
    /** A host that shows the account's brand. */
    async served(owner: BrandOwner, host = `chat${++hosts}.linden.example`): Promise<string> {
      point(await domainOf(name(owner, host)));
      const { state } = await check(owner);
      if (state !== 'verified') throw new Error(`The domain is ${state}`);
      return host;
    },
    async publish(owner: BrandOwner): Promise<{ id: string; number: number }> {
      const agent = await owner.post<{ id: string; number: number; draftRevision: number }>('/api/agents', {
        from: 'description',
        input: 'Florist in Prague',
      });
      await owner.post(`/api/agents/${agent.id}/publish`, { revision: agent.draftRevision });
      return agent;
    },
  };
}

export type BrandWorld = Awaited<ReturnType<typeof openBrandWorld>>;
