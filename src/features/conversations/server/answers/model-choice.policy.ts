import type { AgentConfiguration } from '#features/agents/agents-configuration.contract.ts';
import { LlmError } from '#providers/llm/llm.port.ts';
import type { AnswerErrorCode } from '../../conversations.contract.ts';

type Choice = {
  provider: string;
  model: string;
};

/**
 * Who is asked for an answer, in order. With a visitor's own key only OpenAI: never anybody on the owner's
 * money, who did not offer it, and never the built-in engine, which the visitor did not ask for.
 * `firstOfOpenAi`: the model of OpenAI that is offered first.
 */
export function chooseModels(
  ai: AgentConfiguration['ai'],
  isOwnKey: boolean,
  firstOfOpenAi: string | null,
): [Choice, ...Choice[]] {
  if (isOwnKey)
    return [
      {
        provider: 'openai',
        model: ai.provider === 'openai' && ai.model !== '' ? ai.model : (firstOfOpenAi ?? ''),
      },
    ];
  return [{ provider: ai.provider, model: ai.model }, ...ai.fallbacks];
}

const codes: Partial<Record<LlmError['code'], AnswerErrorCode>> = {
  'llm.rate_limited': 'answer.busy',
  'llm.overloaded': 'answer.busy',
  'llm.stalled': 'answer.stalled',
  'llm.cut_off': 'answer.cut_off',
  'llm.garbled': 'answer.cut_off',
  'llm.too_long': 'answer.too_long',
};
/** What only the one who brought the key can mend. */
const ownCodes: typeof codes = {
  'llm.unauthorized': 'answer.own_key_refused',
  'llm.model_not_found': 'answer.own_key_refused',
  'llm.quota_exceeded': 'answer.own_key_spent',
};

/** What the visitor is told, by what went wrong upstream. */
export function visitorCode(error: unknown, isOwnKey = false): AnswerErrorCode {
  if (!(error instanceof LlmError)) return 'answer.unavailable';
  return (isOwnKey ? ownCodes[error.code] : undefined) ?? codes[error.code] ?? 'answer.unavailable';
}
