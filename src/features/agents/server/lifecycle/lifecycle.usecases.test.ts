import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AppError, commonErrors } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import { providerConnections } from '#features/integrations/server/integrations.table.ts';
import { startTestServices, type TestMember, type TestServices } from '#tests/support/app/test-services.ts';
import { agentExport, agentsLifecycleErrors, type AgentExport } from '../../agents-lifecycle.contract.ts';
import type { AgentConfiguration } from '../../agents-configuration.contract.ts';
import { agentsErrors, type Agent } from '../../agents.contract.ts';

let server: TestServices;
let vera: TestMember;
beforeAll(async () => {
  server = await startTestServices();
  vera = await server.member('Vera');
});
afterAll(() => server.close());

const create = (by = vera, input = 'A guide for "Hotel Linden"'): Promise<Agent> =>
  server.agents.create(by.scope, { from: 'description', input, language: 'en' });
const publish = ({ id, draftRevision }: Agent, name = ''): Promise<Agent> =>
  server.agents.publish(vera.scope, id, { revision: draftRevision, name });
const save = (agent: Agent, configuration: AgentConfiguration, revision = agent.draftRevision) =>
  server.agents.saveDraft(vera.scope, agent.id, { revision, configuration });
const setStatus = ({ id }: Agent, status: Agent['status'], closedMessage = '') =>
  server.agents.setStatus(vera.scope, id, { status, closedMessage });
const exported = async (id: string): Promise<string> =>
  (await server.agents.exportAgent(vera.scope, id)).json;
const imported = (json: string, by = vera) =>
  server.agents.importAgent(by.scope, agentExport.parse(JSON.parse(json)));

describe('opening and closing', () => {
  test('an agent that was never published can not be opened or paused', async () => {
    const agent = await create();
    for (const status of ['live', 'paused'] as const)
      await expect(setStatus(agent, status)).rejects.toThrow(
        new AppError(agentsLifecycleErrors.neverPublished),
      );
  });

  test('visitors meet a live agent, a paused one that says so, and no other', async () => {
    const agent = await publish(await create());
    const met = async () => (await server.agents.runningByNumber(agent.number))?.closed;
    expect(await met()).toBeNull();
    await setStatus(agent, 'paused', 'Back on Monday at nine.');
    expect(await met()).toBe('Back on Monday at nine.');
    for (const status of ['draft', 'archived'] as const) {
      await setStatus(agent, status);
      expect(await met()).toBeUndefined();
    }
    await setStatus(agent, 'live');
    expect(await met()).toBeNull();
  });

  test('only a paused agent can go on answering those who paid', async () => {
    const agent = await publish(await create());
    const close = (status: Agent['status']) =>
      server.agents.setStatus(vera.scope, agent.id, { status, closedMessage: '', subscribers: 'period' });
    await expect(close('archived')).rejects.toThrow(new AppError(commonErrors.invalidInput));
    await close('paused');
    expect(await server.agents.runningByNumber(agent.number)).toMatchObject({ servesPaid: true });
    await setStatus(agent, 'live');
    expect(await server.agents.runningByNumber(agent.number)).not.toHaveProperty('servesPaid');
  });
});

describe('a draft', () => {
  test('is saved when nobody else saved before; of three at once one is', async () => {
    const agent = await create();
    const named = { ...agent.draft, basic: { ...agent.draft.basic, name: 'Concierge' } };
    expect(await save(agent, named)).toEqual({
      draftRevision: agent.draftRevision + 1,
      hasUnpublishedChanges: true,
    });
    await expect(save(agent, named)).rejects.toThrow(new AppError(agentsErrors.draftChanged));
    const parallel = await Promise.allSettled(
      [1, 2, 3].map(() => save(agent, named, agent.draftRevision + 1)),
    );
    expect(parallel.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('that is the one visitors have already is not published again', async () => {
    const live = await publish(await create());
    expect(live).toMatchObject({ status: 'live', liveVersion: 1, hasUnpublishedChanges: false });
    await expect(publish(live)).rejects.toThrow(new AppError(agentsErrors.nothingToPublish));
  });

  test('that changed meanwhile is not published unseen', async () => {
    const agent = await create();
    await save(agent, { ...agent.draft, basic: { ...agent.draft.basic, name: 'Somebody else’s' } });
    await expect(publish(agent)).rejects.toThrow(new AppError(agentsErrors.draftChanged));
  });
});

describe('prices', () => {
  const priced = ({ draft }: Agent): AgentConfiguration => ({
    ...draft,
    payment: { ...draft.payment, enabled: true },
  });
  /** An editor: may edit, and set no prices. */
  const editor = (): TestMember => ({
    ...vera,
    scope: { ...vera.scope, role: 'editor', can: (permission) => permission !== 'payments.manage' },
  });

  test('are kept from whoever may not set them, in drafts, files and versions', async () => {
    const locked = new AppError(agentsErrors.pricesLocked);
    const agent = await publish(await create());
    const { scope } = editor();
    const input = { revision: agent.draftRevision, configuration: priced(agent) };
    await expect(server.agents.saveDraft(scope, agent.id, input)).rejects.toThrow(locked);
    const { draftRevision } = await server.agents.saveDraft(vera.scope, agent.id, input);
    // What somebody else priced, they bring to nobody either.
    await expect(
      server.agents.publish(scope, agent.id, { revision: draftRevision, name: '' }),
    ).rejects.toThrow(locked);
    await expect(server.agents.restore(scope, agent.id, 1)).rejects.toThrow(locked);
    await expect(imported(await exported(agent.id), editor())).rejects.toThrow(locked);
  });
});

describe('an exported agent', () => {
  test('comes back the same to the byte, with its pictures and its knowledge', async () => {
    const agent = await create();
    const bytes = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#b4532a' } })
      .png()
      .toBuffer();
    const { hash } = await server.agentsImages.addImage(vera.scope, 'avatar', bytes);
    await server.knowledge.addText(vera.scope, agent.collectionId, {
      title: 'Rooms',
      body: 'The tower room has four beds.',
    });
    await server.knowledge.addPairs(vera.scope, agent.collectionId, {
      pairs: [{ question: 'Is there parking?', answer: 'Yes, behind the house.' }],
    });
    const configuration = {
      ...agent.draft,
      appearance: { ...agent.draft.appearance, avatar: hash, color: '#b4532a' },
    };
    await save(agent, configuration);

    const first = await exported(agent.id);
    const copy = await imported(first);
    expect(copy.id).not.toBe(agent.id);
    expect(copy.draft).toEqual(configuration);
    expect(await exported(copy.id)).toBe(first);

    // In another account the picture is painted anew, under a name of its own; all else is the same.
    const otto = await server.member('Otto');
    const moved = await imported(first, otto);
    expect(moved.draft).toEqual({
      ...configuration,
      appearance: { ...configuration.appearance, avatar: moved.draft.appearance.avatar },
    });
    expect(moved.draft.appearance.avatar).toMatch(/^[0-9a-f]{32}$/);
    const { sources } = await server.knowledge.sources(otto.scope, moved.collectionId);
    expect(sources.map(({ title }) => title).toSorted()).toEqual(['Is there parking?', 'Rooms']);
  });

  test('says what could not come along', async () => {
    const [agent, other] = [await create(), await create()];
    await save(agent, { ...agent.draft, switching: { ...agent.draft.switching, agents: [other.id] } });
    await server.knowledge.addFile(vera.scope, agent.collectionId, {
      fileName: 'allergens.txt',
      mimeType: 'text/plain',
      bytes: Buffer.from('The rye bread contains gluten and sesame.'),
    });
    const file = JSON.parse(await exported(agent.id)) as AgentExport;
    const otto = await server.member('Otto');
    expect((await imported(JSON.stringify(file))).leftOut).toEqual({
      documents: ['allergens.txt'],
      websites: [],
      agents: 0,
      pictures: 0,
    });
    file.configuration.appearance.avatar = 'a'.repeat(32);
    file.knowledge.push({ kind: 'website', url: 'http://10.0.0.1/', mode: 'site', resync: 'off' } as never);
    expect(await imported(JSON.stringify(file), otto)).toMatchObject({
      leftOut: { documents: ['allergens.txt'], websites: ['http://10.0.0.1/'], agents: 1, pictures: 1 },
      draft: { switching: { agents: [] }, appearance: { avatar: '' } },
    });
  });

  test('holds no key, no person and no conversation', async () => {
    const at = server.clock.now();
    await vera.scope.run((tx) =>
      tx.insert(providerConnections).values({
        id: newId('con'),
        accountId: vera.scope.accountId,
        provider: 'openai',
        sealedKey: 'sk-should-never-leave-0123456789',
        lastFour: '6789',
        models: [],
        createdAt: at,
        updatedAt: at,
      }),
    );
    const agent = await create();
    const json = await exported(agent.id);
    for (const secret of ['sk-should', '6789', agent.id, agent.collectionId, 'acc_', 'usr_'])
      expect(json).not.toContain(secret);
  });
});

describe('versions', () => {
  test('a restored version publishes to exactly what it was, and the diff of the way back is the mirror of the way there', async () => {
    const { agents } = server;
    const made = await publish(await create(), 'First');
    const first = await exported(made.id);
    const saved = await save(made, {
      ...made.draft,
      basic: { ...made.draft.basic, name: 'Night desk' },
      layout: { ...made.draft.layout, offsetX: 44 },
    });
    const { changes: there } = await agents.changes(vera.scope, made.id);
    await agents.publish(vera.scope, made.id, { revision: saved.draftRevision, name: 'Night' });
    const { changes: back } = await agents.versionChanges(vera.scope, made.id, 1);
    expect(back).toEqual(there.map(({ path, before, after }) => ({ path, before: after, after: before })));
    await publish(await agents.restore(vera.scope, made.id, 1));
    expect(await exported(made.id)).toBe(first);
    expect(await agents.versions(vera.scope, made.id)).toMatchObject([
      { version: 3, isLive: true },
      { version: 2, name: 'Night', isLive: false },
      { version: 1, name: 'First', publishedBy: 'Vera', isLive: false },
    ]);
  });
});
