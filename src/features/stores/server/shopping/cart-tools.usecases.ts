import { z } from 'zod';
import type { Language } from '#shared/languages.ts';
import type { ShopProduct } from '#shared/chat/shop-parts.ts';
import { cartRequestIn } from '#platform/language/store-requests.ts';
import {
  defineTool,
  failure,
  outsideData,
  type AgentTool,
  noArguments,
  type ToolResult,
} from '#features/tools/server/tools.usecases.ts';
import { coverage, groupsOf, wordsOf } from '#providers/stores/stores.ranking.ts';
import { StoreError, type StoreCart } from '#providers/stores/stores.port.ts';
import type { SeenProduct } from '../stores.table.ts';
import type { Carts, CartOf } from './carts.usecases.ts';
import { cartContent, cartForModel, shownCart, shownProduct } from './presenting.models.ts';
import { showProducts } from './product-tools.usecases.ts';
import { findProducts } from './searching.usecases.ts';
import { callMs, guarded, longestData, show, type Shopping } from './tool-calls.models.ts';

const addSchema = z.strictObject({
  productId: z.string().max(300).describe('An id out of search_products.'),
  variantId: z.string().max(300).optional().describe('Needed where the product has several variants.'),
  quantity: z.number().int().min(1).max(99).default(1),
  /** Where nobody but the visitor's own words says which product is meant. */
  named: z.string().max(200).optional().describe('Leave out.'),
});
type Add = z.infer<typeof addSchema>;

/** What a shop says is data for a model, never an instruction. */
const fencedCart = (cart: StoreCart, language: Language): string =>
  outsideData(cartForModel(shownCart(cart), language), longestData);
const variantsForModel = ({ variants }: Pick<ShopProduct, 'variants'>): string =>
  outsideData(JSON.stringify(variants.map(({ id, name }) => ({ id, name }))), 2_000);

/** Fills the cart of this conversation, and no other. */
export function addTool(shopping: Shopping, carts: Carts, of: CartOf): AgentTool {
  const { store, context, say } = shopping;

  /** Those of the products that were shown last which words name; all of them where there are no words. */
  function pointedAt(seen: readonly SeenProduct[], words: string): readonly SeenProduct[] {
    if (words === '') return seen;
    const groups = groupsOf(words, context.language);
    return seen.filter(({ name }) => coverage(wordsOf(name), groups) === 1);
  }

  /**
   * The products that a visitor's words mean: of those they saw, else of the whole store. `isOne`: nothing else
   * was meant, though the store may show less of it by now.
   */
  async function meant(
    words: string,
    signal: AbortSignal,
  ): Promise<{ products: ShopProduct[]; isOne: boolean }> {
    const seen = pointedAt(await carts.seen(of, store), words);
    if (seen.length === 0) {
      const products = words === '' ? [] : await findProducts(store, { query: words }, signal);
      return { products, isOne: products.length === 1 };
    }
    const found: ShopProduct[] = [];
    for (const { productId } of seen) {
      const product = await store.vendor.product(store.connection, productId, signal);
      const shown = product && shownProduct(product);
      if (shown) found.push(shown);
    }
    return { products: found, isOne: seen.length === 1 };
  }

  async function put(
    product: Pick<ShopProduct, 'id' | 'name' | 'variants'>,
    { variantId, quantity }: Add,
    signal: AbortSignal,
  ): Promise<ToolResult> {
    const variant = variantId ? product.variants.find(({ id }) => id === variantId) : product.variants[0];
    if (!variant) throw new StoreError('notFound');
    await context.committed;
    const edit = { productId: product.id, variantId: variant.id, quantity, isMore: true };
    const cart = await carts.put(of, store, edit, signal);
    show(shopping, cartContent(cart));
    const name = variant.name ? `${product.name} (${variant.name})` : product.name;
    return {
      content:
        'It is in the cart, which the visitor sees under your answer with its total and the checkout. ' +
        `Say so in one sentence.\n${fencedCart(cart, context.language)}`,
      said: say('added', { count: quantity, name }),
    };
  }

  async function addNamed(input: Add, words: string, signal: AbortSignal): Promise<ToolResult> {
    await context.committed;
    const { products, isOne } = await meant(words, signal);
    const [only] = products;
    if (!only) return { ...failure('refused', 'No product is meant.'), said: say('unknownItem') };
    if (isOne && only.variants.length === 1) return put(only, input, signal);
    await showProducts(shopping, carts, products.slice(0, 8));
    return {
      content: 'The visitor chooses among the cards under your answer.',
      said: say(isOne ? 'variant' : 'which'),
    };
  }

  return defineTool({
    name: 'add_to_cart',
    description:
      'Puts a product into the visitor’s cart and shows the cart with its total and the way to ' +
      'the checkout. Only when the visitor asks for it. Use ids out of search_products.',
    risk: 'write',
    timeoutMs: callMs,
    input: addSchema,
    async recognise({ text, language }) {
      const request = cartRequestIn(text, language);
      if (request?.kind !== 'add') return null;
      const { quantity, query } = request;
      const isPlain = query !== '' && (await carts.seen(of, store)).length === 0;
      const args = { productId: '', quantity: Math.min(quantity, 99), named: query };
      return { arguments: args, place: 'instead', priority: isPlain ? 6 : 20 };
    },
    run: guarded(shopping, async (input: Add, signal) => {
      if (input.named !== undefined && input.productId === '') return addNamed(input, input.named, signal);
      const found = await store.vendor.product(store.connection, input.productId, signal);
      const product = found && shownProduct(found);
      if (!product) throw new StoreError('notFound');
      if (!input.variantId && product.variants.length > 1)
        return failure(
          'invalid_arguments',
          `It comes in several variants; ask which. ${variantsForModel(product)}`,
        );
      return put(product, input, signal);
    }),
  });
}

/** Shows the cart of this conversation as it is now. */
export function cartTool(shopping: Shopping, carts: Pick<Carts, 'read'>, of: CartOf): AgentTool {
  const { store, context, say } = shopping;
  return defineTool({
    name: 'show_cart',
    description:
      'Shows the visitor’s cart, with what each thing costs now, the total and the way to the ' +
      'checkout; the visitor can change how many there are and take things out.',
    timeoutMs: callMs,
    input: noArguments,
    recognise: ({ text, language }) =>
      cartRequestIn(text, language)?.kind === 'show'
        ? { arguments: {}, place: 'instead', priority: 20 }
        : null,
    run: guarded(shopping, async (_input: object, signal) => {
      const cart = await carts.read(of, store, signal);
      if (cart.lines.length === 0) return { content: 'The cart is empty.', said: say('cartEmpty') };
      show(shopping, cartContent(cart));
      return {
        content: `The visitor sees the cart under your answer.\n${fencedCart(cart, context.language)}`,
        said: say('cart'),
      };
    }),
  });
}
