import { describeOpenAiContract } from '../openai-compatible/openai-wire.contract-suite.ts';

describeOpenAiContract({
  id: 'openai',
  basePath: '/v1',
  model: 'gpt-4.1-mini',
  sent: { stream_options: { include_usage: true }, max_completion_tokens: 200 },
  usage: { inputTokens: 57, cachedInputTokens: 32, outputTokens: 7 },
  models: [
    { id: 'gpt-4.1-mini', label: 'GPT-4.1 mini', kind: 'chat', contextTokens: 1_047_576 },
    { id: 'text-embedding-3-small', label: 'text-embedding-3-small', kind: 'embedding', contextTokens: null },
    { id: 'whisper-1', label: 'whisper-1', kind: 'other', contextTokens: null },
  ],
});
