import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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
beforeAll(async () => {
  app = await startTestApp();
  vera = await app.register('Vera');
});
afterAll(() => app.close());

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
});
