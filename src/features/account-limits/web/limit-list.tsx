import { clsx } from 'clsx';
import { useTranslation } from 'react-i18next';
import { limitKinds, type Limits } from '../account-limits.contract.ts';
import { readableOf } from './limit-texts.ts';

/** What an account has of each kind, beside what it may have. */
export function LimitList({ limits }: { limits: Limits }) {
  const { t, i18n } = useTranslation('account-limits');
  return (
    <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-2">
      {limitKinds.map((kind) => {
        const { used, most } = limits[kind];
        const share = most === null ? 0 : most === 0 ? 100 : Math.min(100, Math.round((used * 100) / most));
        const usedText = readableOf(kind, used, i18n.language);
        return (
          <div key={kind} className="contents">
            <dt className="text-muted">{t(`kinds.${kind}`)}</dt>
            <dd className="tabular text-right">
              {most === null
                ? t('unlimited', { used: usedText })
                : t('of', { used: usedText, most: readableOf(kind, most, i18n.language) })}
            </dd>
            {most !== null && (
              <dd aria-hidden="true" className="col-span-2 -mt-1 h-1 overflow-hidden rounded-full bg-line">
                <span
                  className={clsx('block h-full', share >= 100 ? 'bg-danger' : 'bg-accent-strong')}
                  style={{ width: `${share}%` }}
                />
              </dd>
            )}
          </div>
        );
      })}
    </dl>
  );
}
