import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, type ApiError, type Output } from '#ui/api/client.ts';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { Skeleton } from '#ui/page/display.tsx';
import { ReadFailed } from '#ui/page/read-failed.tsx';
import type { Billing } from '../billing.contract.ts';
import { isAnswered } from './billing-keys.ts';
import type { Offer } from './billing-state.ts';
import { useBillingWords } from './billing-words.ts';

type Preview = Output<'POST /api/billing/change/preview'>;
type When = 'now' | 'period_end';
type Props = {
  offer: Offer;
  billing: Billing;
  onClose: () => void;
  onChanged: (billing: Billing) => void;
};

/** Another plan or rhythm: what is charged now and from the next date on, before it is. */
export function ChangeDialog({ offer, billing, onClose, onChanged }: Props) {
  const { t } = useTranslation('billing-web');
  const choice = { plan: offer.plan, interval: offer.interval };
  const key = useRef(crypto.randomUUID());
  const preview = useQuery<Preview, ApiError>({
    queryKey: ['billing-change', choice],
    queryFn: ({ signal }) => api('POST /api/billing/change/preview', { body: choice }, signal),
    gcTime: 0,
    staleTime: 0,
  });
  const plan = t(`name.${offer.plan}`);
  const isSwitch = offer.plan === billing.plan;
  const waitsUntil = preview.data?.waitsUntil ?? null;
  const [chosen, setChosen] = useState<When>('period_end');
  const when = waitsUntil === null ? 'now' : chosen;
  const text =
    waitsUntil === null
      ? t(`change.text`, { plan })
      : isSwitch
        ? t('change.textChoiceInterval')
        : t('change.textChoice', { plan });
  return (
    <ConfirmDialog
      title={isSwitch ? t(`change.title.${offer.interval}`) : t('change.titlePlan', { plan })}
      description={text}
      confirm={isSwitch ? t(`choose.switch.${offer.interval}`) : t('choose.change', { plan })}
      tone="primary"
      disabled={!preview.data}
      run={async () => {
        try {
          onChanged(await api('POST /api/billing/change', { body: { ...choice, when, key: key.current } }));
        } catch (problem) {
          if (isAnswered(problem)) key.current = crypto.randomUUID();
          throw problem;
        }
      }}
      onClose={onClose}
    >
      {preview.error && <ReadFailed error={preview.error} retry={preview.refetch} />}
      {!preview.data && !preview.error && <Skeleton className="h-20 w-full" />}
      {waitsUntil !== null && <Moment until={waitsUntil} when={when} onWhen={setChosen} />}
      {preview.data && when === 'now' && <Amounts preview={preview.data} interval={offer.interval} />}
    </ConfirmDialog>
  );
}

/** Whether it begins now or with the next period. */
function Moment({ until, when, onWhen }: { until: string; when: When; onWhen: (when: When) => void }) {
  const { t } = useTranslation('billing-web');
  const words = useBillingWords();
  const choices = [
    {
      value: 'period_end',
      title: t('change.when.later', { date: words.day(until) }),
      help: t('change.when.laterHelp'),
    },
    { value: 'now', title: t('change.when.now'), help: t('change.when.nowHelp') },
  ] as const;
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 font-medium">{t('change.when.label')}</legend>
      {choices.map(({ value, title, help }) => (
        <label
          key={value}
          className="flex cursor-pointer items-start gap-3 rounded-card border border-line px-4 py-3 has-checked:border-accent-strong"
        >
          <input
            type="radio"
            name="when"
            checked={when === value}
            onChange={() => onWhen(value)}
            className="mt-1 size-4 shrink-0 accent-accent-strong"
          />
          <span>
            <span className="block font-medium">{title}</span>
            <span className="block text-sm text-pretty text-muted">{help}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function Amounts({
  preview: { dueNow, amount, currency, nextBillingAt },
  interval,
}: {
  preview: Preview;
  interval: Offer['interval'];
}) {
  const { t } = useTranslation('billing-web');
  const words = useBillingWords();
  return (
    <div role="status" className="grid gap-3">
      <dl className="tabular grid gap-2 rounded-card bg-sunken px-4 py-3">
        <div className="flex items-baseline justify-between gap-4">
          <dt className="font-medium">{t('change.now')}</dt>
          <dd className="text-md font-semibold">{words.money(Math.max(0, dueNow), currency)}</dd>
        </div>
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <dt className="text-muted">{t('change.from', { date: words.day(nextBillingAt) })}</dt>
          <dd>{t(`per.${interval}`, { amount: words.money(amount, currency) })}</dd>
        </div>
      </dl>
      <p className="text-sm text-pretty text-muted">
        {dueNow < 0 ? t('change.credit', { amount: words.money(-dueNow, currency) }) : t('change.setOff')}
      </p>
    </div>
  );
}
