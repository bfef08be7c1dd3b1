import { describeLlmContract } from '../llm.contract-suite.ts';

describeLlmContract({
  id: 'mistral',
  fixtures: new URL('./__fixtures__/', import.meta.url),
  basePath: '/v1',
  model: 'mistral-small-latest',
  chatPath: '/v1/chat/completions',
  authHeader: ['authorization', 'Bearer recorded-key-1'],
  body: {
    model: 'mistral-small-latest',
    messages: [
      { role: 'system', content: 'You answer for a bakery.' },
      { role: 'user', content: 'Will it rain?' },
      {
        role: 'assistant',
        content: 'I will see.',
        tool_calls: [
          { id: 'callAAAA1', type: 'function', function: { name: 'forecast', arguments: '{"city":"Brno"}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'callAAAA1', content: 'dry' },
      { role: 'user', content: 'When do you open?' },
    ],
    stream: true,
    temperature: 0.3,
    max_tokens: 200,
    tools: [
      {
        type: 'function',
        function: {
          name: 'forecast',
          description: 'The weather of the next days.',
          parameters: {
            type: 'object',
            properties: { city: { type: 'string' }, days: { type: 'integer' } },
            required: ['city'],
            additionalProperties: false,
          },
        },
      },
    ],
  },
  usage: { inputTokens: 57, cachedInputTokens: 0, outputTokens: 7 },
  modelsPath: '/v1/models',
  models: [
    { id: 'mistral-small-latest', label: 'Mistral Small', kind: 'chat', contextTokens: 256_000 },
    { id: 'mistral-embed', label: 'mistral-embed', kind: 'embedding', contextTokens: null },
  ],
});
