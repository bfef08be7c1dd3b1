import { describeOpenAiContract } from '../openai-compatible/openai-wire.contract-suite.ts';

describeOpenAiContract({
  id: 'mistral',
  basePath: '/v1',
  model: 'mistral-small-latest',
  sent: { max_tokens: 200 },
  usage: { inputTokens: 57, cachedInputTokens: 0, outputTokens: 7 },
  models: [
    { id: 'mistral-small-latest', label: 'Mistral Small', kind: 'chat', contextTokens: 256_000 },
    { id: 'mistral-embed', label: 'mistral-embed', kind: 'embedding', contextTokens: null },
  ],
});
