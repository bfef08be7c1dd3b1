import { describeOpenAiContract } from '../openai-compatible/openai-wire.contract-suite.ts';

describeOpenAiContract({
  id: 'groq',
  basePath: '/openai/v1',
  model: 'openai/gpt-oss-120b',
  sent: { stream_options: { include_usage: true }, max_completion_tokens: 200 },
  usage: { inputTokens: 57, cachedInputTokens: 0, outputTokens: 7 },
  models: [
    { id: 'openai/gpt-oss-120b', label: 'GPT OSS 120B', kind: 'chat', contextTokens: 131_072 },
    { id: 'whisper-large-v3', label: 'whisper-large-v3', kind: 'other', contextTokens: null },
  ],
});
