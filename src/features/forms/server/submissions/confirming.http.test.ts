import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { FormDocument } from '#shared/forms/document.ts';
import { formBlock as block, openForm, publishForm } from '#tests/support/dashboard/forms-setup.ts';
import { startTestApp, type TestApp, type TestBrowser } from '#tests/support/app/test-app.ts';
import type { Contact } from '#features/contacts/contacts.contract.ts';
import type { Form } from '../../forms.contract.ts';
import type { Submission, SubmissionView } from '../../forms-submissions.contract.ts';

let app: TestApp;
let vera: TestBrowser;
let form: Form;
let now = new Date('2026-06-01T10:00:00Z');
const settings =
  (more: Partial<FormDocument['settings']>) =>
  (document: FormDocument): FormDocument => ({
    ...document,
    settings: { ...document.settings, confirm: true, ...more },
  });
const blocks = [
  block('name', 'short_text', { mapTo: 'name' }),
  block('email', 'email', { mapTo: 'email', required: true }),
  block('agree', 'consent'),
];
beforeAll(async () => {
  app = await startTestApp({ clock: { now: () => now } });
  vera = await app.register('Vera');
  form = await publishForm(
    vera,
    blocks,
    settings({
      notify: ['team@example.test'],
      reply: { enabled: true, subject: 'Welcome', text: 'Good to have you.' },
    }),
  );
});
afterAll(() => app.close());

const pass = (seconds: number): void => void (now = new Date(now.getTime() + seconds * 1_000));
const list = (view: SubmissionView, of = form) =>
  vera.get<{ submissions: Submission[]; counts: Record<SubmissionView, number> }>(
    `/api/forms/${of.id}/submissions?view=${view}`,
  );
const mailsTo = async (recipient: string, kind: string) =>
  (
    await app.database.database.pool.query<{ text_body: string }>(
      'SELECT text_body FROM outbox_mails WHERE recipient = $1 AND kind = $2 ORDER BY created_at, id',
      [recipient, kind],
    )
  ).rows.map(({ text_body }) => text_body);
const linkFor = async (email: string): Promise<string> =>
  /\/confirm-form\/[\w.-]+/.exec((await mailsTo(email, 'form-confirmation')).at(-1) ?? '')?.[0] ?? '';
const contactOf = async (email: string) =>
  (
    await vera.get<{ contacts: { id: string; marketingConsent: unknown }[] }>(
      `/api/contacts?search=${encodeURIComponent(email)}`,
    )
  ).contacts[0];
const sendAs = async (email: string, of = form, agree = true) => {
  const visit = await openForm(app, of);
  return { visit, answer: await visit.send({ name: 'Ada', email, agree }) };
};

describe('a form that asks for a confirmation', () => {
  test('waits for the button behind the link: a program that opens the link changes nothing', async () => {
    const { visit, answer } = await sendAs('ada@example.test');
    expect(answer.body).toMatchObject({
      next: 'confirm',
      title: 'Check your inbox',
      text: expect.stringContaining('ada@example.test'),
    });
    expect((await list('all')).submissions).toEqual([]);
    expect((await list('unconfirmed')).submissions).toMatchObject([
      { state: 'unconfirmed', confirmedAt: null, contactId: null, answers: { email: 'ada@example.test' } },
    ]);
    // The same once more is one submission and one mail.
    await visit.send({ name: 'Ada', email: 'ada@example.test', agree: true });
    const link = await linkFor('ada@example.test');
    const browser = app.browser();
    for (let look = 0; look < 3; look++)
      expect((await browser.request('GET', link)).text).toContain('Yes, that was me');
    expect([
      (await mailsTo('ada@example.test', 'form-confirmation')).length,
      (await list('unconfirmed')).counts,
      await contactOf('ada@example.test'),
    ]).toEqual([1, expect.objectContaining({ all: 0, unconfirmed: 1, confirmed: 0, partial: 0 }), undefined]);
    expect(await mailsTo('team@example.test', 'form-submission')).toEqual([]);

    const presses = await Promise.all([1, 2, 3].map(() => browser.request('POST', link)));
    expect(presses.map(({ status, text }) => [status, text.includes('We have your answers')])).toEqual(
      Array(3).fill([200, true]),
    );
    expect((await list('confirmed')).submissions).toMatchObject([
      { state: 'complete', confirmedAt: now.toISOString() },
    ]);
    expect((await list('all')).counts).toMatchObject({ all: 1, unconfirmed: 0, confirmed: 1 });
    expect((await vera.get<Form>(`/api/forms/${form.id}`)).submissionCount).toBe(1);
    expect(await vera.get(`/api/contacts/${(await contactOf('ada@example.test'))?.id}`)).toMatchObject({
      name: 'Ada',
      marketingConsent: { value: true, at: now.toISOString(), source: 'form', textVersion: `${form.id} v1` },
    });
    await vi.waitFor(
      async () =>
        expect([
          (await mailsTo('team@example.test', 'form-submission')).length,
          (await mailsTo('ada@example.test', 'form-reply')).length,
        ]).toEqual([1, 1]),
      { timeout: 30_000, interval: 100 },
    );
    expect((await browser.request('GET', link)).text).toContain('We have your answers');
  });

  test('proves the address for that submission alone: what others typed with it before stays apart', async () => {
    const open = await publishForm(vera, blocks, settings({ confirm: false }));
    for (const name of ['Eve', 'Eve again'])
      await (await openForm(app, open)).send({ name, email: 'proven@example.test', agree: true });
    await sendAs('proven@example.test');
    await app.browser().request('POST', await linkFor('proven@example.test'));
    const { contacts } = await vera.get<{ contacts: Contact[] }>('/api/contacts?search=proven@example.test');
    expect(
      contacts.map(({ name, email, claimedEmail, emailProof }) => ({
        name,
        email,
        claimedEmail,
        emailProof,
      })),
    ).toEqual(
      expect.arrayContaining([
        { name: 'Ada', email: 'proven@example.test', claimedEmail: null, emailProof: 'opt_in' },
        { name: 'Eve', email: null, claimedEmail: 'proven@example.test', emailProof: null },
      ]),
    );
    expect(contacts).toHaveLength(2);
  });

  test('leaves a contact that the team wrote down as it is, until the address is proven', async () => {
    const { id } = await vera.post<Contact>('/api/contacts', {
      name: 'Known',
      email: 'team-knows@example.test',
    });
    const open = await publishForm(vera, blocks, settings({ confirm: false }));
    await (await openForm(app, open)).send({ name: 'Eve', email: 'team-knows@example.test', agree: true });
    const idOf = async (view: SubmissionView, of: Form) =>
      (await list(view, of)).submissions.find(({ answers }) => answers['email'] === 'team-knows@example.test')
        ?.contactId;
    expect(await idOf('all', open)).not.toBe(id);
    await sendAs('team-knows@example.test');
    await app.browser().request('POST', await linkFor('team-knows@example.test'));
    expect(await idOf('confirmed', form)).toBe(id);
    expect(await vera.get(`/api/contacts/${id}`)).toMatchObject({ name: 'Known', emailProof: 'opt_in' });
  });

  test('confirms the address and the answers that its mail was about, and none that were put there since', async () => {
    const { visit } = await sendAs('attacker@example.test');
    const own = await linkFor('attacker@example.test');
    await visit.send({ name: 'Eve', email: 'victim@example.test', agree: true });
    for (let press = 0; press < 2; press++)
      expect((await app.browser().request('POST', own)).status).toBe(410);
    expect(await contactOf('victim@example.test')).toBeUndefined();
    const theirs = await linkFor('victim@example.test');
    expect(theirs).not.toBe(own);
    // Words that nobody was asked about are not confirmed, also where the address is the same.
    await visit.send({ name: 'Mallory', email: 'victim@example.test', agree: true });
    expect((await app.browser().request('POST', theirs)).status).toBe(410);
    const latest = await linkFor('victim@example.test');
    // No mail is left for a fourth version: the third stays, and its link holds.
    expect(
      (await visit.send({ name: 'Trudy', email: 'victim@example.test', agree: true })).body,
    ).toMatchObject({ code: 'form-page.no_more_mails' });
    expect((await app.browser().request('POST', latest)).status).toBe(200);
    expect(
      (await list('confirmed')).submissions.find(({ answers }) => answers['email'] === 'victim@example.test')
        ?.answers['name'],
    ).toBe('Mallory');
    for (const link of [own, theirs]) expect((await app.browser().request('GET', link)).status).toBe(410);
  });

  test('asks the address that becomes the contact’s, where a form asks for two, and each of its mails for seven days', async () => {
    const two = await publishForm(
      vera,
      [block('colleague', 'email'), block('email', 'email', { mapTo: 'email', required: true })],
      settings({}),
    );
    const visit = await openForm(app, two);
    await visit.send({ colleague: 'mine@example.test', email: 'other@example.test' });
    expect([
      await linkFor('mine@example.test'),
      (await mailsTo('other@example.test', 'form-confirmation')).length,
    ]).toEqual(['', 1]);
    const first = await linkFor('other@example.test');
    pass(6 * 86_400);
    await visit.browser.request('POST', `/api/form-pages/${two.publicId}/confirmation`, {
      body: { token: visit.token },
    });
    pass(2 * 86_400);
    expect((await app.browser().request('POST', first)).status).toBe(410);
    expect((await app.browser().request('POST', await linkFor('other@example.test'))).status).toBe(200);
    expect(await contactOf('other@example.test')).toBeDefined();
  });

  test('gives no consent to somebody who confirmed and did not agree', async () => {
    await sendAs('careful@example.test', form, false);
    await app.browser().request('POST', await linkFor('careful@example.test'));
    expect(await vera.get(`/api/contacts/${(await contactOf('careful@example.test'))?.id}`)).toMatchObject({
      marketingConsent: null,
    });
  });

  test('writes the mail again when it is asked, a minute apart and three times at most; a corrected address gets its own', async () => {
    const { visit } = await sendAs('typo@example.test');
    const again = () =>
      visit.browser.request('POST', `/api/form-pages/${form.publicId}/confirmation`, {
        body: { token: visit.token },
      });
    expect((await again()).body).toMatchObject({
      code: 'form-page.mail_just_sent',
      message: expect.stringContaining('60 seconds'),
    });
    pass(61);
    expect((await again()).status).toBe(200);
    await visit.send({ name: 'Ada', email: 'right@example.test' });
    expect([
      (await mailsTo('typo@example.test', 'form-confirmation')).length,
      (await mailsTo('right@example.test', 'form-confirmation')).length,
    ]).toEqual([2, 1]);
    pass(61);
    expect(await again()).toMatchObject({
      status: 429,
      body: { code: 'form-page.no_more_mails', message: expect.stringContaining('3 times') },
    });
    expect(
      (
        await visit.browser.request('POST', `/api/form-pages/${form.publicId}/confirmation`, {
          body: { token: (await openForm(app, form)).token },
        })
      ).body,
    ).toMatchObject({ code: 'form-page.expired' });
  });

  test('can be confirmed for seven days, by no forged link, and not when nobody is taken any more', async () => {
    await sendAs('late@example.test');
    const link = await linkFor('late@example.test');
    expect(
      (await app.browser().request('POST', `${link.slice(0, -1)}${link.endsWith('A') ? 'B' : 'A'}`)).status,
    ).toBe(404);
    pass(7 * 86_400 + 1);
    const over = await app.browser().request('POST', link);
    expect([
      over.status,
      over.text.includes('This link has expired'),
      over.text.includes(`/forms/${form.publicId}`),
    ]).toEqual([410, true, true]);
    expect(await contactOf('late@example.test')).toBeUndefined();
    const small = await publishForm(vera, blocks, settings({ maxSubmissions: 1 }));
    await Promise.all(['one', 'two'].map((name) => sendAs(`${name}@example.test`, small)));
    const presses = await Promise.all(
      ['one', 'two'].map(async (name) =>
        app.browser().request('POST', await linkFor(`${name}@example.test`)),
      ),
    );
    expect(presses.map(({ status }) => status).toSorted()).toEqual([200, 403]);
  });

  test('says so without a script, in its own language, and is what a newsletter begins with', async () => {
    const czech = await publishForm(vera, blocks, settings({ language: 'cs' }));
    const { browser, token } = await openForm(app, czech);
    const sent = await browser.request('POST', `/forms/${czech.publicId}`, {
      raw: new URLSearchParams({ _token: token, email: 'jana@example.test' }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect([sent.status, sent.text.includes('Podívejte se do pošty')]).toEqual([200, true]);
    expect((await browser.request('GET', await linkFor('jana@example.test'))).text).toContain(
      'Ano, potvrzuji',
    );
    expect(
      (await vera.post<Form>('/api/forms', { name: 'News', template: 'newsletter' })).draft.settings.confirm,
    ).toBe(true);
    const paid = await vera.post<Form>('/api/forms', { name: 'Paid', template: 'order' });
    const saved = await vera.request('PUT', `/api/forms/${paid.id}/draft`, {
      body: {
        revision: paid.draftRevision,
        name: paid.name,
        document: { ...paid.draft, settings: { ...paid.draft.settings, confirm: true } },
      },
    });
    expect((saved.body as Form).issues.map(({ issue }) => issue)).toContain('confirm_paid');
  });
});
