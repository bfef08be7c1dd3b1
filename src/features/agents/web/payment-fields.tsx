import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currencies, currencyCodes, formatMoney, type Currency } from '#shared/money.ts';
import { mostAmount } from '#features/paywall/paywall.contract.ts';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { Select } from '#ui/select.tsx';
import { fieldOf, useSection } from './editor-section.ts';
import { minorOf, typedOf } from './money-input.ts';
import { taxDigits, withCurrency } from './payment-price.ts';
import { SettingField, SettingPlace } from './setting.tsx';
import { TypedInput } from './typed-input.tsx';

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
        options={currencyCodes.map((code) => ({ value: code, label: `${code} · ${names.of(code) ?? code}` }))}
        disabled={!canEdit}
        className="max-w-80"
      />
    </SettingField>
  );
}

/** A price, typed in the digits of its currency; the draft has it in the smallest unit. */
export function AmountSetting({ name }: { name: 'amount' | 'yearlyAmount' }) {
  const { t, i18n } = useTranslation(['agent-payment', 'agents']);
  const { draft, set, canEdit, errors } = useSection();
  const { currency } = draft.payment;
  const { digits, least, step } = currencies[currency];
  const path = `payment.${name}`;
  const money = (amount: number) => formatMoney(amount, currency, i18n.language);
  const help = [t(name === 'amount' ? 'least' : 'leastYearly', { least: money(least) }), step > 1 && t('step', { step: money(step) })].filter(Boolean).join(' ');
  return (
    <SettingPlace path={path}>
      <Field label={t(`agents:fields.payment.${name}`)} help={help} error={errors[path]}>
        <TypedInput key={currency} value={draft.payment[name]} onChange={(amount) => set(path, amount)} read={(typed) => minorOf(typed, digits, mostAmount)} show={(amount) => typedOf(amount, digits, i18n.language)} unit={currency} disabled={!canEdit} />
      </Field>
    </SettingPlace>
  );
}

/** The tax rate, a percentage with up to three digits behind the point. */
export function TaxSetting() {
  const { i18n } = useTranslation();
  const { draft, set, canEdit } = useSection();
  const scale = 10 ** taxDigits;
  const show = (thousandths: number) => new Intl.NumberFormat(i18n.language, { maximumFractionDigits: taxDigits }).format(thousandths / scale);
  return (
    <SettingField path="payment.taxPercent">
      <TypedInput value={Math.round(draft.payment.taxPercent * scale)} onChange={(thousandths) => set('payment.taxPercent', thousandths / scale)} read={(typed) => minorOf(typed, taxDigits, 50 * scale)} show={show} unit="%" disabled={!canEdit} />
    </SettingField>
  );
}

/** How long something lasts: the usual choices, any other number of days, or forever (0). */
export function DurationSetting({ name, presets, least }: { name: 'packDays' | 'passDays'; presets: readonly number[]; least: number }) {
  const { t } = useTranslation(['agent-payment', 'agents']);
  const { draft, set, canEdit } = useSection();
  const path = `payment.${name}`;
  const days = Number(fieldOf(draft, path));
  const [isCustom, setCustom] = useState(days !== 0 && !presets.includes(days));
  const custom = isCustom || (days !== 0 && !presets.includes(days));
  const labelOf = (preset: number) => (preset === 1 ? t('hours24') : t('days', { count: preset }));
  return (
    <SettingField path={path}>
      <Select
        value={custom ? 'custom' : String(days)}
        onChange={(chosen) => {
          setCustom(chosen === 'custom');
          set(path, chosen === 'custom' ? Math.max(least, days || 30) : Number(chosen));
        }}
        options={[{ value: '0', label: t('forever') }, ...presets.map((preset) => ({ value: String(preset), label: labelOf(preset) })), { value: 'custom', label: t('custom') }]}
        disabled={!canEdit}
        className="max-w-80"
      />
      {custom && (
        <Input
          type="number"
          inputMode="numeric"
          min={least}
          max={3_650}
          id={`${name}-days`}
          aria-label={t('customDays')}
          unit={t('agents:units.days')}
          disabled={!canEdit}
          value={days}
          onChange={({ target }) => set(path, target.value === '' ? least : Math.min(3_650, Math.max(0, Math.round(target.valueAsNumber))))}
          onBlur={() => days < least && set(path, least)}
          className="max-w-56"
        />
      )}
    </SettingField>
  );
}
