import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  formBlock as block,
  formOptions,
  openForm,
  publishForm,
} from '#tests/support/dashboard/forms-setup.ts';
import { startTestApp, type TestApp, type TestBrowser } from '#tests/support/app/test-app.ts';
import type { Submission } from '../../forms-submissions.contract.ts';

let app: TestApp;
let vera: TestBrowser;
beforeAll(async () => {
  app = await startTestApp();
  vera = await app.register('Vera');
});
afterAll(() => app.close());

type Figures = {
  total: number;
  fields: { key: string; answered: number; average: number | null; values: object[] }[];
};

test('answers are counted choice by choice, points are averaged, and spam counts for nothing', async () => {
  const form = await publishForm(vera, [
    block('name'),
    block('bread', 'checkboxes', { options: formOptions('rye', 'spelt') }),
    block('order', 'ranking', { options: formOptions('rye', 'spelt') }),
    block('service', 'matrix', { options: formOptions('good'), rows: [{ value: 'speed', label: 'Speed' }] }),
    block('points', 'nps'),
    block('sum', 'currency'),
  ]);
  const answers = [
    { name: 'Ada', bread: ['rye', 'spelt'], order: ['spelt', 'rye'], points: '10', sum: '10.00' },
    {
      name: 'Bo',
      bread: ['rye'],
      order: ['spelt', 'rye'],
      service: { speed: 'good' },
      points: '7',
      sum: '20.00',
    },
    { name: 'Spam', bread: ['spelt'], points: '0' },
  ];
  for (const given of answers) expect((await (await openForm(app, form)).send(given)).status).toBe(200);
  const { submissions } = await vera.get<{ submissions: Submission[] }>(`/api/forms/${form.id}/submissions`);
  const spam = submissions.find(({ answers: { name } }) => name === 'Spam');
  await vera.post(`/api/forms/${form.id}/submissions/status`, { ids: [spam?.id], status: 'spam' });

  const { total, fields } = await vera.get<Figures>(`/api/forms/${form.id}/figures`);
  expect(total).toBe(2);
  const of = (key: string) => fields.find((field) => field.key === key);
  expect(of('name')).toEqual({ key: 'name', answered: 2, average: null, values: [] });
  expect(of('bread')?.values).toHaveLength(2);
  expect(of('bread')?.values).toEqual(
    expect.arrayContaining([
      { line: '', value: 'rye', count: 2, place: null },
      { line: '', value: 'spelt', count: 1, place: null },
    ]),
  );
  expect(of('order')?.values).toEqual(
    expect.arrayContaining([
      { line: '', value: 'spelt', count: 2, place: 1 },
      { line: '', value: 'rye', count: 2, place: 2 },
    ]),
  );
  expect(of('service')).toMatchObject({ answered: 1, values: [{ line: 'speed', value: 'good', count: 1 }] });
  expect(of('points')).toMatchObject({ answered: 2, average: 8.5 });
  expect(of('sum')).toMatchObject({ average: 1_500, values: [] });
  const stranger = await app.register('Stranger');
  expect((await stranger.request('GET', `/api/forms/${form.id}/figures`)).status).toBe(404);
});
