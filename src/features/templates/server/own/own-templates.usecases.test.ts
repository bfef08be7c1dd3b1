import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServices, type TestMember, type TestServices } from '#tests/support/app/test-services.ts';
import type { ListedTemplate, NewTemplate } from '../../templates-superadmin.contract.ts';

let server: TestServices;
let olga: TestMember;
let vera: TestMember;
const operator = () => ({ userId: olga.user.id, accountId: olga.user.accountId, address: '192.0.2.7' });
beforeAll(async () => {
  server = await startTestServices();
  olga = await server.member('Olga Operator');
  vera = await server.member('Vera');
  await server.auth.claimSuperadmin(operator(), (await server.auth.superadminToken()) ?? '');
});
afterAll(() => server.close());

const offered = async (language: 'en' | 'fr' = 'en', search?: string): Promise<string[]> =>
  (await server.templates.list(search, language)).map(({ slug }) => slug);
const listed = async (): Promise<ListedTemplate[]> => (await server.superadminTemplates.list('en')).templates;
const lastLine = async () => (await server.audit.ofSuperadmins()).entries[0];

/** A template of an agent of the operator's own, which has a price, a picture, a text, a site and much of its account. */
async function made(
  change: Partial<NewTemplate> = {},
  { knows = true }: { knows?: boolean } = {},
): Promise<{ slug: string; agentId: string }> {
  const { scope } = olga;
  const { id, draft, draftRevision, collectionId } = await server.agents.create(scope, {
    from: 'description',
    input: 'A guide for "Hotel Linden"',
    language: 'en',
  });
  const png = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#123456' } })
    .png()
    .toBuffer();
  const { hash } = await server.agentsImages.addImage(scope, 'avatar', png);
  draft.basic.tag = 'campaign';
  draft.appearance.avatar = hash;
  draft.prompt.systemPrompt = 'Be kind to travellers.';
  draft.access.restrictDomains = true;
  draft.access.allowedDomains = ['hotel-linden.example'];
  draft.summary = { ...draft.summary, enabled: true, recipients: ['olga@hotel-linden.example'] };
  draft.payment = {
    ...draft.payment,
    enabled: true,
    type: 'pack',
    currency: 'EUR',
    amount: 800,
    freeMessages: 3,
    messagesPerPack: 50,
    coupons: [{ code: 'SECRET', percentOff: 10, until: '', mostUses: 0, offers: [] }],
  };
  await server.agents.saveDraft(scope, id, { revision: draftRevision, configuration: draft });
  if (knows)
    await server.knowledge.addText(scope, collectionId, { title: 'Rooms', body: 'A room costs 90 euros.' });
  await server.superadminTemplates.add(operator(), scope, {
    agentId: id,
    category: 'bookings',
    title: 'Guesthouse',
    tagline: 'Answers travellers',
    description: 'For small houses.',
    language: null,
    picture: null,
    isShown: true,
    ...change,
  });
  return { slug: (await listed())[0]?.slug ?? '', agentId: id };
}
test('a template of an agent is offered first, found by its words, and becomes an agent without what is its owner’s alone', async () => {
  const { slug } = await made();
  expect((await offered())[0]).toBe(slug);
  expect(await lastLine()).toMatchObject({
    action: 'operator.template_added',
    target: { name: 'Guesthouse' },
  });
  expect(await offered('fr', 'guesthouse')).toEqual([slug]);
  // It has no demo agent that anybody could try.
  const demos = (await server.templates.demos('en')).map((template) => template.slug);
  expect(demos).toEqual((await offered()).slice(1));
  const detail = await server.templates.get(slug, 'en');
  expect(detail).toMatchObject({
    title: 'Guesthouse',
    systemPrompt: 'Be kind to travellers.',
    price: { type: 'message-pack', amount: 800, packMessages: 50 },
    pages: [{ title: 'Rooms', body: 'A room costs 90 euros.' }],
  });

  const key = 'once-for-each-key';
  const [{ agentId }, again] = await Promise.all([
    server.templates.use(vera.scope, slug, { key, language: 'en' }),
    server.templates.use(vera.scope, slug, { key, language: 'en' }),
  ]);
  expect(again.agentId).toBe(agentId);
  await server.jobs.work();
  const { draft, collectionId } = await server.agents.get(vera.scope, agentId);
  expect(draft).toMatchObject({
    basic: { tag: '' },
    prompt: { systemPrompt: 'Be kind to travellers.' },
    access: { restrictDomains: false, allowedDomains: [] },
    summary: { enabled: false, recipients: [] },
    payment: { enabled: false, amount: 800, coupons: [] },
    ai: { provider: 'built-in' },
  });
  expect(await server.agentsImages.image(draft.appearance.avatar)).not.toBeNull();
  const { sources } = await server.knowledge.sources(vera.scope, collectionId);
  expect(sources.map(({ title, status }) => [title, status])).toEqual([['Rooms', 'ready']]);
  // The picture is the account's own: the draft can be saved.
  const { draftRevision } = await server.agents.get(vera.scope, agentId);
  await server.agents.saveDraft(vera.scope, agentId, { revision: draftRevision, configuration: draft });
  expect((await listed())[0]).toMatchObject({ agents: 1, agentName: draft.basic.name });
});

test('templates are hidden, moved, changed and deleted, and nothing happens to agents that were made of them', async () => {
  const before = await offered();
  const { slug, agentId } = await made({ language: 'fr' }, { knows: false });
  expect([(await offered('fr'))[0], await offered()]).toEqual([slug, before]);
  const opened = await server.templates.preview(vera.scope, slug, 'fr');
  expect(opened.configuration.prompt.systemPrompt).toBe('Be kind to travellers.');

  const ofProduct = 'website-support';
  await server.superadminTemplates.show(operator(), ofProduct, false);
  expect(await lastLine()).toMatchObject({ action: 'operator.template_hidden' });
  expect(await offered()).toEqual(before.filter((one) => one !== ofProduct));
  for (const asked of [
    () => server.templates.get(ofProduct, 'en'),
    () => server.templates.use(vera.scope, ofProduct, { key: 'a-hidden-one', language: 'en' }),
    () => server.templates.preview(vera.scope, ofProduct, 'en'),
  ])
    await expect(asked()).rejects.toMatchObject({ code: 'templates.not_found' });
  // What the product makes of its own templates goes on.
  expect((await server.templates.picture(ofProduct)).length).toBeGreaterThan(100);
  await server.superadminTemplates.move(operator(), ofProduct, 'first');
  await server.superadminTemplates.show(operator(), ofProduct, true);
  expect((await offered())[0]).toBe(ofProduct);
  await server.superadminTemplates.move(operator(), ofProduct, 'down');
  await server.superadminTemplates.move(operator(), ofProduct, 'up');
  expect((await offered())[0]).toBe(ofProduct);

  const { agents: _agents, pictureUrl: _url, isOwn: _own, slug: _slug, color, ...row } = (await listed())[1]!;
  const { agentName, ...texts } = row;
  expect([color, agentName]).toEqual([
    opened.configuration.appearance.color,
    opened.configuration.basic.name,
  ]);
  const change = (given: Partial<NewTemplate>) =>
    server.superadminTemplates.change(operator(), olga.scope, slug, { ...texts, agentId: null, ...given });
  await change({ title: 'Inn', language: null });
  expect((await server.templates.list('inn', 'en')).map(({ title }) => title)).toContain('Inn');
  await expect(change({ picture: '0'.repeat(32) })).rejects.toMatchObject({ code: 'server-pictures.gone' });
  await expect(change({ agentId: 'agt_nobody' })).rejects.toMatchObject({ code: 'templates.agent_gone' });
  const { draft, draftRevision } = await server.agents.get(olga.scope, agentId);
  draft.prompt.systemPrompt = 'Be short.';
  await server.agents.saveDraft(olga.scope, agentId, { revision: draftRevision, configuration: draft });
  expect((await server.templates.get(slug, 'en')).systemPrompt).toBe('Be kind to travellers.');
  await change({ agentId });
  expect((await server.templates.get(slug, 'en')).systemPrompt).toBe('Be short.');
  // A preview of what it was before is made anew.
  expect((await server.templates.preview(vera.scope, slug, 'en')).number).not.toBe(opened.number);

  const { agentId: kept } = await server.templates.use(vera.scope, slug, {
    key: 'kept-agent',
    language: 'en',
  });
  await server.superadminTemplates.remove(operator(), slug);
  await expect(server.templates.get(slug, 'en')).rejects.toMatchObject({ code: 'templates.not_found' });
  expect((await server.agents.get(vera.scope, kept)).id).toBe(kept);
  for (const nobodys of [slug, ofProduct])
    await expect(server.superadminTemplates.remove(operator(), nobodys)).rejects.toMatchObject({
      code: 'common.not_found',
    });
});

test('a picture of the server stays as long as something names it', async () => {
  const png = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#abcdef' } })
    .png()
    .toBuffer();
  const [named, unnamed] = [
    await server.serverPictures.add(olga.user.accountId, 'person', png),
    await server.serverPictures.add(olga.user.accountId, 'template', png),
  ];
  expect(await sharp((await server.serverPictures.picture(named.key))?.bytes).metadata()).toMatchObject({
    format: 'webp',
    width: 192,
    height: 192,
  });
  const quote = { quote: 'Glad', name: 'Ada King', role: '', language: null, isShown: true };
  await server.testimonials.add(operator(), { ...quote, picture: named.key });
  expect(await server.testimonials.shownIn('en')).toMatchObject([{ pictureUrl: named.url }]);
  server.clock.advance(8 * 86_400_000);
  await server.serverPictures.add(olga.user.accountId, 'person', png);
  expect(await server.serverPictures.picture(named.key)).not.toBeNull();
  expect(await server.serverPictures.picture(unnamed.key)).toBeNull();
  await expect(
    server.serverPictures.add(olga.user.accountId, 'person', Buffer.from('no picture')),
  ).rejects.toMatchObject({ code: 'server-pictures.unusable' });
});
