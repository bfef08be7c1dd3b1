import { describeLlmContract } from '../llm.contract-suite.ts';

describeLlmContract({
  id: 'anthropic',
  basePath: '/v1',
  model: 'claude-haiku-4-5',
  chatPath: '/v1/messages',
  authHeader: ['x-api-key', 'recorded-key-1'],
  body: {
    model: 'claude-haiku-4-5',
    max_tokens: 200,
    temperature: 0.3,
    system: [{ type: 'text', text: 'You answer for a bakery.' }],
    messages: [
      { role: 'user', content: [{ type: 'text', text: 'Will it rain?' }] },
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'I will see.' },
          { type: 'tool_use', id: 'callAAAA1', name: 'forecast', input: { city: 'Brno' } },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'callAAAA1', content: 'dry' },
          { type: 'text', text: 'When do you open?' },
        ],
      },
    ],
    tools: [
      {
        name: 'forecast',
        description: 'The weather of the next days.',
        eager_input_streaming: true,
        input_schema: {
          type: 'object',
          properties: { city: { type: 'string' }, days: { type: 'integer' } },
          required: ['city'],
          additionalProperties: false,
        },
      },
    ],
    stream: true,
  },
  picture: {
    type: 'image',
    source: { type: 'base64', media_type: 'image/png', data: Buffer.from('a picture').toString('base64') },
  },
  usage: { inputTokens: 57, cachedInputTokens: 32, outputTokens: 7 },
  modelsPath: '/v1/models?limit=1000',
  models: [{ id: 'claude-haiku-4-5-20251001', label: 'Claude Haiku 4.5', kind: 'chat', contextTokens: null }],
});
