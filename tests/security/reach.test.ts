import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sql } from 'drizzle-orm';
import { roleGrants, type Role } from '#features/accounts/accounts.contract.ts';
import type { Agent } from '#features/agents/agents.contract.ts';
import { clientFeatures } from '#features/accounts/accounts-clients.contract.ts';
import { clientParts, featureFlags } from '#features/feature-flags/feature-flags.contract.ts';
import { partOf } from '#features/feature-flags/server/feature-flags.policy.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import { addressOf, callerFor, ofAgent, requestOf, slotsOf } from './endpoint-walk.ts';
import { keyOf } from './world-parts.ts';
import { accountFingerprint, openSecurityWorld, type Member, type SecurityWorld } from './world.ts';

let world: SecurityWorld;
let endpoints: readonly Endpoint[];
beforeAll(async () => {
  world = await openSecurityWorld();
  ({ endpoints } = world.app.server);
});
afterAll(() => world.close());

const granted = (role: Role): Endpoint[] =>
  endpoints.filter(({ access }) => typeof access === 'object' && roleGrants(role, access.permission));

describe('a member who reaches one agent only', () => {
  it.each(['editor', 'support', 'viewer'] as const)(
    'as %s finds nothing of another one, by no address and in no list, and everything of their own',
    async (role) => {
      const { vera, app } = world;
      const person = await world.member(vera, role, [vera.second.agent.id]);
      const before = await accountFingerprint(app, vera.owner.user.accountId);
      const wrong: string[] = [];
      let asked = 0;
      for (const endpoint of granted(role).filter(
        (one) =>
          // Landing pages are the account's, their versions too.
          !one.path.startsWith('/api/landing-pages/') && slotsOf(one).some(({ word }) => ofAgent.has(word)),
      )) {
        const path = addressOf(endpoint, vera, vera.first);
        const { status, text } = await callerFor(endpoint, person).request(
          endpoint.method,
          path,
          requestOf(endpoint),
        );
        asked += 1;
        if (status !== 404)
          wrong.push(`${endpoint.method} ${path} answered ${status}: ${text.slice(0, 120)}`);
      }
      const of = vera.first;
      const words = [
        of.agent.id,
        of.agent.collectionId,
        of.source,
        of.document,
        of.chunk,
        of.qrCode,
        of.keyId,
        vera.contact,
        vera.visitor.conversationId,
        vera.visitor.question.id,
        vera.testPurchase,
      ];
      for (const endpoint of granted(role).filter(
        ({ method, transport }) => method === 'GET' && transport === undefined,
      )) {
        const slots = slotsOf(endpoint);
        // What the second agent has none of: it was never talked with.
        if (
          slots.some(({ word }) =>
            ['contacts', 'conversations', 'payments', 'purchases', 'test-money'].includes(word),
          )
        )
          continue;
        // A file of people whom they may not reach is for whoever brought it.
        if (slots.some(({ word }) => word === 'contact-imports')) continue;
        const query = endpoint.path.endsWith('/faq')
          ? `?agent=${vera.second.agent.number}`
          : endpoint.path === '/api/analytics/service'
            ? `?agentId=${vera.second.agent.id}`
            : '';
        const path = addressOf(endpoint, vera, vera.second) + query;
        const { status, text } = await callerFor(endpoint, person).request('GET', path);
        const seen = words.filter((word) => text.includes(word));
        // Who reaches what is for the whole team to see.
        if (status !== 200 || (seen.length > 0 && !['/api/team'].includes(endpoint.path)))
          wrong.push(`GET ${path} answered ${status} with ${seen.join(' ')}`);
      }
      expect(wrong).toEqual([]);
      expect(asked).toBeGreaterThan(8);
      expect(await accountFingerprint(app, vera.owner.user.accountId)).toEqual(before);
    },
  );

  it('reaches the agents that they make, with their knowledge', async () => {
    const { vera } = world;
    const editor = await world.member(vera, 'editor', [vera.second.agent.id]);
    const made = await editor.post<Agent>('/api/agents', {
      from: 'description',
      input: 'A guide for the museum',
    });
    expect(await editor.get(`/api/agents/${made.id}`)).toMatchObject({ id: made.id });
    const { source } = await editor.post<{ source: { id: string } }>(
      `/api/knowledge/${made.collectionId}/sources/text`,
      { title: 'Hours', body: 'The museum opens at nine.' },
    );
    expect(
      (await editor.request('GET', `/api/knowledge/${made.collectionId}/sources/${source.id}`)).status,
    ).toBe(200);
    const copy = await editor.post<Agent>(`/api/agents/${made.id}/duplicate`);
    const { agents } = await editor.get<{ agents: { id: string }[] }>('/api/agents');
    expect(agents.map(({ id }) => id).toSorted()).toEqual(
      [vera.second.agent.id, made.id, copy.id].toSorted(),
    );
  });

  it('who reaches none sees none', async () => {
    const { vera } = world;
    const viewer = await world.member(vera, 'viewer', []);
    expect(await viewer.get('/api/agents')).toEqual({ agents: [] });
    expect(await viewer.get('/api/contacts')).toMatchObject({ contacts: [], total: 0 });
  });
});

describe('a part of the product that is kept from an account', () => {
  const parted = () =>
    endpoints.flatMap((endpoint) => {
      const part = partOf(endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'));
      return part === null ? [] : [{ endpoint, part }];
    });
  const makes = ({ method }: Endpoint): boolean => method !== 'GET' && method !== 'DELETE';

  /** What every endpoint of these parts answers to the owner of an account, or to their key. */
  async function answersOf(
    account: { owner: Member },
    wanted: (one: ReturnType<typeof parted>[number]) => boolean,
  ) {
    const answers = new Map<string, string[]>();
    for (const { endpoint } of parted().filter(wanted)) {
      const { status, text } = await callerFor(endpoint, account.owner).request(
        endpoint.method,
        addressOf(endpoint, world.vera, world.vera.first),
        requestOf(endpoint),
      );
      const { code } = JSON.parse(text) as { code?: string };
      const answer = `${status} ${code}`;
      answers.set(answer, [...(answers.get(answer) ?? []), `${endpoint.method} ${endpoint.path}`]);
    }
    return answers;
  }
  async function register(name: string): Promise<Member> {
    const person = await world.app.register(name);
    const programKey = await keyOf(world.app, person.user.accountId, person.user.id);
    return { ...person, owner: person, browser: () => world.app.browser(), programKey };
  }

  it('is refused at each of its addresses, by the flag of whoever runs the server and by an agency', async () => {
    const [flagged, client] = [await register('Flora'), await register('Clara')];
    const { database } = world.app.database;
    for (const flag of featureFlags)
      await database.direct.execute(sql`INSERT INTO feature_flags (flag, account_id, is_on, updated_at)
        VALUES (${flag}, ${flagged.user.accountId}, false, now())`);
    await database.direct
      .execute(sql`INSERT INTO agency_clients (account_id, agency_id, created_at, features_off)
      VALUES (${client.user.accountId}, ${world.vera.owner.user.accountId}, now(),
        ${sql.param(`{${clientFeatures.join(',')}}`)})`);
    await database.direct.execute(sql`SELECT pg_notify('chatelier', '{"topic":"feature-flags","data":{}}')`);
    await vi.waitFor(async () => {
      const { off } = await flagged.get<{ off: string[] }>('/api/account/features');
      expect(off.toSorted()).toEqual([...featureFlags].toSorted());
    });
    const clientsOff = await client.get<{ off: string[] }>('/api/account/features');
    expect(clientsOff.off.toSorted()).toEqual(Object.values(clientParts).flat().toSorted());

    const byFlag = await answersOf(
      { owner: flagged },
      ({ endpoint, part }) =>
        (featureFlags as readonly string[]).includes(part) && (part !== 'api' || makes(endpoint)),
    );
    expect([...byFlag.keys()].toSorted()).toEqual([
      '403 feature-flags.api',
      '403 feature-flags.custom_functions',
      '403 feature-flags.landing_pages',
      '403 feature-flags.mcp_connections',
      '403 feature-flags.simulator',
    ]);
    const byAgency = await answersOf(
      { owner: client },
      ({ endpoint, part }) => Object.values(clientParts).flat().includes(part) && makes(endpoint),
    );
    expect([...byAgency.keys()]).toEqual(['403 clients.feature_off']);
    // Each part has an address, so that none of the list is an empty word.
    expect(new Set(parted().map(({ part }) => part))).toEqual(
      new Set([...featureFlags, ...Object.values(clientParts).flat()]),
    );
  });
});
