import { factGap } from '#shared/text/fact-gap.ts';
import { Link } from '@tanstack/react-router';
import { CircleAlert, CircleCheck, CircleDashed } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { usePartsOff } from '#features/feature-flags/web/parts-off.ts';
import { useEndpoint, useMutate } from '#ui/api/hooks.ts';
import { Button } from '#ui/controls/button.tsx';
import { Checkbox } from '#ui/controls/checkbox.tsx';
import { Field } from '#ui/controls/field.tsx';
import { Textarea } from '#ui/controls/input.tsx';
import { Time } from '#ui/browser/time.tsx';
import { Callout } from '#ui/page/display.tsx';
import { Spinner } from '#ui/page/spinner.tsx';
import type { FailingSuite } from '../../agents.contract.ts';

const pollMs = 700;
/** Shortest reason that is one. */
export const shortestReason = 3;

/** How the required suites stand on the draft that the server has. */
export function usePublishGate(agentId: string, isSaved: boolean) {
  const isOff = usePartsOff().isOff('simulator');
  const { data } = useEndpoint(
    'GET /api/simulator/agents/{id}/gate',
    { params: { id: agentId } },
    {
      enabled: isSaved && !isOff,
      staleTime: 0,
      gcTime: 0,
      refetchInterval: ({ state }) =>
        state.data?.suites.some(({ state: how }) => how === 'running') ? pollMs : false,
    },
  );
  const suites = data?.suites ?? [];
  const lifted = data?.lifted ?? [];
  return { suites, lifted, isOpen: suites.every(({ state }) => state === 'passed') };
}

type Props = {
  agentId: string;
  suites: readonly FailingSuite[];
  /** Those that stood here when it was published last, and do so no longer. */
  lifted: readonly { name: string; by: string; at: string }[];
  isOpen: boolean;
  /** Why it is published all the same; null while it is not. */
  reason: string | null;
  onReason: (reason: string | null) => void;
};

/** The tests that must pass before visitors get the draft, and the way around them. */
export function PublishGate({ agentId, suites, lifted, isOpen, reason, onReason }: Props) {
  const { t } = useTranslation('agents');
  const start = useMutate('POST /api/simulator/suites/{id}/runs', { refreshes: ['/api/simulator'] });
  const isRunning = suites.some(({ state }) => state === 'running');
  const open = suites.filter(({ state }) => state !== 'passed' && state !== 'running');
  if (suites.length === 0 && lifted.length === 0) return null;
  return (
    <section aria-label={t('gate.title')} className="grid gap-3 rounded-card border border-line p-4">
      <div>
        <h3 className="font-medium">{t('gate.title')}</h3>
        {suites.length > 0 && <p className="text-sm text-muted">{t(isOpen ? 'gate.open' : 'gate.text')}</p>}
      </div>
      {lifted.length > 0 && (
        <Callout tone="warning">
          <ul className="grid gap-1">
            {lifted.map(({ name, by, at }) => (
              <li key={name} className="wrap-anywhere">
                {t('gate.lifted', { name, by })}
                {factGap}
                <Time at={at} />
              </li>
            ))}
          </ul>
        </Callout>
      )}
      <ul className="grid gap-1.5" aria-live="polite">
        {suites.map((suite) => (
          <li key={suite.id} className="flex flex-wrap items-center gap-2">
            <Sign state={suite.state} />
            <span className="min-w-0 grow wrap-anywhere">{suite.name}</span>
            <span className="text-sm text-muted">{t(`gate.state.${suite.state}`)}</span>
            {suite.runId && suite.state === 'failed' && (
              <Link
                to="/dashboard/tools/agent-simulator"
                search={{ agent: agentId, run: suite.runId }}
                className="text-sm font-medium text-accent-ink underline"
              >
                {t('gate.why')}
              </Link>
            )}
          </li>
        ))}
      </ul>
      {!isOpen && (
        <>
          <div>
            <Button
              size="sm"
              pending={isRunning || start.isPending}
              onClick={() => {
                for (const { id } of open) start.mutate({ params: { id }, body: {} });
              }}
            >
              {t('gate.run')}
            </Button>
          </div>
          <Checkbox
            checked={reason !== null}
            onChange={(isAnyway) => onReason(isAnyway ? '' : null)}
            label={t('gate.anyway')}
          />
          {reason !== null && (
            <Field label={t('gate.reason')} help={t('gate.reasonHelp')} required>
              <Textarea
                rows={2}
                autoFocus
                maxLength={500}
                value={reason}
                onChange={({ target }) => onReason(target.value)}
              />
            </Field>
          )}
        </>
      )}
    </section>
  );
}

function Sign({ state }: { state: FailingSuite['state'] }) {
  if (state === 'running') return <Spinner size={16} />;
  if (state === 'passed') return <CircleCheck size={16} className="text-success-ink" aria-hidden="true" />;
  return state === 'failed' ? (
    <CircleAlert size={16} className="text-danger-ink" aria-hidden="true" />
  ) : (
    <CircleDashed size={16} className="text-warning-ink" aria-hidden="true" />
  );
}
