/** The shops that agents can work with: the one that is built in, a file of products, and three kinds of shop. */
export const storeKinds = ['demo', 'feed', 'shopify', 'woocommerce', 'vendure'] as const;
export type StoreKind = (typeof storeKinds)[number];

/** How far an order is. */
export const orderStates = ['received', 'packed', 'shipped', 'delivered', 'cancelled', 'returned'] as const;
export type OrderState = (typeof orderStates)[number];

/** Whether a thing can be bought now; `unknown` where the shop doesn't say. */
export const stockStates = ['in', 'low', 'out', 'unknown'] as const;
export type StockState = (typeof stockStates)[number];
