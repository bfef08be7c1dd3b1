import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { exampleOf, minorOf, typedOf } from '#shared/money/amounts.ts';
import { newId } from '#shared/ids.ts';
import { digitsOf, mostCharged, stepOf } from '#shared/money/money.ts';
import { api, type Output } from '#ui/api/client.ts';
import { Checkbox } from '#ui/controls/checkbox.tsx';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { Callout } from '#ui/page/display.tsx';
import { Field } from '#ui/controls/field.tsx';
import { Input } from '#ui/controls/input.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import type { Purchase } from '../../payments-purchases.contract.ts';
import { messagesTakenBack } from '../figures/money-days.ts';
import { useMoney } from '../figures/money-parts.tsx';

type Payment = Output<'GET /api/payments/{id}'>['payments'][number];
type Unused = Output<'GET /api/payments/{id}'>['unused'];
type Props = {
  purchase: Purchase;
  payments: readonly Payment[];
  unused: Unused;
  onClose: () => void;
  onDone: () => void;
};

const leftOf = ({ amount, refunded }: Payment): number => Math.max(0, amount - refunded);
/** A bank has the money of what is disputed, or took it for good. */
const isHeld = ({ dispute }: Payment): boolean => dispute === 'open' || dispute === 'lost';
const mayRefund = (payment: Payment): boolean => leftOf(payment) > 0 && !isHeld(payment);

/** Gives money of single payments back, and says beforehand what that takes from the buyer. */
export function RefundDialog({ purchase, payments, unused, onClose, onDone }: Props) {
  const { t, i18n } = useTranslation(['money', 'amounts']);
  const say = useMoney();
  const { currency } = purchase;
  const digits = digitsOf(currency);
  const step = stepOf(currency);
  const last = payments.findLast(mayRefund);
  // Where the subscription ends with it, what was not used goes back; whoever gives more or less says so.
  const isPart = (payment: Payment): boolean =>
    unused?.reference === payment.reference && unused.amount < leftOf(payment);
  const proposed = (payment: Payment): string =>
    typedOf(isPart(payment) ? (unused?.amount ?? 0) : leftOf(payment), digits, i18n.language);
  // What stands in the fields of the payments that are chosen; the last one is, and no other.
  const [typed, setTyped] = useState<ReadonlyMap<string, string>>(
    () => new Map(last ? [[last.reference, proposed(last)]] : []),
  );
  const isSubscribed = purchase.type === 'subscription' && purchase.can.cancel;
  const [endsSubscription, setEndsSubscription] = useState(true);
  // The same press twice is one refund; another amount is another request.
  const [key, setKey] = useState(() => newId('key'));
  const day = (at: string): string =>
    new Intl.DateTimeFormat(i18n.language, { dateStyle: 'long' }).format(new Date(at));
  const chosen = payments.filter(({ reference }) => typed.has(reference));
  const amountOf = (payment: Payment): number | null =>
    minorOf(typed.get(payment.reference) ?? '', digits, mostCharged, i18n.language);
  const isInSteps = (payment: Payment, part: number): boolean =>
    part % step === 0 || part === leftOf(payment);
  const boundsOf = (payment: Payment): string => t('refund.bounds', { most: say(leftOf(payment), currency) });
  const problemOf = (payment: Payment): string | undefined => {
    if ((typed.get(payment.reference) ?? '').trim() === '') return undefined;
    const part = amountOf(payment);
    if (part === null) return t('amounts:expected', { example: exampleOf(digits, i18n.language) });
    if (part <= 0 || part > leftOf(payment)) return boundsOf(payment);
    return isInSteps(payment, part) ? undefined : t('amounts:step', { step: say(step, currency) });
  };
  const isRight = (payment: Payment): boolean => {
    const amount = amountOf(payment);
    return amount !== null && amount > 0 && amount <= leftOf(payment) && isInSteps(payment, amount);
  };
  const wrong = chosen.find((payment) => !isRight(payment));
  const amount = chosen.reduce((sum, payment) => sum + (isRight(payment) ? (amountOf(payment) ?? 0) : 0), 0);
  const isValid = chosen.length > 0 && wrong === undefined;
  // Nobody is charged again who has the last payment back.
  const newest = payments.at(-1);
  const isLastGivenBack =
    newest !== undefined && typed.has(newest.reference) && amountOf(newest) === leftOf(newest);
  const ends = isSubscribed && (endsSubscription || isLastGivenBack);
  const change = (reference: string, value: string | null): void => {
    const next = new Map(typed);
    if (value === null) next.delete(reference);
    else next.set(reference, value);
    setTyped(next);
    setKey(newId('key'));
  };
  const computed = ({ amount: part, left, length }: NonNullable<Unused>): string => {
    const percent = new Intl.NumberFormat(i18n.language, {
      style: 'percent',
      maximumFractionDigits: 1,
    }).format(left / length);
    return t('refund.unused', { percent, amount: say(part, currency) });
  };
  const refund = async () => {
    if (wrong) throw new Error(problemOf(wrong) ?? boundsOf(wrong));
    const parts = chosen.map((payment) => ({ reference: payment.reference, amount: amountOf(payment) ?? 0 }));
    await api('POST /api/payments/{id}/refund', { params: { id: purchase.id }, body: { parts, ends, key } });
    toast({ variant: 'success', title: t('refund.done', { amount: say(amount, currency) }) });
    onDone();
  };
  return (
    <ConfirmDialog
      title={t('refund.title')}
      description={t('refund.text', { email: purchase.email })}
      confirm={isValid ? t('refund.confirm', { amount: say(amount, currency) }) : t('refund.confirmNone')}
      disabled={chosen.length === 0}
      run={refund}
      onClose={onClose}
    >
      <fieldset className="grid gap-3">
        <legend className="mb-1 font-medium">{t('refund.which')}</legend>
        {payments.toReversed().map((payment) => (
          <div
            key={payment.reference}
            className="grid gap-2 border-t border-line pt-3 first-of-type:border-0 first-of-type:pt-0"
          >
            <Checkbox
              checked={typed.has(payment.reference)}
              disabled={!mayRefund(payment)}
              onChange={(checked) => change(payment.reference, checked ? proposed(payment) : null)}
              label={t('refund.payment', {
                date: day(payment.paidAt),
                amount: say(payment.amount, currency),
              })}
              help={
                isHeld(payment)
                  ? t(`refund.held.${payment.dispute === 'open' ? 'open' : 'lost'}`)
                  : t(leftOf(payment) > 0 ? 'refund.left' : 'refund.nothingLeft', {
                      amount: say(leftOf(payment), currency),
                    })
              }
            />
            {typed.has(payment.reference) && (
              <Field
                label={
                  chosen.length > 1 ? t('refund.amountOf', { date: day(payment.paidAt) }) : t('refund.amount')
                }
                help={[unused && isPart(payment) && computed(unused), boundsOf(payment)]
                  .filter(Boolean)
                  .join(' ')}
                error={problemOf(payment)}
                className="pl-7"
              >
                <Input
                  inputMode="decimal"
                  autoComplete="off"
                  unit={currency}
                  value={typed.get(payment.reference) ?? ''}
                  onChange={({ target }) => change(payment.reference, target.value)}
                  className="max-w-56"
                />
              </Field>
            )}
          </div>
        ))}
        {isSubscribed && (
          <Checkbox
            checked={ends}
            disabled={isLastGivenBack}
            onChange={setEndsSubscription}
            label={t('refund.ends')}
            help={t(isLastGivenBack ? 'refund.endsAnyway' : 'refund.endsHelp')}
          />
        )}
        {isValid && (
          <Callout tone="warning" live>
            <Consequence purchase={purchase} amount={amount} ends={ends} />
          </Callout>
        )}
      </fieldset>
    </ConfirmDialog>
  );
}

/** What the buyer loses with this much money back. */
function Consequence({ purchase, amount, ends }: { purchase: Purchase; amount: number; ends: boolean }) {
  const { t } = useTranslation('money');
  const isRest = amount > 0 && purchase.refunded + amount >= purchase.paid;
  if (purchase.type === 'form') return t('refund.keepsSubmission');
  if (purchase.type === 'subscription')
    return t(ends ? 'refund.endsSubscription' : 'refund.partOfSubscription');
  if (purchase.type === 'once') return t(isRest ? 'refund.endsAccess' : 'refund.keepsAccess');
  return t('refund.takesMessages', {
    count: messagesTakenBack(
      { messages: purchase.messages ?? 0, paid: purchase.paid, refunded: purchase.refunded },
      amount,
    ),
  });
}
