import type { FeatureNames } from './names.ts';

/** The files of a new feature, by path: small, and whole enough to be used at once. */
export function featureFiles(names: FeatureNames, migrationNumber: string): Record<string, string> {
  const folder = `src/features/${names.kebab}`;
  const fill = (text: string): string =>
    text.replace(/__(kebab|camel|pascal|snake|prefix)__/g, (_whole, form: keyof FeatureNames) => names[form]);
  return Object.fromEntries(
    Object.entries({
      [`migrations/${migrationNumber}_${names.snake}.sql`]: migration,
      [`${folder}/${names.kebab}.contract.ts`]: contract,
      [`${folder}/server/${names.kebab}.table.ts`]: table,
      [`${folder}/server/${names.kebab}.repository.ts`]: repository,
      [`${folder}/server/${names.kebab}.usecases.ts`]: usecases,
      [`${folder}/server/${names.kebab}.routes.ts`]: routes,
      [`${folder}/server/${names.kebab}.http.test.ts`]: test,
    }).map(([file, text]) => [file, fill(text)]),
  );
}

const migration = `CREATE TABLE __snake__ (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  title text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX __snake___of_account ON __snake__ (account_id, created_at DESC);
SELECT chatelier_wall('__snake__');
`;

const contract = `import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { defineErrors } from '#shared/errors.ts';

export const __camel__Errors = defineErrors('__kebab__', { notFound: 404 });

const entrySchema = z.object({ id: z.string(), title: z.string(), createdAt: z.string() });
export type __pascal__Entry = z.infer<typeof entrySchema>;

export const __camel__Endpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/__kebab__',
    access: { permission: 'agents.read' },
    summary: 'The account\\'s entries, newest first.',
    response: z.object({ entries: z.array(entrySchema) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/__kebab__',
    access: { permission: 'agents.edit' },
    summary: 'Adds an entry.',
    body: z.strictObject({ title: z.string().trim().min(1).max(200) }),
    response: z.object({ entry: entrySchema }),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/__kebab__/{id}',
    access: { permission: 'agents.edit' },
    summary: 'Removes an entry.',
    params: z.strictObject({ id: z.string().max(60) }),
    response: z.object({}),
    errors: [__camel__Errors.notFound],
  }),
} as const;
`;

const table = `import { pgTable, text, timestamp } from 'drizzle-orm/pg-core';

export const __camel__ = pgTable('__snake__', {
  id: text().primaryKey(),
  accountId: text('account_id').notNull(),
  title: text().notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
});
`;

const repository = `import { desc, eq } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import { __camel__ } from './__kebab__.table.ts';

type Row = typeof __camel__.$inferSelect;

/** All SQL of this feature. The transaction is behind the account's wall. */
export function __camel__Repository(tx: Transaction) {
  return {
    async newest(limit: number): Promise<Row[]> {
      return tx.select().from(__camel__).orderBy(desc(__camel__.createdAt), desc(__camel__.id)).limit(limit);
    },
    async insert(row: Row): Promise<void> {
      await tx.insert(__camel__).values(row);
    },
    /** Whether there was such a row. */
    async remove(id: string): Promise<boolean> {
      const removed = await tx.delete(__camel__).where(eq(__camel__.id, id)).returning({ id: __camel__.id });
      return removed.length > 0;
    },
  };
}
`;

const usecases = `import { AppError } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { AccountScope } from '#platform/http/access.ts';
import { __camel__Errors, type __pascal__Entry } from '../__kebab__.contract.ts';
import { __camel__Repository } from './__kebab__.repository.ts';

const mostShown = 200;

export function create__pascal__Usecases(services: { clock: Clock }) {
  return {
    async list(scope: AccountScope): Promise<__pascal__Entry[]> {
      const rows = await scope.run((tx) => __camel__Repository(tx).newest(mostShown));
      return rows.map(({ id, title, createdAt }) => ({ id, title, createdAt: createdAt.toISOString() }));
    },

    async create(scope: AccountScope, input: { title: string }): Promise<__pascal__Entry> {
      const row = { id: newId('__prefix__'), accountId: scope.accountId, title: input.title, createdAt: services.clock.now() };
      await scope.run((tx) => __camel__Repository(tx).insert(row));
      return { id: row.id, title: row.title, createdAt: row.createdAt.toISOString() };
    },

    async remove(scope: AccountScope, id: string): Promise<void> {
      if (!(await scope.run((tx) => __camel__Repository(tx).remove(id)))) throw new AppError(__camel__Errors.notFound);
    },
  };
}

export type __pascal__Usecases = ReturnType<typeof create__pascal__Usecases>;
`;

const routes = `import { bindEndpoints, type Binder } from '#platform/http/bind.ts';
import { __camel__Endpoints } from '../__kebab__.contract.ts';
import type { __pascal__Usecases } from './__kebab__.usecases.ts';

export function __camel__Routes(binder: Binder, usecases: __pascal__Usecases): void {
  bindEndpoints(binder, __camel__Endpoints, {
    list: async ({ scope }) => ({ entries: await usecases.list(scope) }),
    create: async ({ scope, body }) => ({ entry: await usecases.create(scope, body) }),
    async remove({ scope, params }) {
      await usecases.remove(scope, params.id);
      return {};
    },
  });
}
`;

const test = `import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import type { __pascal__Entry } from '../__kebab__.contract.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

describe('entries', () => {
  it('are listed newest first, and are gone when removed', async () => {
    const vera = await app.register('Vera');
    const first = (await vera.post<{ entry: __pascal__Entry }>('/api/__kebab__', { title: 'First' })).entry;
    await vera.post('/api/__kebab__', { title: ' Second ' });
    expect((await vera.get<{ entries: __pascal__Entry[] }>('/api/__kebab__')).entries.map(({ title }) => title)).toEqual(['Second', 'First']);
    expect((await vera.request('DELETE', \`/api/__kebab__/\${first.id}\`)).status).toBe(200);
    expect(await vera.request('DELETE', \`/api/__kebab__/\${first.id}\`)).toMatchObject({ status: 404, body: { code: '__kebab__.not_found' } });
    expect((await vera.get<{ entries: __pascal__Entry[] }>('/api/__kebab__')).entries.map(({ title }) => title)).toEqual(['Second']);
  });

  it('without a title are refused with the reason beside the field', async () => {
    const vera = await app.register('Vera');
    expect(await vera.request('POST', '/api/__kebab__', { body: { title: ' ' } })).toMatchObject({ status: 400, body: { fields: { title: 'Fill this in' } } });
  });
});
`;
