import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { FormDocument } from '#shared/forms/document.ts';
import {
  formBlock as block,
  formOptions,
  openForm,
  publishForm,
} from '#tests/support/dashboard/forms-setup.ts';
import { startTestApp, type TestApp, type TestBrowser } from '#tests/support/app/test-app.ts';
import type { Form } from '../../forms.contract.ts';

let app: TestApp;
let vera: TestBrowser;
beforeAll(async () => {
  app = await startTestApp();
  vera = await app.register('Vera');
});
afterAll(() => app.close());

const blocks = [
  block('name', 'short_text'),
  block('email', 'email', { required: true }),
  block('size', 'radio', { options: formOptions('small', 'large') }),
  block('day', 'datetime'),
];
const prices: FormDocument['rules'] = [
  {
    id: 'large',
    match: 'all',
    groups: [{ match: 'all', conditions: [{ field: 'size', operator: 'answered', value: '' }] }],
    actions: [{ type: 'calculate', name: 'price', by: 'set', amount: 1_234.5, field: '' }],
  },
];
const replying =
  (text: string, more: Partial<FormDocument['settings']> = {}) =>
  (document: FormDocument): FormDocument => ({
    ...document,
    rules: prices,
    screens: document.screens.map((screen) => ({ ...screen, text: 'Thanks, {{name}}: {{price}}' })),
    settings: {
      ...document.settings,
      language: 'nl',
      reply: { enabled: true, subject: 'Maat {{size}}', text },
      notify: ['team@example.test'],
      ...more,
    },
  });
const mailTo = (recipient: string, kind: string) =>
  vi.waitFor(
    async () => {
      const { rows } = await app.database.database.pool.query<{ subject: string; text_body: string }>(
        'SELECT subject, text_body FROM outbox_mails WHERE recipient = $1 AND kind = $2',
        [recipient, kind],
      );
      expect(rows).toHaveLength(1);
      return rows[0];
    },
    { timeout: 30_000, interval: 100 },
  );

describe('the reply to whoever sent a form', () => {
  test('says what was chosen and calculated, and moments as people read them', async () => {
    const form = await publishForm(vera, blocks, replying('Op {{day}} kost het {{price}}.'));
    const { body } = await (
      await openForm(app, form)
    ).send({ name: 'Ada', email: 'ada@example.test', size: 'large', day: '2026-12-24T08:05' });
    expect(body).toMatchObject({ text: 'Thanks, Ada: 1.234,5' });
    expect(await mailTo('ada@example.test', 'form-reply')).toMatchObject({
      subject: 'Maat LARGE',
      text_body: expect.stringContaining('Op 24 dec 2026, 08:05 kost het 1.234,5.'),
    });
    const notice = await mailTo('team@example.test', 'form-submission');
    expect(notice?.text_body).toContain('24 dec 2026, 08:05');
    expect(notice?.text_body).not.toContain('2026-12-24T');
  });

  test('is not published with what nothing fills, nor with what strangers could have typed', async () => {
    const issuesOf = async (change: (document: FormDocument) => FormDocument): Promise<Form['issues']> => {
      const made = await vera.post<Form>('/api/forms', { name: 'Braces' });
      const saved = await vera.request('PUT', `/api/forms/${made.id}/draft`, {
        body: {
          revision: made.draftRevision,
          name: made.name,
          document: change({
            ...made.draft,
            blocks: [...blocks, block('head', 'heading', { label: '{{gone}}' })],
          }),
        },
      });
      return (saved.body as Form).issues;
    };
    expect(await issuesOf(replying('{{price}}, {{prise}} for {{name}}'))).toEqual([
      { issue: 'placeholder', block: 'head', rule: null, name: 'gone' },
      { issue: 'placeholder', block: null, rule: null, name: 'prise' },
      { issue: 'placeholder_typed', block: null, rule: null, name: 'name' },
    ]);
    // Whoever confirmed that the address is theirs reads what they typed.
    expect(await issuesOf(replying('{{name}}', { confirm: true }))).toHaveLength(1);
  });
});
