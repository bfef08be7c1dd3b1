import type { SectionProps } from '#features/agents/web/editor/editor-section.ts';
import { KnowledgeSection } from '#features/knowledge/web/knowledge.section.tsx';

/** What the agent knows, inside its editor. */
export function AgentKnowledgeSection({ agent, draft, set, canEdit }: SectionProps) {
  return (
    <KnowledgeSection
      collectionId={agent.collectionId}
      settings={draft.knowledge}
      onSettingsChange={(settings) => set('knowledge', settings)}
      canEdit={canEdit}
    />
  );
}
