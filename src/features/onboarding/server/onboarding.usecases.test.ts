import { afterAll, beforeAll, expect, test } from 'vitest';
import { AppError } from '#shared/errors.ts';
import { authErrors } from '#features/auth/auth.contract.ts';
import { startTestServices, type TestMember, type TestServices } from '#tests/support/app/test-services.ts';
import { newsEntries } from '../onboarding.contract.ts';

const hour = 3_600_000;
let server: TestServices;
beforeAll(async () => {
  server = await startTestServices({ environment: { SMTP_URL: 'smtp://127.0.0.1:9' } });
});
afterAll(() => server.close());

const doneOf = async ({ scope }: Pick<TestMember, 'scope'>): Promise<string[]> =>
  (await server.onboarding.firstSteps(scope)).steps.filter(({ isDone }) => isDone).map(({ name }) => name);
/** Letters that somebody got, oldest first. */
async function lettersTo({ user }: TestMember): Promise<string[]> {
  await Promise.all([server.letters.send(), server.letters.send()]);
  const { mails } = await server.mail.outbox();
  return mails
    .filter(({ recipient }) => recipient === user.email)
    .map(({ kind }) => kind)
    .toReversed();
}
const mailTo = async ({ user }: TestMember, kind: string): Promise<string> =>
  (await server.mail.outbox()).mails.find((mail) => mail.recipient === user.email && mail.kind === kind)
    ?.text ?? '';
const tokenIn = (text: string): string => /confirm-email#(\S+)/.exec(text)?.[1] ?? '';

/** A colleague who joined by an invitation. */
async function colleagueOf(owner: TestMember, role: 'viewer' | 'editor'): Promise<TestMember> {
  const colleague = await server.member(`Colleague ${role}`);
  const { link } = await server.team.invitations.invite(
    owner.scope,
    { email: colleague.user.email, role, agentIds: null, message: '' },
    'en',
  );
  await server.team.joining.accept(
    {
      userId: colleague.user.id,
      sessionId: colleague.session.id,
      accountId: colleague.user.accountId,
      isSuperadmin: false,
      language: 'en',
    },
    link.split('#')[1] ?? '',
    { address: '203.0.113.7', userAgent: 'test' },
  );
  return { ...colleague, scope: await server.scopeOf(colleague.user.id, owner.user.accountId) };
}

test('steps are done by what is there, for everybody of the account who may do them', async () => {
  const vera = await server.member('Vera');
  expect(await doneOf(vera)).toEqual([]);
  const agent = await server.agents.create(vera.scope, {
    from: 'description',
    input: 'Florist in Prague',
    language: 'en',
  });
  expect(await doneOf(vera)).toEqual(['agent']);
  const live = await server.agents.publish(vera.scope, agent.id, { revision: agent.draftRevision, name: '' });
  const running = await server.agents.runningByNumber(live.number);
  if (!running) throw new Error('The agent is not live');
  await server.agents.markSeen(running, 'https://florist.example/');
  expect(await doneOf(vera)).toEqual(['agent', 'published', 'site']);

  const editor = await colleagueOf(vera, 'editor');
  expect(await doneOf(vera)).toEqual(['agent', 'published', 'site', 'colleague']);
  const steps = (await server.onboarding.firstSteps(editor.scope)).steps.map(({ name }) => name);
  expect(steps).toEqual(['agent', 'knowledge', 'tried', 'published', 'site', 'payment']);
  const viewer = await colleagueOf(vera, 'viewer');
  expect(await server.onboarding.firstSteps(viewer.scope)).toMatchObject({ steps: [], canPutAway: false });

  await server.onboarding.putAway(editor.scope, true);
  expect(await server.onboarding.firstSteps(vera.scope)).toMatchObject({ isPutAway: true });
  await server.onboarding.putAway(vera.scope, false);
  expect(await server.onboarding.firstSteps(editor.scope)).toMatchObject({ isPutAway: false });
  const other = await server.member('Olga');
  expect(await doneOf(other)).toEqual([]);
});

test('whoever registers is written to once, and proves the address by the link in their own session only', async () => {
  const [dora, stranger] = [await server.member('Dora'), await server.member('Stranger')];
  expect(await lettersTo(dora)).toEqual(['welcome-proof']);
  const token = tokenIn(await mailTo(dora, 'welcome-proof'));
  const refused = new AppError(authErrors.emailProofInvalid);
  await expect(server.emailProof.confirm(stranger.user.id, token)).rejects.toThrow(refused);
  await expect(server.emailProof.confirm(dora.user.id, `${token}x`)).rejects.toThrow(refused);
  expect(await doneOf(dora)).toEqual([]);
  await server.emailProof.confirm(dora.user.id, token);
  expect(await doneOf(dora)).toEqual(['email']);
  expect(await server.emailProof.ask(dora.scope)).toEqual({ isProven: true });

  server.clock.advance(25 * hour);
  expect(await lettersTo(dora)).toEqual(['welcome-proof', 'steps-agent']);
  expect(await mailTo(dora, 'steps-agent')).toContain('https://chatelier.test/dashboard/agents/new');
});

test('one press ends the letters, and nothing else; those who were invited get none', async () => {
  const [ida, invited] = [await server.member('Ida'), await server.member('Ines')];
  expect(await lettersTo(ida)).toEqual(['welcome-proof']);
  const link = /unsubscribe\/(\S+)/.exec(await mailTo(ida, 'welcome-proof'))?.[1] ?? '';
  await server.mailPreferences.say(link, false);
  server.clock.advance(25 * hour);
  expect(await lettersTo(ida)).toEqual(['welcome-proof']);
  await server.emailProof.ask(ida.scope);
  expect(await mailTo(ida, 'confirm-email')).toContain('/confirm-email#');

  // Somebody who came by an invitation has no account that came with them.
  const { link: invitation } = await server.team.invitations.invite(
    invited.scope,
    { email: 'new@example.test', role: 'editor', agentIds: null, message: '' },
    'en',
  );
  await server.team.joining.register(
    { token: invitation.split('#')[1] ?? '', name: 'New Person', password: 'a long password' },
    { address: '203.0.113.8', userAgent: 'test', language: 'en', timezone: null },
  );
  await server.letters.send();
  const { mails } = await server.mail.outbox();
  expect(mails.filter(({ recipient }) => recipient === 'new@example.test').map(({ kind }) => kind)).toEqual([
    'invitation',
  ]);
});

test('what is new is new for whoever was there before it, until they look', async () => {
  const vera = await server.member('Vera');
  const other = await server.member('Other');
  const newest = newsEntries[0];
  server.clock.advance(Date.parse('2027-01-15T00:00:00Z') - server.clock.now().getTime());
  expect(await server.onboarding.unreadNews(vera.scope)).toContain(newest.id);
  await server.onboarding.markNewsRead(vera.user.id);
  expect(await server.onboarding.unreadNews(vera.scope)).toEqual([]);
  expect(await server.onboarding.unreadNews(other.scope)).toContain(newest.id);
  const late = await server.member('Late');
  expect(await server.onboarding.unreadNews(late.scope)).toEqual([]);
});
