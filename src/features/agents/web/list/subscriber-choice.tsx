import { factGap } from '#shared/text/fact-gap.ts';
import { clsx } from 'clsx';
import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '#shared/money/money.ts';
import type { Output } from '#ui/api/client.ts';
import { useEndpoint } from '#ui/api/hooks.ts';
import { useUser } from '#ui/api/session.ts';
import { Callout } from '#ui/page/display.tsx';
import { Time } from '#ui/browser/time.tsx';
import type { SubscribersChoice } from '../../agents.contract.ts';

type Affected = Output<'GET /api/subscribers'>;

/**
 * Who pays again and again for agents; for all of the account without any. Null for members who see no
 * payments.
 */
export function useSubscribers(agentIds: readonly string[] | null): {
  affected: Affected | null;
  isKnown: boolean;
} {
  const { data, error } = useEndpoint(
    'GET /api/subscribers',
    { query: agentIds ? { agents: agentIds.join(',') } : {} },
    { staleTime: 0 },
  );
  return { affected: data ?? null, isKnown: data !== undefined || error?.status === 403 };
}

const longestList = 5;

/** Says who is affected when agents close, or what one person pays for, and what it comes to. */
export function AffectedSubscribers({
  affected,
  isOnePerson = false,
}: {
  affected: Affected;
  isOnePerson?: boolean;
}) {
  const { t, i18n } = useTranslation('agents-lifecycle');
  const say = (amount: number, currency: string): string => formatMoney(amount, currency, i18n.language);
  const shown = affected.people.slice(0, longestList);
  return (
    <Callout
      tone="warning"
      title={t(isOnePerson ? 'subscribers.blocked.count' : 'subscribers.count', { count: affected.count })}
    >
      <ul className="mt-1 grid gap-1">
        {shown.map(({ purchaseId, email, agentName, total, currency, interval, phase, until, isTest }) => (
          <li key={purchaseId} className="min-w-0 text-sm">
            <span className="font-medium break-all">{isOnePerson ? agentName : email}</span>{' '}
            <span className="text-muted">
              {t(`subscribers.each.${interval}`, { price: say(total, currency) })}
              {until && (
                <>
                  {factGap}
                  {t(`subscribers.until.${phase}`)} <Time at={until} plain="date" />
                </>
              )}
              {isTest && `${factGap}${t('subscribers.test')}`}
            </span>
          </li>
        ))}
      </ul>
      {affected.count > shown.length && (
        <p className="text-sm">{t('subscribers.more', { count: affected.count - shown.length })}</p>
      )}
    </Callout>
  );
}

/** Says who loses what they paid for once, which nothing gives back by itself; nothing where nobody does. */
export function AffectedHolders({ affected, isForGood }: { affected: Affected | null; isForGood: boolean }) {
  const { t } = useTranslation('agents-lifecycle');
  if (!affected?.holders) return null;
  return (
    <Callout tone="warning" title={t('subscribers.holders', { count: affected.holders })}>
      {t(isForGood ? 'subscribers.holdersLose' : 'subscribers.holdersWait')}
    </Callout>
  );
}

/** What would be given back, in each currency, in words. */
export function useUnusedSum(): (affected: Affected) => string {
  const { t, i18n } = useTranslation('agents-lifecycle');
  return ({ money }) =>
    money
      .filter(({ unused }) => unused > 0)
      .map(
        ({ unused, currency, isTest }) =>
          `${formatMoney(unused, currency, i18n.language)}${isTest ? ` (${t('subscribers.test')})` : ''}`,
      )
      .join(', ') || t('subscribers.nothing');
}

type Props = {
  affected: Affected;
  choices: readonly SubscribersChoice[];
  value: SubscribersChoice;
  onChange: (value: SubscribersChoice) => void;
  /**
   * What happens where no agent closes: everybody gets for nothing what they pay for, or one person is
   * blocked.
   */
  cause?: 'free' | 'blocked';
};

/** Asks what is to become of those who pay again and again. */
export function SubscriberChoice({ affected, choices, value, onChange, cause }: Props) {
  const { t } = useTranslation('agents-lifecycle');
  const name = useId();
  const group = useRef<HTMLFieldSetElement>(null);
  // On a phone it appears below what is in sight, and nobody may confirm what they have not seen.
  useEffect(() => {
    // In newer browsers scrolling gives a promise, which an effect must not.
    group.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const sum = useUnusedSum()(affected);
  const wordsOf = (choice: SubscribersChoice) => (choice === 'period' && cause ? cause : choice);
  return (
    <fieldset ref={group} className="grid min-w-0 gap-2">
      <legend className="mb-2 font-medium">{t('subscribers.legend')}</legend>
      <AffectedSubscribers affected={affected} isOnePerson={cause === 'blocked'} />
      {choices.map((choice) => (
        <label
          key={choice}
          htmlFor={`${name}-${choice}`}
          className={clsx(
            'relative block rounded-card border p-3 transition-colors duration-150 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-strong',
            value === choice ? 'border-accent-strong bg-accent-tint' : 'border-line hover:border-edge',
          )}
        >
          <input
            type="radio"
            id={`${name}-${choice}`}
            name={name}
            checked={value === choice}
            onChange={() => onChange(choice)}
            className="absolute inset-0 size-full cursor-pointer opacity-0"
          />
          <span className="block font-medium">{t(`subscribers.${wordsOf(choice)}.title`)}</span>
          <span className="block text-sm text-pretty text-muted">
            {t(`subscribers.${wordsOf(choice)}.text`, { sum })}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

type FreedProps = {
  agentId: string;
  value: SubscribersChoice;
  onChange: (value: SubscribersChoice) => void;
};

/** Asks what is to become of those who pay for what is free from now on; nothing where nobody does. */
export function FreedSubscribers({ agentId, value, onChange }: FreedProps) {
  const { affected } = useSubscribers([agentId]);
  const mayRefund = useUser().can['payments.manage'] !== false;
  if (affected === null || affected.count === 0) return null;
  const choices = mayRefund ? (['period', 'refund'] as const) : (['period'] as const);
  return (
    <SubscriberChoice affected={affected} choices={choices} value={value} onChange={onChange} cause="free" />
  );
}

/** Who is affected when the whole account is emptied or deleted; nothing where nobody is. */
export function AccountSubscribers() {
  const { t } = useTranslation('agents-lifecycle');
  const { affected } = useSubscribers(null);
  const sum = useUnusedSum();
  if (affected === null || affected.count + affected.holders === 0) return null;
  return (
    <div className="grid gap-2">
      {affected.count > 0 && (
        <>
          <AffectedSubscribers affected={affected} />
          <p className="text-pretty">{t('subscribers.deleting', { sum: sum(affected) })}</p>
        </>
      )}
      <AffectedHolders affected={affected} isForGood />
    </div>
  );
}
