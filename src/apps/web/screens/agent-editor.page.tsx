import { lazy, Suspense } from 'react';
import i18next from 'i18next';
import { AgentEditor } from '#features/agents/web/editor/agent-editor.tsx';
import { PreviewPartsContext, type PreviewParts } from '#features/agents/web/preview/preview-controls.tsx';
import { usePartsOff } from '#features/feature-flags/web/parts-off.ts';
import { SourcesProgress } from '#features/knowledge/web/sources/sources-progress.tsx';
import { agentEditorSections } from '../agent-editor-sections.ts';

const PreviewTrace = lazy(async () => {
  const [file] = await Promise.all([
    import('#features/conversations/web/preview-trace.tsx'),
    i18next.loadNamespaces('contacts'),
  ]);
  return { default: file.PreviewTrace };
});

const previewParts: PreviewParts = {
  trace: (answerId, onClose) => (
    <Suspense>
      <PreviewTrace answerId={answerId} onClose={onClose} />
    </Suspense>
  ),
};

/** The agent editor with the sections of every feature that the account has. */
export function AgentEditorPage() {
  const { isOff } = usePartsOff();
  return (
    <PreviewPartsContext value={previewParts}>
      <AgentEditor
        sections={agentEditorSections.filter(({ part }) => !isOff(part))}
        progress={(collectionId) => <SourcesProgress collectionId={collectionId} />}
      />
    </PreviewPartsContext>
  );
}
