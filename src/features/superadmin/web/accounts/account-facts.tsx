import { factGap } from '#shared/text/fact-gap.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AccountLimits } from '#features/account-limits/web/account-limits.tsx';
import { AccountFeatures } from '#features/feature-flags/web/account-features.tsx';
import { useMutate } from '#ui/api/hooks.ts';
import { readableBytes, readableCost, readableNumber } from '#ui/browser/numbers.ts';
import { Time } from '#ui/browser/time.tsx';
import { Button } from '#ui/controls/button.tsx';
import { Badge, Callout } from '#ui/page/display.tsx';
import type { AccountDetails } from '../../superadmin-accounts.contract.ts';
import { PlanDialog, SuspendDialog, TrialDialog } from './account-dialogs.tsx';
import { AccountState } from './account-state.tsx';
import { ImpersonateDialog } from './impersonate-dialog.tsx';

/** Where an account stands, what it uses, who belongs to it, and what can be done. */
export function AccountFacts({ account }: { account: AccountDetails }) {
  const { t, i18n } = useTranslation('superadmin-accounts');
  const [dialog, setDialog] = useState<'suspend' | 'plan' | 'trial' | null>(null);
  const [entering, setEntering] = useState<AccountDetails['members'][number] | null>(null);
  const restore = useMutate('POST /api/superadmin/accounts/{id}/restore', {
    refreshes: ['/api/superadmin/accounts'],
  });
  const number = (value: number) => readableNumber(value, i18n.language);
  const close = () => setDialog(null);
  const figures: [string, string][] = [
    [t('usage.agents'), number(account.usage.agents)],
    [t('usage.messages'), number(account.usage.messages)],
    [t('usage.spent'), readableCost(account.usage.spentMicros, i18n.language)],
    [t('usage.conversations'), number(account.conversations)],
    [t('usage.contacts'), number(account.contacts)],
    [t('usage.stored'), readableBytes(account.storedBytes, i18n.language)],
    [t('usage.mails'), t('usage.perDay', { number: number(account.limits.mailsPerDay) })],
  ];
  return (
    <div className="grid gap-6">
      <div className="flex flex-wrap items-center gap-2">
        <AccountState account={account} />
        {account.endsAt && !account.suspended && (
          <span className="text-sm text-muted">
            {t('ends')} <Time at={account.endsAt} />
          </span>
        )}
      </div>
      {account.suspended && (
        <Callout
          tone="danger"
          title={t('suspended')}
          action={
            <Button
              size="sm"
              pending={restore.isPending}
              onClick={() => restore.mutate({ params: { id: account.id } })}
            >
              {t('restore')}
            </Button>
          }
        >
          {account.suspended.reason}
          {factGap}
          <Time at={account.suspended.at} />
        </Callout>
      )}
      {account.isOperators ? (
        <Callout tone="neutral">{t('ownText')}</Callout>
      ) : (
        <div className="flex flex-wrap gap-2">
          <Button size="sm" onClick={() => setDialog('plan')}>
            {t('plan.open')}
          </Button>
          {account.status === 'trialing' && (
            <Button size="sm" onClick={() => setDialog('trial')}>
              {t('trial.open')}
            </Button>
          )}
          {!account.suspended && (
            <Button size="sm" variant="danger" onClick={() => setDialog('suspend')}>
              {t('suspend.open')}
            </Button>
          )}
        </div>
      )}
      <section aria-labelledby="account-usage">
        <h3 id="account-usage" className="mb-2 font-semibold">
          {t('usage.title')}
        </h3>
        <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1.5">
          {figures.map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-muted">{name}</dt>
              <dd className="tabular text-right">{value}</dd>
            </div>
          ))}
        </dl>
      </section>
      {!account.isOperators && <AccountLimits account={account} />}
      <AccountFeatures accountId={account.id} />
      <section aria-labelledby="account-members">
        <h3 id="account-members" className="mb-2 font-semibold">
          {t('members')}
        </h3>
        <ul className="divide-y divide-line rounded-card border border-line">
          {account.members.map((member) => (
            <li key={member.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
              <span className="min-w-0 flex-1 basis-40">
                <span className="block truncate font-medium">{member.name}</span>
                <span className="block truncate text-sm text-muted">{member.email}</span>
              </span>
              <Badge>{t(`role.${member.role}`)}</Badge>
              {!member.isSuperadmin && !account.suspended && (
                <Button size="sm" variant="ghost" onClick={() => setEntering(member)}>
                  {t('impersonate.open')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      </section>
      {dialog === 'suspend' && <SuspendDialog account={account} onClose={close} />}
      {dialog === 'plan' && <PlanDialog account={account} onClose={close} />}
      {dialog === 'trial' && <TrialDialog account={account} onClose={close} />}
      {entering && (
        <ImpersonateDialog user={entering} accountId={account.id} onClose={() => setEntering(null)} />
      )}
    </div>
  );
}
