import { describeLlmContract } from '../llm.contract-suite.ts';

describeLlmContract({
  id: 'cohere',
  basePath: '/v2',
  model: 'command-a-03-2025',
  chatPath: '/v2/chat',
  authHeader: ['authorization', 'Bearer recorded-key-1'],
  body: {
    model: 'command-a-03-2025',
    messages: [
      { role: 'system', content: 'You answer for a bakery.' },
      { role: 'user', content: 'Will it rain?' },
      // The package leaves out what was said beside a tool call.
      {
        role: 'assistant',
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
  modelsPath: '/v1/models?page_size=1000',
  models: [
    { id: 'command-a-03-2025', label: 'Command A', kind: 'chat', contextTokens: 256_000 },
    {
      id: 'embed-multilingual-v3.0',
      label: 'embed-multilingual-v3.0',
      kind: 'embedding',
      contextTokens: 512,
    },
  ],
});
