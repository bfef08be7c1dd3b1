import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FormBlock, FormDocument } from '#shared/forms/document.ts';
import { formTemplates, type Form } from '../../forms.contract.ts';
import type { Submission } from '../../forms-submissions.contract.ts';
import { formBlock as block, openForm, publishForm } from '#tests/support/dashboard/forms-setup.ts';
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

describe('a form’s page', () => {
  test('shows the published form, not the draft, and nothing that only the owner should know', async () => {
    const form = await publishForm(
      vera,
      person(),
      settings({
        notify: ['secret-recipient@example.test'],
        reply: { enabled: true, subject: 'Hello', text: 'A private sentence' },
      }),
    );
    await vera.request('PUT', `/api/forms/${form.id}/draft`, {
      body: {
        revision: form.draftRevision,
        name: form.name,
        document: { ...form.draft, blocks: [block('later', 'short_text', { label: 'Not published yet' })] },
      },
    });
    const { page } = await openForm(app, form);
    expect(page.status).toBe(200);
    expect(page.text).toContain('About name');
    // Its heading is its name: said once.
    expect(page.text).toContain('<title>A form</title>');
    for (const hidden of ['Not published yet', 'secret-recipient', 'A private sentence', form.id])
      expect(page.text).not.toContain(hidden);
    expect(page.headers.get('content-security-policy')).toContain(
      "script-src 'self'; style-src 'self' 'sha256-",
    );
  });

  test('is found by its own id, with a tag, and by the address that its owner chose', async () => {
    const form = await publishForm(vera, person());
    await vera.request('PATCH', `/api/forms/${form.id}`, { body: { slug: 'our-own-address' } });
    for (const path of [
      `/forms/${form.publicId}`,
      `/forms/${form.publicId}/summer-fair`,
      '/forms/our-own-address',
    ])
      expect((await vera.request('GET', path)).text).toContain('About email');
    for (const path of ['/forms/aaaaaaaaaa', '/forms/..%2f..', '/forms/x', `/forms/${form.id}`])
      expect((await vera.request('GET', path)).status).toBe(404);
    const visit = await openForm(app, form, {
      path: `/forms/${form.publicId}/summer-fair?utm_source=poster`,
    });
    await visit.send(
      { name: 'Ada', email: 'tagged@example.test' },
      { tag: 'summer-fair', utm: { utm_source: 'poster' } },
    );
    expect((await submissions(form))[0]).toMatchObject({ tag: 'summer-fair', utm: { utm_source: 'poster' } });
  });

  test('cannot be led astray by what stands in the form', async () => {
    const evil = '</script><img src=x onerror=alert(1)>';
    const { page } = await openForm(
      app,
      await publishForm(vera, [
        block('a', 'short_text', { label: evil, help: evil, placeholder: evil }),
        block('b', 'radio', { options: [{ value: 'x', label: evil, image: '' }] }),
      ]),
    );
    expect(page.text).not.toContain('<img src=x');
    expect(page.text.match(/<\/script>/g)).toHaveLength(1);
  });

  test('is closed when it is inactive, before and after its time, and when it is full', async () => {
    const form = await publishForm(
      vera,
      person(),
      settings({
        openFrom: '2026-06-01T12:00:00.000Z',
        openUntil: '2026-06-01T14:00:00.000Z',
        maxSubmissions: 1,
      }),
    );
    const early = await openForm(app, form);
    expect([early.page.status, early.page.text.includes('not open yet')]).toEqual([403, true]);
    pass(3 * 3_600);
    const [first, second] = [await openForm(app, form), await openForm(app, form)];
    const answers = await Promise.all([
      first.send({ name: 'A', email: 'a@example.test' }),
      second.send({ name: 'B', email: 'b@example.test' }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403]);
    expect(answers.find(({ status }) => status === 403)?.body).toMatchObject({ code: 'form-page.full' });
    expect((await openForm(app, form)).page.text).toContain('This form is closed');
    const open = await publishForm(vera, person());
    const waiting = await openForm(app, open);
    await vera.request('PATCH', `/api/forms/${open.id}`, { body: { isActive: false } });
    expect((await openForm(app, open)).page.text).toContain('This form is closed');
    expect((await waiting.send({ name: 'A', email: 'late@example.test' })).body).toMatchObject({
      code: 'form-page.closed',
      message: 'This form is closed',
    });
  });

  test('speaks the language that its owner chose', async () => {
    const form = await publishForm(vera, person(), settings({ language: 'cs' }));
    const { page, send, upload } = await openForm(app, form);
    expect(page.text).toContain('<html lang="cs">');
    expect(page.text).toContain('Odeslat');
    // Whatever the browser speaks, which is English here.
    expect((await send({ name: 'Ada' })).body).toMatchObject({
      code: 'form-page.invalid',
      message: 'Některé odpovědi je třeba opravit. Jsou označeny níže.',
      fields: { email: expect.stringMatching(/[ěščřžýáíéůú]/) },
    });
    expect((await upload('nowhere', 'a.txt', 'text')).body).toMatchObject({
      message: 'Takový formulář není. Možná byl smazán.',
    });
    await vera.request('PATCH', `/api/forms/${form.id}`, { body: { isActive: false } });
    expect((await send({ name: 'Ada', email: 'ada@example.test' })).body).toMatchObject({
      code: 'form-page.closed',
      message: 'Tento formulář je uzavřen',
    });
  });
});

test.each(formTemplates)('the template “%s” can be published as it is', async (template) => {
  const made = await vera.post<Form>('/api/forms', { name: template, template, language: 'nl' });
  expect(made.issues).toEqual([]);
  const form = await vera.post<Form>(`/api/forms/${made.id}/publish`, { revision: made.draftRevision });
  expect((await openForm(app, form)).page.status).toBe(200);
});
