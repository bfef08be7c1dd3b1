import { useTranslation } from 'react-i18next';
import { Sheet } from '#ui/dialog.tsx';
import type { Agent } from '../agents.contract.ts';
import { PutOnSite } from './put-on-site.tsx';

/** Everything that is needed to show the agent to visitors. */
export function EmbedSheet({ agent, tag, onClose, onPublish }: { agent: Agent; tag: string; onClose: () => void; onPublish: () => void }) {
  const { t } = useTranslation('agents');
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()} title={t('embed.title')} description={t('embed.text')}>
      <PutOnSite agent={agent} tag={tag} onPublish={onPublish} />
    </Sheet>
  );
}
