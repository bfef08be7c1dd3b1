import { AgentEditor } from '#features/agents/web/agent-editor.tsx';
import { SourcesProgress } from '#features/knowledge/web/sources-progress.tsx';
import { agentEditorSections } from '../agent-editor-sections.ts';

/** The agent editor with the sections of every feature. */
export function AgentEditorPage() {
  return <AgentEditor sections={agentEditorSections} progress={(collectionId) => <SourcesProgress collectionId={collectionId} />} />;
}
