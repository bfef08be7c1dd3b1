import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** On the first days of a month its figures are small for everybody: says so, beside the way to the month before. */
export function EarlyMonthNote({ children }: { children: (label: string) => ReactNode }) {
  const { t } = useTranslation('common');
  return (
    <p className="-mt-1 mb-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted print:hidden">
      {t('earlyMonth.begun')}
      {children(t('earlyMonth.show'))}
    </p>
  );
}
