import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutate } from '#ui/api/hooks.ts';
import { Button } from '#ui/controls/button.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import { useUrlParam } from '#ui/browser/url-param.ts';
import type { PaymentSetup } from '../../payments-connections.contract.ts';

type Onboarding = NonNullable<NonNullable<PaymentSetup['platform']>['onboarding']>;
type Mode = 'test' | 'live';

/**
 * Begins or goes on to connect without a key: leaves for Stripe's pages, or says that nothing is left to
 * answer.
 */
export function useOnboarding(mode: Mode) {
  const { t } = useTranslation('payment-setup');
  const [isLeaving, setIsLeaving] = useState(false);
  const begin = useMutate('POST /api/payments/setup/{mode}/onboarding', {
    refreshes: ['/api/payments'],
    onSuccess({ url, setup }) {
      if (url !== null) {
        setIsLeaving(true);
        location.assign(url);
      } else if (setup[mode]?.isPlatform)
        toast({ variant: 'success', title: t(`connected.${mode}`), description: t('connected.ready') });
    },
  });
  return {
    begin: () => begin.mutate({ params: { mode }, body: {} }),
    isPending: begin.isPending || isLeaving,
  };
}

/**
 * Coming back from Stripe: `returned` asks how far the account is, `again` goes on where a page of Stripe was
 * too old.
 * Neither is believed. Gives whether Stripe is being asked, which takes seconds.
 */
export function useReturnFromStripe(mode: Mode | null): boolean {
  const { t } = useTranslation('payment-setup');
  const [step, setStep] = useUrlParam<'' | 'returned' | 'again'>('stripe', '', {
    allowed: ['', 'returned', 'again'],
  });
  const isDone = useRef(false);
  const { begin, isPending } = useOnboarding(mode ?? 'test');
  const check = useMutate('POST /api/payments/setup/{mode}/check', {
    refreshes: ['/api/payments'],
    onSuccess(setup, { params }) {
      if (setup[params.mode]?.isPlatform) toast({ variant: 'success', title: t(`connected.${params.mode}`) });
    },
  });
  useEffect(() => {
    if (step === '' || mode === null || isDone.current) return;
    isDone.current = true;
    setStep('');
    if (step === 'again') begin();
    else check.mutate({ params: { mode }, body: {} });
  });
  return check.isPending || isPending;
}

/** Both ways to connect Stripe, the one without a key first. */
export function ConnectButtons({
  mode,
  name,
  onboarding,
  onKey,
}: {
  mode: Mode;
  name: string;
  onboarding: Onboarding | null;
  onKey: () => void;
}) {
  const { t } = useTranslation('payment-setup');
  const { begin, isPending } = useOnboarding(mode);
  const canGoOn = onboarding === null || onboarding.state === 'unfinished';
  const action = t(
    isPending ? 'onboarding.opening' : onboarding ? 'onboarding.continue' : 'onboarding.action',
  );
  return (
    <>
      {canGoOn && (
        <Button
          size="sm"
          variant="primary"
          pending={isPending}
          aria-label={`${action}: ${name}`}
          onClick={begin}
        >
          {action}
        </Button>
      )}
      <Button
        size="sm"
        variant="ghost"
        disabled={isPending}
        aria-label={`${t('onboarding.useKey')}: ${name}`}
        onClick={onKey}
      >
        {t('onboarding.useKey')}
      </Button>
    </>
  );
}

/** How far an account is that is being opened, and what Stripe still wants to know. */
export function OnboardingState({
  mode,
  name,
  onboarding,
  canManage,
}: {
  mode: Mode;
  name: string;
  onboarding: Onboarding;
  canManage: boolean;
}) {
  const { t } = useTranslation('payment-setup');
  const check = useMutate('POST /api/payments/setup/{mode}/check', { refreshes: ['/api/payments'] });
  return (
    <div className="grid gap-2 border-t border-line pt-3 text-sm">
      {onboarding.state === 'unfinished' ? (
        <Missing onboarding={onboarding} title={t('onboarding.missing')} />
      ) : (
        onboarding.state !== 'ready' && (
          <p className="max-w-prose text-pretty">{t(`onboarding.${onboarding.state}`)}</p>
        )
      )}
      {canManage && (
        <div>
          <Button
            size="sm"
            variant="ghost"
            className="-ml-3"
            pending={check.isPending}
            aria-label={`${t('checkAgain')}: ${name}`}
            onClick={() => check.mutate({ params: { mode }, body: {} })}
          >
            {t('checkAgain')}
          </Button>
        </div>
      )}
    </div>
  );
}

/** What Stripe wants to know of an account that takes payments already, with the way to answer it. */
export function MissingSoon({
  mode,
  onboarding,
  canManage,
}: {
  mode: Mode;
  onboarding: Onboarding;
  canManage: boolean;
}) {
  const { t } = useTranslation('payment-setup');
  const { begin, isPending } = useOnboarding(mode);
  return (
    <div className="flex flex-wrap items-end justify-between gap-3 rounded-control bg-sunken px-3 py-2.5 text-sm">
      <Missing onboarding={onboarding} title={t('onboarding.soon')} />
      {canManage && (
        <Button size="sm" pending={isPending} onClick={begin}>
          {t(isPending ? 'onboarding.opening' : 'onboarding.continue')}
        </Button>
      )}
    </div>
  );
}

function Missing({ onboarding, title }: { onboarding: Onboarding; title: string }) {
  const { t } = useTranslation('payment-setup');
  if (onboarding.missing.length === 0) return <p>{t('onboarding.unnamed')}</p>;
  return (
    <div>
      <p className="font-medium">{title}</p>
      <ul className="mt-1 list-disc pl-5">
        {onboarding.missing.map((part) => (
          <li key={part}>{t(`onboarding.part.${part}`)}</li>
        ))}
      </ul>
    </div>
  );
}
