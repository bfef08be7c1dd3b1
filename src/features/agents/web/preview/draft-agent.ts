import type { Language } from '#shared/languages.ts';
import { overriddenTexts } from '#shared/text/overridden-texts.ts';
import type { AgentConfiguration } from '../../agents-configuration.contract.ts';
import { toPublicAgent, type PublicAgent } from '../../agents-public.contract.ts';

/** A draft as its visitors would get it, with the chat's own texts in one language. */
export function draftAgent(
  { number }: { number: number },
  draft: AgentConfiguration,
  language: Language,
  texts: Record<string, string>,
  css = '',
): PublicAgent {
  return toPublicAgent(draft, {
    number,
    language,
    preview: true,
    closed: null,
    texts: overriddenTexts(texts, draft.texts[language]),
    css,
  });
}
