import type { TFunction } from 'i18next';
import { agentConfiguration, type AgentConfiguration } from '../../agents-configuration.contract.ts';

/** The draft as it is sent: without suggestions that are still empty. */
export function toSaved(draft: AgentConfiguration): AgentConfiguration {
  const iceBreakers = draft.prompt.iceBreakers.filter((text) => text.trim() !== '');
  return iceBreakers.length === draft.prompt.iceBreakers.length
    ? draft
    : { ...draft, prompt: { ...draft.prompt, iceBreakers } };
}

/** What the server would refuse, by field path, said by the same schema. */
export function checkDraft(draft: AgentConfiguration): Record<string, string> {
  const result = agentConfiguration.safeParse(toSaved(draft));
  if (result.success) return {};
  return Object.fromEntries(
    result.error.issues
      .toReversed()
      .map((issue) => [
        issue.path.join('.'),
        /^[a-z-]+:[\w.]+$/.test(issue.message) ? issue.message : reasonOf(issue),
      ]),
  );
}

type Issue = {
  code?: string;
  origin?: string;
};

/** Why a value is refused where the schema has no words of its own. */
function reasonOf({ code, origin }: Issue): string {
  if (code === 'too_big' && origin === 'string') return 'agents:validation.tooLong';
  if (code === 'too_big' && origin === 'array') return 'agents:validation.tooMany';
  return (code === 'too_big' || code === 'too_small') && origin === 'number'
    ? 'agents:validation.outOfBounds'
    : 'agents:validation.invalid';
}

/** An error's text: keys are translated, the server's sentences stay. */
export function errorText(t: TFunction, error: string | undefined): string | undefined {
  return error && (/^[a-z-]+:[\w.]+$/.test(error) ? t(error) : error);
}
