import { useTranslation } from 'react-i18next';
import { useEndpoint } from '#ui/api/hooks.ts';
import { Input } from '#ui/controls/input.tsx';
import { Select } from '#ui/controls/select.tsx';
import { Switch } from '#ui/controls/switch.tsx';
import { dashboardPeriods } from './period.ts';
import type { AnalyticsPeriod } from './use-period.ts';

const everyAgent = 'all';

/** The period and the agent of everything below, read like a sentence. */
export function FilterBar({ period, isReport }: { period: AnalyticsPeriod; isReport: boolean }) {
  const { t } = useTranslation('analytics');
  return (
    <div className="flex max-w-full min-w-0 flex-wrap items-center gap-x-3 gap-y-2">
      <div
        role="group"
        aria-label={t('period.label')}
        className="grid w-full max-w-full grid-cols-6 rounded-control border border-line bg-surface p-0.5 sm:flex sm:w-auto sm:flex-wrap"
      >
        {dashboardPeriods.map((choice) => (
          <button
            key={choice}
            type="button"
            aria-pressed={period.period === choice}
            onClick={() => period.setPeriod(choice)}
            className={`col-span-2 min-h-10 rounded-control px-1 nth-[n+4]:col-span-3 sm:px-3 text-sm font-medium whitespace-nowrap transition-colors duration-150 focus-visible:-outline-offset-2 md:min-h-8 ${period.period === choice ? 'bg-accent-tint text-accent-ink forced-colors:border' : 'text-muted hover:text-ink'}`}
          >
            {t(`period.${choice}`)}
          </button>
        ))}
      </div>
      {!isReport && <AgentSelect period={period} />}
      {period.period !== 'all' && (
        <Switch
          checked={period.isCompared}
          onChange={(isOn) => period.setCompare(isOn ? 'true' : '')}
          label={t('compare.label')}
        />
      )}
      {period.period === 'range' && <OwnDays period={period} />}
    </div>
  );
}

function AgentSelect({ period }: { period: AnalyticsPeriod }) {
  const { t } = useTranslation('analytics');
  const agents = useEndpoint('GET /api/agents', { query: {} }).data?.agents ?? [];
  return (
    <div className="w-full sm:w-52">
      <Select
        aria-label={t('agent.label')}
        value={period.agentId || everyAgent}
        onChange={(id) => period.setAgent(id === everyAgent ? '' : id)}
        options={[
          { value: everyAgent, label: t('agent.all') },
          ...agents.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
    </div>
  );
}

function OwnDays({ period }: { period: AnalyticsPeriod }) {
  const { t } = useTranslation('analytics');
  const { isBackwards } = period;
  return (
    <>
      <div className="flex w-full items-center gap-2 sm:w-auto">
        <Input
          type="date"
          aria-label={t('period.from')}
          value={period.from}
          max={period.to || undefined}
          onChange={({ target }) => period.setFrom(target.value)}
        />
        <span aria-hidden="true" className="text-muted">
          –
        </span>
        <Input
          type="date"
          aria-label={t('period.to')}
          aria-invalid={isBackwards || undefined}
          aria-describedby={isBackwards ? 'analytics-backwards' : undefined}
          value={period.to}
          min={period.from || undefined}
          onChange={({ target }) => period.setTo(target.value)}
        />
      </div>
      {isBackwards && (
        <p id="analytics-backwards" role="alert" className="w-full text-sm text-danger-ink">
          {t('period.backwards')}
        </p>
      )}
    </>
  );
}
