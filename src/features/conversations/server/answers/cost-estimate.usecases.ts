import type { RunningAgent } from '#features/agents/server/agents.usecases.ts';
import type { IntegrationsUsecases } from '#features/integrations/server/integrations.usecases.ts';
import { findLlmPrice, llmCostMicros } from '#providers/llm/llm-cost.ts';

/** Passages, history and question, beside the owner's own words: four letters are about one token. */
const usualTokens = 4_000;

/**
 * What an answer of an agent may cost, in micro-dollars: taken from its budget before the model is asked, and
 * put right afterwards. 0 where no price is known.
 */
export function createEstimate(services: {
  integrations: Pick<IntegrationsUsecases, 'ready'>;
}): (agent: RunningAgent) => Promise<number> {
  const known = new WeakMap<RunningAgent, Promise<number>>();
  async function estimate(agent: RunningAgent): Promise<number> {
    const { ai, prompt } = agent.configuration;
    const ready =
      ai.provider === 'built-in' ? null : await services.integrations.ready(agent.accountId, ai.provider);
    const letters =
      prompt.systemPrompt.length + prompt.files.reduce((sum, file) => sum + file.text.length, 0);
    const usage = {
      inputTokens: Math.ceil(letters / 4) + usualTokens,
      cachedInputTokens: 0,
      outputTokens: ai.maxAnswerTokens,
    };
    return ready ? (llmCostMicros(usage, findLlmPrice(ready.definition, ai.model)) ?? 0) : 0;
  }
  return (agent) => {
    const given = known.get(agent) ?? estimate(agent).catch(() => 0);
    known.set(agent, given);
    return given;
  };
}
