import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useUrlParam } from '#ui/browser/url-param.ts';
import { Button } from '#ui/controls/button.tsx';
import { periods, type Period } from './money-days.ts';

/** Says that nothing happened with money in the period, and leads out of it: a month begins empty for everybody. */
export function EmptyPeriod({ children }: { children: ReactNode }) {
  const { t } = useTranslation('money');
  const [period, setPeriod] = useUrlParam<Period>('period', 'month', { allowed: periods });
  return (
    <span className="grid justify-items-center gap-3">
      {children}
      {period !== 'all' && (
        <Button size="sm" onClick={() => setPeriod('all')}>
          {t('list.wholeTime')}
        </Button>
      )}
    </span>
  );
}
