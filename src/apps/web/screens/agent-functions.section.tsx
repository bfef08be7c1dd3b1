import type { SectionProps } from '#features/agents/web/editor/editor-section.ts';
import { AgentFunctions } from '#features/custom-functions/web/agent-functions.tsx';

/** What the agent may call, inside its editor. */
export function AgentFunctionsSection({ draft, set, canEdit }: SectionProps) {
  return (
    <AgentFunctions
      enabled={draft.functions.enabled}
      isBuiltIn={draft.ai.provider === 'built-in'}
      canEdit={canEdit}
      onChange={(enabled) => set('functions.enabled', enabled)}
    />
  );
}
