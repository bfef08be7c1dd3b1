import { factGap } from '#shared/text/fact-gap.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { exampleOf, minorOf, typedOf } from '#shared/money/amounts.ts';
import { currencies, currencyCodes, formatMoney, type Currency } from '#shared/money/money.ts';
import { mostAmount } from '#features/paywall/paywall.contract.ts';
import { Field } from '#ui/controls/field.tsx';
import { Input } from '#ui/controls/input.tsx';
import { Select } from '#ui/controls/select.tsx';
import { TypedInput } from '#ui/controls/typed-input.tsx';
import { useSection } from '../editor/editor-section.ts';
import { settingAt, type ShownPath } from '../settings/setting-path.ts';
import { taxDigits, withCurrency } from './price.ts';
import { SettingField, SettingPlace } from '../settings/setting.tsx';

/** The currency; a change of it takes the prices along. */
export function CurrencySetting() {
  const { i18n } = useTranslation();
  const { draft, set, canEdit } = useSection();
  const names = new Intl.DisplayNames([i18n.language], { type: 'currency' });
  return (
    <SettingField path="payment.currency">
      <Select<Currency>
        value={draft.payment.currency}
        onChange={(currency) => set('payment', withCurrency(draft.payment, currency))}
        options={currencyCodes.map((code) => ({
          value: code,
          label: `${code}${factGap}${names.of(code) ?? code}`,
        }))}
        disabled={!canEdit}
        className="max-w-80"
      />
    </SettingField>
  );
}

/** A price of the single offer. */
export function AmountSetting({ name }: { name: 'amount' | 'yearlyAmount' }) {
  const { t } = useTranslation('agents');
  const { draft, set } = useSection();
  const path = `payment.${name}` as const;
  return (
    <AmountInput
      path={path}
      label={t(`fields.payment.${name}`)}
      isYearly={name === 'yearlyAmount'}
      value={draft.payment[name]}
      onChange={(amount) => set(path, amount)}
    />
  );
}

type AmountProps = {
  path: ShownPath;
  label: string;
  value: number;
  onChange: (amount: number) => void;
  /** 0 stands for no such price. */
  isYearly?: boolean;
};

/** A price, typed in the digits of its currency; the draft has it in the smallest unit. */
export function AmountInput({ path, label, value, onChange, isYearly = false }: AmountProps) {
  const { t, i18n } = useTranslation(['agent-payment', 'amounts']);
  const { draft, canEdit, errors } = useSection();
  const { currency } = draft.payment;
  const { digits, least, step } = currencies[currency];
  const money = (amount: number) => formatMoney(amount, currency, i18n.language);
  const help = [
    t(isYearly ? 'leastYearly' : 'least', { least: money(least) }),
    step > 1 && t('amounts:step', { step: money(step) }),
  ]
    .filter(Boolean)
    .join(' ');
  return (
    <SettingPlace path={path}>
      <Field label={label} help={help} error={errors[path]}>
        <TypedInput
          key={currency}
          value={value}
          onChange={onChange}
          read={(typed) => minorOf(typed, digits, mostAmount, i18n.language)}
          show={(amount) => typedOf(amount, digits, i18n.language)}
          example={exampleOf(digits, i18n.language)}
          unit={currency}
          disabled={!canEdit}
        />
      </Field>
    </SettingPlace>
  );
}

/** The tax rate, a percentage with up to three digits behind the point. */
export function TaxSetting() {
  const { i18n } = useTranslation();
  const { draft, set, canEdit } = useSection();
  const scale = 10 ** taxDigits;
  const show = (thousandths: number) =>
    new Intl.NumberFormat(i18n.language, { maximumFractionDigits: taxDigits }).format(thousandths / scale);
  return (
    <SettingField path="payment.taxPercent">
      <TypedInput
        value={Math.round(draft.payment.taxPercent * scale)}
        onChange={(thousandths) => set('payment.taxPercent', thousandths / scale)}
        read={(typed) => minorOf(typed, taxDigits, 50 * scale, i18n.language)}
        show={show}
        example={show(19.5 * scale)}
        unit="%"
        disabled={!canEdit}
      />
    </SettingField>
  );
}

/** How long what the single offer gives lasts. */
export function DurationSetting({
  name,
  ...rest
}: {
  name: 'packDays' | 'passDays';
  presets: readonly number[];
  least: number;
}) {
  const { draft, set } = useSection();
  const path = `payment.${name}` as const;
  return (
    <SettingField path={path}>
      <DurationInput
        id={`${name}-days`}
        days={settingAt(draft, path)}
        onChange={(days) => set(path, days)}
        {...rest}
      />
    </SettingField>
  );
}

type DurationProps = {
  id: string;
  days: number;
  onChange: (days: number) => void;
  presets: readonly number[];
  least: number;
};

/** How long something lasts: the usual choices, any other number of days, or forever (0). */
export function DurationInput({ id, days, onChange, presets, least }: DurationProps) {
  const { t } = useTranslation(['agent-payment', 'agents']);
  const { canEdit } = useSection();
  const [isCustom, setCustom] = useState(days !== 0 && !presets.includes(days));
  const custom = isCustom || (days !== 0 && !presets.includes(days));
  const labelOf = (preset: number) => (preset === 1 ? t('hours24') : t('days', { count: preset }));
  const choices = [
    { value: '0', label: t('forever') },
    ...presets.map((preset) => ({ value: String(preset), label: labelOf(preset) })),
  ];
  return (
    <>
      <Select
        value={custom ? 'custom' : String(days)}
        onChange={(chosen) => {
          setCustom(chosen === 'custom');
          onChange(chosen === 'custom' ? Math.max(least, days || 30) : Number(chosen));
        }}
        options={[...choices, { value: 'custom', label: t('custom') }]}
        disabled={!canEdit}
        className="max-w-80"
      />
      {custom && (
        <Input
          type="number"
          inputMode="numeric"
          min={least}
          max={3_650}
          id={id}
          aria-label={t('customDays')}
          unit={t('agents:units.days')}
          disabled={!canEdit}
          value={days}
          onChange={({ target }) =>
            onChange(
              target.value === '' ? least : Math.min(3_650, Math.max(0, Math.round(target.valueAsNumber))),
            )
          }
          onBlur={() => days < least && onChange(least)}
          className="max-w-56"
        />
      )}
    </>
  );
}
