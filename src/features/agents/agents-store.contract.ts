import { z } from 'zod';

/**
 * The shop whose products the agent shows: one of the account's stores, `demo` for the built-in one, or empty
 * for none. Whether visitors fill its cart and look at their orders.
 */
export const storeSection = z.strictObject({
  id: z.string().max(60).default(''),
  cart: z.boolean().default(true),
  orders: z.boolean().default(true),
});
