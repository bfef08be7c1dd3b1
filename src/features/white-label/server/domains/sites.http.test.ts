import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openBrandWorld, ownHost, type BrandOwner, type BrandWorld } from '#tests/support/app/brand-world.ts';
import { formBlock, publishForm } from '#tests/support/dashboard/forms-setup.ts';
import { publishAgent } from '#tests/support/visitors/visitor-chat.ts';
import { markPath } from '#shared/mark.ts';
import type { LandingPage } from '#features/landing-pages/landing-pages.contract.ts';
import { rawRequest } from '#tests/security/raw-request.ts';

let world: BrandWorld;
beforeAll(async () => {
  world = await openBrandWorld();
});
afterAll(() => world.app.close());
beforeEach(() => {
  world.dnsState.zone = { [ownHost]: { addresses: ['192.0.2.7'] } };
  world.dnsState.isDown = false;
});

/** A visitor of an agent whose chat is under a host. */
async function chatAt(host: string, agent: number) {
  const post = async <T>(path: string, body: object, headers: Record<string, string> = {}): Promise<T> => {
    const { status, text } = await world.ask(host, path, { method: 'POST', body, headers });
    if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
    return JSON.parse(text) as T;
  };
  const { token } = await post<{ token: string }>('/api/visitor/session', { agent });
  return <T>(path: string, body: object): Promise<T> =>
    post<T>(path, body, { authorization: `Bearer ${token}` });
}

describe('under an account’s address', () => {
  test('there is its brand and nothing of the product', async () => {
    const owner = await world.branded();
    const host = await world.served(owner);
    await owner.request('PUT', '/api/white-label/legal', {
      body: { page: 'terms', text: '## Ours\n\n<script>alert(1)</script> stay' },
    });
    for (const path of [
      '/auth',
      '/forgot-password',
      '/terms',
      '/privacy',
      '/app.webmanifest',
      '/favicon.svg',
      '/nothing',
    ]) {
      const { status, text } = await world.ask(host, path);
      expect([path, status]).toEqual([path, path === '/nothing' ? 404 : 200]);
      expect(text.replaceAll(/chatelier-(boot|\w+)|_chatelier/g, ''), path).not.toMatch(/Chatelier/);
      expect(text, path).not.toContain(markPath);
    }
    const terms = await world.ask(host, '/terms');
    expect(terms.text).toContain('<h2 id="ours">Ours</h2>');
    expect(terms.text).not.toContain('<script>alert');
    expect(terms.text).toContain('mailto:help@linden.example');
    expect((await world.ask(host, '/privacy')).text).toContain('mailto:privacy@linden.example');
    const auth = await world.ask(host, '/auth');
    expect(auth.text).toContain('--accent:#aa3355');
    expect(auth.text).toContain('Linden Assist');
    expect(auth.text).not.toContain('Register');
    expect(JSON.parse((await world.ask(host, '/api/public/white-label')).text)).toMatchObject({
      canRegister: false,
    });
    const home = await world.ask(host, '/');
    expect([home.status, home.headers.location]).toEqual([302, '/auth']);
    for (const path of [
      '/pricing',
      '/blog',
      '/blog/feed.xml',
      '/developers',
      '/sitemap.xml',
      '/widget-demo/1',
      '/voice-test',
      '/voice-launcher-test-openai',
    ])
      expect([path, (await world.ask(host, path)).status]).toEqual([path, 404]);
    expect(JSON.parse((await world.ask(host, '/api/public/white-label')).text)).toMatchObject({
      brandName: 'Linden Assist',
      primaryColor: '#aa3355',
      termsUrl: '/terms',
      privacyUrl: '/privacy',
    });
    // The server's own address is what it was.
    expect((await world.ask(ownHost, '/terms')).text).toContain('Chatelier');
  });

  test('there are its own agents and forms, which call themselves by it, and nobody else’s', async () => {
    const [owner, other] = [await world.branded(), await world.branded('Other')];
    const host = await world.served(owner);
    const [mine, theirs] = [await world.publish(owner), await world.publish(other)];
    const chat = await world.ask(host, `/widgets/${mine.number}`);
    expect(chat.status).toBe(200);
    expect(chat.text).toContain(`"poweredBy":{"product":"Linden Assist","url":"https://${host}"}`);
    expect(chat.text).toContain(`<link rel="canonical" href="https://${host}/widgets/${mine.number}">`);
    const loader = await world.ask(host, `/widgets/${mine.number}.js`);
    expect(loader.text).toContain(`https://${host}`);
    expect(loader.text).not.toContain(ownHost);
    for (const path of [
      `/widgets/${theirs.number}`,
      `/agents/${theirs.number}/embed`,
      `/widgets/${theirs.number}.js`,
    ])
      expect([path, (await world.ask(host, path)).status]).toEqual([path, 404]);
    // Without an address of its own, a brand leads nowhere rather than to the product.
    expect((await world.ask(ownHost, `/widgets/${theirs.number}`)).text).toContain(
      '"poweredBy":{"product":"Other","url":null}',
    );
  });

  test('its landing pages stand at the root and under their names, and nobody else’s do', async () => {
    const [owner, other] = [await world.branded(), await world.branded('Other')];
    const host = await world.served(owner);
    const publishPage = async (whose: BrandOwner, title: string) => {
      const page = await whose.post<{ id: string; draftRevision: number }>('/api/landing-pages', {
        title,
        data: { root: { props: {} }, content: [{ type: 'hero', props: { id: 'h', title } }], zones: {} },
      });
      await whose.post(`/api/landing-pages/${page.id}/publish`, { revision: page.draftRevision });
      return page;
    };
    const page = await publishPage(owner, 'Linden course');
    await publishPage(other, 'Foreign course');
    const named = await world.ask(host, '/linden-course');
    expect(named.status).toBe(200);
    expect(named.text).toContain(`<link rel="canonical" href="https://${host}/linden-course">`);
    for (const path of ['/foreign-course', '/p/foreign-course'])
      expect([path, (await world.ask(host, path)).status]).toEqual([path, 404]);
    expect((await world.ask(host, '/')).status).toBe(302);
    await owner.request('PUT', `/api/landing-pages/${page.id}/home`, { body: { isHome: true } });
    await expect
      .poll(async () => (await world.ask(host, '/')).text, { timeout: 10_000 })
      .toContain('<title>Linden course<');
    expect((await world.ask(host, '/auth')).status).toBe(200);
  });

  test('a page whose domain is removed goes on under the server’s address, and stands at the root when it returns', async () => {
    const owner = await world.branded();
    const host = await world.served(owner);
    const page = await owner.post<{ id: string; draftRevision: number }>('/api/landing-pages', {
      title: 'Autumn walks',
      data: {
        root: { props: {} },
        content: [{ type: 'hero', props: { id: 'h', title: 'Walks' } }],
        zones: {},
      },
    });
    await owner.post(`/api/landing-pages/${page.id}/publish`, { revision: page.draftRevision });
    await owner.request('PUT', `/api/landing-pages/${page.id}/home`, { body: { isHome: true } });
    const title = '<title>Autumn walks<';
    await expect.poll(async () => (await world.ask(host, '/')).text).toContain(title);
    const moved = await world.ask(ownHost, '/p/autumn-walks');
    expect([moved.status, moved.text.includes(`href="https://${host}/"`)]).toEqual([200, true]);

    expect((await owner.request('DELETE', '/api/white-label/domain')).status).toBe(200);
    await expect.poll(async () => (await world.ask(host, '/')).text).not.toContain(title);
    const left = await world.ask(ownHost, '/p/autumn-walks');
    expect(left.status).toBe(200);
    expect(left.text).toContain(`<link rel="canonical" href="https://${ownHost}/p/autumn-walks">`);
    expect(left.text).not.toContain(host);
    expect(await owner.get<LandingPage>(`/api/landing-pages/${page.id}`)).toMatchObject({
      url: `https://${ownHost}/p/autumn-walks`,
      domain: null,
      isHome: true,
    });

    const again = await world.served(owner);
    await expect.poll(async () => (await world.ask(again, '/')).text).toContain(title);
  });

  test('people of the account sign in, by cookies of this host alone; others don’t, and nobody registers', async () => {
    const [owner, other] = [await world.branded(), await world.app.register()];
    const host = await world.served(owner);
    const login = ({ email, password }: BrandOwner, headers: Record<string, string> = {}) =>
      world.ask(host, '/api/login', { method: 'POST', body: { email, password }, headers });
    const own = { origin: `https://${host}`, 'sec-fetch-site': 'same-origin' };
    const answer = await login(owner, own);
    expect(answer.status).toBe(200);
    const cookies = answer.headers['set-cookie'] ?? [];
    expect(cookies.some((line) => /^__Host-.*; Path=\/.*; Secure/.test(line))).toBe(true);
    expect(cookies.join()).not.toMatch(/domain=/i);
    const cookie = cookies.map((line) => line.split(';')[0]).join('; ');
    expect(JSON.parse((await world.ask(host, '/api/user', { cookie })).text)).toMatchObject({
      accountId: owner.user.accountId,
    });
    const write = (headers: Record<string, string>) =>
      world.ask(host, '/api/user', {
        method: 'PATCH',
        body: { firstName: 'V', lastName: 'N' },
        cookie,
        headers,
      });
    expect((await write(own)).status).toBe(200);
    for (const origin of ['https://evil.example', `http://${host}`, `https://${host}.evil.example`, 'null'])
      expect([origin, (await write({ origin })).status]).toEqual([origin, 403]);
    expect(await login(other, own)).toMatchObject({ status: 401 });
    // A session of elsewhere opens nothing here.
    const foreign = other.cookie().replace(/^/, '');
    expect((await world.ask(host, '/api/user', { cookie: foreign })).status).toBe(401);
    expect(
      (
        await world.ask(host, '/api/register', {
          method: 'POST',
          body: {
            name: 'New One',
            email: 'new@one.example',
            username: 'new@one.example',
            password: 'a long password',
            firstName: 'New',
          },
          headers: own,
        })
      ).status,
    ).toBe(403);
  });

  test('mails carry the brand and lead there', async () => {
    const owner = await world.branded();
    const host = await world.served(owner);
    await owner.post('/api/team/invitations', {
      email: 'new.person@linden.example',
      role: 'editor',
      agentIds: null,
      message: '',
    });
    const { mails } = await world.app.server.services.mail.outbox();
    const mail = mails.find(({ recipient }) => recipient === 'new.person@linden.example');
    expect(mail?.text).toContain(`https://${host}/accept-invitation#`);
    expect(`${mail?.subject} ${mail?.text}`).not.toContain('Chatelier');
    expect(mail?.senderName).toBe('Linden Assist');
  });
});

describe('what an account with an address hands out', () => {
  test('names it: codes, forms, tags, instructions; and its codes are nobody else’s', async () => {
    const [owner, other] = [await world.branded(), await world.branded('Other')];
    const agent = await world.publish(owner);
    const before = await owner.post<{ code: string; url: string }>(`/api/agents/${agent.id}/qr-codes`, {
      name: 'Door',
    });
    expect(before.url).toBe(`https://${ownHost}/q/${before.code}`);
    const [host, elsewhere] = [await world.served(owner), await world.served(other)];
    const site = `https://${host}`;
    const { qrCodes } = await owner.get<{ qrCodes: { url: string }[] }>(`/api/agents/${agent.id}/qr-codes`);
    expect(qrCodes.map(({ url }) => url)).toEqual([`${site}/q/${before.code}`]);
    // What was printed before leads there still.
    for (const [at, status] of [
      [host, 302],
      [ownHost, 302],
      [elsewhere, 404],
    ] as const)
      expect([at, (await world.ask(at, `/q/${before.code}`)).status]).toEqual([at, status]);
    const form = await publishForm(owner, [formBlock('name')]);
    expect(form.url).toBe(`${site}/forms/${form.publicId}`);
    expect((await world.ask(host, `/forms/${form.publicId}`)).status).toBe(200);
    expect((await world.ask(elsewhere, `/forms/${form.publicId}`)).status).toBe(404);
    expect(await owner.get('/api/user/white-label')).toMatchObject({ origin: site });
    await owner.post(`/api/agents/${agent.id}/install-mail`, {
      email: 'web@linden.example',
      platform: 'html',
      mode: 'popup',
      language: 'en',
    });
    const { mails } = await world.app.server.services.mail.outbox();
    const mail = mails.find(({ recipient }) => recipient === 'web@linden.example');
    expect(mail?.text).toContain(`${site}/widgets/${agent.number}.js`);
    expect(mail?.text).not.toContain(ownHost);
  });

  test('is paid for where it was begun, on pages that lead back there', async () => {
    const owner = await world.branded();
    const agent = await publishAgent(owner, (draft) =>
      Object.assign(draft.payment, { enabled: true, type: 'subscription', currency: 'EUR', amount: 900 }),
    );
    const host = await world.served(owner);
    const elsewhere = await world.served(await world.branded('Other'));
    for (const at of [host, ownHost]) {
      const site = `https://${at}`;
      const visitor = await chatAt(at, agent.number);
      const { url, purchaseId } = await visitor<{ url: string; purchaseId: string }>(
        '/api/visitor/checkout',
        { email: `anna@${at}`, key: crypto.randomUUID() },
      );
      expect(url).toMatch(new RegExp(`^${site}/test-money/tms_\\w+$`));
      const bank = await world.ask(at, new URL(url).pathname);
      expect(bank.status).toBe(200);
      const paid = await world.ask(at, new URL(url).pathname, { form: { step: 'pay', card: 'succeeds' } });
      expect([paid.status, paid.headers.location]).toEqual([
        303,
        `${site}/subscription-success?purchase=${purchaseId}`,
      ]);
      expect((await world.ask(at, `/subscription-success?purchase=${purchaseId}`)).text).toContain(
        `/widgets/${agent.number}`,
      );
      expect((await world.ask(elsewhere, `/subscription-success?purchase=${purchaseId}`)).status).toBe(404);
      const portal = await visitor<{ url: string }>('/api/visitor/subscription/portal', {
        isEmbedded: false,
      });
      expect(portal.url).toMatch(new RegExp(`^${site}/test-money/portal/`));
      expect((await world.ask(at, new URL(portal.url).pathname)).text).toContain(
        `${site}/subscription-success?purchase=${purchaseId}`,
      );
    }
  });

  test('is there for its clients, too: their codes, pages and purchases stand below it', async () => {
    const agency = await world.branded();
    const [host, elsewhere] = [await world.served(agency), await world.served(await world.branded('Other'))];
    const site = `https://${host}`;
    const { id } = await agency.post<{ id: string }>('/api/clients', { name: 'Rosa Flowers' });
    const { link } = await agency.post<{ link: string }>(`/api/clients/${id}/invitations`, {
      email: 'rosa@rosa.example',
      role: 'owner',
      message: '',
    });
    const rosa = world.app.browser();
    await rosa.post('/api/invitations/register', {
      token: link.split('#')[1],
      name: 'Rosa Diaz',
      password: 'a long password',
    });
    const agent = await publishAgent(rosa, (draft) =>
      Object.assign(draft.payment, { enabled: true, type: 'subscription', currency: 'EUR', amount: 900 }),
    );
    const code = await rosa.post<{ url: string }>(`/api/agents/${agent.id}/qr-codes`, { name: 'Door' });
    const page = await rosa.post<LandingPage>('/api/landing-pages', {
      title: 'Roses',
      data: {
        root: { props: { agent: 0 } },
        content: [{ type: 'hero', props: { id: 'hero-1', title: 'Roses' } }],
        zones: {},
      },
    });
    await rosa.post(`/api/landing-pages/${page.id}/publish`, { revision: page.draftRevision });
    // The root of the address is the agency's.
    expect(page).toMatchObject({ url: `${site}/p/roses`, domain: null });
    const visitor = await chatAt(host, agent.number);
    const { url, purchaseId } = await visitor<{ url: string; purchaseId: string }>('/api/visitor/checkout', {
      email: 'buyer@rosa.example',
      key: crypto.randomUUID(),
    });
    const paid = await world.ask(host, new URL(url).pathname, { form: { step: 'pay', card: 'succeeds' } });
    expect(paid.headers.location).toBe(`${site}/subscription-success?purchase=${purchaseId}`);
    for (const [handedOut, status] of [
      [code.url, 302],
      [page.url, 200],
      [String(paid.headers.location), 200],
    ] as const) {
      const path = handedOut.slice(site.length);
      const statuses = [host, ownHost, elsewhere].map(async (at) => (await world.ask(at, path)).status);
      expect([path, ...(await Promise.all(statuses))]).toEqual([path, status, status, 404]);
    }
  });
});

test('tricks with the host header lead to nobody’s brand', async () => {
  const owner = await world.branded('Secret Brand');
  const host = await world.served(owner);
  for (const header of [
    `${host}.evil.example`,
    `evil.example#${host}`,
    `${host}@evil.example`,
    'evil.example',
    'x'.repeat(300),
  ])
    expect([header, (await world.ask(header, '/api/public/white-label')).text]).toEqual([
      header,
      expect.not.stringContaining('Secret Brand'),
    ]);
  for (const header of [host.toUpperCase(), `${host}.`, `${host}:443`])
    expect([header, (await world.ask(header, '/api/public/white-label')).text]).toEqual([
      header,
      expect.stringContaining('Secret Brand'),
    ]);
  const nowhere = await world.ask('never-named.example', '/auth');
  expect(nowhere.status).toBe(404);
  // Whose server it is does not show there, and nothing leads on to what is not there either.
  expect(nowhere.text).toContain('This page does not exist');
  expect(nowhere.text).not.toMatch(/Chatelier|href="\/(?:terms|privacy)?"/);
  for (const domain of ['', 'never-named.example', '127.0.0.1', `${host}:443`, `${host}%00`, 'x'.repeat(400)])
    expect(await world.tlsAsk(domain)).toBeGreaterThanOrEqual(400);
  expect((await rawRequest(world.app.url, { method: 'GET', path: '/internal/tls-ask' })).status).toBe(400);
});
