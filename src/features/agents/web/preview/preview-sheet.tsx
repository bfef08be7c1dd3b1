import { useTranslation } from 'react-i18next';
import { Sheet } from '#ui/overlay/dialog.tsx';
import type { AgentConfiguration } from '../../agents-configuration.contract.ts';
import type { Agent } from '../../agents.contract.ts';
import { LivePreview } from './live-preview.tsx';

/** The live preview on screens that have no room for it beside the form. */
export function PreviewSheet({
  agent,
  draft,
  onClose,
}: {
  agent: Agent;
  draft: AgentConfiguration;
  onClose: () => void;
}) {
  const { t } = useTranslation('agents');
  return (
    <Sheet
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('preview.title')}
      className="h-[92dvh] md:h-auto"
    >
      <LivePreview agent={agent} draft={draft} bare className="h-full" />
    </Sheet>
  );
}
