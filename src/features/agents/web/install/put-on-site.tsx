import { factGap } from '#shared/text/fact-gap.ts';
import { ArrowUpRight, Check, Radio } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import { useVisitorsOrigin } from '#ui/visitors-origin.ts';
import { Button, buttonClass } from '#ui/controls/button.tsx';
import { CopyButton } from '#ui/controls/copy-button.tsx';
import { Callout } from '#ui/page/display.tsx';
import { Time } from '#ui/browser/time.tsx';
import type { Agent } from '../../agents.contract.ts';
import { hostedLink, readableAddress, scriptTag } from './agent-links.ts';

type Props = {
  agent: Agent;
  tag: string;
  onPublish: () => void;
};

/**
 * The script tag, the hosted page, a page to try it on, and whether the agent was seen on the owner's site.
 */
export function PutOnSite({ agent, tag, onPublish }: Props) {
  const { t } = useTranslation('agents');
  const origin = useVisitorsOrigin();
  const isLive = agent.status === 'live';
  return (
    <div className="grid min-w-0 gap-5">
      {!isLive && (
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
      <div className="grid min-w-0 gap-2">
        <h3 className="font-medium">{t('embed.tag')}</h3>
        <p className="text-sm text-muted">{t('embed.tagHelp')}</p>
        <pre
          tabIndex={0}
          aria-label={t('embed.tag')}
          className="overflow-x-auto rounded-control border border-line bg-sunken px-3 py-2.5 font-mono text-sm whitespace-pre-wrap break-all"
        >
          {scriptTag(origin, agent.number)}
        </pre>
        <div className="flex flex-wrap gap-2">
          <CopyButton text={scriptTag(origin, agent.number)} label={t('list.copyTag')} />
          {isLive && (
            <a
              href={paths.widgetDemo(agent.number)}
              target="_blank"
              rel="noreferrer"
              className={buttonClass({ variant: 'ghost' })}
            >
              {t('embed.demo')}
              <ArrowUpRight size={16} aria-hidden="true" />
            </a>
          )}
        </div>
      </div>
      <SeenOnSite agent={agent} />
      <HostedLink agent={agent} tag={tag} />
    </div>
  );
}

/** The agent as a page of its own. */
export function HostedLink({ agent, tag }: { agent: Agent; tag: string }) {
  const { t } = useTranslation('agents');
  const origin = useVisitorsOrigin();
  const isLive = agent.status === 'live';
  return (
    <div className="grid min-w-0 gap-2">
      <h3 className="font-medium">{t('embed.link')}</h3>
      <p className="text-sm text-muted">{t('embed.linkHelp')}</p>
      <div className="flex min-w-0 items-center gap-1 rounded-control border border-line bg-sunken py-0.5 pr-0.5 pl-3">
        {isLive ? (
          <a
            href={hostedLink(origin, agent.number, tag)}
            target="_blank"
            rel="noreferrer"
            className="min-w-0 grow truncate font-mono text-sm text-accent-ink underline-offset-4 hover:underline"
          >
            {readableAddress(hostedLink(origin, agent.number, tag))}
          </a>
        ) : (
          <span className="min-w-0 grow truncate font-mono text-sm">
            {readableAddress(hostedLink(origin, agent.number, tag))}
          </span>
        )}
        <CopyButton text={hostedLink(origin, agent.number, tag)} />
      </div>
    </div>
  );
}

/** Tells live when the script tag was first loaded on a page. */
export function SeenOnSite({ agent }: { agent: Agent }) {
  const { t } = useTranslation('agents');
  return (
    <p
      role="status"
      className={`flex min-w-0 items-center gap-2.5 rounded-control px-3 py-2.5 ${agent.seenUrl ? 'bg-success-tint text-success-ink' : 'bg-sunken text-muted'}`}
    >
      {agent.seenUrl ? (
        <Check size={16} className="shrink-0" aria-hidden="true" />
      ) : (
        <Radio
          size={16}
          className={`shrink-0 ${agent.status === 'live' ? 'animate-[pulse_1.6s_ease-in-out_infinite]' : ''}`}
          aria-hidden="true"
        />
      )}
      <span className="min-w-0 break-words">
        {agent.seenUrl ? t('list.seen', { place: readableAddress(agent.seenUrl) }) : t('embed.waiting')}
        {agent.seenAt && (
          <>
            {factGap}
            <Time at={agent.seenAt} />
          </>
        )}
      </span>
    </p>
  );
}
