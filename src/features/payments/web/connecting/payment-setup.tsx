import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useEndpoint, useMutate } from '#ui/api/hooks.ts';
import { useServerEvents } from '#ui/api/server-events.ts';
import { useUser } from '#ui/api/session.ts';
import { Button } from '#ui/controls/button.tsx';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { Badge, Callout, Skeleton } from '#ui/page/display.tsx';
import { Spinner } from '#ui/page/spinner.tsx';
import { Time } from '#ui/browser/time.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import { ReadFailed } from '#ui/page/read-failed.tsx';
import type { PaymentSetup as Setup } from '../../payments-connections.contract.ts';
import { PaymentChecks } from './payment-checks.tsx';
import { PaymentConnectDialog } from './payment-connect-dialog.tsx';
import { ConnectButtons, MissingSoon, OnboardingState, useReturnFromStripe } from './payment-onboarding.tsx';

export type PaymentMode = 'test' | 'live';
type Connection = Setup['test'];
type Onboarding = NonNullable<Setup['platform']>['onboarding'];

/**
 * How visitors' money reaches the owner: test money, which works at once, and Stripe, through the server's
 * own account where it has one, or by a key for each mode. `onlyWhatIsOpen` shows nothing while real money
 * works.
 */
export function PaymentSetup({ onlyWhatIsOpen = false }: { onlyWhatIsOpen?: boolean }) {
  const { t } = useTranslation('payment-setup');
  const canManage = useUser().can['integrations.manage'] ?? false;
  const { data, error, refetch } = useEndpoint('GET /api/payments/setup', undefined, { staleTime: 0 });
  const [connecting, setConnecting] = useState<PaymentMode | null>(null);
  const [leaving, setLeaving] = useState<PaymentMode | null>(null);
  const disconnect = useMutate('DELETE /api/payments/setup/{mode}', {
    refreshes: ['/api/payments'],
    failure: false,
  });
  useServerEvents({ 'payments.changed': () => void refetch() });
  const isAsking = useReturnFromStripe(canManage ? (data?.platform?.mode ?? null) : null);
  const [isFolded, fold] = useFolded(data && isDone(data));
  const isAway = onlyWhatIsOpen && (data ? (data.live?.isReady ?? false) : true);
  if (isAway && !connecting && !leaving) return null;
  return (
    <section aria-labelledby="payment-setup" className="grid gap-4">
      <div>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 id="payment-setup" className="text-lg font-semibold">
            {t('title')}
          </h2>
          {isFolded && data && <State stripe={data.live} mode="live" onboarding={null} />}
          {data && (
            <Button
              size="sm"
              variant="ghost"
              className="ml-auto"
              aria-expanded={!isFolded}
              aria-describedby="payment-setup"
              onClick={() => fold(!isFolded)}
            >
              {t(isFolded ? 'unfold' : 'fold')}
              <ChevronDown size={16} className={isFolded ? '' : 'rotate-180'} aria-hidden="true" />
            </Button>
          )}
        </div>
        {!isFolded && <p className="mt-1 max-w-prose text-pretty text-muted">{t('intro')}</p>}
      </div>
      {isAsking && (
        <p role="status" className="flex items-center gap-2 text-muted">
          <Spinner size={16} /> {t('asking')}
        </p>
      )}
      {!canManage && !isFolded && <Callout tone="info">{t('notAllowed')}</Callout>}
      {error && !data && <ReadFailed title={t('unreadable')} error={error} retry={refetch} />}
      {!data && !error && (
        <div className="grid gap-2">
          <Skeleton className="h-20 w-full" />
          <Skeleton className="h-20 w-full" />
        </div>
      )}
      {data && !isFolded && (
        <ul
          aria-label={t('title')}
          className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface"
        >
          {(['live', 'test'] as const).map((mode) => (
            <Row
              key={mode}
              mode={mode}
              connection={data[mode]}
              platform={data.platform?.mode === mode ? data.platform : null}
              canManage={canManage}
              onConnect={() => setConnecting(mode)}
              onDisconnect={() => setLeaving(mode)}
            />
          ))}
        </ul>
      )}
      {connecting && data && (
        <PaymentConnectDialog
          mode={connecting}
          isChange={data[connecting]?.vendor === 'stripe'}
          onClose={() => setConnecting(null)}
        />
      )}
      {leaving && (
        <ConfirmDialog
          title={t(`disconnect.title.${leaving}`)}
          description={t(
            data?.[leaving]?.isPlatform ? `disconnect.platformText.${leaving}` : `disconnect.text.${leaving}`,
          )}
          confirm={t('disconnect.action')}
          run={async () => {
            await disconnect.mutateAsync({ params: { mode: leaving } });
            toast({ variant: 'success', title: t('disconnect.done') });
          }}
          onClose={() => setLeaving(null)}
        />
      )}
    </section>
  );
}

/** Real money works, and nothing is left to look at. */
const isDone = ({ live, platform }: Setup): boolean =>
  live !== null &&
  live.isReady &&
  live.checks.every(({ isReady }) => isReady) &&
  (platform?.onboarding?.missing.length ?? 0) === 0;

const foldKey = 'payment-setup-folded';

/**
 * Whether the cards are folded away: as they were left in this browser, and before that, once everything is
 * done. What is finished while somebody looks stays open until they come again.
 */
function useFolded(isFinished: boolean | undefined): [boolean, (isFolded: boolean) => void] {
  const [chosen, setChosen] = useState(() => readFolded());
  const [first, setFirst] = useState<boolean | undefined>();
  if (first === undefined && isFinished !== undefined) setFirst(isFinished);
  const choose = (isFolded: boolean): void => {
    setChosen(isFolded);
    try {
      localStorage.setItem(foldKey, isFolded ? 'yes' : 'no');
    } catch {
      // A browser that keeps nothing forgets it with the page.
    }
  };
  return [chosen ?? first ?? false, choose];
}

function readFolded(): boolean | null {
  try {
    const kept = localStorage.getItem(foldKey);
    return kept === null ? null : kept === 'yes';
  } catch {
    return null;
  }
}

type RowProps = {
  mode: PaymentMode;
  connection: Connection | null;
  /** Where one connects without a key. */
  platform: Setup['platform'];
  canManage: boolean;
  onConnect: () => void;
  onDisconnect: () => void;
};

function Row({ mode, connection, platform, canManage, onConnect, onDisconnect }: RowProps) {
  const { t } = useTranslation('payment-setup');
  const check = useMutate('POST /api/payments/setup/{mode}/check', { refreshes: ['/api/payments'] });
  const stripe = connection?.vendor === 'stripe' ? connection : null;
  const onboarding = platform?.onboarding ?? null;
  const isKey = stripe !== null && !stripe.isPlatform;
  const name = t(`row.${mode}`);
  return (
    <li className="grid gap-3 px-4 py-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <div className="min-w-0 flex-1 basis-72">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="font-medium">{name}</span>
            <State stripe={stripe} mode={mode} onboarding={onboarding} />
            {isKey && (
              <span
                className="tabular font-mono text-sm text-muted"
                aria-label={t('keyEnds', { ending: stripe.lastFour })}
              >
                ••••{stripe.lastFour}
              </span>
            )}
          </p>
          <p className="mt-0.5 max-w-prose text-sm text-pretty text-muted">
            {stripe
              ? t(`connectedText.${mode}`, { account: stripe.accountName || 'Stripe' })
              : t(`text.${mode}`)}
          </p>
          {platform && !stripe && !onboarding && (
            <p className="mt-1 max-w-prose text-sm text-pretty text-muted">{t('onboarding.hint')}</p>
          )}
        </div>
        {canManage && (
          <span className="flex flex-wrap gap-2">
            {stripe && (
              <Button
                size="sm"
                variant="ghost"
                aria-label={`${t('disconnect.action')}: ${name}`}
                onClick={onDisconnect}
              >
                {t('disconnect.action')}
              </Button>
            )}
            {platform && !stripe && (
              <ConnectButtons mode={mode} name={name} onboarding={onboarding} onKey={onConnect} />
            )}
            {(isKey || !(stripe || platform)) && (
              <Button
                size="sm"
                {...(mode === 'live' && !stripe && { variant: 'primary' as const })}
                aria-label={`${t(stripe ? 'changeKey' : `connect.${mode}`)}: ${name}`}
                onClick={onConnect}
              >
                {t(stripe ? 'changeKey' : `connect.${mode}`)}
              </Button>
            )}
          </span>
        )}
      </div>
      {!stripe && onboarding && (
        <OnboardingState mode={mode} name={name} onboarding={onboarding} canManage={canManage} />
      )}
      {stripe && (
        <div className="grid gap-2 border-t border-line pt-3">
          <PaymentChecks
            checks={stripe.checks}
            isPlatform={stripe.isPlatform}
            label={t('checklist', { mode: name })}
          />
          {stripe.isPlatform && onboarding && onboarding.missing.length > 0 && (
            <MissingSoon mode={mode} onboarding={onboarding} canManage={canManage} />
          )}
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
            <span>
              {t('checkedAt')} <Time at={stripe.checkedAt} />
            </span>
            {canManage && (
              <Button
                size="sm"
                variant="ghost"
                pending={check.isPending}
                aria-label={`${t('checkAgain')}: ${name}`}
                onClick={() => check.mutate({ params: { mode }, body: {} })}
              >
                {t('checkAgain')}
              </Button>
            )}
          </p>
        </div>
      )}
    </li>
  );
}

function State({
  stripe,
  mode,
  onboarding,
}: {
  stripe: Connection | null;
  mode: PaymentMode;
  onboarding: Onboarding;
}) {
  const { t } = useTranslation('payment-setup');
  const [tone, key] = stateOf(stripe, mode, onboarding);
  return (
    <Badge tone={tone} dot>
      {t(`state.${key}`)}
    </Badge>
  );
}

function stateOf(stripe: Connection | null, mode: PaymentMode, onboarding: Onboarding) {
  if (stripe) return stripe.isReady ? (['success', 'ready'] as const) : (['warning', 'attention'] as const);
  if (onboarding && onboarding.state !== 'ready')
    return [
      onboarding.state === 'refused' ? 'danger' : onboarding.state === 'reviewing' ? 'info' : 'warning',
      onboarding.state,
    ] as const;
  return mode === 'test' ? (['success', 'builtIn'] as const) : (['neutral', 'off'] as const);
}
