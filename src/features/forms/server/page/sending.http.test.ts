import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { FormBlock, FormDocument } from '#shared/forms/document.ts';
import type { Form } from '../../forms.contract.ts';
import type { Submission } from '../../forms-submissions.contract.ts';
import {
  formBlock as block,
  formOptions,
  openForm,
  publishForm,
} from '#tests/support/dashboard/forms-setup.ts';
import { startTestApp, type TestApp, type TestBrowser } from '#tests/support/app/test-app.ts';

let app: TestApp;
let vera: TestBrowser;
let now = new Date('2026-06-01T10:00:00Z');
beforeAll(async () => {
  app = await startTestApp({ clock: { now: () => now } });
  vera = await app.register('Vera');
});
afterAll(() => app.close());

const pass = (seconds: number): void => void (now = new Date(now.getTime() + seconds * 1_000));
const submissions = async (form: Form, query = ''): Promise<Submission[]> =>
  (await vera.get<{ submissions: Submission[] }>(`/api/forms/${form.id}/submissions${query}`)).submissions;
const settings =
  (more: Partial<FormDocument['settings']>) =>
  (document: FormDocument): FormDocument => ({ ...document, settings: { ...document.settings, ...more } });
const person = (): FormBlock[] => [
  block('name', 'short_text', { mapTo: 'name', required: true }),
  block('email', 'email', { mapTo: 'email', required: true }),
];

describe('sending a form', () => {
  test('keeps typed answers, makes the contact, and answers with the screen of its rules', async () => {
    const form = await publishForm(vera, [...person(), block('count', 'number')], (document) => ({
      ...document,
      screens: [
        { id: 'thanks', title: 'Thanks', text: 'Points: {{points}}', redirectUrl: '' },
        { id: 'many', title: '', text: '', redirectUrl: 'https://example.com/many' },
      ],
      rules: [
        {
          id: 'points',
          match: 'all',
          groups: [{ match: 'all', conditions: [{ field: 'count', operator: 'answered', value: '' }] }],
          actions: [{ type: 'calculate', name: 'points', by: 'add', amount: 0, field: 'count' }],
        },
        {
          id: 'many',
          match: 'all',
          groups: [{ match: 'all', conditions: [{ field: '=points', operator: 'gt', value: '100' }] }],
          actions: [{ type: 'end', screen: 'many' }],
        },
      ],
    }));
    expect(
      (
        await (
          await openForm(app, form)
        ).send({ name: 'Ada', email: 'ADA@example.test', count: '7', unknown: 'dropped' })
      ).body,
    ).toEqual({ next: 'screen', url: '', title: 'Thanks', text: 'Points: 7' });
    pass(1);
    expect(
      (await (await openForm(app, form)).send({ name: 'Ada L.', email: 'ada@example.test', count: '700' }))
        .body,
    ).toMatchObject({ next: 'redirect', url: 'https://example.com/many' });
    const [later, earlier] = await submissions(form);
    expect(earlier).toMatchObject({
      state: 'complete',
      status: 'new',
      answers: { name: 'Ada', email: 'ada@example.test', count: 7 },
      variables: { points: 7 },
    });
    // The same address is the same person, and what was known of them stays.
    expect(later?.contactId).toBe(earlier?.contactId);
    expect(await vera.get(`/api/contacts/${earlier?.contactId}`)).toMatchObject({
      name: 'Ada',
      email: 'ada@example.test',
      source: 'form',
    });
    // Both stand in what happened with them, with the way to them.
    const { entries } = await vera.get<{
      entries: { kind: string; submissionId?: string; formId?: string }[];
    }>(`/api/contacts/${earlier?.contactId}/timeline`);
    expect(
      entries
        .filter(({ kind }) => kind === 'submission')
        .map(({ submissionId, formId }) => [submissionId, formId]),
    ).toEqual([
      [later?.id, form.id],
      [earlier?.id, form.id],
    ]);
  });

  test('fills the account’s own fields of the contact: what is empty, and what fits', async () => {
    const field = (body: object) => vera.post('/api/custom-fields', { scope: 'contact', ...body });
    await field({
      key: 'plan',
      label: 'Plan',
      type: 'select',
      options: [
        { value: 'gold', label: 'GOLD' },
        { value: 'free', label: 'Free' },
      ],
      initial: 'free',
    });
    await field({ key: 'budget', label: 'Budget', type: 'currency', currency: 'EUR' });
    await field({ key: 'code', label: 'Code', type: 'text', pattern: '\\d+' });
    const own = (key: string) => ({ mapTo: `custom:${key}` as const });
    const form = await publishForm(vera, [
      ...person(),
      block('level', 'radio', { options: formOptions('gold', 'other'), ...own('plan') }),
      block('money', 'currency', own('budget')),
      block('number', 'short_text', own('code')),
      block('lost', 'short_text', own('nothing')),
    ]);
    const send = async (answers: object) =>
      (await openForm(app, form)).send({ name: 'Own', email: 'own@example.test', ...answers });
    expect((await send({ level: 'gold', money: '12,50', number: 'abc', lost: 'x' })).status).toBe(200);
    pass(1);
    expect((await send({ level: 'other', money: '99', number: '123' })).status).toBe(200);
    const [latest] = await submissions(form);
    expect(latest).toMatchObject({ answers: { level: 'other', money: 9_900, number: '123' } });
    expect(await vera.get(`/api/contacts/${latest?.contactId}`)).toMatchObject({
      customFields: { plan: 'gold', budget: 12.5, code: '123' },
    });
  });

  test('that comes twice is one submission', async () => {
    const form = await publishForm(vera, person());
    const visit = await openForm(app, form);
    const answers = await Promise.all(
      [1, 2, 3].map(() => visit.send({ name: 'Twice', email: 'twice@example.test' })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await submissions(form)).toHaveLength(1);
    expect((await vera.get<Form>(`/api/forms/${form.id}`)).submissionCount).toBe(1);
  });

  test('past the browser’s checks is refused field by field, and nothing is kept', async () => {
    const form = await publishForm(vera, [
      ...person(),
      block('color', 'radio', { options: formOptions('red', 'blue') }),
      block('file', 'file'),
    ]);
    const visit = await openForm(app, form);
    const refused = await visit.send({ name: '', email: 'nobody', color: 'purple', file: ['/etc/passwd'] });
    expect(refused).toMatchObject({
      status: 400,
      body: {
        code: 'form-page.invalid',
        fields: {
          name: 'Please answer this.',
          email: expect.stringContaining('name@example.com'),
          color: 'Choose one of the answers.',
          file: expect.any(String),
        },
      },
    });
    const forged = await visit.send({ name: 'A', email: 'a@example.test', file: [`fup_${'0'.repeat(30)}`] });
    expect(forged).toMatchObject({ status: 400, body: { fields: { file: expect.any(String) } } });
    for (const bad of [
      { file: { filepath: '/etc/passwd' } },
      { files: { f: { filepath: '/etc/passwd' } } },
      { name: { toString: 'x' } },
    ])
      expect((await visit.send({ name: 'A', email: 'nobody', ...bad })).status).toBe(400);
    expect(await submissions(form)).toEqual([]);
  });

  test('needs a token of this very form', async () => {
    const [form, other] = [await publishForm(vera, person()), await publishForm(vera, person())];
    const [visit, stranger] = [await openForm(app, form), await openForm(app, other)];
    const answers = { name: 'A', email: 'a@example.test' };
    for (const token of [
      '',
      'x.y',
      stranger.token,
      visit.token.slice(0, -1) + (visit.token.endsWith('A') ? 'B' : 'A'),
    ])
      expect((await visit.send(answers, { token })).body).toMatchObject({ code: 'form-page.expired' });
    pass(8 * 86_400);
    expect((await visit.send(answers)).body).toMatchObject({ code: 'form-page.expired' });
  });

  test('by programs is found out by speed, by a field that nobody sees, and by a proof', async () => {
    const form = await publishForm(vera, person(), settings({ spam: 'honeypot' }));
    const answers = { name: 'Bot', email: 'bot@example.test' };
    const visit = await openForm(app, form);
    expect((await visit.send(answers)).body).toMatchObject({ code: 'form-page.too_fast' });
    pass(3);
    expect((await visit.send(answers, { website: 'https://spam.example' })).status).toBe(200);
    expect(await submissions(form)).toEqual([]);
    const [spam] = await submissions(form, '?view=spam');
    expect(spam).toMatchObject({ status: 'spam', contactId: null });
    expect((await vera.get<Form>(`/api/forms/${form.id}`)).submissionCount).toBe(0);
    const proven = await openForm(
      app,
      await publishForm(vera, person(), settings({ spam: 'proof-of-work' })),
    );
    pass(3);
    expect((await proven.send(answers, { proof: '1' })).body).toMatchObject({ code: 'form-page.unproven' });
  });

  test('is possible once for each visitor, if the owner says so', async () => {
    const form = await publishForm(vera, person(), settings({ onePerVisitor: true }));
    const visit = await openForm(app, form);
    const again = await openForm(app, form, { browser: visit.browser });
    expect((await visit.send({ name: 'A', email: 'once@example.test' })).status).toBe(200);
    expect((await again.send({ name: 'A', email: 'once@example.test' })).body).toMatchObject({
      code: 'form-page.already_sent',
    });
    expect((await openForm(app, form, { browser: visit.browser })).page.text).toContain(
      'You have answered already',
    );
    expect((await (await openForm(app, form)).send({ name: 'B', email: 'other@example.test' })).status).toBe(
      200,
    );
  });

  test('works without a script, with the same complaints', async () => {
    const form = await publishForm(vera, [
      ...person(),
      block('colors', 'checkboxes', { options: formOptions('red', 'blue') }),
      block('place', 'address'),
    ]);
    const { browser, token } = await openForm(app, form);
    const post = (fields: [string, string][]) =>
      browser.request('POST', `/forms/${form.publicId}`, {
        raw: new URLSearchParams([['_token', token], ...fields]).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
    const refused = await post([
      ['name', 'Ada & Co'],
      ['email', 'nobody'],
      ['place.line1', 'Kade 1'],
    ]);
    expect(refused.status).toBe(400);
    for (const shown of ['value="Ada &amp; Co"', 'Enter an address like', 'Fill in street', 'value="Kade 1"'])
      expect(refused.text).toContain(shown);
    const done = await post([
      ['name', 'Ada'],
      ['email', 'plain@example.test'],
      ['colors', 'red'],
      ['colors', 'blue'],
    ]);
    expect([done.status, done.text.includes('We have your answers')]).toEqual([200, true]);
    expect((await submissions(form))[0]?.answers).toEqual({
      name: 'Ada',
      email: 'plain@example.test',
      colors: ['red', 'blue'],
    });
  });

  test('writes to those whom the owner named and to the sender, once, with no line of theirs in a header', async () => {
    const form = await publishForm(
      vera,
      person(),
      settings({
        notify: ['one@example.test', 'two@example.test'],
        reply: { enabled: true, subject: 'We got it', text: 'Thank you for writing.' },
      }),
    );
    await (
      await openForm(app, form)
    ).send({ name: 'Eve\r\nBcc: all@example.test', email: 'eve@example.test' });
    const mails = await vi.waitFor(
      async () => {
        const { rows } = await app.database.database.pool.query<{
          kind: string;
          recipient: string;
          subject: string;
          text_body: string;
        }>(
          'SELECT kind, recipient, subject, text_body FROM outbox_mails WHERE account_id = (SELECT account_id FROM forms WHERE id = $1) ORDER BY recipient',
          [form.id],
        );
        expect(rows).toHaveLength(3);
        return rows;
      },
      { timeout: 30_000, interval: 100 },
    );
    expect(mails.map(({ kind, recipient }) => `${kind} ${recipient}`)).toEqual([
      'form-reply eve@example.test',
      'form-submission one@example.test',
      'form-submission two@example.test',
    ]);
    expect(mails[0]).toMatchObject({
      subject: 'We got it',
      text_body: expect.stringContaining('Thank you for writing.'),
    });
    expect(mails[1]?.text_body).toContain('Eve Bcc: all@example.test');
    expect(mails[0]?.text_body).not.toContain('Eve');
  });

  test('takes files that are what they claim, and only from the page that uploaded them', async () => {
    const form = await publishForm(vera, [
      ...person(),
      block('cv', 'file', { max: 1, accept: ['txt', 'image'] }),
    ]);
    const visit = await openForm(app, form);
    expect((await visit.upload('cv', 'run.exe', 'MZ')).body).toMatchObject({ code: 'form-page.file_kind' });
    expect((await visit.upload('cv', 'fake.png', 'not a picture')).body).toMatchObject({
      code: 'form-page.file_kind',
    });
    expect((await visit.upload('name', 'a.txt', 'x')).status).toBe(404);
    const { id } = (await visit.upload('cv', '../../my cv.txt', 'I can bake bread.')).body as { id: string };
    const stranger = await openForm(app, form);
    expect((await stranger.send({ name: 'B', email: 'b2@example.test', cv: [id] })).body).toMatchObject({
      fields: { cv: expect.any(String) },
    });
    expect((await visit.send({ name: 'A', email: 'a2@example.test', cv: [id] })).status).toBe(200);
    const [submission] = await submissions(form);
    expect(submission?.files).toEqual([{ id, field: 'cv', name: 'my cv.txt', kind: 'document', size: 17 }]);
    const file = await vera.request('GET', `/api/forms/${form.id}/files/${id}`);
    expect([file.text, file.headers.get('content-disposition')]).toEqual([
      'I can bake bread.',
      expect.stringMatching(/^attachment/),
    ]);
  });

  test('half done is kept as far as it is right, and shows where people stop', async () => {
    const form = await publishForm(vera, [
      ...person(),
      block('p2', 'page_break'),
      block('story', 'long_text'),
    ]);
    const visit = await openForm(app, form);
    await visit.progress({ name: 'Half', email: 'not yet an addr' }, 0, 'email');
    await visit.progress({ name: 'Half', email: 'half@example.test' }, 1, 'story');
    await visit.progress({ name: 'Half', email: 'half@example.test' }, 0, 'name');
    const [partial] = await submissions(form, '?view=partial');
    expect(partial).toMatchObject({
      state: 'partial',
      page: 1,
      answers: { name: 'Half', email: 'half@example.test' },
      contactId: null,
    });
    pass(1);
    await (await openForm(app, form)).send({ name: 'Whole', email: 'whole@example.test' });
    expect(await vera.get(`/api/forms/${form.id}/drop-off`)).toMatchObject({
      started: 2,
      completed: 1,
      pages: [
        { reached: 2, left: 0 },
        { reached: 2, left: 1 },
      ],
      fields: [{ key: 'name', left: 1 }],
    });
    pass(1);
    await visit.send({ name: 'Half', email: 'half@example.test' });
    await visit.progress({ name: 'Changed afterwards' });
    expect((await submissions(form)).map(({ answers }) => answers['name'])).toEqual(['Half', 'Whole']);
  });
});
