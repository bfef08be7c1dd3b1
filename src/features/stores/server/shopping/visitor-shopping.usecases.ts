import { AppError } from '#shared/errors.ts';
import type {
  CartContent,
  DemoOrderCode,
  ProductsContent,
  ShopCart,
  ShopContent,
  ShopOrder,
} from '#shared/chat/shop-parts.ts';
import type { Language } from '#shared/languages.ts';
import type { Database } from '#platform/database/database.ts';
import type { VisitorIdentity } from '#platform/http/access.ts';
import type { Logger } from '#platform/log/logger.ts';
import type { Realtime } from '#platform/realtime/realtime.ts';
import type { RunningAgent } from '#features/agents/server/agents.usecases.ts';
import { conversationsErrors } from '#features/conversations/conversations.contract.ts';
import {
  findShownParts,
  replaceShownPart,
} from '#features/conversations/server/message-parts/shown-parts.usecases.ts';
import { StoreError } from '#providers/stores/stores.port.ts';
import { storesErrors } from '../../stores.contract.ts';
import type { OrderAsking, Orders } from '../orders/orders.usecases.ts';
import { orderNumber } from '../orders/orders.usecases.ts';
import type { Opening, OpenStore } from '../stores-opening.usecases.ts';
import type { Carts, CartOf, CartEdit } from './carts.usecases.ts';
import { cartContent, shownCart, shownOrder } from './presenting.models.ts';

const callMs = 20_000;

/** A visitor's call about a message of theirs, with their agent. */
type About = {
  visitor: VisitorIdentity;
  agent: RunningAgent;
  messageId: string;
  language: Language;
};

const askingOf = ({ visitor }: About, of: CartOf, store: OpenStore): OrderAsking => ({ of, visitor, store });

/** Whether what is put into the cart is one of the things that a part of a message shows. */
const offers = (
  part: ProductsContent | CartContent,
  { productId, variantId }: Pick<CartEdit, 'productId' | 'variantId'>,
): boolean =>
  part.type === 'cart'
    ? part.lines.some((line) => line.productId === productId && line.variantId === variantId)
    : part.products.some(
        ({ id, variants }) => id === productId && variants.some((one) => one.id === variantId),
      );

/** What visitors do with the cards of a store themselves, without a message. */
export function createVisitorShopping(services: {
  database: Pick<Database, 'account'>;
  realtime: Pick<Realtime, 'publish'>;
  log: Pick<Logger, 'warn'>;
  opening: Pick<Opening, 'open'>;
  carts: Carts;
  orders: Pick<Orders, 'send' | 'show'>;
}) {
  const { database, carts, orders } = services;

  /** The message must show what is worked with: nobody fills a cart of a conversation that shows no product. */
  async function placeOf<Kind extends ShopContent['type']>(
    { visitor, agent, messageId, language }: About,
    kinds: readonly Kind[],
    isAllowed: (settings: RunningAgent['configuration']['store']) => boolean,
  ): Promise<{ of: CartOf; store: OpenStore; parts: Extract<ShopContent, { type: Kind }>[] }> {
    if (agent.closed !== null) throw new AppError(conversationsErrors.agentClosed);
    const found = await database.account(visitor.accountId, (tx) =>
      findShownParts(tx, visitor, messageId, kinds),
    );
    const settings = agent.configuration.store;
    const store =
      found && isAllowed(settings)
        ? await services.opening.open(visitor.accountId, settings.id, language)
        : null;
    if (!found || !store) throw new AppError(conversationsErrors.notFound);
    return {
      of: { accountId: visitor.accountId, conversationId: found.conversationId },
      store,
      parts: found.parts,
    };
  }

  function refuse(error: unknown, storeId: string): never {
    if (!(error instanceof StoreError)) throw error;
    if (error.failure === 'notFound' || error.failure === 'notOffered')
      throw new AppError(storesErrors.productGone);
    if (error.failure === 'notEnough')
      throw new AppError(storesErrors.notEnough, { variables: { count: error.left ?? 0 } });
    services.log.warn({ err: error, storeId }, 'a cart could not be changed');
    throw new AppError(storesErrors.away, { cause: error });
  }

  return {
    async putInCart(about: About, edit: CartEdit): Promise<ShopCart> {
      const { of, store, parts } = await placeOf(about, ['products', 'cart'], ({ cart }) => cart);
      if (!parts.some((part) => offers(part, edit))) throw new AppError(storesErrors.productGone);
      const cart = await carts
        .put(of, store, edit, AbortSignal.timeout(callMs))
        .catch((error: unknown) => refuse(error, store.id));
      const content = cartContent(cart);
      // Where the cart itself is shown, the record shows what became of it.
      if (parts.some(({ type }) => type === 'cart'))
        await database.account(of.accountId, (tx) =>
          replaceShownPart(tx, services.realtime, about.visitor, about.messageId, content),
        );
      return shownCart(cart);
    },

    async sendOrderCode(
      about: About,
      asked: { number: string; email: string; place: string },
    ): Promise<{ demo: DemoOrderCode | null }> {
      const { of, store } = await placeOf(about, ['order'], (settings) => settings.orders);
      const demo = await orders.send(askingOf(about, of, store), { ...asked, language: about.language });
      return { demo };
    },

    async showOrder(
      about: About,
      asked: { number: string; code: string; place: string },
    ): Promise<ShopOrder> {
      const { of, store } = await placeOf(about, ['order'], (settings) => settings.orders);
      const order = shownOrder(await orders.show(askingOf(about, of, store), asked));
      await database.account(of.accountId, (tx) =>
        replaceShownPart(tx, services.realtime, about.visitor, about.messageId, {
          type: 'order',
          number: orderNumber(asked.number),
          order,
        }),
      );
      return order;
    },
  };
}

export type VisitorShopping = ReturnType<typeof createVisitorShopping>;
