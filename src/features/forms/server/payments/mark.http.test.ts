import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Purchase } from '#features/payments/payments-purchases.contract.ts';
import { formBlock as block, openForm, publishForm } from '#tests/support/dashboard/forms-setup.ts';
import { startTestApp, type TestApp, type TestBrowser } from '#tests/support/app/test-app.ts';
import type { Form } from '../../forms.contract.ts';
import type { Submission, SubmissionView } from '../../forms-submissions.contract.ts';

const waiting = { timeout: 30_000, interval: 50 };
type Visit = Awaited<ReturnType<typeof openForm>>;

let app: TestApp;
let vera: TestBrowser;
let form: Form;

/** A shop of pieces at 12.50 each, of which nothing says that there are less than none. */
const shop = (owner: TestBrowser, more: Parameters<typeof block>[2] = {}): Promise<Form> =>
  publishForm(
    owner,
    [
      block('email', 'email', { mapTo: 'email', required: true }),
      block('pieces', 'number', { required: true }),
      block('fee', 'payment', { amountFrom: 'total', ...more }),
    ],
    (document) => ({
      ...document,
      rules: [
        {
          id: 'sum',
          match: 'all',
          groups: [{ match: 'all', conditions: [{ field: 'pieces', operator: 'answered', value: '' }] }],
          actions: [
            { type: 'calculate', name: 'total', by: 'add', amount: 0, field: 'pieces' },
            { type: 'calculate', name: 'total', by: 'multiply', amount: 12.5, field: '' },
          ],
        },
      ],
    }),
  );

beforeAll(async () => {
  app = await startTestApp();
  vera = await app.register('Vera');
  form = await shop(vera);
});
afterAll(() => app.close());

const submissions = async (view: SubmissionView, of = form): Promise<Submission[]> =>
  (await vera.get<{ submissions: Submission[] }>(`/api/forms/${of.id}/submissions?view=${view}`)).submissions;
const purchases = async (email: string): Promise<Purchase[]> =>
  (await vera.get<{ purchases: Purchase[] }>(`/api/payments?search=${email}`)).purchases;

/** Pays on the bank's page; gives the address to which it leads back, or nothing where the page is closed. */
async function pay(visit: Visit, url: string): Promise<string> {
  const { pathname, search } = new URL(url);
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const paid = await visit.browser.request('POST', pathname + search, {
    raw: 'step=pay&card=succeeds',
    headers,
  });
  return paid.headers.get('location') ?? '';
}

describe('what was paid for', () => {
  test('is what is delivered, however many prices are asked for at once with one page', async () => {
    for (let round = 0; round < 6; round++) {
      const email = `race-${round}@example.test`;
      const visit = await openForm(app, form);
      const sent = await Promise.all(['1', '500', '1', '500'].map((pieces) => visit.send({ email, pieces })));
      const urls = [
        ...new Set(sent.map(({ body }) => (body as { url?: string }).url ?? '').filter((url) => url !== '')),
      ];
      const backs = await Promise.all(urls.map((url) => pay(visit, url)));
      for (const back of backs)
        if (back !== '') await visit.browser.request('GET', new URL(back).pathname + new URL(back).search);
    }
    await vi.waitFor(async () => {
      const open = (await purchases('race-')).filter(
        ({ state, problem, paid }) => state === 'paid' && paid > 0 && problem === null,
      );
      const done = (await submissions('all')).filter(({ answers }) =>
        String(answers['email']).startsWith('race-'),
      );
      expect(done.map(({ payment }) => payment?.purchaseId).toSorted()).toEqual(
        open.map(({ id }) => id).toSorted(),
      );
    }, waiting);
    for (const { answers, payment } of await submissions('all'))
      expect(payment?.amount).toBe(Number(answers['pieces']) * 1_250);
  });

  test('does not change any more once the bank has the money, whatever is sent afterwards', async () => {
    const email = 'later@example.test';
    const visit = await openForm(app, form);
    const { url } = (await visit.send({ email, pieces: '1' })).body as { url: string };
    await Promise.all([pay(visit, url), visit.send({ email, pieces: '500' })]);
    await visit.send({ email, pieces: '500' });
    await vi.waitFor(async () => {
      const paid = (await purchases(email)).filter(({ paid: sum }) => sum > 0);
      const done = (await submissions('all')).filter(({ answers }) => answers['email'] === email);
      // Either the bank was faster, then one piece is bought; or the page was closed before, then nothing is.
      expect(done.map(({ answers }) => Number(answers['pieces']) * 1_250)).toEqual(
        paid.map(({ paid: sum }) => sum),
      );
    }, waiting);
  });

  test('does not become free because the answers that cost nothing came later', async () => {
    const free = await publishForm(
      vera,
      [
        block('email', 'email', { required: true }),
        block('kind', 'radio', {
          required: true,
          options: [
            { value: 'paid', label: 'Paid', image: '' },
            { value: 'free', label: 'Free', image: '' },
          ],
        }),
        block('fee', 'payment', { amount: 2_000 }),
      ],
      (document) => ({
        ...document,
        rules: [
          {
            id: 'hide',
            match: 'all',
            groups: [{ match: 'all', conditions: [{ field: 'kind', operator: 'is', value: 'free' }] }],
            actions: [{ type: 'hide', field: 'fee' }],
          },
        ],
      }),
    );
    const visit = await openForm(app, free);
    const { url } = (await visit.send({ email: 'both@example.test', kind: 'paid' })).body as { url: string };
    expect((await visit.send({ email: 'both@example.test', kind: 'free' })).body).toMatchObject({
      next: 'screen',
    });
    expect(await pay(visit, url)).toBe('');
    expect(await purchases('both@')).toMatchObject([{ state: 'expired', paid: 0 }]);
  });

  test.each([
    ['at another price', 'dearer@example.test', 'pieces', '500'],
    ['at the same price', 'changed@example.test', 'email', 'somebody.else@example.test'],
  ])(
    'completes nothing where the answers are no longer those that were asked for, %s',
    async (_price, email, field, value) => {
      const visit = await openForm(app, form);
      const { url } = (await visit.send({ email, pieces: '1' })).body as { url: string };
      await app.database.database.pool.query(
        `UPDATE form_submissions SET answers = jsonb_set(answers, ARRAY[$2], to_jsonb($3::text))
          WHERE answers->>'email' = $1`,
        [email, field, value],
      );
      await pay(visit, url);
      const held = [{ state: 'paid', problem: 'unmatched', can: { refund: true } }];
      await vi.waitFor(async () => expect(await purchases(email)).toMatchObject(held), waiting);
      expect((await submissions('all')).some(({ answers }) => answers[field] === value)).toBe(false);
    },
  );

  test('shows itself to the owner and can be given back where no submission fits it any more', async () => {
    const visit = await openForm(app, form);
    const { url } = (await visit.send({ email: 'gone@example.test', pieces: '2' })).body as { url: string };
    const [begun] = (await submissions('partial')).filter(
      ({ answers }) => answers['email'] === 'gone@example.test',
    );
    await vera.post(`/api/forms/${form.id}/submissions/delete`, { ids: [begun?.id] });
    const back = new URL(await pay(visit, url));
    await vi.waitFor(
      async () =>
        expect(await purchases('gone@')).toMatchObject([
          { state: 'paid', problem: 'unmatched', paid: 2_500, can: { refund: true } },
        ]),
      waiting,
    );
    expect((await visit.browser.request('GET', back.pathname + back.search)).text).toContain(
      'Your payment has arrived',
    );
    const [paid] = await purchases('gone@');
    expect(
      (await vera.request('POST', `/api/payments/${paid?.id}/refund`, { body: { key: 'back-it-goes' } }))
        .body,
    ).toMatchObject({ state: 'refunded', problem: null });
    expect((await submissions('all')).some(({ answers }) => answers['email'] === 'gone@example.test')).toBe(
      false,
    );
  });
});

describe('what a form asks money for', () => {
  test.each(['-1', '-500', '0.5', '1e3', '1e999', 'NaN', 'Infinity', '٣', '９', '999999999999', '1,5,0'])(
    'is not skipped by an amount of %s',
    async (pieces) => {
      const visit = await openForm(app, form);
      const answer = await visit.send({ email: 'cheat@example.test', pieces });
      expect(answer.status, answer.text).toBe(400);
      expect(Object.keys((answer.body as { fields: object }).fields)).not.toEqual([]);
      expect(await purchases('cheat@')).toEqual([]);
    },
  );
});

describe('an amount in an answer', () => {
  test.each([
    ['EUR', '12,50', 1_250, '12.5'],
    ['JPY', '1250', 1_250, '1250'],
    ['KWD', '1.250', 1_250, '1.25'],
  ] as const)(
    'of %s is the same after it was paid, shown, exported and put on the contact',
    async (currency, typed, kept, whole) => {
      const email = `${currency.toLowerCase()}@example.test`;
      const fund = await publishForm(vera, [
        block('email', 'email', { mapTo: 'email', required: true }),
        block('gift', 'currency', { currency, required: true }),
        block('fee', 'payment', { amount: 500 }),
      ]);
      const visit = await openForm(app, fund);
      const { url } = (await visit.send({ email, gift: typed })).body as { url: string };
      await pay(visit, url);
      await vi.waitFor(
        async () =>
          expect(await submissions('all', fund)).toMatchObject([
            { state: 'complete', answers: { gift: kept } },
          ]),
        waiting,
      );
      const [head = '', line = ''] = (await vera.request('GET', `/api/forms/${fund.id}/export`)).text.split(
        '\r\n',
      );
      expect(line.split(',')[head.split(',').indexOf('About gift')]).toBe(whole);
      const found = await vera.get<{ total: number }>(
        `/api/forms/${fund.id}/submissions?view=all&search=${whole}`,
      );
      expect(found.total).toBe(1);
    },
  );
});
