import { programScopes } from '#features/api-keys/api-keys-account.contract.ts';
import { callerFor } from '#tests/security/endpoint-walk.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { paidVisitorsDays } from '#features/accounts/accounts.contract.ts';
import type { Agent } from '#features/agents/agents.contract.ts';
import {
  openBillingWorld,
  type BillingWorld,
  type PlanOwner,
} from '#tests/support/payments/billing-setup.ts';

/** What an account with an expired plan may still write, and why. Everything else that writes needs a plan. */
const allowed: Readonly<Record<string, string>> = {
  'PATCH /api/user': 'profile',
  'POST /api/user/password': 'profile',
  'POST /api/user/picture': 'profile',
  'DELETE /api/user/picture': 'profile',
  'DELETE /api/user/sessions/{id}': 'profile',
  'DELETE /api/user/sessions': 'profile',
  'POST /api/account-review': 'takes rights away',
  'POST /api/superadmin/claim': 'the operator of the server',
  'POST /api/impersonation/end': 'ends what was begun',
  'POST /api/user/email-proof': 'profile',
  'POST /api/user/email-proof/confirm': 'profile',
  'POST /api/news/read': 'what a person has read',
  'POST /api/announcements/{id}/dismiss': 'what a person has read',
  'DELETE /api/analytics/thresholds/{id}': 'deletes',
  'PUT /api/analytics/report-schedule': 'who reads figures that are there',
  'POST /api/agents/{id}/experiments/{experimentId}/stop': 'ends what was begun',
  'PUT /api/first-steps/put-away': 'what is shown',
  'POST /api/sample-account': 'an account beside, with a plan of its own',
  'DELETE /api/sample-account': 'deletes',
  'DELETE /api/landing-pages/{id}': 'deletes',
  'POST /api/landing-pages/{id}/archive': 'takes a page offline',
  'POST /api/landing-pages/{id}/unarchive': 'brings back what was put aside, offline',
  'POST /api/landing-pages/{id}/unpublish': 'takes a page offline',
  'PUT /api/landing-pages/{id}/access': 'takes rights away',
  'PUT /api/landing-pages/{id}/home': 'which page an address begins with; addresses need a plan of their own',
  'POST /api/docs/{slug}/feedback': 'asking for help',
  'POST /api/feedback/bug-report': 'asking for help',
  'POST /api/feedback/feature-request': 'asking for help',
  'POST /api/agents/{id}/site-check': 'reads',
  'POST /api/agents/{id}/status':
    'takes agents offline; opening one lets no visitor in while the plan is over',
  'PUT /api/agents/{id}/members/{user}': 'takes rights away',
  'DELETE /api/agents/{id}': 'deletes',
  'DELETE /api/agent-bin/{id}': 'deletes',
  'DELETE /api/agents/{id}/keys/{key}': 'deletes',
  'DELETE /api/agents/{id}/identity': 'deletes',
  'PUT /api/agents/{id}/qr-codes/{code}': 'printed codes keep leading somewhere',
  'DELETE /api/agents/{id}/qr-codes/{code}': 'deletes',
  'DELETE /api/agents/{id}/qr-codes': 'deletes',
  'PUT /api/integrations/{provider}': 'replaces a key that leaked',
  'DELETE /api/integrations/{provider}': 'deletes',
  'DELETE /api/account-keys/{key}': 'deletes',
  'DELETE /api/mcp-connections/{id}': 'deletes',
  'POST /api/mcp-connections/signed-in': 'brings back what an expired sign-in took away',
  'POST /api/mcp-connections/{id}/check': 'reads',
  'DELETE /api/stores/{id}': 'deletes',
  'POST /api/stores/{id}/check': 'reads',
  'POST /api/speech/{provider}/heard': 'reads',
  'POST /api/speech/{provider}/sample': 'reads',
  'POST /api/cloned-voices/{id}/retry': 'a deletion is tried again, too',
  'DELETE /api/calls/{id}/recording': 'deletes',
  'DELETE /api/cloned-voices/{id}': 'deletes',
  'DELETE /api/oauth/grants/{id}': 'deletes',
  'PATCH /api/webhook-endpoints/{id}': 'switches off what tells too much',
  'DELETE /api/webhook-endpoints/{id}': 'deletes',
  'POST /api/webhook-endpoints/{id}/secret': 'replaces a secret that leaked',
  'POST /api/webhook-endpoints/{id}/test': 'reads',
  'POST /api/webhook-endpoints/{id}/replay': 'what happened is told',
  'POST /api/webhook-endpoints/{id}/deliveries/{delivery}/replay': 'what happened is told',
  'POST /api/conversations/{id}/approval': 'what was promised to a person is decided',
  'PATCH /api/functions/{id}': 'switches a function off that does harm',
  'DELETE /api/functions/{id}': 'deletes',
  'DELETE /api/simulator/suites/{id}': 'deletes',
  'POST /api/simulator/runs/{id}/stop': 'ends what was begun',
  'POST /api/functions/{id}/restore': 'takes a deletion back',
  'DELETE /api/knowledge/{collectionId}/sources/{id}': 'deletes',
  'PUT /api/payments/setup/{mode}': 'without the connection nothing can be given back',
  'POST /api/payments/setup/{mode}/onboarding': 'without the connection nothing can be given back',
  'POST /api/payments/setup/{mode}/check': 'without the connection nothing can be given back',
  'DELETE /api/payments/setup/{mode}': 'deletes',
  'PUT /api/payment-notices': 'profile',
  'PUT /api/seller': 'the last invoices name the seller, too',
  'POST /api/payments/{id}/refund': 'gives back',
  'POST /api/payments/{id}/cancel': 'gives back',
  'POST /api/contacts/{id}/ledger': 'makes good what visitors paid for',
  'PUT /api/account/name': 'corrects what its mails say',
  'DELETE /api/white-label/image': 'deletes',
  'DELETE /api/white-label/domain': 'deletes',
  'POST /api/white-label/domain/check': 'reads',
  'PUT /api/user/privacy': 'profile',
  'PATCH /api/contacts/{id}': 'corrects what is stored of a person',
  'POST /api/contacts/{id}/merge': 'corrects what is stored of a person',
  'POST /api/contacts/{id}/notes': 'what was promised to a person is noted',
  'PATCH /api/contacts/{id}/notes/{noteId}': 'corrects',
  'DELETE /api/contacts/{id}/notes/{noteId}': 'deletes',
  'PATCH /api/contact-tags/{id}': 'corrects',
  'PATCH /api/custom-fields/{id}': 'corrects',
  'PUT /api/custom-fields': 'puts in order',
  'PATCH /api/conversations/{id}/custom-fields': 'what was promised to a person is noted',
  'DELETE /api/contact-tags/{id}': 'deletes',
  'PUT /api/contact-segments/{id}': 'corrects',
  'DELETE /api/contact-segments/{id}': 'deletes',
  'POST /api/contacts/bulk': 'corrects and deletes',
  'DELETE /api/contacts/{id}': 'deletes',
  'DELETE /api/forms/{id}': 'deletes',
  'PATCH /api/forms/{id}': 'takes forms offline',
  'POST /api/forms/{id}/revert': 'throws a draft away',
  'POST /api/forms/{id}/submissions/delete': 'deletes',
  'POST /api/forms/{id}/submissions/status': 'sorts what people sent',
  'POST /api/inbox/conversations/{id}/messages': 'people who wrote are answered',
  'PATCH /api/inbox/conversations/{id}/messages/{message}': 'corrects',
  'DELETE /api/inbox/conversations/{id}/messages/{message}': 'deletes',
  'POST /api/inbox/conversations/{id}/handler': 'people who wrote are answered',
  'POST /api/inbox/conversations/{id}/notes': 'people who wrote are answered',
  'POST /api/inbox/conversations/{id}/uploads': 'people who wrote are answered',
  'DELETE /api/inbox/conversations/{id}/uploads/{upload}': 'deletes',
  'POST /api/inbox/conversations/{id}/typing': 'people who wrote are answered',
  'POST /api/inbox/conversations/{id}/viewing': 'people who wrote are answered',
  'PATCH /api/inbox/conversations': 'people who wrote are answered',
  'POST /api/answer-gaps/dismiss': 'nothing is made or answered by it',
  'PUT /api/inbox/notices': 'one’s own choice',
  'POST /api/inbox/notices/browsers': 'people who wrote are answered',
  'DELETE /api/inbox/notices/browsers/{id}': 'deletes',
  'PUT /api/inbox/hours': 'people who wrote are answered',
  'PUT /api/inbox/presence': 'people who wrote are answered',
  'POST /api/inbox-labels': 'sorts what people wrote',
  'PUT /api/inbox-labels/{id}': 'sorts what people wrote',
  'DELETE /api/inbox-labels/{id}': 'deletes',
  'POST /api/saved-replies': 'people who wrote are answered',
  'PUT /api/saved-replies/{id}': 'corrects',
  'DELETE /api/saved-replies/{id}': 'deletes',
  'POST /api/test-money/{id}/renew': 'test money',
  'POST /api/test-money/{id}/dispute': 'test money',
  'POST /api/clients/{id}/pause': 'ends what was begun',
  'POST /api/clients/{id}/resume': 'its own rule: clients rest while the plan does',
  'POST /api/clients/{id}/enter': 'what clients have is looked after, and reached',
  'POST /api/clients/{id}/invitations': 'its own rule: who is to own a client that is let go',
  'DELETE /api/clients/{id}/invitations/{invitation}': 'takes rights away',
  'POST /api/clients/{id}/release': 'takes rights away',
  'POST /api/clients/{id}/delete': 'deletes',
  'POST /api/client-visit/end': 'ends what was begun',
  'POST /api/client-account/stand-alone': 'leaves an agency whose plan ended',
  'POST /api/billing/checkout': 'billing',
  'POST /api/billing/change/withdraw': 'billing',
  'POST /api/billing/checkout/{id}': 'billing',
  'POST /api/billing/change/preview': 'billing',
  'POST /api/billing/change': 'billing',
  'POST /api/billing/cancel': 'billing',
  'POST /api/billing/resume': 'billing',
  'POST /api/billing/portal': 'billing',
  'POST /api/team/invitations': 'who works in the account is its own affair',
  'POST /api/team/invitations/{id}/resend': 'who works in the account is its own affair',
  'DELETE /api/team/invitations/{id}': 'deletes',
  'PATCH /api/team/members/{user}': 'rights are taken away at any time',
  'POST /api/team/members/{user}/suspend': 'rights are taken away at any time',
  'POST /api/team/members/{user}/reactivate': 'who works in the account is its own affair',
  'DELETE /api/team/members/{user}': 'deletes',
  'POST /api/team/leave': 'nobody is held',
  'POST /api/team/transfer': 'somebody else may pay',
  'POST /api/team/transfer/confirm': 'somebody else may pay',
  'POST /api/invitations/accept': 'who works in the account is its own affair',
  'POST /api/user/account': 'the person',
  'POST /api/user/two-factor/begin': 'safety',
  'POST /api/user/two-factor/confirm': 'safety',
  'POST /api/user/two-factor/recovery-codes': 'safety',
  'POST /api/user/two-factor/off': 'safety',
  'POST /api/account/exports': 'exports',
  'POST /api/account/reset': 'deletes',
  'POST /api/account/delete': 'deletes',
  // What programs may do is what people may do.
  'POST /api/v1/agents/{id}/status': 'takes agents offline',
  'DELETE /api/v1/agents/{id}': 'deletes',
  'POST /api/v1/agents/{id}/messages': 'the agent itself is paused',
  'POST /api/v1/agents/{id}/messages/stream': 'the agent itself is paused',
  'PUT /api/v1/agents/{id}/qr-codes/{code}': 'printed codes keep leading somewhere',
  'DELETE /api/v1/agents/{id}/qr-codes/{code}': 'deletes',
  'DELETE /api/v1/agents/{id}/sources/{source}': 'deletes',
  'PATCH /api/v1/conversations/{id}': 'people who wrote are answered',
  'POST /api/v1/conversations/{id}/handler': 'people who wrote are answered',
  'POST /api/v1/conversations/{id}/notes': 'people who wrote are answered',
  'POST /api/v1/conversations/{id}/messages': 'people who wrote are answered',
  'PATCH /api/v1/conversations/{id}/messages/{message}': 'corrects',
  'DELETE /api/v1/conversations/{id}/messages/{message}': 'deletes',
  'PATCH /api/v1/contacts/{id}': 'corrects what is stored of a person',
  'POST /api/v1/contacts/{id}/notes': 'what was promised to a person is noted',
  'DELETE /api/v1/contacts/{id}': 'deletes',
  'PATCH /api/v1/forms/{id}': 'takes forms offline',
  'DELETE /api/v1/forms/{id}': 'deletes',
  'PATCH /api/v1/forms/{id}/submissions/{submissionId}': 'sorts what people sent',
  'DELETE /api/v1/forms/{id}/submissions/{submissionId}': 'deletes',
  'POST /api/v1/purchases/{id}/refund': 'gives back',
  'POST /api/v1/purchases/{id}/cancel': 'gives back',
  'PATCH /api/v1/functions/{id}': 'switches a function off that does harm',
  'DELETE /api/v1/functions/{id}': 'deletes',
};

describe('an account whose plan is over', () => {
  let world: BillingWorld;
  let owner: PlanOwner;
  let agent: Agent;
  beforeAll(async () => {
    world = await openBillingWorld('test-money');
    owner = await world.app.register();
    agent = await publish(await owner.post<Agent>('/api/agents', { from: 'blank', input: '' }), {
      enabled: true,
      freeMessages: 5,
      type: 'pack',
      currency: 'EUR',
      amount: 1_000,
      messagesPerPack: 10,
      taxPercent: 0,
    });
  });
  afterAll(() => world.close());

  async function publish(given: Agent, payment: object): Promise<Agent> {
    const { draft, draftRevision } = await owner.get<Agent>(`/api/agents/${given.id}`);
    const { body } = await owner.request('PUT', `/api/agents/${given.id}/draft`, {
      body: {
        revision: draftRevision,
        configuration: {
          ...draft,
          payment: { ...draft.payment, ...payment },
          basic: { ...draft.basic, language: 'fr' },
        },
      },
    });
    return owner.post<Agent>(`/api/agents/${given.id}/publish`, {
      revision: (body as { draftRevision: number }).draftRevision,
    });
  }
  async function visit(given: { token?: string; preview?: string } = {}) {
    const page = world.app.browser();
    const opened = await page.post<{ token: string; agent: { closed: string | null } }>(
      '/api/visitor/session',
      { agent: agent.number, ...given },
    );
    const request = (path: string, body: unknown) =>
      page.request('POST', path, { body, headers: { authorization: `Bearer ${opened.token}` } });
    return {
      ...opened,
      say: () =>
        request('/api/visitor/messages', {
          conversationId: null,
          clientMessageId: crypto.randomUUID(),
          text: 'Bonjour',
        }),
      buy: () => request('/api/visitor/checkout', { email: 'anna@example.test', key: crypto.randomUUID() }),
    };
  }
  const endpoints = () =>
    world.app.server.endpoints.filter(
      ({ method, access }) => method !== 'GET' && (typeof access === 'object' || access === 'user'),
    );
  const nameOf = ({ method, path }: { method: string; path: string }): string => `${method} ${path}`;

  test('is refused nothing as long as it runs', async () => {
    expect((await owner.request('POST', '/api/agents', { body: { from: 'blank', input: '' } })).status).toBe(
      200,
    );
  });

  test('every endpoint that writes either needs a plan or stands among those that stay allowed', () => {
    const free = endpoints()
      .filter(({ needsPlan }) => !needsPlan)
      .map(nameOf);
    expect(free.toSorted()).toEqual(Object.keys(allowed).toSorted());
  });

  test('is refused, by the server, all that makes, trains or publishes, and reads, exports and deletes as before', async () => {
    const [paid, unpaid] = [await visit(), await visit()];
    const { purchaseId, url } = (await paid.buy()).body as { purchaseId: string; url: string };
    await world.services.testMoney.pages.checkout.act(url.split('/').at(-1) ?? '', {
      step: 'pay',
      card: 'succeeds',
      number: '',
    });
    await world.services.payments.syncing.sync(owner.user.accountId, purchaseId);
    const { key: programKey } = await owner.post<{ key: string }>('/api/account-keys', {
      name: 'Program',
      scopes: programScopes,
      requestsPerMinute: 600,
    });
    world.days(8);
    const needing = endpoints().filter(({ needsPlan }) => needsPlan);
    expect(needing.length).toBeGreaterThan(20);
    for (const endpoint of needing) {
      const address = endpoint.path.replace('/agents/{id}', `/agents/${agent.id}`).replace(/\{\w+\}/g, 'x');
      const caller = callerFor(endpoint, { owner, browser: () => world.app.browser(), programKey });
      const answer = await caller.request(endpoint.method, address, { body: {} });
      expect([nameOf(endpoint), answer.status, answer.body]).toMatchObject([
        nameOf(endpoint),
        402,
        { code: 'billing.lapsed' },
      ]);
    }
    expect((await owner.request('GET', `/api/agents/${agent.id}`)).status).toBe(200);
    expect((await owner.request('GET', `/api/agents/${agent.id}/export`)).status).toBe(200);
    const other = (await owner.get<{ agents: { id: string }[] }>('/api/agents')).agents.find(
      ({ id }) => id !== agent.id,
    );
    expect((await owner.request('DELETE', `/api/agents/${other?.id}`)).status).toBe(200);

    // Visitors of its agents.
    const fresh = await visit();
    expect(fresh.agent.closed).toBe(
      'Cet assistant est en pause pour le moment. Ce qui a été dit est conservé, tout comme ce qui a été payé.',
    );
    for (const one of [fresh, unpaid]) {
      const refused = await one.say();
      expect([refused.status, refused.text]).toEqual([
        403,
        expect.stringContaining('conversations.agent_closed'),
      ]);
    }
    expect((await fresh.buy()).body).toMatchObject({ code: 'conversations.agent_closed' });
    const { previewUrl } = await owner.get<Agent>(`/api/agents/${agent.id}`);
    expect(
      (await visit({ preview: new URL(previewUrl, world.app.url).searchParams.get('ticket') ?? '' })).agent
        .closed,
    ).toContain('Paramètres → Facturation');

    // Who had paid is served for a while longer.
    const again = await visit({ token: paid.token });
    expect(again.agent.closed).toBeNull();
    expect((await again.say()).status).toBe(200);
    world.days(paidVisitorsDays);
    expect((await visit({ token: again.token })).agent.closed).toContain('en pause');
  });

  test('does everything again as soon as a plan is paid', async () => {
    await world.signIn(owner);
    await world.subscribe(owner);
    expect((await owner.request('POST', '/api/agents', { body: { from: 'blank', input: '' } })).status).toBe(
      200,
    );
    expect((await visit()).agent.closed).toBeNull();
  });
});
