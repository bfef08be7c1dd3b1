import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import type { ContactImport } from '../../contacts-import.contract.ts';

type Person = Awaited<ReturnType<TestApp['register']>>;
let app: TestApp;
let vera: Person;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  vera = await app.register('Vera');
});
afterAll(() => app.close());

async function bring(file: string | Uint8Array, person = vera) {
  const form = new FormData();
  form.append('file', new Blob([typeof file === 'string' ? file : Buffer.from(file)]), 'people.csv');
  return person.request('POST', '/api/contact-imports', { raw: form });
}
async function waitForState(
  id: string,
  state: ContactImport['state'],
  person = vera,
): Promise<ContactImport> {
  return vi.waitFor(
    async () => {
      const found = await person.get<ContactImport>(`/api/contact-imports/${id}`);
      expect(found.state).toBe(state);
      return found;
    },
    { timeout: 60_000, interval: 50 },
  );
}
async function checked(
  file: string | Uint8Array,
  plan: Partial<ContactImport['plan']> = {},
): Promise<ContactImport> {
  const made = (await bring(file)).body as ContactImport;
  await vera.post(`/api/contact-imports/${made.id}/check`, {
    mapping: made.suggestion,
    existing: 'update',
    ...plan,
  });
  return waitForState(made.id, 'checked');
}
async function imported(
  file: string | Uint8Array,
  plan: Partial<ContactImport['plan']> = {},
): Promise<ContactImport> {
  const { id } = await checked(file, plan);
  await vera.post(`/api/contact-imports/${id}/run`);
  return waitForState(id, 'done');
}
describe('a file of contacts', () => {
  it('gives back what was refused as a file that can be mended and brought again', async () => {
    const { id } = await imported(
      'Name;Phone;Wert\nBen;12;"a;b"\n;;\nAnna;+420 602 111 222;c\n;x;=HYPERLINK("evil")\n',
      {},
    );
    const answer = await vera.request('GET', `/api/contact-imports/${id}/refused.csv`);
    expect(answer.headers.get('content-disposition')).toContain('attachment');
    const lines = answer.text.replace('\uFEFF', '').trim().split('\r\n');
    expect(lines).toHaveLength(3);
    expect(lines[0]).toBe('Name;Phone;Wert;Row of the file;What is wrong');
    expect(lines[1]).toMatch(/^Ben;12;"a;b";2;Phone: This is not a phone number\./);
    expect(lines[2]).toMatch(/^;x;"'=HYPERLINK\(""evil""\)";4;Phone: /);
    const olga = await app.register('Olga');
    expect((await olga.request('GET', `/api/contact-imports/${id}/refused.csv`)).status).toBe(404);
    const again = (await bring(answer.text)).body as ContactImport;
    expect(again).toMatchObject({ delimiter: ';', suggestion: { name: 0, phone: 1 } });
    expect(again.suggestion).toEqual({ name: 0, phone: 1 });
  });

  it('is refused when it is none, too wide, empty, foreign, or not checked', async () => {
    const columns = Array.from({ length: 300 }, (_, at) => `c${at}`);
    const wide = (
      await bring(`${[...columns, 'email'].join(';')}\n${columns.map(() => 'x').join(';')};wide@example.test`)
    ).body as ContactImport;
    expect(wide).toMatchObject({ delimiter: ';', suggestion: { email: 300 } });
    expect(await bring(`${Array.from({ length: 501 }, () => 'c').join(',')}\n1`)).toMatchObject({
      status: 400,
      body: { code: 'contacts.import_too_wide' },
    });
    for (const empty of ['', 'email,name\n', '\n\n,\n'])
      expect((await bring(empty)).status, JSON.stringify(empty)).toBe(400);
    expect((await bring(Buffer.from('email\n\u0000anna@example.test\u0000'))).status).toBe(200);
    const olga = await app.register('Olga');
    expect((await olga.request('GET', `/api/contact-imports/${wide.id}`)).status).toBe(404);
    expect(
      (
        await olga.request('POST', `/api/contact-imports/${wide.id}/check`, {
          body: { mapping: { email: 300 }, existing: 'update' },
        })
      ).status,
    ).toBe(404);
    expect(await vera.request('POST', `/api/contact-imports/${wide.id}/run`)).toMatchObject({
      status: 409,
      body: { code: 'contacts.import_not_checked' },
    });
    expect(
      await vera.request('POST', `/api/contact-imports/${wide.id}/check`, {
        body: { mapping: { company: 1 }, existing: 'update' },
      }),
    ).toMatchObject({ status: 400, body: { code: 'contacts.nothing_mapped' } });
    expect(
      (
        await vera.request('POST', `/api/contact-imports/${wide.id}/check`, {
          body: { mapping: { accountId: 1, email: 0 }, existing: 'update' },
        })
      ).status,
    ).toBe(400);
    await app.database.database.direct.execute(
      sql`UPDATE memberships SET account_id = ${vera.user.accountId}, role = 'viewer'
        WHERE user_id = ${olga.user.id}`,
    );
    expect((await bring('email\nx@example.test', olga)).status).toBe(403);
  });
});
