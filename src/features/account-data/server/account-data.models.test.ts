import { expect, test } from 'vitest';
import { exportedPart } from './account-data.models.ts';

test('exports hold no codes of orders, and nothing by which a shop knows a cart', () => {
  const table = (name: string, ...columns: string[]) => ({ name, columns, files: [] });
  expect(exportedPart(table('store_order_codes', 'id', 'number'))).toBeNull();
  expect(exportedPart(table('store_carts', 'conversation_id', 'handle', 'seen'))).toMatchObject({
    columns: ['conversation_id', 'seen'],
  });
  expect(exportedPart(table('conversations', 'id', 'handler'))).toMatchObject({ columns: ['id', 'handler'] });
});
