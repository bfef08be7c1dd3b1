import { Plus, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { minorOf } from '#shared/money/amounts.ts';
import { TypedInput } from '#ui/controls/typed-input.tsx';
import { breakDown, discounted, formatMoney } from '#shared/money/money.ts';
import { offersIn, type Coupon, type PaymentSection } from '#features/paywall/paywall.contract.ts';
import { Button } from '#ui/controls/button.tsx';
import { Checkbox } from '#ui/controls/checkbox.tsx';
import { Field } from '#ui/controls/field.tsx';
import { IconButton } from '#ui/controls/icon-button.tsx';
import { Input } from '#ui/controls/input.tsx';
import { useSection } from '../editor/editor-section.ts';
import { useOfferName } from './offer-list.tsx';
import { freeCouponCode } from './price.ts';
import { Counter, SettingPlace } from '../settings/setting.tsx';
import { entryLongestOf, entryRangeOf, mostOf } from '../settings/setting-bounds.ts';

const path = 'payment.coupons';
const mostCoupons = mostOf(path);

/** Codes that make the price smaller: how much, until when, how often. */
export function PaymentCoupons() {
  const { t } = useTranslation(['agent-payment', 'agents']);
  const { draft, set, errors, canEdit } = useSection();
  const { payment } = draft;
  const { coupons } = payment;
  const list = useRef<HTMLUListElement>(null);
  const focus = (at: number) =>
    setTimeout(() => list.current?.children[at]?.querySelector('input')?.focus(), 0);
  const change = (at: number, part: Partial<Coupon>) =>
    set(
      path,
      coupons.map((coupon, index) => (index === at ? { ...coupon, ...part } : coupon)),
    );
  return (
    <SettingPlace path={path}>
      <div role="group" aria-labelledby="coupons" aria-describedby="coupons-help" className="grid gap-2">
        <div className="flex items-baseline justify-between gap-3">
          <p id="coupons" className="font-medium">
            {t(`agents:fields.${path}`)}
          </p>
          <span className="text-sm text-muted">
            <Counter used={coupons.length} max={mostCoupons} />
          </span>
        </div>
        <p id="coupons-help" className="-mt-1 text-sm text-muted">
          {t(`agents:help.${path}`)}
        </p>
        <ul ref={list} className="grid gap-3 empty:hidden">
          {coupons.map((coupon, at) => (
            <li
              key={at}
              data-setting={`${path}.${at}`}
              className="rounded-card border border-line bg-surface p-4"
            >
              <div className="grid gap-4 sm:grid-cols-2">
                <Field
                  label={t('coupon.code')}
                  help={t('coupon.codeHelp')}
                  error={errors[`${path}.${at}.code`]}
                >
                  <Input
                    value={coupon.code}
                    maxLength={entryLongestOf(path, 'code')}
                    spellCheck={false}
                    autoComplete="off"
                    disabled={!canEdit}
                    onChange={({ target }) => change(at, { code: target.value.toUpperCase() })}
                    className="uppercase"
                  />
                </Field>
                <Field
                  label={t('coupon.percentOff')}
                  help={t('coupon.percentHelp')}
                  error={errors[`${path}.${at}.percentOff`]}
                >
                  <NumberInput
                    value={coupon.percentOff}
                    {...entryRangeOf(path, 'percentOff')}
                    unit="%"
                    disabled={!canEdit}
                    onChange={(percentOff) => change(at, { percentOff })}
                  />
                </Field>
                <Field
                  label={t('coupon.until')}
                  help={t('coupon.untilHelp')}
                  error={errors[`${path}.${at}.until`]}
                >
                  <Input
                    type="date"
                    value={coupon.until}
                    disabled={!canEdit}
                    onChange={({ target }) => change(at, { until: target.value })}
                  />
                </Field>
                <Field
                  label={t('coupon.mostUses')}
                  help={t('coupon.mostUsesHelp')}
                  error={errors[`${path}.${at}.mostUses`]}
                >
                  <NumberInput
                    value={coupon.mostUses}
                    {...entryRangeOf(path, 'mostUses')}
                    disabled={!canEdit}
                    onChange={(mostUses) => change(at, { mostUses })}
                  />
                </Field>
              </div>
              {payment.offers.length > 1 && (
                <CouponOffers
                  payment={payment}
                  coupon={coupon}
                  error={errors[`${path}.${at}.offers`]}
                  disabled={!canEdit}
                  onChange={(offers) => change(at, { offers })}
                />
              )}
              <div className="mt-3 flex items-center justify-between gap-3">
                <p className="text-sm text-muted">
                  <AfterCoupon payment={payment} coupon={coupon} />
                </p>
                {canEdit && (
                  <IconButton
                    label={t('coupon.remove', { code: coupon.code })}
                    onClick={() => {
                      set(path, coupons.toSpliced(at, 1));
                      focus(Math.min(at, coupons.length - 2));
                    }}
                  >
                    <Trash2 size={16} />
                  </IconButton>
                )}
              </div>
            </li>
          ))}
        </ul>
        {errors[path] && (
          <p role="alert" className="text-sm text-danger-ink">
            {errors[path]}
          </p>
        )}
        {canEdit && coupons.length < mostCoupons && (
          <Button
            className="justify-self-start"
            icon={<Plus size={16} />}
            onClick={() => {
              set(path, [
                ...coupons,
                {
                  code: freeCouponCode(coupons.map(({ code }) => code)),
                  percentOff: 10,
                  until: '',
                  mostUses: 0,
                  offers: [],
                } satisfies Coupon,
              ]);
              focus(coupons.length);
            }}
          >
            {t('coupon.add')}
          </Button>
        )}
      </div>
    </SettingPlace>
  );
}

type CouponOffersProps = {
  payment: PaymentSection;
  coupon: Coupon;
  error: string | undefined;
  disabled: boolean;
  onChange: (offers: string[]) => void;
};

/** For which of several offers a code counts; all of them are no choice. */
function CouponOffers({ payment, coupon, error, disabled, onChange }: CouponOffersProps) {
  const { t } = useTranslation('agent-payment');
  const nameOf = useOfferName();
  const keys = payment.offers.map(({ key }) => key);
  const chosen = coupon.offers.length > 0 ? coupon.offers : keys;
  const toggle = (key: string, isOn: boolean): void => {
    const next = keys.filter((one) => (one === key ? isOn : chosen.includes(one)));
    // A code for nothing would count for everything.
    if (next.length > 0) onChange(next.length === keys.length ? [] : next);
  };
  return (
    <fieldset className="mt-4 min-w-0">
      <legend className="font-medium">{t('coupon.offers')}</legend>
      <div className="mt-1 grid gap-x-4 sm:grid-cols-2">
        {payment.offers.map((offer) => (
          <Checkbox
            key={offer.key}
            checked={chosen.includes(offer.key)}
            onChange={(isOn) => toggle(offer.key, isOn)}
            label={nameOf(offer)}
            disabled={disabled}
          />
        ))}
      </div>
      {error && (
        <p role="alert" className="text-sm text-danger-ink">
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** What whoever has the code pays for the first offer for which it counts. */
function AfterCoupon({ payment, coupon }: { payment: PaymentSection; coupon: Coupon }) {
  const { t, i18n } = useTranslation('agent-payment');
  const { currency, taxPercent, taxBehaviour } = payment;
  const offer = offersIn(payment).find(
    ({ key }) => coupon.offers.length === 0 || coupon.offers.includes(key),
  );
  if (!offer) return null;
  const total = (price: number) =>
    formatMoney(
      breakDown(price, currency, Math.round(taxPercent * 1_000), taxBehaviour).total,
      currency,
      i18n.language,
    );
  return t('coupon.result', {
    before: total(offer.amount),
    after: total(discounted(offer.amount, currency, coupon.percentOff)),
  });
}

function NumberInput({
  value,
  min,
  max,
  unit = '',
  disabled,
  onChange,
}: {
  value: number;
  min: number;
  max: number;
  unit?: string;
  disabled: boolean;
  onChange: (value: number) => void;
}) {
  const { i18n } = useTranslation();
  const read = (typed: string): number | null => {
    const whole = minorOf(typed, 0, max, i18n.language);
    return whole !== null && whole >= min ? whole : null;
  };
  return (
    <TypedInput
      value={value}
      onChange={onChange}
      read={read}
      show={String}
      example={`${min}–${max}`}
      unit={unit}
      disabled={disabled}
    />
  );
}
