import { BookOpen, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/controls/button.tsx';
import { Callout } from '#ui/page/display.tsx';
import { IconButton } from '#ui/controls/icon-button.tsx';
import type { Agent } from '../../agents.contract.ts';
import { PutOnSite } from '../install/put-on-site.tsx';

type Props = {
  agent: Agent;
  progress: ReactNode;
  onKnowledge: () => void;
  onPublish: () => void;
  onClose: () => void;
};

/** The first minutes of a new agent: its sources tick in, and the way onto the site lies ready. */
export function CreatedPanel({ agent, progress, onKnowledge, onPublish, onClose }: Props) {
  const { t } = useTranslation('agents');
  return (
    <section
      aria-labelledby="created-title"
      className="rise-in mb-8 rounded-card border border-line bg-surface"
    >
      <div className="flex items-start gap-3 px-5 pt-4">
        <div className="min-w-0 grow">
          <h2 id="created-title" className="font-display text-xl font-medium text-balance">
            {t('created.title', { name: agent.name })}
          </h2>
          <p className="mt-1 text-pretty text-muted">{t('created.text')}</p>
        </div>
        <IconButton label={t('created.close')} tooltip={false} size="sm" onClick={onClose}>
          <X size={16} />
        </IconButton>
      </div>
      <div className="px-5 pt-4 empty:hidden">{progress}</div>
      {agent.siteUrl === null && (
        <Callout
          tone="neutral"
          className="mx-5 mt-4"
          icon={<BookOpen size={20} />}
          action={
            <Button size="sm" onClick={onKnowledge}>
              {t('created.addKnowledge')}
            </Button>
          }
        >
          {t('created.noKnowledge')}
        </Callout>
      )}
      <div className="mt-5 border-t border-line px-5 py-5">
        <h3 className="mb-4 text-md font-semibold">{t('embed.title')}</h3>
        <PutOnSite agent={agent} tag="" onPublish={onPublish} />
      </div>
    </section>
  );
}
