import { LRUCache } from 'lru-cache';
import type { Translator } from '#platform/i18n/translator.ts';
import type { ToolSource } from '#features/tools/server/tools.usecases.ts';
import type { Orders } from '../orders/orders.usecases.ts';
import { demoStoreId } from '../../stores.contract.ts';
import type { Opening } from '../stores-opening.usecases.ts';
import { addTool, cartTool } from './cart-tools.usecases.ts';
import type { Carts } from './carts.usecases.ts';
import { orderTool } from './order-tools.usecases.ts';
import { inProse } from './presenting.models.ts';
import { searchTool, type AwayStores } from './product-tools.usecases.ts';
import type { Shopping } from './tool-calls.models.ts';

/** For so long a store that gave nothing is not asked just to judge words. */
const awayMs = 60_000;

/**
 * Gives an answer what it may do in the agent's store: look for products, fill the cart of this conversation,
 * and ask for an order.
 */
export function createShopping(services: {
  translator: Pick<Translator, 'text'>;
  opening: Pick<Opening, 'open'>;
  carts: Carts;
  orders: Pick<Orders, 'proven'>;
}): ToolSource {
  const { carts, orders, translator } = services;
  const recently = new LRUCache<string, true>({ max: 1_000, ttl: awayMs });
  const away: AwayStores = { has: (key) => recently.has(key), add: (key) => void recently.set(key, true) };
  return async function toolsFor(context) {
    const { accountId, conversationId, configuration, language } = context;
    const { id, cart, orders: tellsOrders } = configuration.store;
    const store = await services.opening.open(accountId, id, language);
    if (!store) return [];
    const of = conversationId === null ? null : { accountId, conversationId };
    const shopping: Shopping = {
      context,
      store,
      of,
      say: (key, variables) =>
        translator.text(language, `store-answers:${key}`, variables && inProse(variables)),
    };
    const tools = [
      searchTool(shopping, carts, away),
      ...(of && cart && store.vendor.cart
        ? [addTool(shopping, carts, of), cartTool(shopping, carts, of)]
        : []),
      ...(of && tellsOrders && store.vendor.order ? [orderTool(shopping, orders, of)] : []),
    ];
    return store.id === demoStoreId ? tools.map((tool) => ({ ...tool, isSelfContained: true })) : tools;
  };
}
