import { gzipSync } from 'node:zlib';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Form, FormSummary } from '../forms.contract.ts';
import type { Submission, SubmissionView } from '../forms-submissions.contract.ts';
import {
  everyField,
  formBlock as block,
  formOptions,
  openForm,
  publishForm,
} from '#tests/support/dashboard/forms-setup.ts';
import { startTestApp, type TestApp, type TestBrowser } from '#tests/support/app/test-app.ts';

let app: TestApp;
let vera: TestBrowser;
let stranger: TestBrowser;
beforeAll(async () => {
  app = await startTestApp();
  [vera, stranger] = [await app.register('Vera'), await app.register('Stranger')];
});
afterAll(() => app.close());

const get = (form: Pick<Form, 'id'>): Promise<Form> => vera.get<Form>(`/api/forms/${form.id}`);
const save = (form: Form, draft: unknown, revision = form.draftRevision) =>
  vera.request('PUT', `/api/forms/${form.id}/draft`, {
    body: { revision, name: form.name, document: draft },
  });
const fill = async (form: Form, answers: Record<string, unknown>): Promise<void> =>
  expect((await (await openForm(app, form)).send(answers)).status).toBe(200);

describe('forms', () => {
  test('are listed with their fields, submissions and what is new, and found by name', async () => {
    const form = await publishForm(vera, [
      block('name'),
      block('head', 'heading'),
      block('from', 'hidden', { source: 'from' }),
    ]);
    await fill(form, { name: 'Ada' });
    await vera.post('/api/forms', { name: 'Another 100%' });
    const { forms } = await vera.get<{ forms: FormSummary[] }>('/api/forms');
    expect(forms.find(({ id }) => id === form.id)).toMatchObject({
      fieldCount: 1,
      submissionCount: 1,
      newCount: 1,
      isActive: true,
      isPublished: true,
      url: expect.stringMatching(/\/forms\/[1-9A-HJ-NP-Za-km-z]{10}$/),
    });
    expect(
      (await vera.get<{ forms: FormSummary[] }>('/api/forms?search=100%25')).forms.map(({ name }) => name),
    ).toEqual(['Another 100%']);
    expect((await stranger.get<{ forms: FormSummary[] }>('/api/forms')).forms).toEqual([]);
  });

  test('are drafts until they are published, and a draft is saved by one person at a time', async () => {
    const form = await publishForm(vera, [block('name')]);
    const changed = (await save(form, { ...form.draft, blocks: [block('name'), block('more')] }))
      .body as Form;
    expect(changed).toMatchObject({
      hasChanges: true,
      publishedVersion: 1,
      draftRevision: form.draftRevision + 1,
    });
    expect((await save(form, form.draft)).body).toMatchObject({ code: 'forms.draft_changed' });
    expect((await save(changed, form.draft)).body).toMatchObject({ hasChanges: false });
    const reverted = await vera.post<Form>(`/api/forms/${form.id}/revert`);
    expect(reverted.draft.blocks).toHaveLength(1);
    expect(
      (
        await vera.request('POST', `/api/forms/${form.id}/publish`, {
          body: { revision: reverted.draftRevision },
        })
      ).body,
    ).toMatchObject({ code: 'forms.nothing_to_publish' });
  });

  test('that people could not fill are not published, with each reason at its place', async () => {
    const made = await vera.post<Form>('/api/forms', { name: 'Unready' });
    const draft = {
      ...made.draft,
      blocks: [
        block('a', 'radio'),
        block('a', 'short_text', { label: '' }),
        block('pay', 'payment', { amount: 1 }),
        block('p2', 'page_break'),
        block('pic', 'image'),
        block('z'),
      ],
      rules: [
        {
          id: 'back',
          match: 'all',
          groups: [{ match: 'all', conditions: [{ field: 'z', operator: 'answered', value: '' }] }],
          actions: [{ type: 'jump', to: 'p2' }],
        },
        {
          id: 'gone',
          match: 'all',
          groups: [{ match: 'all', conditions: [{ field: 'nobody', operator: 'answered', value: '' }] }],
          actions: [{ type: 'show', field: 'z' }],
        },
        {
          id: 'ring',
          match: 'all',
          groups: [{ match: 'all', conditions: [{ field: 'z', operator: 'answered', value: '' }] }],
          actions: [{ type: 'hide', field: 'z' }],
        },
      ],
    };
    const saved = (await save(made, draft)).body as Form;
    expect(new Set(saved.issues.map(({ issue }) => issue))).toEqual(
      new Set([
        'options',
        'duplicate',
        'label',
        'amount',
        'source',
        'reply_to',
        'jump_back',
        'unknown',
        'ring',
      ]),
    );
    expect(
      await vera.request('POST', `/api/forms/${made.id}/publish`, {
        body: { revision: saved.draftRevision },
      }),
    ).toMatchObject({
      status: 422,
      body: { code: 'forms.not_ready', details: { issues: expect.any(Array) } },
    });
  });

  test('with values that no builder sends are refused', async () => {
    const form = await vera.post<Form>('/api/forms', { name: 'Odd' });
    for (const change of [
      { screens: [{ id: 'thanks', title: '', text: '', redirectUrl: 'javascript:alert(1)' }] },
      { screens: [] },
      { blocks: [{ ...block('x'), key: '__proto__' }] },
      { blocks: [{ ...block('x'), extra: 1 }] },
      { blocks: Array.from({ length: 200 }, (_, at) => block(`b${at}`)) },
      { settings: { ...form.draft.settings, notify: ['a@b.test\r\nBcc: c@d.test'] } },
      { settings: { ...form.draft.settings, theme: { ...form.draft.settings.theme, color: 'red;}body{' } } },
    ])
      expect((await save(form, { ...form.draft, ...change })).status).toBe(400);
    for (const slug of ['A b', 'x', '../up', 'a'.repeat(61)])
      expect((await vera.request('PATCH', `/api/forms/${form.id}`, { body: { slug } })).status).toBe(400);
  });

  test('have an address of their own that nobody else can take', async () => {
    const [mine, theirs] = [
      await vera.post<Form>('/api/forms', { name: 'Mine' }),
      await stranger.post<Form>('/api/forms', { name: 'Theirs' }),
    ];
    expect(
      await vera.request('PATCH', `/api/forms/${mine.id}`, { body: { slug: 'spring-fair' } }),
    ).toMatchObject({ body: { slug: 'spring-fair', url: expect.stringMatching(/\/forms\/spring-fair$/) } });
    expect(
      (await stranger.request('PATCH', `/api/forms/${theirs.id}`, { body: { slug: 'spring-fair' } })).body,
    ).toMatchObject({ code: 'forms.slug_taken' });
    expect((await vera.request('GET', `/api/forms/${mine.id}/qr-code`)).text).toMatch(/^<svg/);
  });

  test('can be copied, previewed and deleted with everything in them', async () => {
    const form = await publishForm(vera, [block('name')]);
    await fill(form, { name: 'Gone soon' });
    const copy = await vera.post<Form>(`/api/forms/${form.id}/duplicate`);
    expect(copy).toMatchObject({
      name: 'A form (2)',
      isPublished: false,
      submissionCount: 0,
      draft: form.draft,
    });
    expect((await vera.request('GET', `/api/forms/${copy.id}/preview`)).text).toContain('This is a preview');
    for (const isActive of [false, false, true])
      await vera.request('PATCH', `/api/forms/${form.id}`, { body: { isActive } });
    expect((await vera.request('DELETE', `/api/forms/${form.id}`)).status).toBe(200);
    expect((await vera.request('DELETE', `/api/forms/${form.id}`)).status).toBe(404);
    // What was done is written down, once for each change.
    const { entries } = await vera.get<{
      entries: { action: string; target: { id: string; name: string }; details: object }[];
    }>('/api/audit?group=forms');
    expect(
      entries
        .filter(({ target }) => target.id === form.id)
        .map(({ action, target: { name }, details }) => [action, name, details]),
    ).toEqual([
      ['forms.deleted', 'A form', {}],
      ['forms.opened', 'A form', {}],
      ['forms.closed', 'A form', {}],
      ['forms.published', 'A form', { to: '1' }],
    ]);
    expect((await openForm(app, form)).page.status).toBe(404);
    const { rows } = await app.database.database.pool.query(
      'SELECT FROM form_submissions WHERE form_id = $1',
      [form.id],
    );
    expect(rows).toEqual([]);
  });
});

describe('submissions', () => {
  test('are narrowed by status, words and time, page by page', async () => {
    const form = await publishForm(vera, [
      block('name'),
      block('more', 'checkboxes', { options: formOptions('one', 'two') }),
    ]);
    await Promise.all(
      Array.from({ length: 53 }, (_, at) =>
        fill(form, { name: at === 7 ? 'Needle 100%' : `Person ${at}`, more: ['two'] }),
      ),
    );
    const list = (query: string) =>
      vera.get<{
        submissions: Submission[];
        nextCursor: string | null;
        total: number;
        counts: Record<SubmissionView, number>;
      }>(`/api/forms/${form.id}/submissions?${query}`);
    const first = await list('');
    expect([first.submissions.length, first.total, first.counts.new]).toEqual([50, 53, 53]);
    const second = await list(`cursor=${first.nextCursor}`);
    expect(new Set([...first.submissions, ...second.submissions].map(({ id }) => id)).size).toBe(53);
    expect((await list('search=needle%20100%25')).submissions.map(({ answers }) => answers['name'])).toEqual([
      'Needle 100%',
    ]);
    expect((await list('until=2020-01-01')).total).toBe(0);
    const ids = second.submissions.map(({ id }) => id);
    expect(await vera.post(`/api/forms/${form.id}/submissions/status`, { ids, status: 'spam' })).toEqual({
      changed: 3,
    });
    expect([
      (await list('')).total,
      (await list('view=spam')).total,
      (await get(form)).submissionCount,
    ]).toEqual([50, 3, 50]);
    expect(
      (await stranger.request('POST', `/api/forms/${form.id}/submissions/delete`, { body: { ids } })).status,
    ).toBe(404);
    expect(await vera.post(`/api/forms/${form.id}/submissions/delete`, { ids })).toEqual({ removed: 3 });
    expect((await list('view=spam')).total).toBe(0);
  });

  test('leave as a table in which nothing is a formula', async () => {
    const form = await publishForm(vera, [
      block('name', 'short_text', { label: '=2+2' }),
      block('sum', 'currency'),
      block('day', 'date'),
      block('choice', 'radio', { options: [{ value: 'x', label: '@SUM(A1)', image: '' }] }),
    ]);
    await fill(form, {
      name: '=HYPERLINK("https://evil.example","click"), "quoted"',
      sum: '12.50',
      day: '2026-02-03',
      choice: 'x',
    });
    const csv = (await vera.request('GET', `/api/forms/${form.id}/export`)).text;
    expect(csv).toContain(
      `"'=HYPERLINK(""https://evil.example"",""click""), ""quoted""",12.5,2026-02-03,'@SUM(A1)`,
    );
    expect(csv.split('\r\n')[0]).toContain("status,'=2+2,About sum");
    const response = await fetch(`${app.url}/api/forms/${form.id}/export?format=xlsx`, {
      headers: { cookie: vera.cookie() },
    });
    expect(response.headers.get('content-disposition')).toContain(
      'attachment; filename="a-form-submissions.xlsx"',
    );
    const parts = unzipSync(new Uint8Array(await response.arrayBuffer()));
    const sheet = strFromU8(parts['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
    expect(sheet).not.toContain('<f>');
    expect(sheet).toContain('<v>12.5</v>');
    // A day that somebody gave is one that can be sorted and counted with, not a text.
    expect(sheet).toMatch(/<c r="G2" s="\d+"><v>46056<\/v>/);
    const json = JSON.parse(
      (await vera.request('GET', `/api/forms/${form.id}/export?format=json`)).text,
    ) as Submission[];
    expect(json[0]?.answers).toMatchObject({ sum: 1_250, choice: 'x' });
  });
});

test('a form with a field of every kind is published and shown', async () => {
  const form = await publishForm(vera, everyField());
  const { page } = await openForm(app, form);
  for (const { key } of form.draft.blocks) expect(page.text).toContain(`data-key="${key}"`);
  // All that it takes until it can be filled in, the largest form included, is light; the letters come later.
  const parts = [...page.text.matchAll(/(?:src|href)="(\/pages\/[^"]+\.(?:js|css))"/g)].map(
    ([, address]) => address ?? '',
  );
  expect(parts).toHaveLength(2);
  const texts = await Promise.all(parts.map(async (address) => (await vera.request('GET', address)).text));
  expect(
    [page.text, ...texts].reduce((sum, text) => sum + gzipSync(text, { level: 9 }).length, 0),
  ).toBeLessThanOrEqual(30 * 1_024);
});
