import { describeLlmContract } from '../llm.contract-suite.ts';

describeLlmContract({
  id: 'openai',
  fixtures: new URL('./__fixtures__/', import.meta.url),
  basePath: '/v1',
  model: 'gpt-4.1-mini',
  chatPath: '/v1/chat/completions',
  authHeader: ['authorization', 'Bearer recorded-key-1'],
  body: {
    model: 'gpt-4.1-mini',
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
    max_completion_tokens: 200,
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
  usage: { inputTokens: 57, cachedInputTokens: 32, outputTokens: 7 },
  modelsPath: '/v1/models',
  models: [
    { id: 'gpt-4.1-mini', label: 'GPT-4.1 mini', kind: 'chat', contextTokens: 1_047_576 },
    { id: 'text-embedding-3-small', label: 'text-embedding-3-small', kind: 'embedding', contextTokens: null },
    { id: 'whisper-1', label: 'whisper-1', kind: 'other', contextTokens: null },
  ],
});
