import type { SectionProps } from '#features/agents/web/editor/editor-section.ts';
import { ApiKeysSection } from '#features/api-keys/web/api-keys.section.tsx';

/** The agent's keys, inside its editor. */
export function AgentKeysSection({ agent, canEdit }: SectionProps) {
  return <ApiKeysSection agentId={agent.id} canEdit={canEdit} />;
}
