import { describeOpenAiContract } from './openai-wire.contract-suite.ts';

describeOpenAiContract({
  id: 'openai-compatible',
  basePath: '/v1',
  model: 'qwen3:4b',
  sent: { stream_options: { include_usage: true }, max_tokens: 200 },
  usage: { inputTokens: 57, cachedInputTokens: 0, outputTokens: 7 },
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
