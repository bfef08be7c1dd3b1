import { describeOpenAiContract } from '../openai-compatible/openai-wire.contract-suite.ts';

describeOpenAiContract({
  id: 'deepseek',
  basePath: '/v1',
  model: 'deepseek-flash',
  sent: { thinking: { type: 'disabled' }, stream_options: { include_usage: true }, max_tokens: 200 },
  usage: { inputTokens: 57, cachedInputTokens: 32, outputTokens: 7 },
  models: [{ id: 'deepseek-flash', label: 'DeepSeek Flash', kind: 'chat', contextTokens: 1_000_000 }],
});
