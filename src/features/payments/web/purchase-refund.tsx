import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { minorOf } from '#features/agents/web/money-input.ts';
import { newId } from '#shared/ids.ts';
import { currencies, type Currency } from '#shared/money.ts';
import { api } from '#ui/api/client.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { Callout } from '#ui/display.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { toast } from '#ui/toast-store.ts';
import type { Purchase } from '../payments.contract.ts';
import { messagesTakenBack } from './money-days.ts';
import { useMoney } from './money-parts.tsx';

type Props = { purchase: Purchase; onClose: () => void; onDone: () => void };

/** Gives all or part of the money back, and says beforehand what that takes from the buyer. */
export function RefundDialog({ purchase, onClose, onDone }: Props) {
  const { t } = useTranslation('money');
  const say = useMoney();
  const { currency } = purchase;
  const left = purchase.paid - purchase.refunded;
  const [isAll, setAll] = useState(true);
  const [typed, setTyped] = useState('');
  // The same press twice is one refund; another amount is another wish.
  const [key, setKey] = useState(() => newId('key'));
  const digits = Object.hasOwn(currencies, currency) ? currencies[currency as Currency].digits : 2;
  const part = minorOf(typed, digits, 1_000_000_000);
  const amount = isAll ? left : part;
  const isValid = amount !== null && amount > 0 && amount <= left;
  const refund = async () => {
    if (!isValid) throw new Error(t('refund.bounds', { most: say(left, currency) }));
    await api('POST /api/payments/{id}/refund', { params: { id: purchase.id }, body: { ...(isAll ? {} : { amount }), key } });
    toast({ variant: 'success', title: t('refund.done', { amount: say(amount, currency) }) });
    onDone();
  };
  return (
    <ConfirmDialog title={t('refund.title')} description={t('refund.text', { email: purchase.email })} confirm={isValid ? t('refund.confirm', { amount: say(amount, currency) }) : t('refund.confirmNone')} run={refund} onClose={onClose}>
      <fieldset className="grid gap-3">
        <legend className="sr-only">{t('refund.howMuch')}</legend>
        {([true, false] as const).map((all) => (
          <label key={String(all)} className="flex min-h-11 items-center gap-3 md:min-h-8">
            <input
              type="radio"
              name="refund"
              checked={isAll === all}
              onChange={() => {
                setAll(all);
                setKey(newId('key'));
              }}
              className="size-4 accent-accent-strong"
            />
            {all ? t('refund.all', { amount: say(left, currency) }) : t('refund.part')}
          </label>
        ))}
        {!isAll && (
          <Field label={t('refund.amount')} help={t('refund.bounds', { most: say(left, currency) })}>
            <Input
              inputMode="decimal"
              autoComplete="off"
              unit={currency}
              value={typed}
              onChange={({ target }) => {
                setTyped(target.value);
                setKey(newId('key'));
              }}
              className="max-w-56"
            />
          </Field>
        )}
        <Callout tone="warning" live>
          <Consequence purchase={purchase} amount={isValid ? amount : 0} />
        </Callout>
      </fieldset>
    </ConfirmDialog>
  );
}

/** What the buyer loses with this much money back. */
function Consequence({ purchase, amount }: { purchase: Purchase; amount: number }) {
  const { t } = useTranslation('money');
  const isRest = amount > 0 && purchase.refunded + amount >= purchase.paid;
  if (purchase.type === 'form') return t('refund.keepsSubmission');
  if (purchase.type !== 'pack') return t(isRest ? 'refund.endsAccess' : purchase.type === 'subscription' ? 'refund.partOfSubscription' : 'refund.keepsAccess');
  return t('refund.takesMessages', { count: messagesTakenBack({ messages: purchase.messages ?? 0, paid: purchase.paid, refunded: purchase.refunded }, amount) });
}
