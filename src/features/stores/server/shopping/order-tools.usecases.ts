import { z } from 'zod';
import { orderRequestIn } from '#platform/language/store-requests.ts';
import { defineTool, outsideData, type AgentTool } from '#features/tools/server/tools.usecases.ts';
import { orderNumber, type Orders } from '../orders/orders.usecases.ts';
import type { CartOf } from './carts.usecases.ts';
import { shownOrder } from './presenting.models.ts';
import { callMs, guarded, longestData, show, type Shopping } from './tool-calls.models.ts';

const input = z.strictObject({
  number: z
    .string()
    .max(60)
    .default('')
    .describe('The number of the order as the visitor said it; empty where they said none.'),
});

/** Finds out where an order is, for whoever proved in this conversation that it is theirs. */
export function orderTool(shopping: Shopping, orders: Pick<Orders, 'proven'>, of: CartOf): AgentTool {
  const { store, say } = shopping;
  return defineTool({
    name: 'order_status',
    description:
      'Finds out where an order is. The visitor proves to be who ordered by a code that is mailed to them, in a card under your answer; never ask for the address or the code yourself.',
    timeoutMs: callMs,
    input,
    recognise({ text, language }) {
      const request = orderRequestIn(text, language);
      return request && { arguments: request, place: 'instead', priority: 20 };
    },
    run: guarded(shopping, async ({ number: typed }: { number: string }, signal) => {
      const number = orderNumber(typed);
      const order = number === '' ? null : await orders.proven(of, store, number, signal);
      if (!order) {
        show(shopping, { type: 'order', number, order: null });
        return {
          content:
            'The visitor sees a card under your answer in which they enter the number and their address, get a code by mail and see the order. Whether there is such an order is not known to you. Say in one sentence that they can look at it there.',
          said: say('orderAsk'),
        };
      }
      const shown = shownOrder(order);
      show(shopping, { type: 'order', number: shown.number, order: shown });
      return {
        content: `The visitor proved that the order is theirs, and sees it under your answer.\n${outsideData(JSON.stringify(shown), longestData)}`,
        said: say('orderShown', { number: shown.number }),
      };
    }),
  });
}
