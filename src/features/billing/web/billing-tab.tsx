import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import { api } from '#ui/api/client.ts';
import { useEndpoint, useMutate } from '#ui/api/hooks.ts';
import { useUser } from '#ui/api/session.ts';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { Callout, Skeleton } from '#ui/page/display.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import { useUrlParam } from '#ui/browser/url-param.ts';
import { List, listOf } from '#ui/list/list.tsx';
import { ReadFailed } from '#ui/page/read-failed.tsx';
import { OwnLimits } from '#features/account-limits/web/own-limits.tsx';
import { SellerCard } from '#features/invoices/web/seller-card.tsx';
import type { Billing } from '../billing.contract.ts';
import { isAnswered } from './billing-keys.ts';
import { refreshPlan } from './billing-news.ts';
import { billingState, isForNothing, planActionOf, type Interval, type Offer } from './billing-state.ts';
import { BillingView } from './billing-view.tsx';
import { useBillingWords } from './billing-words.ts';
import { ChangeDialog } from './change-dialog.tsx';
import { InvoiceList } from './invoice-list.tsx';
import { PlanOfAgency } from './plan-of-agency.tsx';

/** The account's plan with the platform: what it is and costs, what else there is, and what was paid. */
export function BillingTab() {
  const { t } = useTranslation('billing-web');
  const { can, client } = useUser();
  const mayRead = can['billing.read'] !== false;
  const { data, error, refetch } = useEndpoint('GET /api/billing', undefined, {
    staleTime: 0,
    enabled: mayRead && client === null,
  });
  if (client || !mayRead)
    return (
      <div className="grid gap-8">
        {client ? (
          <PlanOfAgency agency={client.agencyName} />
        ) : (
          <Callout tone="info">{t('notForYou')}</Callout>
        )}
        <OwnLimits />
      </div>
    );
  if (error && !data) return <ReadFailed title={t('unreadable')} error={error} retry={refetch} />;
  if (!data)
    return (
      <div className="grid gap-4">
        <Skeleton className="h-44 w-full rounded-card" />
        <Skeleton className="h-72 w-full rounded-card" />
      </div>
    );
  return <Plan billing={data} mayManage={can['billing.manage'] !== false} />;
}

function Plan({ billing, mayManage }: { billing: Billing; mayManage: boolean }) {
  const { t } = useTranslation('billing-web');
  const client = useQueryClient();
  const { can } = useUser();
  const words = useBillingWords();
  const [wanted, setInterval] = useUrlParam<Interval | ''>('interval', '', {
    allowed: ['month', 'year', ''],
  });
  const [changing, setChanging] = useState<Offer | null>(null);
  const [isCanceling, setCanceling] = useState(false);
  // The same key as long as the same is wanted, so that two clicks open one page.
  const keys = useRef(new Map<string, string>());
  const checkout = useMutate('POST /api/billing/checkout', {
    // Where there is no page to pay on any more, the page that people come back to says why.
    onSuccess: ({ id, url }) =>
      location.assign(url ?? `${paths.subscriptionSuccess}?${new URLSearchParams({ checkout: id })}`),
    onError: (error) => isAnswered(error) && keys.current.clear(),
  });
  const portal = useMutate('POST /api/billing/portal', { onSuccess: ({ url }) => location.assign(url) });
  const resume = useMutate('POST /api/billing/resume', {
    onSuccess: () => {
      void refreshPlan(client);
      toast({ variant: 'success', title: t('resume.done') });
    },
  });
  const withdraw = useMutate('POST /api/billing/change/withdraw', {
    onSuccess: () => {
      void refreshPlan(client);
      toast({ variant: 'success', title: t('waiting.withdrawn') });
    },
  });
  // Whoever comes back by the browser's own button finds the page as it was left, and buttons that work.
  useEffect(() => {
    const back = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      keys.current.clear();
      checkout.reset();
      portal.reset();
      void refreshPlan(client);
    };
    addEventListener('pageshow', back);
    return () => removeEventListener('pageshow', back);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- both resets stay the same for as long as the page does
  }, [client]);
  const choose = (offer: Offer) => {
    if (planActionOf(offer, billing) !== 'subscribe') return setChanging(offer);
    const { plan, interval } = offer;
    const key = keys.current.get(`${plan} ${interval}`) ?? crypto.randomUUID();
    keys.current.set(`${plan} ${interval}`, key);
    checkout.mutate({ body: { plan, interval, key } });
  };
  const leaving = (mutation: { isPending: boolean; isSuccess: boolean }) =>
    mutation.isPending || mutation.isSuccess;
  const pending = leaving(portal)
    ? 'manage'
    : resume.isPending
      ? 'resume'
      : withdraw.isPending
        ? 'withdraw'
        : null;
  const buying = leaving(checkout) ? (checkout.variables?.body.plan ?? null) : null;
  // Where a payment is missing there is nothing that could run on.
  const isPaid = billing.status === 'active';
  const end = billing.nextBillingAt ? words.day(billing.nextBillingAt) : '';
  return (
    <div className="grid gap-8">
      <BillingView
        billing={billing}
        mayManage={mayManage}
        interval={wanted || billing.interval || 'month'}
        onInterval={setInterval}
        onChoose={choose}
        buying={buying}
        actions={{
          cancel: () => setCanceling(true),
          resume: () => resume.mutate({}),
          manage: () => portal.mutate({}),
          withdraw: () => withdraw.mutate({}),
        }}
        pending={pending}
      />
      <OwnLimits />
      {!isForNothing(billingState(billing)) && <History />}
      {can['payments.read'] !== false && <SellerCard mayManage={can['payments.manage'] !== false} />}
      {changing && (
        <ChangeDialog
          offer={changing}
          billing={billing}
          onClose={() => setChanging(null)}
          onChanged={(next) => {
            void refreshPlan(client);
            setInterval('');
            const { waiting } = next;
            if (waiting)
              return toast({
                variant: 'success',
                title: t('change.waits', { plan: t(`name.${waiting.plan}`), date: words.day(waiting.at) }),
              });
            const isThrough = next.status === 'active';
            toast(
              isThrough
                ? { variant: 'success', title: t('change.done', { plan: t(`name.${next.plan}`) }) }
                : { variant: 'warning', title: t('change.unpaid') },
            );
          }}
        />
      )}
      {isCanceling && (
        <ConfirmDialog
          title={t('cancel.title', { plan: t(`name.${billing.plan}`) })}
          description={isPaid ? t('cancel.text', { date: end }) : t('cancel.textNow')}
          confirm={t('cancel.confirm')}
          keep={t('cancel.keep')}
          run={async () => {
            await api('POST /api/billing/cancel');
            void refreshPlan(client);
            toast({ title: isPaid ? t('cancel.done', { date: end }) : t('cancel.doneNow') });
          }}
          onClose={() => setCanceling(false)}
        />
      )}
    </div>
  );
}

function History() {
  const { t } = useTranslation('billing-web');
  const list = listOf(
    useEndpoint('GET /api/billing/invoices', undefined, { staleTime: 0 }),
    (data) => data.items,
  );
  return (
    <section aria-labelledby="history" className="grid grid-cols-1 gap-4">
      <h2 id="history" className="text-lg font-semibold">
        {t('history.title')}
      </h2>
      <List
        of={list}
        failed={t('history.unreadable')}
        waiting={<Skeleton className="h-24 w-full rounded-card" />}
        empty={t('history.none')}
      >
        {(invoices) => <InvoiceList invoices={invoices} />}
      </List>
    </section>
  );
}
