import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Agent } from '#features/agents/agents.contract.ts';
import type { Form } from '#features/forms/forms.contract.ts';
import type { KnowledgeSource } from '#features/knowledge/knowledge.contract.ts';
import { webAppRoutes } from '#shared/paths.ts';
import { launchChromium } from '#tests/support/app/chromium.ts';
import { signedInContext } from '#tests/support/dashboard/signed-in.ts';
import { formBlock, formOptions, openForm, publishForm } from '#tests/support/dashboard/forms-setup.ts';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { accessibilityFaults, resizeTo } from '#tests/support/visitors/visitor-setup.ts';
import { openVisitor } from '../../security/stage.ts';

/** A folder for a picture of every screen, to look at; none is taken without it. */
const pictures = process.env['SCREENSHOTS'];
const [wide, narrow] = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

/** A screen: its address, what is in its browser tab, and the answers with an error that belong to it. */
type Screen = {
  address: string;
  title: RegExp | string;
  isSignedOut?: boolean;
  refusals?: number[];
  /** Something that shows that it has everything. */
  ready?: string;
  /** What its owner chose, whoever reads it. */
  language?: string;
};

let app: TestApp;
let owner: Awaited<ReturnType<TestApp['register']>>;
let browser: Browser;
let agent: Agent;
let screens: Screen[] = [];

beforeAll(async () => {
  app = await startTestApp();
  owner = await app.register('Mira Linden');
  await owner.post('/api/superadmin/claim', { token: app.server.superadminLink?.split('#')[1] });
  agent = await openShop();
  screens = await listScreens();
  browser = await launchChromium();
  if (pictures) mkdirSync(pictures, { recursive: true });
});
afterAll(async () => {
  await browser.close();
  await app.close();
});

/** An agent with something to answer from, that is live, with an older and a newer version. */
async function openShop(): Promise<Agent> {
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
async function openOrderForm(): Promise<Form> {
  const form = await publishForm(owner, [
    formBlock('name', 'short_text', { label: 'Your name', required: true }),
    formBlock('email', 'email', { label: 'Your email address', required: true }),
    formBlock('bread', 'radio', { label: 'Which bread?', options: formOptions('sourdough', 'rye') }),
    formBlock('stars', 'rating', { label: 'How did you like the last one?' }),
    formBlock('wish', 'long_text', { label: 'Anything else?' }),
  ]);
  const sent = await (
    await openForm(app, form)
  ).send({
    name: 'Jana Vermeulen',
    email: 'jana@example.test',
    bread: 'rye',
    stars: 4,
    wish: 'Sliced, please.',
  });
  expect(sent.status).toBe(200);
  return form;
}

/** Somebody who paid in a form, by test money. */
async function openPaidForm(): Promise<string> {
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
async function openConfirmation(): Promise<string> {
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

async function listScreens(): Promise<Screen[]> {
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
  const form = await openOrderForm();
  const purchase = await openPaidForm();
  const [edit, chat] = [`/dashboard/agents/edit/${agent.id}`, `/widgets/${agent.number}`];
  const shop = 'Bakery Linden';
  return [
    { address: '/dashboard', title: 'Dashboard' },
    { address: '/dashboard/agents', title: 'Agents', ready: 'article' },
    { address: '/dashboard/agents?tab=forms', title: 'Agents', ready: 'main li h2' },
    { address: '/dashboard/templates', title: 'Templates', ready: 'article' },
    { address: '/dashboard/agents/new', title: 'Create an agent' },
    ...['basic', 'appearance', 'prompt', 'knowledge', 'ai', 'payment'].map((section) => ({
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
      address: await openConfirmation(),
      title: /Newsletter/,
      isSignedOut: true,
      ready: 'form',
      language: 'en',
    },
    { address: '/dashboard/inbox?notices=open', title: /Inbox/, ready: '[role="dialog"] [role="switch"]' },
    { address: '/dashboard/tools', title: 'Tools' },
    { address: '/dashboard/inbox?hours=open', title: /Inbox/, ready: '[role="dialog"] [role="switch"]' },
    { address: '/dashboard/tools/custom-fields', title: 'Custom fields', ready: 'main ol li' },
    { address: `/dashboard/payments?purchase=${purchase}`, title: 'Payments', ready: '[role="dialog"] dl' },
    { address: '/dashboard/customers', title: 'Customers' },
    { address: '/dashboard/paywall-test', title: 'Paywall states', ready: 'iframe' },
    ...['general', 'integrations', 'billing', 'team', 'audit'].map((tab) => ({
      address: `/dashboard/settings?tab=${tab}`,
      title: /./,
    })),
    ...['start', 'integration', 'customization', 'api'].map((tab) => ({
      address: `/dashboard/docs?tab=${tab}`,
      title: /./,
    })),
    ...['outbox', 'feedback'].map((tab) => ({ address: `/superadmin?tab=${tab}`, title: /./ })),
    { address: '/superadmin?tab=mails', title: /./, ready: 'iframe' },
    { address: '/superadmin/claim', title: /./ },
    { address: '/dashboard/agents/edit/agt_nobody', title: /./, refusals: [404] },
    {
      address: `/accept-invitation#${invitationToken}`,
      title: /Accept/,
      isSignedOut: true,
      refusals: [401],
      ready: 'form',
    },
    ...['/auth', '/auth?tab=register', '/forgot-password', '/reset-password'].map((address) => ({
      address,
      title: /./,
      isSignedOut: true,
      refusals: [401],
    })),
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

async function openContext(isSignedOut: boolean, options: BrowserContextOptions): Promise<BrowserContext> {
  const context = isSignedOut
    ? await browser.newContext({ reducedMotion: 'reduce', ...options })
    : await signedInContext(browser, app, owner, options);
  await context.addInitScript(
    (theme) => window === top && localStorage.setItem('ui-theme', theme),
    options.colorScheme ?? 'light',
  );
  return context;
}

/**
 * Goes to another screen of the dashboard as a link does, without loading the app anew. That it is there is
 * told by another text: in the list no two neighbours differ by a dialog alone.
 */
async function follow(page: Page, address: string): Promise<void> {
  const before = await page.locator('main').innerText();
  await page.evaluate((path) => {
    history.pushState(null, '', path);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);
  await page.waitForFunction(
    (text) =>
      document.querySelector('main')?.innerText !== text &&
      !document.querySelector('[data-testid="navigation-veil"]'),
    before,
    { timeout: 30_000 },
  );
}

/**
 * Opens a screen and waits until nothing of it is missing; what goes wrong meanwhile is put into `faults`.
 */
async function openScreen(page: Page, screen: Screen, faults: string[], isLinked = false): Promise<void> {
  const say = (text: string): void => void faults.push(`${screen.address}: ${text}`);
  page.removeAllListeners();
  // What a refused answer prints is judged by its status below.
  page.on(
    'console',
    (message) =>
      (message.type() === 'error' || message.type() === 'warning') &&
      !message.text().startsWith('Failed to load resource') &&
      say(message.text()),
  );
  page.on('pageerror', (error) => say(String(error)));
  page.on(
    'requestfailed',
    (request) =>
      request.failure()?.errorText !== 'net::ERR_ABORTED' &&
      say(`${request.url()} ${request.failure()?.errorText}`),
  );
  page.on(
    'response',
    (response) =>
      response.status() >= 400 &&
      !screen.refusals?.includes(response.status()) &&
      say(`${response.url()} answered ${response.status()}`),
  );
  try {
    if (isLinked) await follow(page, screen.address);
    else await page.goto(app.url + screen.address);
    await page
      .locator(screen.ready ?? 'h1')
      .first()
      .waitFor({ timeout: 30_000 });
    await page.waitForFunction(() => !document.querySelector('.skeleton, [aria-busy="true"]'), undefined, {
      timeout: 30_000,
    });
  } catch {
    say('is never ready');
  }
  // The texts of a screen are there with its code; a key on screen is a missing one.
  const keys = await page.evaluate(() =>
    (document.body.innerText.match(/\b(?:[a-z-]+:)?[a-z]+(?:\.[a-z]+[A-Z]\w*)+\b/g) ?? []).filter(
      (key) => !/^(document|value)\./.test(key),
    ),
  );
  if (keys.length > 0) say(`shows ${keys.join(' ')}`);
}

async function overflowOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    if (document.documentElement.scrollWidth <= innerWidth) return [];
    const culprits = [...document.body.querySelectorAll('*')].filter(
      (element) => element.getBoundingClientRect().right > innerWidth + 1,
    );
    return culprits
      .slice(-2)
      .map((element) => `scrolls sideways at ${innerWidth} px by ${element.outerHTML.slice(0, 160)}`);
  });
}

async function takePicture(page: Page, screen: Screen, name: string): Promise<void> {
  if (pictures)
    await page.screenshot({
      path: path.join(
        pictures,
        `${screen.address.replace(/agt_\w+|con_\w+|ticket=.*|sources\/.*/, 'x').replaceAll(/\W+/g, '-')}${name}.png`,
      ),
    });
}

/**
 * Looks at every screen that a person of this kind can open, one after the other in one tab; each is loaded
 * anew, or reached by links from the first.
 */
async function lookAt(
  isSignedOut: boolean,
  { isLinked = false, ...options }: BrowserContextOptions & { isLinked?: boolean },
  look: (page: Page, screen: Screen, say: (faults: string[]) => void) => Promise<void>,
): Promise<string[]> {
  const faults: string[] = [];
  const context = await openContext(isSignedOut, options);
  const page = await context.newPage();
  for (const [at, screen] of screens.filter((one) => (one.isSignedOut ?? false) === isSignedOut).entries()) {
    await openScreen(page, screen, faults, isLinked && at > 0);
    await look(
      page,
      screen,
      (found) => void faults.push(...found.map((fault) => `${screen.address}: ${fault}`)),
    );
  }
  await context.close();
  return faults;
}

describe('every screen', () => {
  test('is readable, whole and quiet in English, light, at 1440 and 390 pixels', async () => {
    const look = (isSignedOut: boolean) =>
      lookAt(
        isSignedOut,
        { colorScheme: 'light', viewport: wide, locale: 'en-US' },
        async (page, screen, say) => {
          const title = await page.title();
          if (
            typeof screen.title === 'string'
              ? !title.includes(screen.title)
              : !screen.title.test(title) || title === 'Chatelier'
          )
            say([`has the title "${title}"`]);
          for (const size of [wide, narrow]) {
            await resizeTo(page, size);
            say(await overflowOf(page));
            await takePicture(page, screen, `-light-${size.width}`);
            say(
              (await accessibilityFaults(page, { iframes: false })).map(
                (fault) => `${size.width} px: ${fault}`,
              ),
            );
          }
          await resizeTo(page, wide);
        },
      );
    const faults = await Promise.all([look(false), look(true)]);
    expect(faults.flat()).toEqual([]);
  }, 300_000);

  test('is readable, whole and quiet in Czech, dark, at 390 and 1440 pixels', async () => {
    const look = (isSignedOut: boolean) =>
      lookAt(
        isSignedOut,
        { colorScheme: 'dark', viewport: narrow, locale: 'cs-CZ', isLinked: !isSignedOut },
        async (page, screen, say) => {
          if ((await page.locator('html').getAttribute('lang')) !== (screen.language ?? 'cs'))
            say(['is not in its language']);
          for (const size of [narrow, wide]) {
            await resizeTo(page, size);
            say(await overflowOf(page));
            await takePicture(page, screen, `-dark-${size.width}`);
          }
          // Of what axe looks at, the colors are all that differs from the light screens.
          say(await accessibilityFaults(page, { iframes: false, runOnly: ['color-contrast'] }));
          await resizeTo(page, narrow);
        },
      );
    const faults = await Promise.all([look(false), look(true)]);
    expect(faults.flat()).toEqual([]);
  }, 300_000);
});

test('every address of the app leads to a screen with a heading, never to an empty page', async () => {
  const known = new Set(screens.map(({ address }) => address.split('?')[0]));
  const faults: string[] = [];
  const context = await openContext(false, { viewport: wide, locale: 'en-US' });
  const page = await context.newPage();
  for (const route of webAppRoutes.map((one) => one.replace('$id', agent.id))) {
    if (known.has(route)) continue;
    await openScreen(page, { address: route, title: /./, refusals: [404] }, faults);
    const title = await page.title();
    if (title === 'Chatelier' || title === '') faults.push(`${route}: has no title`);
  }
  await context.close();
  expect(faults).toEqual([]);
});

test('an agent counts as seen on a site only where the site is not this server itself', async () => {
  const seenUrl = async (): Promise<string | null> =>
    (await owner.get<Agent>(`/api/agents/${agent.id}`)).seenUrl;
  const visit = (url: string): Promise<unknown> =>
    app.browser().post('/api/visitor/session', { agent: agent.number, page: { url } });
  await visit(`${app.url}/widget-demo/${agent.number}`);
  expect(await seenUrl()).toBeNull();
  await visit('https://shop.example/lamps');
  expect(await seenUrl()).toBe('https://shop.example/lamps');
});
