import { expect, test } from 'vitest';
import { functionDefinition } from '../custom-functions-definition.contract.ts';
import { createFunctionsSource } from './custom-functions-source.usecases.ts';

const common = { label: 'Look', description: 'Use when somebody asks.', messageCost: 0 };
const inPage = functionDefinition.parse({
  ...common,
  kind: 'client',
  name: 'in_page',
  client: { sites: ['shop.example'] },
});
const outside = functionDefinition.parse({
  ...common,
  kind: 'http',
  name: 'outside',
  http: { url: 'https://shop.example/' },
});

test('a price that a function of a page was stored with is taken of nobody', async () => {
  const rows = [inPage, outside].map((definition) => ({
    id: definition.name,
    isEnabled: true,
    definition: { ...definition, messageCost: 3 },
  }));
  const toolsFor = createFunctionsSource({ database: { account: async () => rows } } as never);
  const tools = await toolsFor({
    configuration: { functions: { enabled: ['in_page', 'outside'] } },
  } as never);
  expect(tools.map(({ name, messageCost }) => [name, messageCost])).toEqual([
    ['in_page', 0],
    ['outside', 3],
  ]);
});
