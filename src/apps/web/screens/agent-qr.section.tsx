import type { SectionProps } from '#features/agents/web/editor/editor-section.ts';
import { QrCodesSection } from '#features/qr-codes/web/qr-codes.section.tsx';

/** The agent's QR codes, inside its editor. */
export function AgentQrSection({ agent, draft, canEdit }: SectionProps) {
  return (
    <QrCodesSection
      agentId={agent.id}
      avatar={draft.appearance.avatar}
      isLive={agent.status === 'live'}
      canEdit={canEdit}
    />
  );
}
