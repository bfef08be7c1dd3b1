import { CircleAlert, CircleCheck, Info, RefreshCw, TriangleAlert, type LucideIcon } from 'lucide-react';
import { clsx } from 'clsx';
import { useTranslation } from 'react-i18next';
import { useEndpoint } from '#ui/api/hooks.ts';
import { readableBytes, readableNumber } from '#ui/browser/numbers.ts';
import { Time } from '#ui/browser/time.tsx';
import { Button } from '#ui/controls/button.tsx';
import { List, listOf } from '#ui/list/list.tsx';
import { Skeleton } from '#ui/page/display.tsx';
import type { HealthCheck } from '../superadmin-health.contract.ts';

const looks: Record<HealthCheck['level'], { icon: LucideIcon; color: string }> = {
  good: { icon: CircleCheck, color: 'text-success-ink' },
  note: { icon: Info, color: 'text-info-ink' },
  warning: { icon: TriangleAlert, color: 'text-warning-ink' },
  fault: { icon: CircleAlert, color: 'text-danger-ink' },
};
const worst = ['fault', 'warning', 'note', 'good'] as const;
const inBytes = new Set(['bytes', 'free']);
/** What stands in a list: the rights of a key as Stripe's own page names them, or what works or does not. */
const partsOf = (state: string): 'right' | 'check' => (state === 'lacking' ? 'right' : 'check');

/** How the server is; what is worst stands first, with what to do about it. */
export function Health() {
  const { t, i18n } = useTranslation(['superadmin-health', 'payment-setup']);
  const answer = useEndpoint('GET /api/superadmin/health', undefined, { staleTime: 0 });
  const list = listOf(answer, ({ checks }) =>
    checks.toSorted((one, other) => worst.indexOf(one.level) - worst.indexOf(other.level)),
  );
  const readable = ({ state, values }: HealthCheck) =>
    Object.fromEntries(
      Object.entries(values).map(([key, value]) => [
        key,
        typeof value === 'string'
          ? value
          : Array.isArray(value)
            ? value.map((part) => t(`payment-setup:${partsOf(state)}.${part}`)).join('; ')
            : inBytes.has(key)
              ? readableBytes(value, i18n.language)
              : readableNumber(value, i18n.language),
      ]),
    );
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-muted">
          {answer.data && (
            <>
              {t('checked')} <Time at={answer.data.checkedAt} />
            </>
          )}
        </p>
        <Button
          size="sm"
          icon={<RefreshCw size={16} />}
          pending={answer.isFetching}
          onClick={() => void answer.refetch()}
        >
          {t('again')}
        </Button>
      </div>
      <List of={list} waiting={<Skeleton className="h-96 w-full" />} empty={null}>
        {(checks) => (
          <ul
            aria-label={t('checks')}
            className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface"
          >
            {checks.map((check) => {
              const { name, level, state } = check;
              const { icon: Icon, color } = looks[level];
              return (
                <li key={name} className="flex gap-3 px-4 py-3">
                  <Icon
                    size={20}
                    role="img"
                    aria-label={t(`level.${level}`)}
                    className={clsx('mt-0.5 shrink-0', color)}
                  />
                  <div className="min-w-0 grow">
                    <h2 className="font-medium">{t(`name.${name}`)}</h2>
                    <p className="mt-0.5 text-pretty break-words text-muted">
                      {t(`text.${name}.${state}`, readable(check))}
                    </p>
                  </div>
                </li>
              );
            })}
          </ul>
        )}
      </List>
    </div>
  );
}
