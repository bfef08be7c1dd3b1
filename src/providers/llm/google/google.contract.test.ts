import { describeLlmContract } from '../llm.contract-suite.ts';

describeLlmContract({
  id: 'google',
  basePath: '/v1beta',
  model: 'gemini-2.5-flash',
  chatPath: '/v1beta/models/gemini-2.5-flash:streamGenerateContent?alt=sse',
  authHeader: ['x-goog-api-key', 'recorded-key-1'],
  body: {
    systemInstruction: { parts: [{ text: 'You answer for a bakery.' }] },
    contents: [
      { role: 'user', parts: [{ text: 'Will it rain?' }] },
      {
        role: 'model',
        parts: [
          { text: 'I will see.' },
          { functionCall: { id: 'callAAAA1', name: 'forecast', args: { city: 'Brno' } } },
        ],
      },
      {
        role: 'user',
        parts: [
          {
            functionResponse: {
              id: 'callAAAA1',
              name: 'forecast',
              response: { name: 'forecast', content: 'dry' },
            },
          },
        ],
      },
      { role: 'user', parts: [{ text: 'When do you open?' }] },
    ],
    generationConfig: { maxOutputTokens: 200, temperature: 0.3 },
    tools: [
      {
        functionDeclarations: [
          {
            name: 'forecast',
            description: 'The weather of the next days.',
            parametersJsonSchema: {
              type: 'object',
              properties: { city: { type: 'string' }, days: { type: 'integer' } },
              required: ['city'],
              additionalProperties: false,
            },
          },
        ],
      },
    ],
  },
  usage: { inputTokens: 57, cachedInputTokens: 32, outputTokens: 7 },
  modelsPath: '/v1beta/models?pageSize=1000',
  models: [
    { id: 'gemini-2.5-flash', label: 'Gemini 2.5 Flash', kind: 'chat', contextTokens: 1_048_576 },
    { id: 'gemini-embedding-001', label: 'Gemini Embedding 001', kind: 'embedding', contextTokens: 2_048 },
  ],
  picture: { inlineData: { mimeType: 'image/png', data: Buffer.from('a picture').toString('base64') } },
  drawing: {
    path: '/v1beta/models/gemini-painter:generateContent',
    answer: (data) => ({
      candidates: [
        {
          content: { role: 'model', parts: [{ inlineData: { mimeType: 'image/png', data } }] },
          finishReason: 'STOP',
        },
      ],
    }),
  },
  // Google refuses a wrong key as a wrong request.
  unauthorizedStatus: 400,
});
