/** @jsxImportSource preact */
import type { ShopContent } from '#shared/chat/shop-parts.ts';
import { addLazyStyle } from '../shell/lazy-style.ts';
import type { PartContext } from '../parts/PartCards.tsx';
import type { Entry } from '../store/chat-state.ts';
import { Cart } from './Cart.tsx';
import { Order } from './Order.tsx';
import { Products } from './Products.tsx';
import shopStyle from './shop.css?inline';

addLazyStyle(shopStyle);

export type ShopProps<Content extends ShopContent> = {
  part: Content;
  entry: Entry;
  context: PartContext;
};

/** What a message shows of the agent's store: products, the cart, an order. */
export function ShopPart({ part, entry, context }: ShopProps<ShopContent>) {
  switch (part.type) {
    case 'products':
      return <Products part={part} entry={entry} context={context} />;
    case 'cart':
      return <Cart part={part} entry={entry} context={context} />;
    case 'order':
      return <Order part={part} entry={entry} context={context} />;
  }
}
