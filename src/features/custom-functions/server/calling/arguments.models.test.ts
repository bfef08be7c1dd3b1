import { describe, expect, test } from 'vitest';
import type { Parameters } from '../../custom-functions-definition.contract.ts';
import { jsonSchemaOf, readArguments } from './arguments.models.ts';

const parameters: Parameters = {
  type: 'object',
  properties: {
    order_id: { type: 'string', description: 'As printed on the receipt' },
    lines: {
      type: 'array',
      items: { type: 'object', properties: { sku: { type: 'string' }, n: { type: 'integer' } } },
    },
    how: { type: 'string', enum: ['fast', 'slow'] },
    paid: { type: 'boolean' },
  },
  required: ['order_id'],
};

describe('arguments', () => {
  test('are taken as they are described', () => {
    const values = { order_id: '7', lines: [{ sku: 'a', n: 2 }], how: 'fast', paid: true };
    expect(readArguments(parameters, values)).toEqual({ values });
    expect(readArguments({ type: 'object', properties: {} }, null)).toEqual({ values: {} });
  });

  test.each([
    [{}, 'order_id'],
    [{ order_id: 7 }, 'order_id'],
    [{ order_id: '7', how: 'never' }, 'how'],
    [{ order_id: '7', lines: [{ n: 1.5 }] }, 'lines'],
    [{ order_id: '7', visitor: 'other' }, 'visitor'],
    [{ order_id: '7', lines: [{ sku: 'a', admin: true }] }, 'lines'],
    ['order 7', ''],
    [[], ''],
  ])('are refused when they are %j', (given, named) => {
    const read = readArguments(parameters, given);
    expect('problem' in read && read.problem).toContain(named);
  });

  test('are closed for a model, at every depth', () => {
    expect(jsonSchemaOf(parameters)).toMatchObject({
      additionalProperties: false,
      properties: { lines: { items: { additionalProperties: false } } },
    });
  });
});
