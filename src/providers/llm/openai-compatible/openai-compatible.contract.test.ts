import { describeLlmContract } from '../llm.contract-suite.ts';

describeLlmContract({
  id: 'openai-compatible',
  fixtures: new URL('./__fixtures__/', import.meta.url),
  basePath: '/v1',
  model: 'qwen3:4b',
  chatPath: '/v1/chat/completions',
  authHeader: ['authorization', 'Bearer recorded-key-1'],
  body: {
    model: 'qwen3:4b',
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
    stream_options: { include_usage: true },
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
    { id: 'qwen3:4b', label: 'qwen3:4b', kind: 'chat', contextTokens: null },
    {
      id: 'nomic-embed-text:latest',
      label: 'nomic-embed-text:latest',
      kind: 'embedding',
      contextTokens: null,
    },
  ],
});
