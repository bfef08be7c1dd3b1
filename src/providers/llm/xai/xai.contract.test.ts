import { describeOpenAiContract } from '../openai-compatible/openai-wire.contract-suite.ts';

describeOpenAiContract({
  id: 'xai',
  basePath: '/v1',
  model: 'grok-4.3',
  sent: { stream_options: { include_usage: true }, max_completion_tokens: 200 },
  usage: { inputTokens: 57, cachedInputTokens: 32, outputTokens: 7 },
  models: [
    { id: 'grok-4.3', label: 'Grok 4.3', kind: 'chat', contextTokens: 1_000_000 },
    { id: 'grok-imagine-image', label: 'grok-imagine-image', kind: 'other', contextTokens: null },
  ],
});
