import { factGap } from '#shared/text/fact-gap.ts';
import { useTranslation } from 'react-i18next';
import type { UsageLine } from '#features/paywall/paywall.contract.ts';
import { readableNumber } from '#ui/browser/numbers.ts';
import { Time } from '#ui/browser/time.tsx';
import { TestBadge } from '../figures/money-parts.tsx';

/** Reasons that say more than the kind of the line does. */
const toldReasons = [
  'bought',
  'trial',
  'renewed',
  'refunded',
  'disputed',
  'dispute_won',
  'canceled',
  'resumed',
  'grace',
  'paused',
  'changed',
  'ended',
  'owner',
  'stopped',
  'failed',
  'interrupted',
  'stopped_early',
  'unsure',
  'unsure_counted',
  'deleted',
  'free_again',
  'free_changed',
] as const;
const isTold = (reason: string): reason is (typeof toldReasons)[number] =>
  (toldReasons as readonly string[]).includes(reason);

/** Every charge with its reason, newest first. */
export function LedgerLines({ lines }: { lines: readonly UsageLine[] }) {
  const { t, i18n } = useTranslation('money');
  if (lines.length === 0) return <p className="text-sm text-muted">{t('ledger.none')}</p>;
  return (
    <ul className="grid">
      {lines.map((line) => (
        <li key={line.id} className="flex items-start gap-3 border-t border-line py-2 first:border-0">
          <span className="min-w-0 grow">
            <span className="block break-words">
              {line.excerpt ? (
                <span className="line-clamp-2">“{line.excerpt}”</span>
              ) : (
                t(`ledger.kind.${line.kind}`)
              )}
            </span>
            <span className="block text-sm text-muted">
              {[
                line.excerpt && t(`ledger.kind.${line.kind}`),
                t(`ledger.lot.${line.lot}`),
                isTold(line.reason) && t(`ledger.reason.${line.reason}`),
              ]
                .filter(Boolean)
                .join(factGap)}{' '}
              {factGap}
              <Time at={line.createdAt} /> {line.isTest && <TestBadge />}
            </span>
            {line.note && <span className="block text-sm break-words text-muted">{line.note}</span>}
          </span>
          <span className="tabular shrink-0 font-medium">
            {amountOf(line, i18n.language) ?? (
              <span className="text-sm font-normal text-muted">
                {t(line.kind === 'grant' ? 'ledger.unlimited' : 'ledger.covered')}
              </span>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** What it added or took, with its sign; null for an unlimited access, and a message that it covered. */
function amountOf({ amount, kind }: UsageLine, language: string): string | null {
  if (amount === 0 && (kind === 'commit' || kind === 'grant')) return null;
  return amount === 0 ? '0' : `${amount > 0 ? '+' : '−'}${readableNumber(Math.abs(amount), language)}`;
}
