import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { TimelineEntry } from '#features/contacts/contacts-timeline.contract.ts';
import type { Revenue } from '#features/payments/payments-figures.contract.ts';
import type { Purchase } from '#features/payments/payments-purchases.contract.ts';
import { formBlock as block, openForm, publishForm } from '#tests/support/dashboard/forms-setup.ts';
import { startTestApp, type TestApp, type TestBrowser } from '#tests/support/app/test-app.ts';
import type { Form } from '../../forms.contract.ts';
import type { Submission, SubmissionView } from '../../forms-submissions.contract.ts';

let app: TestApp;
let vera: TestBrowser;
let form: Form;
beforeAll(async () => {
  app = await startTestApp();
  vera = await app.register('Vera');
  form = await publishForm(
    vera,
    [
      block('email', 'email', { mapTo: 'email', required: true }),
      block('pieces', 'number', { required: true }),
      block('fee', 'payment', { amountFrom: 'total' }),
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
});
afterAll(() => app.close());

const submissions = async (view: SubmissionView): Promise<Submission[]> =>
  (await vera.get<{ submissions: Submission[] }>(`/api/forms/${form.id}/submissions?view=${view}`))
    .submissions;
const purchases = async (query = ''): Promise<Purchase[]> =>
  (await vera.get<{ purchases: Purchase[] }>(`/api/payments${query}`)).purchases;
const outbox = async (kind: string) =>
  (
    await app.database.database.pool.query<{ recipient: string; text_body: string }>(
      'SELECT recipient, text_body FROM outbox_mails WHERE kind = $1 AND account_id = (SELECT account_id FROM forms WHERE id = $2)',
      [kind, form.id],
    )
  ).rows;
const order = async (email: string, pieces: string) => {
  const visit = await openForm(app, form);
  return {
    visit,
    ...((await visit.send({ email, pieces, fee: 'paid', total: '0' })).body as { url: string; next: string }),
  };
};
/** Pays on the bank's page; gives the address to which it leads back. */
async function pay(visit: Awaited<ReturnType<typeof openForm>>, url: string): Promise<string> {
  const { pathname, search } = new URL(url);
  const paid = await visit.browser.request('POST', pathname + search, {
    raw: 'step=pay&card=succeeds',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  return paid.headers.get('location') ?? '';
}

describe('what is to be paid in a form', () => {
  let id = '';
  test('is complete when the bank says so, and never by a returned address', async () => {
    const { visit, url, next } = await order('buyer@example.test', '2');
    expect(next).toBe('pay');
    const [open] = await purchases();
    expect(open).toMatchObject({
      type: 'form',
      state: 'open',
      total: 2_500,
      paid: 0,
      isTest: true,
      form: { id: form.id, name: 'A form' },
      agentId: null,
      can: { refund: false, cancel: false },
    });
    id = open?.id ?? '';
    expect(await submissions('partial')).toMatchObject([
      {
        state: 'unpaid',
        payment: { purchaseId: id, amount: 2_500, currency: 'EUR', state: 'open', isTest: true },
      },
    ]);
    const back = `/forms/${form.publicId}?payment=${id}`;
    expect((await visit.browser.request('GET', back)).text).toContain('Confirming your payment');
    expect(await submissions('all')).toEqual([]);
    // The same answers again lead to the same page; others cost what they cost now, and the earlier page is
    // closed.
    expect((await visit.send({ email: 'buyer@example.test', pieces: '2' })).body).toMatchObject({ url });
    expect(await pay(visit, url)).toContain(back);
    for (let look = 0; look < 3; look++)
      expect((await visit.browser.request('GET', back)).text).toContain('We have your answers');
    expect(await submissions('all')).toMatchObject([
      {
        state: 'complete',
        answers: { email: 'buyer@example.test', pieces: 2 },
        payment: { amount: 2_500, refunded: 0, state: 'paid' },
      },
    ]);
    expect((await vera.get<Form>(`/api/forms/${form.id}`)).submissionCount).toBe(1);
    for (const other of [`pur_${'0'.repeat(26)}`, 'x'])
      expect((await visit.browser.request('GET', `/forms/${form.publicId}?payment=${other}`)).status).toBe(
        404,
      );
  });

  test('is complete although nobody came back, by the bank’s event alone, with a receipt', async () => {
    const { visit, url } = await order('gone@example.test', '1');
    await pay(visit, url);
    await vi.waitFor(
      async () =>
        expect((await submissions('all')).map(({ answers }) => answers['email'])).toContain(
          'gone@example.test',
        ),
      { timeout: 30_000, interval: 100 },
    );
    await vi.waitFor(
      async () =>
        expect((await outbox('form-receipt')).map(({ recipient }) => recipient).toSorted()).toEqual([
          'buyer@example.test',
          'gone@example.test',
        ]),
      { timeout: 30_000, interval: 100 },
    );
    expect((await outbox('form-receipt'))[0]?.text_body).toContain(`/forms/${form.publicId}`);
  });

  test('costs what the last answers cost, and the page of the earlier price is closed', async () => {
    const { visit, url } = await order('changed@example.test', '3');
    const dearer = (await visit.send({ email: 'changed@example.test', pieces: '4' })).body as { url: string };
    expect(dearer.url).not.toBe(url);
    expect((await purchases('?search=changed@')).map(({ state, total }) => [state, total])).toEqual([
      ['open', 5_000],
      ['expired', 3_750],
    ]);
    await pay(visit, url);
    expect((await purchases('?search=changed@')).every(({ paid }) => paid === 0)).toBe(true);
  });

  test('stands with all other money: figures, file, customers, and what happened with the person', async () => {
    expect(await purchases('?type=form&state=paid')).toHaveLength(2);
    expect(await purchases('?type=pack')).toEqual([]);
    expect(await vera.get<Revenue>('/api/payments/revenue')).toMatchObject({
      isTest: true,
      money: [{ currency: 'EUR', payments: 2, gross: 3_750, refunded: 0, net: 3_750 }],
      packs: 0,
      buyers: 2,
      successfulPayments: 2,
    });
    expect(await vera.get<Revenue>('/api/payments/revenue?test=false')).toMatchObject({
      money: [],
      successfulPayments: 0,
    });
    const [, line = ''] = (await vera.request('GET', '/api/payments.csv?search=buyer@')).text.split('\r\n');
    expect(line).toContain(`,payment,${id},form,,,A form,buyer@example.test,EUR,25.00,0.00,0.00,25.00,`);
    const { customers } = await vera.get<{ customers: { email: string; contactId: string }[] }>(
      '/api/payments/customers',
    );
    const buyer = customers.find(({ email }) => email === 'buyer@example.test');
    expect(
      (await submissions('all')).find(({ answers }) => answers['email'] === 'buyer@example.test')?.contactId,
    ).toBe(buyer?.contactId);
    const { entries } = await vera.get<{ entries: TimelineEntry[] }>(
      `/api/contacts/${buyer?.contactId}/timeline`,
    );
    expect(entries).toContainEqual(
      expect.objectContaining({
        kind: 'payment',
        purchaseId: id,
        agentName: 'A form',
        type: 'form',
        amount: 2_500,
        isTest: true,
      }),
    );
    const csv = (await vera.request('GET', `/api/forms/${form.id}/export`)).text.split('\r\n');
    expect(csv[0]).toContain(',payment,amount,refunded,currency,test_money,');
    expect(csv.find((line) => line.includes('buyer@'))).toContain(',paid,25,0,EUR,true,');
  });

  test('is given back by those who may, once for two clicks, and the submission says so', async () => {
    const stranger = await app.register('Stranger');
    const refund = (body: object, who = vera) => who.request('POST', `/api/payments/${id}/refund`, { body });
    expect((await refund({ key: 'somebody-else' }, stranger)).status).toBe(404);
    const clicks = await Promise.all([1, 2, 3].map(() => refund({ amount: 1_000, key: 'one-click' })));
    expect(clicks.map(({ status }) => status)).toEqual([200, 200, 200]);
    const submission = async () =>
      (await submissions('all')).find(({ answers }) => answers['email'] === 'buyer@example.test');
    expect(await submission()).toMatchObject({
      state: 'complete',
      payment: { amount: 2_500, refunded: 1_000, state: 'partly_refunded' },
    });
    expect((await refund({ amount: 2_000, key: 'too-much-1' })).body).toMatchObject({
      code: 'payments.not_refundable',
    });
    expect((await refund({ key: 'the-rest-1' })).body).toMatchObject({
      state: 'refunded',
      refunded: 2_500,
      can: { refund: false },
    });
    expect(await submission()).toMatchObject({ payment: { refunded: 2_500, state: 'refunded' } });
    expect(await vera.get<Revenue>('/api/payments/revenue')).toMatchObject({
      money: [{ gross: 3_750, refunded: 2_500, net: 1_250 }],
    });
  });

  test('can be disputed, stays on record when the submission and the form go, and leads to no page that is gone', async () => {
    const [gone] = await purchases('?search=gone@');
    await vera.post(`/api/test-money/${gone?.id}/dispute`, { state: 'open' });
    await vi.waitFor(async () => expect((await purchases('?search=gone@'))[0]?.state).toBe('disputed'), {
      timeout: 30_000,
      interval: 100,
    });
    await vera.request('DELETE', `/api/forms/${form.id}`);
    expect((await purchases('?search=gone@'))[0]).toMatchObject({
      paid: 1_250,
      form: { name: 'A form', submissionId: null },
    });
  });
});
