import { z } from 'zod';
import type { DemoOrderCode } from '#shared/chat/shop-parts.ts';
import { endpoint } from '#shared/endpoint.ts';
import { conversationsErrors } from '#features/conversations/conversations.contract.ts';
import { contentSchemas } from '#features/conversations/conversations-parts.contract.ts';
import { storesErrors } from './stores.contract.ts';

const ofMessage = z.strictObject({ id: z.string().max(60) });
const shopId = z.string().min(1).max(300);
const number = z.string().trim().min(1).max(60);

/** A cart without the kind of part that shows it. */
export const shopCartSchema = contentSchemas.cart.omit({ type: true }).meta({ id: 'ShopCart' });

const demoOrderCode = z
  .object({
    code: z.string().nullable(),
    sample: z.object({ number: z.string(), email: z.string() }),
  })
  .meta({ id: 'DemoOrderCode' }) satisfies z.ZodType<DemoOrderCode>;

export const storesVisitorEndpoints = {
  putInCart: endpoint({
    method: 'POST',
    path: '/api/visitor/messages/{id}/cart',
    access: 'visitor',
    ofOneConversation: true,
    summary:
      'Puts a product that the message shows into the cart of its conversation, or changes how many there are of what the cart holds. Price and stock are the shop’s, now. Costs no message.',
    params: ofMessage,
    body: z.strictObject({
      productId: shopId,
      variantId: shopId,
      quantity: z.number().int().min(0).max(999),
      /** Counts on top of what is there; else it is how many there shall be. */
      isMore: z.boolean(),
    }),
    response: shopCartSchema,
    errors: [
      conversationsErrors.agentClosed,
      conversationsErrors.notFound,
      storesErrors.productGone,
      storesErrors.notEnough,
      storesErrors.away,
    ],
  }),
  sendOrderCode: endpoint({
    method: 'POST',
    path: '/api/visitor/messages/{id}/order-code',
    access: 'visitor',
    ofOneConversation: true,
    summary:
      'Mails six digits to the address of an order. The answer is the same whether there is such an order, with this address or another. The demo store, whose addresses are invented, mails nothing and gives the digits back in `demo`.',
    params: ofMessage,
    body: z.strictObject({
      number,
      email: z.string().trim().toLowerCase().pipe(z.email('agents:validation.email').max(254)),
    }),
    response: z.object({ demo: demoOrderCode.nullable() }),
    errors: [conversationsErrors.agentClosed, conversationsErrors.notFound],
  }),
  showOrder: endpoint({
    method: 'POST',
    path: '/api/visitor/messages/{id}/order',
    access: 'visitor',
    ofOneConversation: true,
    summary:
      'Shows an order to whoever has the code that was mailed to its address. A code has five tries and ten minutes.',
    params: ofMessage,
    body: z.strictObject({ number, code: z.string().regex(/^\d{6}$/) }),
    response: z.object({ order: contentSchemas.order.shape.order.unwrap() }),
    errors: [
      conversationsErrors.agentClosed,
      conversationsErrors.notFound,
      storesErrors.codeWrong,
      storesErrors.away,
    ],
  }),
} as const;
