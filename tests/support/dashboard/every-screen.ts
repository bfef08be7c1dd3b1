import { expect, vi } from 'vitest';
import type { Agent } from '#features/agents/agents.contract.ts';
import type { Form } from '#features/forms/forms.contract.ts';
import type { KnowledgeSource } from '#features/knowledge/knowledge.contract.ts';
import type { TestApp } from '../app/test-app.ts';
import { formBlock, formOptions, openForm, publishForm } from './forms-setup.ts';
import { openVisitor } from '../../security/world.ts';
import { simulate } from '../../security/world-parts.ts';

type Owner = Awaited<ReturnType<TestApp['register']>>;

/** A screen: its address, what is in its browser tab, and the answers with an error that belong to it. */
export type Screen = {
  address: string;
  title: RegExp | string;
  isSignedOut?: boolean;
  refusals?: number[];
  /** Something that shows that it has everything. */
  ready?: string;
  /** What its owner chose, whoever reads it. */
  language?: string;
};

/** An agent with something to answer from, that is live, with an older and a newer version. */
export async function openShop(owner: Owner): Promise<Agent> {
  const made = await owner.post<Agent>('/api/agents', {
    from: 'description',
    input: 'A guide called "Bakery Linden" for a sourdough bakery in Utrecht',
    language: 'en',
  });
  await owner.post('/api/agents', {
    from: 'description',
    input: 'A guide named "Museum of Everyday Things and Remarkable Small Objects of the North Sea Coast"',
    language: 'en',
  });
  const sources = `/api/knowledge/${made.collectionId}/sources`;
  await owner.post(`${sources}/text`, {
    title: 'Opening hours',
    body: 'The bakery is open from Tuesday to Saturday from 7:30 to 17:00. On Sunday it is open from 9:00 to 13:00. On Monday it is closed.',
  });
  await owner.post(`${sources}/qa`, {
    title: 'Delivery',
    pairs: [{ question: 'Do you deliver?', answer: 'We deliver in Utrecht by cargo bike for 4 euros.' }],
  });
  await owner.post(`${sources}/website`, { url: 'http://127.0.0.1:9/a-page-that-nobody-can-read' });
  await vi.waitFor(
    async () => {
      const listed = await owner.get<{ sources: KnowledgeSource[] }>(sources);
      expect(listed.sources.map(({ status }) => status).toSorted()).toEqual(['failed', 'ready', 'ready']);
    },
    { timeout: 60_000, interval: 100 },
  );
  const configuration = { ...made.draft, appearance: { ...made.draft.appearance, initialTheme: 'auto' } };
  const { draftRevision } = (
    await owner.request('PUT', `/api/agents/${made.id}/draft`, {
      body: { revision: made.draftRevision, configuration },
    })
  ).body as { draftRevision: number };
  return owner.post<Agent>(`/api/agents/${made.id}/publish`, { revision: draftRevision });
}

/** A published form that somebody has filled in. */
async function openOrderForm(app: TestApp, owner: Owner): Promise<Form> {
  const form = await publishForm(owner, [
    formBlock('name', 'short_text', { label: 'Your name', required: true }),
    formBlock('email', 'email', { label: 'Your email address', required: true }),
    formBlock('bread', 'radio', { label: 'Which bread?', options: formOptions('sourdough', 'rye') }),
    formBlock('stars', 'rating', { label: 'How did you like the last one?' }),
    formBlock('more', 'long_text', { label: 'Anything else?' }),
  ]);
  const sent = await (
    await openForm(app, form)
  ).send({
    name: 'Jana Vermeulen',
    email: 'jana@example.test',
    bread: 'rye',
    stars: 4,
    more: 'Sliced, please.',
  });
  expect(sent.status).toBe(200);
  return form;
}

/** Somebody who paid in a form, by test money. */
async function openPaidForm(app: TestApp, owner: Owner): Promise<string> {
  const form = await publishForm(
    owner,
    [
      formBlock('email', 'email', { label: 'Your email address', required: true }),
      formBlock('fee', 'payment', { label: 'Place in the workshop', amount: 4_500 }),
    ],
    undefined,
    'Sourdough workshop',
  );
  const visit = await openForm(app, form);
  const { pathname, search } = new URL(
    ((await visit.send({ email: 'tom@example.test' })).body as { url: string }).url,
  );
  const back = await visit.browser.request('POST', pathname + search, {
    raw: 'step=pay&card=succeeds',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  const { pathname: place, search: query } = new URL(back.headers.get('location') ?? '');
  expect((await visit.browser.request('GET', place + query)).text).toContain('We have your answers');
  return new URLSearchParams(query).get('payment') ?? '';
}

/** The page behind the link by which a form is confirmed. */
async function openConfirmation(app: TestApp, owner: Owner): Promise<string> {
  const form = await publishForm(
    owner,
    [formBlock('email', 'email', { label: 'Your email address', required: true })],
    (document) => ({ ...document, settings: { ...document.settings, confirm: true } }),
    'Newsletter of the bakery',
  );
  await (await openForm(app, form)).send({ email: 'reader@example.test' });
  const { mails } = await app.server.services.mail.outbox();
  return (
    /\/confirm-form\/[\w.-]+/.exec(mails.find(({ kind }) => kind === 'form-confirmation')?.text ?? '')?.[0] ??
    ''
  );
}

/** Every screen of the app, with something on each. */
export async function listScreens(app: TestApp, owner: Owner, agent: Agent): Promise<Screen[]> {
  const visitor = await openVisitor(app, agent.number, 'When are you open on Sunday?');
  await visitor.ask('Do you sell umbrellas?', visitor.conversationId);
  const { contacts } = await owner.get<{ contacts: { id: string }[] }>('/api/contacts');
  const { conversations } = await owner.get<{
    conversations: { messages: { citations: { storedUrl: string }[] }[] }[];
  }>(`/api/contacts/${contacts[0]?.id}/conversations`);
  const copy =
    conversations.flatMap(({ messages }) => messages.flatMap(({ citations }) => citations)).at(0)
      ?.storedUrl ?? '';
  expect(copy).toContain('/sources/');
  await owner.post('/api/custom-fields', {
    scope: 'contact',
    key: 'plan',
    label: 'Plan of the membership that goes on for years',
    type: 'select',
    options: [{ value: 'gold', label: 'Gold' }],
    isRequired: true,
  });
  const { id: archived } = await owner.post<{ id: string }>('/api/custom-fields', {
    scope: 'contact',
    key: 'seats',
    label: 'Seats',
    type: 'number',
  });
  await owner.request('PATCH', `/api/custom-fields/${archived}`, { body: { isArchived: true } });
  await owner.request('PATCH', `/api/contacts/${contacts[0]?.id}`, {
    body: { customFields: { plan: 'gold' } },
  });
  const invite = (email: string, role: string) =>
    owner.post<{ link: string }>('/api/team/invitations', {
      email,
      role,
      agentIds: role === 'editor' ? [agent.id] : null,
      message: 'Welcome to the bakery.',
    });
  await invite('a-rather-long-name-of-somebody@bakery-linden.example', 'viewer');
  const invitationToken = (await invite('jonas@example.test', 'editor')).link.split('#')[1];
  const tested = await simulate(owner, agent.id, 'Before we open');
  const fn = await owner.post<{ id: string }>('/api/functions', {
    definition: {
      kind: 'http',
      name: 'check_order',
      label: 'Check an order',
      description: 'Use when somebody asks where their order is.',
      http: { url: 'https://shop.example/orders' },
    },
  });
  await owner.post('/api/superadmin/testimonials', {
    quote: 'Half of our calls were about opening hours. Now the phone rings for cakes.',
    name: 'Jonas de Wit',
    role: 'Bakery Linden, Utrecht',
    picture: null,
    language: null,
    isShown: true,
  });
  // It is planned, so that no other screen changes.
  await owner.post('/api/superadmin/announcements', {
    texts: { en: 'The server is updated on Sunday evening.' },
    audience: 'everybody',
    level: 'info',
    linkUrl: null,
    isDismissible: true,
    startsAt: '2099-01-03T18:00:00.000Z',
    endsAt: null,
  });
  const form = await openOrderForm(app, owner);
  const purchase = await openPaidForm(app, owner);
  const [edit, chat] = [`/dashboard/agents/edit/${agent.id}`, `/widgets/${agent.number}`];
  const shop = 'Bakery Linden';
  return [
    { address: '/dashboard', title: 'Dashboard', ready: 'main figure' },
    { address: '/dashboard?tab=engagement', title: 'Dashboard', ready: 'main figure' },
    { address: '/dashboard?tab=location', title: 'Dashboard', ready: 'main figure' },
    { address: `/dashboard/agents/reports/${agent.id}`, title: 'Agent report', ready: 'main figure' },
    { address: '/dashboard/agents', title: 'Agents', ready: 'article' },
    { address: '/dashboard/agents?tab=forms', title: 'Agents', ready: 'main li h2' },
    { address: '/dashboard/templates', title: 'Templates', ready: 'article' },
    { address: '/dashboard/agents/new', title: 'Create an agent' },
    ...['basic', 'appearance', 'prompt', 'knowledge', 'ai', 'functions', 'payment'].map((section) => ({
      address: `${edit}?section=${section}`,
      title: shop,
      ready: 'h2',
    })),
    { address: '/dashboard/contacts', title: 'Contacts', ready: 'main a[href*="/contacts/"]' },
    { address: `/dashboard/contacts/${contacts[0]?.id}?view=details`, title: /Visitor/, ready: 'main h2' },
    {
      address: `/dashboard/contacts/${contacts[0]?.id}?view=activity`,
      title: /Visitor/,
      ready: 'main ol li',
    },
    { address: '/dashboard/inbox', title: /Inbox/, ready: 'main a[href*="/inbox/"]' },
    { address: `/dashboard/inbox/${visitor.conversationId}`, title: /Inbox/, ready: 'main ol li' },
    { address: '/dashboard/inbox?gaps=open', title: /Inbox/, ready: '[role="dialog"]' },
    { address: '/dashboard/forms', title: 'Forms', ready: `main a[href*="${form.id}"]` },
    { address: '/dashboard/forms/new', title: /./ },
    { address: `/dashboard/forms/${form.id}`, title: /./ },
    { address: `/dashboard/forms/${form.id}/submissions`, title: /./, ready: 'text=jana@example.test' },
    {
      address: `/forms/${form.publicId}/autumn`,
      title: form.name,
      isSignedOut: true,
      ready: 'form',
      language: 'en',
    },
    {
      address: await openConfirmation(app, owner),
      title: /Newsletter/,
      isSignedOut: true,
      ready: 'form',
      language: 'en',
    },
    { address: '/dashboard/inbox?notices=open', title: /Inbox/, ready: '[role="dialog"] [role="switch"]' },
    { address: '/dashboard/tools', title: 'Tools' },
    { address: '/dashboard/inbox?hours=open', title: /Inbox/, ready: '[role="dialog"] [role="switch"]' },
    {
      address: `/dashboard/tools/agent-simulator?agent=${agent.id}`,
      title: 'Agent simulator',
      ready: 'main li button',
    },
    {
      address: `/dashboard/tools/agent-simulator?agent=${agent.id}&suite=${tested.suite}`,
      title: 'Before we open',
      ready: 'form',
    },
    {
      address: `/dashboard/tools/agent-simulator?run=${tested.run}`,
      title: 'Before we open',
      ready: 'main table, main ul',
    },
    { address: '/voice-lab', title: 'Voice Lab', ready: 'main textarea' },
    { address: '/dashboard/functions', title: 'Functions', ready: `main a[href*="${fn.id}"]` },
    { address: '/dashboard/functions/new', title: 'New function', ready: 'form' },
    { address: `/dashboard/functions/${fn.id}`, title: 'Check an order', ready: 'form' },
    { address: '/dashboard/tools/custom-fields', title: 'Custom fields', ready: 'main ol li' },
    { address: `/dashboard/payments?purchase=${purchase}`, title: 'Payments', ready: '[role="dialog"] dl' },
    { address: '/dashboard/customers', title: 'Customers' },
    { address: '/dashboard/paywall-test', title: 'Paywall states', ready: 'iframe' },
    { address: '/dashboard/openai-voice-test', title: 'Speech vendors', ready: 'main a' },
    { address: '/dashboard/measure-width', title: 'Widths', ready: 'main dl' },
    { address: '/dashboard/figures', title: 'Figures and what they count', ready: 'main dl' },
    ...['general', 'integrations', 'billing', 'team', 'audit'].map((tab) => ({
      address: `/dashboard/settings?tab=${tab}`,
      title: /./,
    })),
    ...['brand', 'domain', 'legal'].map((tab) => ({
      address: `/dashboard/white-label?tab=${tab}`,
      title: 'White label',
      ready: 'form',
    })),
    { address: '/dashboard/white-label?tab=clients', title: 'White label' },
    ...['start', 'integration', 'customization', 'api'].map((tab) => ({
      address: `/dashboard/docs?tab=${tab}`,
      title: /./,
    })),
    { address: '/superadmin', title: 'Overview', ready: 'main dl' },
    { address: '/superadmin/accounts', title: 'Accounts', ready: 'main table, main ul' },
    { address: '/superadmin/users', title: 'People', ready: 'main table, main ul' },
    { address: '/superadmin/health', title: 'Health', ready: 'main ul' },
    { address: '/superadmin/jobs', title: 'Failed jobs' },
    { address: '/superadmin/setup', title: 'Setup', ready: 'main form' },
    { address: '/superadmin/plans', title: 'Plans', ready: 'main form' },
    { address: '/superadmin/models', title: 'Models', ready: 'main table, main ul' },
    { address: '/superadmin/outbox', title: 'Outbox' },
    { address: '/superadmin/feedback', title: 'Feedback' },
    { address: '/superadmin/blog', title: 'Blog' },
    { address: '/superadmin/features', title: 'Features', ready: 'main [role="switch"]' },
    { address: '/superadmin/testimonials', title: 'Testimonials', ready: 'main ol li' },
    { address: '/superadmin/templates', title: 'Templates', ready: 'main ol li' },
    { address: '/superadmin/domains', title: 'Domains' },
    { address: '/superadmin/announcements', title: 'Announcements', ready: 'main ul li' },
    { address: '/superadmin/abuse', title: 'Abuse' },
    { address: '/superadmin/backups', title: 'Backups', ready: 'main code' },
    { address: '/superadmin/audit', title: 'Audit log' },
    { address: '/superadmin/mails', title: 'Mail designs', ready: 'iframe' },
    { address: '/superadmin/blog?post=new', title: 'Blog', ready: 'textarea' },
    { address: '/superadmin/claim', title: /./ },
    { address: '/dashboard/agents/edit/agt_nobody', title: /./, refusals: [404] },
    {
      address: `/accept-invitation#${invitationToken}`,
      title: /Accept/,
      isSignedOut: true,
      refusals: [401],
      ready: 'form',
    },
    ...['/auth', '/auth?tab=register', '/forgot-password', '/reset-password', '/confirm-email'].map(
      (address) => ({
        address,
        title: /./,
        isSignedOut: true,
        refusals: [401],
      }),
    ),
    {
      address: '/developers',
      title: /API reference/,
      isSignedOut: true,
      refusals: [401],
      ready: 'main ul code',
    },
    { address: '/terms', title: /Terms/, isSignedOut: true },
    { address: '/privacy', title: /Privacy/, isSignedOut: true },
    { address: '/nothing-is-here', title: /./, isSignedOut: true, refusals: [404] },
    { address: new URL(copy, app.url).pathname, title: /Opening hours/, isSignedOut: true },
    { address: `/widget-demo/${agent.number}`, title: /./, isSignedOut: true },
    { address: chat, title: shop, isSignedOut: true, ready: 'textarea' },
    { address: `${chat}/embed`, title: shop, isSignedOut: true, ready: 'textarea' },
    {
      address: new URL(agent.previewUrl, app.url).pathname + new URL(agent.previewUrl, app.url).search,
      title: shop,
      isSignedOut: true,
      ready: 'textarea',
    },
  ];
}
