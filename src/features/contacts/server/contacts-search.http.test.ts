import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Transaction } from '#platform/database/database.ts';
import { rowsRead } from '#tests/support/app/rows-read.ts';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import type { Contact, ContactDetail } from '../contacts.contract.ts';
import { contactsImportRepository } from './import/imports.repository.ts';
import { contactsListRepository } from './contacts-list.repository.ts';

type Person = Awaited<ReturnType<TestApp['register']>>;
let app: TestApp;
let vera: Person;

beforeAll(async () => {
  app = await startTestApp();
  vera = await app.register('Vera Novak');
});
afterAll(() => app.close());

const create = (body: object, person = vera) => person.request('POST', '/api/contacts', { body });
const list = async (query = '', person = vera) =>
  person.get<{ contacts: Contact[]; nextCursor: string | null; total: number | null }>(
    `/api/contacts${query}`,
  );
const count = async (query = '', person = vera) =>
  (await person.get<{ total: number }>(`/api/contact-count${query}`)).total;
const names = async (query: string, person = vera) =>
  (await list(query, person)).contacts.map(({ name }) => name);

describe('the list of contacts', () => {
  it('goes through all of them once in each order, however it is sorted and cut', async () => {
    const owner = await app.register('Lister');
    await app.database.database.direct.execute(sql`
      INSERT INTO contacts (id, account_id, name, email, lead_score, lifecycle, source, first_seen_at,
        last_seen_at, created_at)
      SELECT 'con_' || lpad(n::text, 30, '0'), ${owner.user.accountId},
        CASE WHEN n % 3 = 0 THEN '' ELSE 'Name ' || (n % 7) END,
        CASE WHEN n % 2 = 0 THEN 'p' || n || '@example.test' END, n % 5,
        CASE WHEN n % 4 = 0 THEN 'lost' ELSE 'new' END, 'import',
        now(), date_trunc('day', now()) - (n % 10) * interval '1 day',
          date_trunc('day', now()) - (n % 6) * interval '1 day' FROM generate_series(1, 120) n`);
    for (const sort of ['seen', 'newest', 'name', 'score']) {
      const seen: string[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const page: Awaited<ReturnType<typeof list>> = await list(
          `?sort=${sort}${cursor && `&cursor=${cursor}`}`,
          owner,
        );
        expect(page.total).toBe(null);
        seen.push(...page.contacts.map(({ id }) => id));
        cursor = page.nextCursor;
      }
      expect(new Set(seen).size, sort).toBe(120);
      expect(seen.length, sort).toBe(120);
    }
    expect(
      (await list('?sort=score', owner)).contacts.map(({ leadScore }) => leadScore).slice(0, 25),
    ).toEqual([...Array<number>(24).fill(4), 3]);
    const sorted = (await list('?sort=name', owner)).contacts.map(({ name, email }) => name || email);
    expect(sorted[0]).toBe('Name 0');
    expect(await count('?lifecycle=lost&email=yes', owner)).toBe(30);
    expect(await count('?email=no', owner)).toBe(60);
    expect(await count('?seen=1', owner)).toBeLessThanOrEqual(24);
    expect(await count('?seen=older', owner)).toBe(0);
    expect(await count('?source=manual', owner)).toBe(0);
    expect(await count('?paid=no', owner)).toBe(120);
  });
});

describe('searching', () => {
  it('finds the same in the same order whether few or many have the words, short or long, with filters and page by page', async () => {
    const [owner, stranger] = [await app.register('Seeker'), await app.register('Stranger')];
    await app.database.database.direct.execute(sql`
      INSERT INTO contacts (id, account_id, name, email, company, lead_score, lifecycle, source,
        first_seen_at, last_seen_at, created_at)
      SELECT 'con_' || left(a.id, 8) || right(a.id, 4) || lpad(n::text, 18, '0'), a.id,
        CASE WHEN n = 77 THEN 'Žofie Zqueen' WHEN n = 78 THEN '王伟' ELSE 'Common ' || (n * 7 % 1300) END,
        'p' || n || '@' || CASE WHEN n % 100 = 0 THEN 'rare' ELSE 'example' END || '.test',
        CASE WHEN n % 3 = 0 THEN 'Acme 100%_' END,
        n % 50, CASE WHEN n % 2 = 0 THEN 'lost' ELSE 'new' END, 'import', now(),
          now() - n * interval '1 minute', now() - (1300 - n) * interval '1 minute'
        FROM generate_series(1, 1300) n,
          (VALUES (${owner.user.accountId}), (${stranger.user.accountId})) AS a (id)`);
    const orders = {
      seen: sql`last_seen_at DESC, id DESC`,
      newest: sql`created_at DESC, id DESC`,
      name: sql`sort_name, id`,
      score: sql`lead_score DESC, id DESC`,
    };
    const searches = {
      common: ['common'],
      '@example.test': ['@example.test'],
      'common acme': ['common', 'acme'],
      'rare.test': ['rare.test'],
      zofie: ['zofie'],
      zq: ['zq'],
      qz: ['qz'],
      o: ['o'],
      王伟: ['王伟'],
      '100%_': ['100%_'],
      'zofie nobody': ['zofie', 'nobody'],
      'common p13': ['common', 'p13'],
    };
    for (const [sort, by] of Object.entries(orders)) {
      // How words are looked for is the same in each order; two of them tell whether the order is kept.
      for (const [search, words] of Object.entries(searches).slice(0, sort === 'seen' ? undefined : 2)) {
        const { rows } = await app.database.database.direct.execute<{ id: string }>(
          sql`SELECT id FROM contacts WHERE account_id = ${owner.user.accountId} AND ${sql.join(
            words.map(
              (word) =>
                sql`strpos(fold_text(name || ' ' || email || ' ' || coalesce(company, '')), ${word}) > 0`,
            ),
            sql` AND `,
          )} ORDER BY ${by}`,
        );
        const asked = `?sort=${sort}&search=${encodeURIComponent(search)}`;
        const first = await list(asked, owner);
        const second = first.nextCursor
          ? await list(`${asked}&cursor=${first.nextCursor}`, owner)
          : { contacts: [] };
        expect(
          [...first.contacts, ...second.contacts].map(({ id }) => id),
          asked,
        ).toEqual(rows.slice(0, 100).map(({ id }) => id));
        expect(first.total, asked).toBe(rows.length > 50 ? null : rows.length);
        if (sort === 'seen')
          expect(await count(asked.replace('sort=seen&', ''), owner), asked).toBe(rows.length);
      }
    }
    // Whichever way a word is looked for, it finds the same: nearby, farther on, by its index, or through all
    // contacts.
    const ways = {
      near: { nearest: 1_000, farthest: 1_000, mostHits: 1 },
      far: { nearest: 200, farthest: 1_300, mostHits: 1 },
      index: { nearest: 1, farthest: 1, mostHits: 1_300 },
      all: { nearest: 1, farthest: 1, mostHits: 1 },
    };
    const inAccount = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> =>
      app.database.database.account(owner.user.accountId, work);
    for (const [search, words] of Object.entries(searches)) {
      const { rows } = await app.database.database.direct.execute<{ id: string }>(
        sql`SELECT id FROM contacts WHERE account_id = ${owner.user.accountId} AND ${sql.join(
          words.map((word) => sql`strpos(search_text, ${word}) > 0`),
          sql` AND `,
        )} ORDER BY ${orders.name} LIMIT 51`,
      );
      for (const [way, limits] of Object.entries(ways)) {
        const found = await inAccount((tx) =>
          contactsListRepository(tx, limits).page({ within: undefined, search }, { sort: 'name', limit: 51 }),
        );
        expect(
          found.map(({ contact }) => contact.id),
          `${search}, ${way}`,
        ).toEqual(rows.map(({ id }) => id));
      }
    }
    // A word that nobody has costs the look at the first contacts and at the index, not at every contact.
    await contactsImportRepository(app.database.database.direct).updateStatistics();
    const cost = await inAccount(async (tx) => {
      await tx.execute(sql`SET LOCAL enable_seqscan = off`);
      return rowsRead(tx, ['contacts', 'contact_words'], () =>
        contactsListRepository(tx, { ...ways.index, nearest: 50 }).page(
          { within: undefined, search: 'xylophone' },
          { sort: 'name', limit: 51 },
        ),
      );
    });
    expect(cost).toBeLessThan(150);
    expect(await count('?search=common&lifecycle=lost', owner)).toBe(649);
    expect((await list('?search=example&lifecycle=lost&sort=name', owner)).contacts).toHaveLength(50);
  });
  it('follows what a contact is called, until it is gone', async () => {
    const { id } = (await create({ name: 'Quirinus Bäcker' })).body as ContactDetail;
    await vera.request('PATCH', `/api/contacts/${id}`, {
      body: { name: 'Ottilie Bäcker', company: 'Nordlicht' },
    });
    expect([await names('?search=quirinus'), await names('?search=ottilie+nordl')]).toEqual([
      [],
      ['Ottilie Bäcker'],
    ]);
    await vera.request('DELETE', `/api/contacts/${id}`);
    const { rows } = await app.database.database.direct.execute(
      sql`SELECT FROM contact_words WHERE contact_id = ${id}`,
    );
    expect([await names('?search=ottilie'), rows]).toEqual([[], []]);
  });
});

describe('contacts who want no more mails', () => {
  it('are found by a filter, by whatever address is known of them, until they take it back', async () => {
    const owner = await app.register('Mailer');
    for (const name of ['Nora', 'Omar', 'Pia']) await create({ name, email: `${name}@example.test` }, owner);
    await create({ name: 'Quentin', phone: '+420602111222' }, owner);
    const subscribers = (set: string) =>
      app.database.database.direct.execute(
        sql`INSERT INTO mail_preferences (account_id, address_hash, unsubscribed_at, resubscribed_at) SELECT a.id,
          mail_address_hash(a.id, name || '@example.test'), now(), CASE WHEN name = 'omar' THEN now() END
          FROM (VALUES (${owner.user.accountId})) AS a (id), unnest(string_to_array(${set}, ',')) AS name`,
      );
    await subscribers('nora,omar');
    expect(await names('?unsubscribed=yes', owner)).toEqual(['Nora']);
    expect((await names('?unsubscribed=no', owner)).toSorted()).toEqual(['Omar', 'Pia', 'Quentin']);
    const segment = await owner.post<{ filter: object }>('/api/contact-segments', {
      name: 'No mails',
      filter: { unsubscribed: 'yes' },
      sort: 'seen',
    });
    expect(segment.filter).toEqual({ unsubscribed: 'yes' });
    expect((await owner.request('GET', '/api/contacts?unsubscribed=maybe')).status).toBe(400);
  });
});
