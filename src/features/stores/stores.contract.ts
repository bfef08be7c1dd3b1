import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { defineErrors } from '#shared/errors.ts';
import { storeKinds } from '#shared/store-kinds.ts';

export const storesErrors = defineErrors('stores', {
  /** What was asked for is not in the store. */
  productGone: 404,
  notEnough: 409,
  /** The store gave nothing now. */
  away: 503,
  codeWrong: 422,
});

/** Why a shop could not be used the last time. */
export const storeProblems = [
  'addressRefused',
  'unreachable',
  'timedOut',
  'tooLarge',
  'keyRefused',
  'badAnswer',
  'empty',
] as const;
export type StoreProblem = (typeof storeProblems)[number];

/** The built-in store, which every account has. */
export const demoStoreId = 'demo';

export const storeSchema = z
  .object({
    id: z.string(),
    kind: z.enum(storeKinds),
    name: z.string(),
    url: z.string(),
    /** All of a key that ever leaves the server. */
    lastFour: z.string().nullable(),
    /** Why it could not be used the last time; null when it could. */
    failure: z.enum(storeProblems).nullable(),
    /** Names of the first products that were found. */
    sample: z.array(z.string()),
    /** Of a feed: products that it holds, and entries that could not be read. */
    productCount: z.number().nullable(),
    skippedCount: z.number().nullable(),
    checkedAt: z.string().nullable(),
    /** What visitors can do besides looking for products. */
    hasCart: z.boolean(),
    hasOrders: z.boolean(),
  })
  .meta({ id: 'Store' });
export type Store = z.infer<typeof storeSchema>;

export const storesEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/stores',
    access: { permission: 'agents.read' },
    summary: 'The stores that the account is connected to; the built-in demo store comes first.',
    response: z.object({ stores: z.array(storeSchema) }),
  }),
} as const;
