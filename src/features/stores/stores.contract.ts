import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { defineErrors } from '#shared/errors.ts';
import { storeKinds } from '#shared/store-kinds.ts';

export const storesErrors = defineErrors('stores', {
  notFound: 404,
  tooMany: 409,
  addressRefused: 422,
  /** The address answers, and is none of the shops that we know. */
  notAStore: 422,
  unreachable: 422,
  keyRefused: 422,
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

/** Stores of one account. */
export const mostStores = 20;
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

export const storeInput = z.strictObject({
  /** The shop's address, or that of its product feed. */
  url: z.string().trim().min(1).max(2_048),
  /** Shopify's public Storefront token, where the shop has one. */
  token: z.string().trim().max(400).optional(),
});
export type StoreInput = z.infer<typeof storeInput>;

const ofStore = z.strictObject({ id: z.string().max(60) });
const manage = { permission: 'integrations.manage' } as const;

export const storesEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/stores',
    access: { permission: 'agents.read' },
    summary: 'The stores that the account is connected to; the built-in demo store comes first.',
    response: z.object({ stores: z.array(storeSchema) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/stores',
    access: manage,
    needsPlan: true,
    summary:
      'Connects a shop by its address: finds out whether it is Shopify, WooCommerce, Vendure or a product feed, and looks for its first products. Keys are stored encrypted.',
    body: storeInput,
    response: storeSchema,
    errors: [
      storesErrors.tooMany,
      storesErrors.addressRefused,
      storesErrors.notAStore,
      storesErrors.unreachable,
      storesErrors.keyRefused,
    ],
  }),
  check: endpoint({
    method: 'POST',
    path: '/api/stores/{id}/check',
    access: manage,
    summary: 'Asks a store for its first products again; a feed is read anew.',
    params: ofStore,
    response: storeSchema,
    errors: [storesErrors.notFound],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/stores/{id}',
    access: manage,
    summary: 'Forgets a store with its key and, of a feed, its products; no agent shows it any more.',
    params: ofStore,
    response: z.object({}),
    errors: [storesErrors.notFound],
  }),
} as const;
