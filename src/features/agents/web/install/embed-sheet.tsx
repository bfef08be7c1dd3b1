import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EmbedMode, SitePlatform } from '#shared/embed/snippets.ts';
import { Button } from '#ui/controls/button.tsx';
import { Sheet } from '#ui/overlay/dialog.tsx';
import { Callout } from '#ui/page/display.tsx';
import type { Agent } from '../../agents.contract.ts';
import { IdentityPanel } from './identity-panel.tsx';
import { InstallMail } from './install-mail.tsx';
import { InstallSteps } from './install-steps.tsx';
import { HostedLink, SeenOnSite } from './put-on-site.tsx';
import { SiteCheck } from './site-check.tsx';

type Props = {
  agent: Agent;
  tag: string;
  onClose: () => void;
  onPublish: () => void;
};

/**
 * Everything that is needed to show the agent to visitors: the code for each platform, a look at the site, a
 * mail, the link, and who visitors are.
 */
export function EmbedSheet({ agent, tag, onClose, onPublish }: Props) {
  const { t } = useTranslation('agents');
  const [platform, setPlatform] = useState<SitePlatform>('html');
  const [mode, setMode] = useState<EmbedMode>('bubble');
  return (
    <Sheet
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('embed.title')}
      description={t('embed.text')}
      className="md:w-[min(38rem,92vw)]"
    >
      <div className="grid min-w-0 gap-6">
        {agent.status !== 'live' && (
          <Callout
            tone="warning"
            title={t('embed.notLive')}
            action={
              agent.can.publish && (
                <Button size="sm" onClick={onPublish}>
                  {t('publish.open')}
                </Button>
              )
            }
          >
            {t('embed.notLiveText')}
          </Callout>
        )}
        <InstallSteps
          agent={agent}
          platform={platform}
          onPlatform={setPlatform}
          mode={mode}
          onMode={setMode}
        />
        <SeenOnSite agent={agent} />
        <div className="grid gap-6 *:border-t *:border-line *:pt-5">
          <SiteCheck agent={agent} />
          {agent.can.edit && <InstallMail agent={agent} platform={platform} mode={mode} />}
          <HostedLink agent={agent} tag={tag} />
          <IdentityPanel agent={agent} />
        </div>
      </div>
    </Sheet>
  );
}
