import { useTranslation } from 'react-i18next';
import { paymentTypes, type OfferSetting } from '#features/paywall/paywall.contract.ts';
import { Field } from '#ui/controls/field.tsx';
import { Input, Textarea } from '#ui/controls/input.tsx';
import { Select } from '#ui/controls/select.tsx';
import { Switch } from '#ui/controls/switch.tsx';
import { useSection } from '../editor/editor-section.ts';
import { PriceBreakdown } from './breakdown.tsx';
import { AmountInput, DurationInput } from './fields.tsx';
import { sectionOf, withOffer } from './offers.ts';
import { Counter } from '../settings/setting.tsx';

/** The whole numbers of an offer, with their bounds. */
const bounds = { messages: [1, 100_000], trialDays: [0, 90] } as const;

/** Everything about one of several offers. */
export function PaymentOfferEditor({ at }: { at: number }) {
  const { t } = useTranslation(['agent-payment', 'agents']);
  const { draft, set, errors, canEdit } = useSection();
  const { payment } = draft;
  const offer = payment.offers[at];
  if (!offer) return null;
  const { type } = offer;
  const place = `payment.offers.${at}` as const;
  const change = (part: Partial<OfferSetting>): void => set('payment', withOffer(payment, offer.key, part));
  const errorOf = (name: keyof OfferSetting): string | undefined => errors[`${place}.${name}`];
  const number = (name: keyof typeof bounds, unit: string) => (
    <Field
      label={t(`agents:fields.payment.${name === 'messages' ? 'messagesPerPack' : name}`)}
      error={errorOf(name)}
    >
      <Input
        type="number"
        inputMode="numeric"
        min={bounds[name][0]}
        max={bounds[name][1]}
        unit={unit}
        disabled={!canEdit}
        value={offer[name]}
        onChange={({ target }) => {
          const [least, most] = bounds[name];
          change({
            [name]:
              target.value === '' ? least : Math.min(most, Math.max(0, Math.round(target.valueAsNumber))),
          });
        }}
        onBlur={() => offer[name] < bounds[name][0] && change({ [name]: bounds[name][0] })}
        className="max-w-56"
      />
    </Field>
  );
  const text = (name: 'title' | 'description' | 'buttonText', max: number) => (
    <Field
      label={t(`offers.${name}`)}
      help={t(`offers.${name}Help`)}
      error={errorOf(name)}
      aside={<Counter used={offer[name].length} max={max} />}
    >
      {name === 'description' ? (
        <Textarea
          rows={2}
          value={offer[name]}
          maxLength={max}
          disabled={!canEdit}
          onChange={({ target }) => change({ [name]: target.value })}
        />
      ) : (
        <Input
          value={offer[name]}
          maxLength={max}
          disabled={!canEdit}
          onChange={({ target }) => change({ [name]: target.value })}
        />
      )}
    </Field>
  );
  return (
    <div className="grid gap-5 border-t border-line bg-page px-4 py-5">
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={t('agents:fields.payment.type')}>
          <Select
            value={type}
            onChange={(next) => change({ type: next })}
            options={paymentTypes.map((value) => ({ value, label: t(`offers.type.${value}`) }))}
            disabled={!canEdit}
          />
        </Field>
        {type === 'subscription' && (
          <Field label={t('offers.interval')}>
            <Select
              value={offer.interval}
              onChange={(interval) => change({ interval })}
              options={(['month', 'year'] as const).map((value) => ({
                value,
                label: t(`offers.every.${value}`),
              }))}
              disabled={!canEdit}
            />
          </Field>
        )}
        {type === 'pack' && number('messages', t('agents:units.messages'))}
        <AmountInput
          path={`${place}.amount`}
          label={t('agents:fields.payment.amount')}
          value={offer.amount}
          onChange={(amount) => change({ amount })}
        />
        {type === 'subscription' && number('trialDays', t('agents:units.days'))}
        {type !== 'subscription' && (
          <Field
            label={t(`agents:fields.payment.${type === 'pack' ? 'packDays' : 'passDays'}`)}
            error={errorOf('days')}
          >
            <DurationInput
              key={type}
              id={`${place}-days`}
              days={offer.days}
              onChange={(days) => change({ days })}
              {...(type === 'pack'
                ? { presets: [7, 30, 90, 365], least: 7 }
                : { presets: [1, 7, 30], least: 1 })}
            />
          </Field>
        )}
      </div>
      <Switch
        checked={offer.recommended}
        onChange={(recommended) => change({ recommended })}
        label={t('offers.recommend')}
        help={t('offers.recommendHelp')}
        disabled={!canEdit}
      />
      {text('title', 40)}
      {text('description', 140)}
      {text('buttonText', 40)}
      <PriceBreakdown payment={sectionOf(payment, offer)} interval={offer.interval} />
    </div>
  );
}
