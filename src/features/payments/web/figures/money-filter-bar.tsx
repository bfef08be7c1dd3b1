import { useTranslation } from 'react-i18next';
import { useEndpoint } from '#ui/api/hooks.ts';
import { Input } from '#ui/controls/input.tsx';
import { Select } from '#ui/controls/select.tsx';
import { periods } from './money-days.ts';
import type { MoneyFilters } from './money-filters.ts';

const everyAgent = 'all';

/** Test or real money, the period and the agent of everything below. */
export function MoneyFilterBar({ filters }: { filters: MoneyFilters }) {
  const { t } = useTranslation('money');
  const agents = useEndpoint('GET /api/agents', { query: {} }).data?.agents ?? [];
  return (
    <div className="flex flex-wrap items-center gap-2">
      <div
        role="group"
        aria-label={t('mode.label')}
        className="flex rounded-control border border-line bg-surface p-0.5"
      >
        {(['live', 'test'] as const).map((mode) => (
          <button
            key={mode}
            type="button"
            aria-pressed={filters.mode === mode}
            onClick={() => filters.setMode(mode)}
            className={`min-h-10 rounded-control px-3 text-sm font-medium md:min-h-7.5 ${filters.mode === mode ? (mode === 'test' ? 'bg-warning-tint text-warning-ink' : 'bg-accent-tint text-accent-ink') : 'text-muted hover:text-ink'}`}
          >
            {t(`mode.${mode}`)}
          </button>
        ))}
      </div>
      <div className="w-full sm:w-44">
        <Select
          aria-label={t('period.label')}
          value={filters.period}
          onChange={filters.setPeriod}
          options={periods.map((period) => ({ value: period, label: t(`period.${period}`) }))}
        />
      </div>
      {filters.period === 'range' && (
        <div className="flex w-full items-center gap-2 sm:w-auto">
          <Input
            type="date"
            aria-label={t('period.from')}
            value={filters.from}
            max={filters.to || undefined}
            onChange={({ target }) => filters.setFrom(target.value)}
          />
          <span aria-hidden="true" className="text-muted">
            –
          </span>
          <Input
            type="date"
            aria-label={t('period.to')}
            aria-invalid={filters.isBackwards || undefined}
            aria-describedby={filters.isBackwards ? 'period-backwards' : undefined}
            value={filters.to}
            min={filters.from || undefined}
            onChange={({ target }) => filters.setTo(target.value)}
          />
        </div>
      )}
      {agents.length > 1 && (
        <div className="w-full sm:w-56">
          <Select
            aria-label={t('agent')}
            value={filters.agentId || everyAgent}
            onChange={(id) => filters.setAgent(id === everyAgent ? '' : id)}
            options={[
              { value: everyAgent, label: t('everyAgent') },
              ...agents.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        </div>
      )}
      {filters.isBackwards && (
        <p id="period-backwards" role="alert" className="w-full text-sm text-danger-ink">
          {t('period.backwards')}
        </p>
      )}
    </div>
  );
}
