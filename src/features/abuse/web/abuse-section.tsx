import { factGap } from '#shared/text/fact-gap.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import { api } from '#ui/api/client.ts';
import { useEndpoint, useMutate } from '#ui/api/hooks.ts';
import { Time } from '#ui/browser/time.tsx';
import { Button } from '#ui/controls/button.tsx';
import { ReasonDialog } from '#ui/form/reason-dialog.tsx';
import { List, listOf } from '#ui/list/list.tsx';
import { Badge, Callout, Skeleton } from '#ui/page/display.tsx';
import type { FlaggedAgent } from '../abuse.contract.ts';
import { IpBlocksPart } from './ip-blocks-part.tsx';

const refreshes = ['/api/superadmin/flagged-agents'];

/** Agents that visitors reported or that stand out, and addresses that are kept out. */
export function AbuseSection() {
  const { t } = useTranslation('abuse');
  const [holding, setHolding] = useState<FlaggedAgent | null>(null);
  const list = listOf(
    useEndpoint('GET /api/superadmin/flagged-agents', undefined, { staleTime: 0 }),
    (data) => data.agents,
  );
  return (
    <div className="grid gap-8">
      <section aria-labelledby="flagged-agents" className="grid gap-3">
        <h2 id="flagged-agents" className="text-md font-semibold">
          {t('agents.title')}
        </h2>
        <List of={list} waiting={<Skeleton className="h-40 w-full" />} empty={t('agents.empty')}>
          {(agents) => (
            <ul aria-labelledby="flagged-agents" className="grid gap-3">
              {agents.map((agent) => (
                <Agent key={agent.id} agent={agent} onHold={() => setHolding(agent)} />
              ))}
            </ul>
          )}
        </List>
      </section>
      <IpBlocksPart />
      {holding && <HoldDialog agent={holding} onClose={() => setHolding(null)} />}
    </div>
  );
}

function Agent({ agent, onHold }: { agent: FlaggedAgent; onHold: () => void }) {
  const { t } = useTranslation('abuse');
  const release = useMutate('POST /api/superadmin/flagged-agents/{id}/release', { refreshes });
  const resolve = useMutate('POST /api/superadmin/flagged-agents/{id}/resolve', { refreshes });
  const params = { id: agent.id };
  const signals = [
    agent.reportCount > 0 && t('signals.reports', { count: agent.reportCount }),
    agent.conversations > 0 && t('signals.conversations', { count: agent.conversations }),
    agent.failedPayments > 0 && t('signals.payments', { count: agent.failedPayments }),
    agent.blockedPeople > 0 && t('signals.blocked', { count: agent.blockedPeople }),
  ].filter((signal) => signal !== false);
  return (
    <li className="grid gap-3 rounded-card border border-line bg-surface px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1 basis-56">
          <h3 className="truncate font-medium">
            <a
              href={paths.agentPage(agent.number)}
              target="_blank"
              rel="noopener"
              className="underline decoration-edge underline-offset-2 hover:decoration-current"
            >
              {agent.name}
            </a>
          </h3>
          <p className="truncate text-sm text-muted">{agent.account.name}</p>
        </div>
        {agent.held && (
          <Badge tone="danger" dot>
            {t('held')}
          </Badge>
        )}
        {agent.reportCount > 0 && (
          <Button size="sm" pending={resolve.isPending} onClick={() => resolve.mutate({ params })}>
            {t('resolve')}
          </Button>
        )}
        {agent.held ? (
          <Button size="sm" pending={release.isPending} onClick={() => release.mutate({ params })}>
            {t('release')}
          </Button>
        ) : (
          <Button size="sm" variant="danger" onClick={onHold}>
            {t('hold.open')}
          </Button>
        )}
      </div>
      {signals.length > 0 && <p className="text-sm text-muted">{signals.join(factGap)}</p>}
      {agent.held && (
        <Callout tone="danger">
          <span className="break-words">{agent.held.reason}</span>
          {factGap}
          <Time at={agent.held.at} />
        </Callout>
      )}
      {agent.reports.map((report) => (
        <div key={report.id} className="border-l-2 border-line pl-3">
          <p className="text-sm text-muted">
            {t(`report:kinds.${report.kind}`)}
            {factGap}
            <Time at={report.createdAt} />
          </p>
          <p className="break-words whitespace-pre-wrap">{report.body}</p>
        </div>
      ))}
    </li>
  );
}

function HoldDialog({ agent, onClose }: { agent: FlaggedAgent; onClose: () => void }) {
  const { t } = useTranslation('abuse');
  return (
    <ReasonDialog
      title={t('hold.title', { name: agent.name })}
      description={t('hold.text')}
      label={t('reason')}
      missing={t('reasonMissing')}
      submit={t('hold.open')}
      send={(reason) =>
        api('POST /api/superadmin/flagged-agents/{id}/hold', { params: { id: agent.id }, body: { reason } })
      }
      refreshes={refreshes}
      onClose={onClose}
    />
  );
}
