import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { InvoiceSummary } from '#features/invoices/invoices.contract.ts';
import { openPaymentsWorld, type Owner, type PaymentsWorld } from '#tests/support/payments/payments-setup.ts';

let world: PaymentsWorld;
beforeAll(async () => {
  world = await openPaymentsWorld();
});
afterAll(() => world.close());

const taxed = { amount: 1_210, taxPercent: 21, taxBehaviour: 'inclusive' as const };

async function seller(): Promise<{ owner: Owner; visitor: Awaited<ReturnType<PaymentsWorld['visit']>> }> {
  const owner = await world.app.register();
  const agent = await world.sellAgent(owner, taxed);
  return { owner, visitor: await world.visit(agent) };
}
const invoicesOf = async (owner: Owner, id: string): Promise<InvoiceSummary[]> =>
  (await owner.get<{ invoices: InvoiceSummary[] }>(`/api/payments/${id}/invoices`)).invoices;
async function refund(owner: Owner, id: string, amount: number): Promise<void> {
  const answer = await owner.request('POST', `/api/payments/${id}/refund`, {
    body: { amount, key: `refund-${amount}-${id}` },
  });
  expect(answer.status).toBe(200);
}
const tell = async (owner: Owner, id: string): Promise<number> =>
  (
    await world.send(
      owner.user.accountId,
      'test',
      world.bank.event(
        await world.connectionOf(owner.user.accountId, true),
        id,
        'charge.updated',
        world.clock.now(),
      ),
    )
  ).status;

test('a payment has one invoice and a refund one credit note, however often the provider tells of them', async () => {
  const { owner, visitor } = await seller();
  const id = await world.buy(owner, visitor);
  await Promise.all([tell(owner, id), tell(owner, id), tell(owner, id)]);
  expect((await invoicesOf(owner, id)).map(({ number, total, kind }) => [number, total, kind])).toEqual([
    ['TEST-INV-000001', 1_210, 'invoice'],
  ]);
  await refund(owner, id, 210);
  await Promise.all([tell(owner, id), tell(owner, id)]);
  expect((await invoicesOf(owner, id)).map(({ number, total }) => [number, total])).toEqual([
    ['TEST-INV-000001', 1_210],
    ['TEST-CN-000001', 210],
  ]);
});

test('papers are of the day on which the money moved, however late it became known', async () => {
  const { owner, visitor } = await seller();
  const id = (await visitor.checkout({ email: 'late@example.test' })).purchaseId;
  const ago = (days: number): Date => new Date(world.clock.now().getTime() - days * 86_400_000);
  world.bank.pay(id, ago(20));
  world.bank.refund(id, 210, ago(3));
  await tell(owner, id);
  expect((await invoicesOf(owner, id)).map(({ kind, issuedAt }) => [kind, issuedAt])).toEqual([
    ['invoice', ago(20).toISOString()],
    ['credit_note', ago(3).toISOString()],
  ]);
});

test('numbers have no gaps while twelve buyers pay at once', async () => {
  const { owner } = await seller();
  const agent = await world.sellAgent(owner, taxed);
  const ids = [];
  for (let count = 0; count < 12; count++) {
    await world.forgetLimits();
    const visitor = await world.visit(agent);
    const { purchaseId } = await visitor.checkout({ email: `buyer${count}@example.test` });
    world.bank.pay(purchaseId, world.clock.now());
    ids.push(purchaseId);
  }
  expect(await Promise.all(ids.map((id) => tell(owner, id)))).toEqual(ids.map(() => 200));
  const rows = await world.rows<{ number: number }>(
    sql`SELECT number FROM invoices WHERE account_id = ${owner.user.accountId} ORDER BY number`,
  );
  expect(rows.map(({ number }) => number)).toEqual(ids.map((_id, at) => at + 1));
});

test('an invoice keeps the seller of its day, and nobody can change it', async () => {
  const { owner, visitor } = await seller();
  await owner.request('PUT', '/api/seller', {
    body: {
      name: 'Pekařství Lípa',
      address: 'Dlouhá 1\n110 00 Praha',
      country: 'CZ',
      taxNumber: 'CZ12345678',
    },
  });
  const id = await world.buy(owner, visitor);
  const [invoice] = await invoicesOf(owner, id);
  await owner.request('PUT', '/api/seller', {
    body: { name: 'Somebody else', address: '', country: '', taxNumber: '' },
  });
  const [row] = await world.rows<{ content: { seller: { name: string }; base: number; tax: number } }>(
    sql`SELECT content FROM invoices WHERE id = ${invoice?.id}`,
  );
  expect([row?.content.seller.name, row?.content.base, row?.content.tax]).toEqual([
    'Pekařství Lípa',
    1_000,
    210,
  ]);
  await expect(world.rows(sql`UPDATE invoices SET total = 1 WHERE id = ${invoice?.id}`)).rejects.toThrow(
    'Failed query',
  );
  await expect(world.rows(sql`UPDATE invoices SET number = 9 WHERE id = ${invoice?.id}`)).rejects.toThrow(
    'Failed query',
  );
  const file = await owner.request('GET', `/api/invoices/${invoice?.id}/file`);
  expect([file.status, file.text.slice(0, 5)]).toEqual([200, '%PDF-']);
  const stranger = await world.app.register();
  expect((await stranger.request('GET', `/api/invoices/${invoice?.id}/file`)).status).toBe(404);
  expect((await stranger.request('GET', `/api/payments/${id}/invoices`)).status).toBe(404);
});

test('the receipt is headed by the seller and leads to the invoice, and a forged link leads nowhere', async () => {
  const { owner, visitor } = await seller();
  await owner.request('PUT', '/api/seller', {
    body: { name: 'Linden & Sons', address: 'Main Street 1', country: 'NL', taxNumber: 'NL001' },
  });
  const id = await world.buy(owner, visitor, { email: 'receipt@example.test' });
  const { reference } = (await invoicesOf(owner, id))[0] ?? { reference: '' };
  await world.services.payments.receipts.send({ accountId: owner.user.accountId, purchaseId: id, reference });
  const { mails } = await world.services.mail.outbox();
  const text =
    mails.find(({ recipient, kind }) => recipient === 'receipt@example.test' && kind === 'payment-receipt')
      ?.text ?? '';
  for (const part of [
    'Linden & Sons',
    'Main Street 1',
    'Netherlands',
    'NL001',
    'TEST-INV-000001',
    '€2.10',
    '€12.10',
  ])
    expect(text).toContain(part);
  const path = /\/invoices\/[\w.-]+/.exec(text)?.[0] ?? '';
  const anybody = world.app.browser();
  expect((await anybody.request('GET', path)).text.slice(0, 5)).toBe('%PDF-');
  expect((await anybody.request('GET', `${path.slice(0, -2)}aa`)).status).toBe(404);
  // Whoever fetches it again and again does not make the server draw it again and again.
  const token = path.slice('/invoices/'.length);
  const [one, other] = [
    await world.services.invoices.fileOfLink(token),
    await world.services.invoices.fileOfLink(token),
  ];
  expect(one?.bytes).toBe(other?.bytes);
});

test('name and tax number of a seller are one line each, as they head mails and papers', async () => {
  const { owner } = await seller();
  const given = {
    name: 'Linden & Sons',
    address: 'Main Street 1\nLeiden',
    country: 'NL',
    taxNumber: 'NL001',
  };
  const save = (change: object) => owner.request('PUT', '/api/seller', { body: { ...given, ...change } });
  expect((await save({})).status).toBe(200);
  for (const odd of [{ name: 'Linden\r\nBcc: a@b.test' }, { taxNumber: 'NL\n001' }])
    expect((await save(odd)).status).toBe(400);
});

test('erasing a person takes the name off the invoice and nothing else', async () => {
  const { owner, visitor } = await seller();
  const id = await world.buy(owner, visitor, { email: 'gone@example.test' });
  const { anonymisePurchases } = await import('#features/payments/server/purchases/erasure.usecases.ts');
  await world.services.database.account(owner.user.accountId, (tx) =>
    anonymisePurchases(tx, { contactId: 'con_000000000000000000', email: 'gone@example.test' }),
  );
  const [row] = await world.rows<{ buyer: string; total: string; text: string }>(
    sql`SELECT buyer, total, content::text AS text FROM invoices WHERE subject_id = ${id}`,
  );
  expect([row?.buyer.endsWith('@erased.invalid'), Number(row?.total), row?.text.includes('gone@')]).toEqual([
    true,
    1_210,
    false,
  ]);
});
