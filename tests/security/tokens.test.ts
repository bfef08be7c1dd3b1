import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Agent } from '#features/agents/agents.contract.ts';
import { formBlock, openForm, publishForm } from '#tests/support/dashboard/forms-setup.ts';
import { openSecurityWorld, type SecurityWorld } from './world.ts';

let world: SecurityWorld;
beforeAll(async () => {
  world = await openSecurityWorld();
});
afterAll(() => world.close());

/** Whether somebody who shows a text as a token is let in by it. */
type Use = (token: string) => Promise<boolean>;

it('every kind of token opens what it is for and nothing else', async () => {
  const { vera, olga, app } = world;
  const { number, previewUrl } = vera.first.agent;
  const send = async (
    method: string,
    path: string,
    options: { headers?: Record<string, string>; body?: unknown } = {},
  ) => (await app.browser().request(method, path, options)).status === 200;
  await app.browser().post('/api/forgot-password', { email: olga.owner.email });
  const mailed = (to: string, wanted: string, what: RegExp): Promise<string> =>
    vi.waitFor(
      async () => {
        const mail = (await app.server.services.mail.outbox()).mails.find(
          ({ recipient, kind }) => recipient === to && kind === wanted,
        );
        return (
          what.exec(mail?.text ?? '')?.[1] ?? Promise.reject(new Error(`No mail of the kind ${wanted} yet`))
        );
      },
      { timeout: 15_000, interval: 50 },
    );
  const reset = await mailed(olga.owner.email, 'reset-password', /reset-password#([\w-]{43})/);
  const { link } = await vera.owner.post<{ link: string }>('/api/team/invitations', {
    email: 'token@example.test',
    role: 'viewer',
    agentIds: null,
    message: '',
  });

  const heir = await world.member(vera, 'admin');
  await vera.owner.post('/api/team/transfer', { userId: heir.user.id, password: vera.owner.password });
  const buyer = `${vera.canary}@example.test`;
  const asVisitor = { authorization: `Bearer ${vera.visitor.token}` };
  await app.database.database.direct.execute(
    sql`UPDATE purchases SET status = 'paid', paid_amount = total WHERE id = ${vera.testPurchase}`,
  );
  await send('POST', '/api/visitor/restore', { headers: asVisitor, body: { email: buyer } });

  // An agent that runs on this server's own page alone, whose page says so.
  const {
    id: boundId,
    draft,
    draftRevision,
  } = await vera.owner.post<Agent>('/api/agents', { from: 'blank' });
  Object.assign(draft.access, { restrictDomains: true, allowedDomains: [new URL(app.url).host] });
  await vera.owner.request('PUT', `/api/agents/${boundId}/draft`, {
    body: { revision: draftRevision, configuration: draft },
  });
  const restricted = await vera.owner.post<Agent>(`/api/agents/${boundId}/publish`, {
    revision: draftRevision + 1,
  });
  const place =
    /"placeTicket":"([^"]+)"/.exec(
      (await app.browser().request('GET', `/widgets/${restricted.number}`)).text,
    )?.[1] ?? '';

  const form = await publishForm(vera.owner, [formBlock('name')]);
  const confirmed = await publishForm(vera.owner, [formBlock('email', 'email')], (document) => ({
    ...document,
    settings: { ...document.settings, confirm: true },
  }));
  await (await openForm(app, confirmed)).send({ email: 'confirmed@example.test' });
  const formConfirm =
    (await app.server.services.mail.outbox()).mails.find(({ kind }) => kind === 'form-confirmation')?.text ??
    '';
  const { url: chat } = await app.server.services.formCards.open(
    {
      accountId: vera.owner.user.accountId,
      agentId: vera.first.agent.id,
      visitorId: 'vis_1',
      isPreview: true,
    },
    form.id,
    { conversationId: vera.visitor.conversationId, messageId: vera.visitor.answer.id },
  );

  const tokens: Record<string, string> = {
    session: vera.owner.cookie().split('=')[1] ?? '',
    visitor: vera.visitor.token,
    preview: new URL(previewUrl, app.url).searchParams.get('ticket') ?? '',
    resume: app.server.services.conversations.resuming.tokenFor({
      id: vera.visitor.conversationId,
      accountId: vera.owner.user.accountId,
    }),
    stored: app.server.services.storedCopyLinks
      .sign(vera.owner.user.accountId, { documentId: vera.first.document, start: 0, end: 3 } as never)
      .replace('/sources/', '')
      .replace('#passage', ''),
    key: vera.first.key,
    invitation: link.split('#')[1] ?? '',
    formPage: (await openForm(app, form)).token,
    formChat: chat?.split('=')[1] ?? '',
    formConfirm: /confirm-form\/([\w.-]+)/.exec(formConfirm)?.[1] ?? '',
    claim: app.server.superadminLink?.split('#')[1] ?? '',
    reset,
    attachment: app.server.services.storedCopyLinks
      .sign(vera.owner.user.accountId, { documentId: vera.attachment, start: 0, end: 3 } as never)
      .replace('/attachments/', ''),
    place,
    restoreCode: await mailed(buyer, 'restore-code', /\b(\d{6})\b/),
    ownershipCode: await mailed(vera.owner.email, 'ownership-code', /\b(\d{6})\b/),
    unsubscribe:
      (
        await app.server.services.mailPreferences.linkFor(
          vera.owner.user.accountId,
          'someone@example.test',
          'en',
        )
      )
        ?.split('/')
        .at(-1) ?? '',
  };
  const uses: Record<string, Use> = {
    session: (token) => send('GET', '/api/user', { headers: { cookie: `chatelier_session=${token}` } }),
    visitor: (token) =>
      send('GET', '/api/visitor/conversation', { headers: { authorization: `Bearer ${token}` } }),
    preview: (token) => send('GET', `/widgets/${number}/preview?ticket=${encodeURIComponent(token)}`),
    resume: (token) => send('GET', `/resume/${encodeURIComponent(token)}`),
    stored: (token) => send('GET', `/sources/${encodeURIComponent(token)}`),
    key: (token) =>
      send('POST', '/api/v1/sessions', { headers: { authorization: `Bearer ${token}` }, body: {} }),
    invitation: (token) => send('POST', '/api/invitations/look', { body: { token } }),
    formPage: (token) =>
      send('POST', `/api/form-pages/${form.publicId}/submissions`, {
        body: { token, answers: { name: 'Ada' } },
      }),
    formChat: async (token) =>
      (
        await app.browser().request('GET', `/forms/${form.publicId}?chat=${encodeURIComponent(token)}`)
      ).text.includes('isInChat&quot;:true'),
    formConfirm: (token) => send('POST', `/confirm-form/${encodeURIComponent(token)}`),
    claim: async (token) =>
      (await vera.owner.request('POST', '/api/superadmin/claim', { body: { token } })).status === 200,
    unsubscribe: (token) => send('GET', `/unsubscribe/${encodeURIComponent(token)}`),
    attachment: (token) => send('GET', `/attachments/${encodeURIComponent(token)}`),
    place: (token) =>
      send('POST', '/api/visitor/session', {
        body: {
          agent: restricted.number,
          token: null,
          page: { url: `${app.url}/widgets/${restricted.number}` },
          proof: { ticket: token, host: app.url },
        },
      }),
    restoreCode: (token) =>
      send('POST', '/api/visitor/restore/confirm', {
        headers: asVisitor,
        body: { email: buyer, code: token },
      }),
    ownershipCode: async (token) =>
      (await vera.owner.request('POST', '/api/team/transfer/confirm', { body: { code: token } })).status ===
      200,
    reset: (token) =>
      send('POST', '/api/reset-password', { body: { token, password: 'quite a new password' } }),
  };
  expect(
    Object.entries(tokens).filter(([kind, token]) => token.length < (kind.endsWith('Code') ? 6 : 20)),
  ).toEqual([]);
  const opened: string[] = [];
  for (const [kind, token] of Object.entries(tokens)) {
    for (const [use, open] of Object.entries(uses))
      if (kind !== use && (await open(token))) opened.push(`${kind} at ${use}`);
  }
  expect(opened).toEqual([]);
  // The same calls with the right token work, so it was the kind that was refused.
  for (const [kind, token] of Object.entries(tokens))
    expect([kind, await uses[kind]?.(token)]).toEqual([kind, true]);
  // What is used up opens nothing a second time.
  const spent = ['claim', 'reset', 'restoreCode', 'ownershipCode'];
  for (const kind of spent) expect([kind, await uses[kind]?.(tokens[kind] ?? '')]).toEqual([kind, false]);
});
