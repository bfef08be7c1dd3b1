import { describeLlmContract } from '../llm.contract-suite.ts';

describeLlmContract({
  id: 'groq',
  fixtures: new URL('./__fixtures__/', import.meta.url),
  basePath: '/openai/v1',
  model: 'llama-3.3-70b-versatile',
  chatPath: '/openai/v1/chat/completions',
  authHeader: ['authorization', 'Bearer recorded-key-1'],
  body: {
    model: 'llama-3.3-70b-versatile',
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
  usage: { inputTokens: 57, cachedInputTokens: 0, outputTokens: 7 },
  modelsPath: '/openai/v1/models',
  models: [
    { id: 'llama-3.3-70b-versatile', label: 'Llama 3.3 70B', kind: 'chat', contextTokens: 131_072 },
    { id: 'whisper-large-v3', label: 'whisper-large-v3', kind: 'other', contextTokens: null },
  ],
});
