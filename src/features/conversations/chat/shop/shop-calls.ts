import type { ShopCart } from '#shared/chat/shop-parts.ts';
import type { Translate } from '../shell/texts.ts';
import type { ChatStore } from '../store/chat-store.ts';
import { RequestError } from '../store/visitor-api.ts';

type Edit = {
  productId: string;
  variantId: string;
  quantity: number;
  isMore: boolean;
};

/** Puts something into the cart of the message's conversation; gives the cart as it is then. */
export const putInCart = (store: ChatStore, messageId: string, edit: Edit): Promise<ShopCart> =>
  store.api.call<ShopCart>('POST', `messages/${messageId}/cart`, edit);

/** Why a call did not work, in words. */
export const wordsOf = (error: unknown, t: Translate): string =>
  (error instanceof RequestError && error.status > 0 && error.message) || t('shop.failed');

/** How many things are in a cart. */
export const countOf = (cart: Pick<ShopCart, 'lines'>): number =>
  cart.lines.reduce((sum, { quantity }) => sum + quantity, 0);
