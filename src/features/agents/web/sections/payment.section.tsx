import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { currencies } from '#shared/money/money.ts';
import { paths } from '#shared/paths.ts';
import { offersIn, paymentTypes, refills } from '#features/paywall/paywall.contract.ts';
import { buttonClass } from '#ui/controls/button.tsx';
import { Callout } from '#ui/page/display.tsx';
import { SectionProvider, useSection } from '../editor/editor-section.ts';
import { PriceBreakdown } from '../payment/breakdown.tsx';
import { PaymentCoupons } from '../payment/coupons.tsx';
import { AddOffer, PaymentOfferList } from '../payment/offer-list.tsx';
import { AmountSetting, CurrencySetting, DurationSetting, TaxSetting } from '../payment/fields.tsx';
import { begunPayment } from '../payment/price.ts';
import { PaymentRules } from '../payment/rules.tsx';
import { TestMoney } from '../publish/publish-prices.tsx';
import {
  ChoiceSetting,
  DraftFields,
  NumberSetting,
  SelectSetting,
  SettingGroup,
  SwitchSetting,
  TextSetting,
} from '../settings/setting.tsx';

const timeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** What visitors pay for, and how much. Who may not change prices sees them. */
export function PaymentSection() {
  const { t, i18n } = useTranslation('agent-payment');
  const section = useSection();
  const { agent, draft, set, canEdit } = section;
  // The first price is in the owner's likely currency.
  const setFrom: typeof set = (path, value) =>
    path === 'payment.enabled' && value === true
      ? set('payment', begunPayment(draft.payment, i18n.language, timeZone()))
      : set(path, value);
  const mayPrice = agent.can.prices;
  return (
    <SectionProvider value={{ ...section, set: setFrom, canEdit: canEdit && mayPrice }}>
      <DraftFields>
        {canEdit && !mayPrice && <Callout tone="neutral">{t('onlyOwners')}</Callout>}
        <SwitchSetting path="payment.enabled" />
        {draft.payment.enabled && <Offer />}
      </DraftFields>
    </SectionProvider>
  );
}

function Offer() {
  const { t } = useTranslation(['agent-payment', 'agents']);
  const { agent, draft } = useSection();
  const { payment } = draft;
  const { currency } = payment;
  const isSingle = payment.offers.length === 0;
  const type = isSingle ? payment.type : null;
  const offered = new Set(offersIn(payment).map((offer) => offer.type));
  const behaviours = (['inclusive', 'exclusive'] as const).map((value) => ({
    value,
    label: t(`agents:options.taxBehaviour.${value}`),
    hint: [
      t(`taxHint.${value}`),
      currencies[currency].taxInside === (value === 'inclusive') && t('taxUsual', { currency }),
    ]
      .filter(Boolean)
      .join(' '),
  }));
  return (
    <>
      <TestMoney />
      <NumberSetting path="payment.freeMessages" unit={t('agents:units.messages')} />
      {payment.freeMessages > 0 && (
        <SelectSetting
          path="payment.refill"
          options={refills.map((value) => ({ value, label: t(`agents:options.refill.${value}`) }))}
        />
      )}
      {isSingle ? (
        <ChoiceSetting
          path="payment.type"
          options={paymentTypes.map((value) => ({
            value,
            label: t(`agents:options.type.${value}`),
            hint: t(`typeHint.${value}`),
          }))}
        />
      ) : (
        <PaymentOfferList />
      )}
      <SettingGroup title={t('agents:sections.payment.price')}>
        <CurrencySetting />
        {isSingle && <AmountSetting name="amount" />}
        {type === 'subscription' && (
          <>
            <AmountSetting name="yearlyAmount" />
            <NumberSetting path="payment.trialDays" unit={t('agents:units.days')} />
          </>
        )}
        {type === 'pack' && (
          <>
            <NumberSetting path="payment.messagesPerPack" unit={t('agents:units.messages')} />
            <DurationSetting name="packDays" presets={[7, 30, 90, 365]} least={7} />
          </>
        )}
        {type === 'once' && <DurationSetting name="passDays" presets={[1, 7, 30]} least={1} />}
        <TaxSetting />
        <ChoiceSetting path="payment.taxBehaviour" options={behaviours} />
        {isSingle && (
          <>
            <PriceBreakdown payment={payment} />
            <div className="grid gap-2">
              <p className="text-pretty text-muted">{t('offers.intro')}</p>
              <AddOffer />
            </div>
          </>
        )}
      </SettingGroup>
      <SettingGroup title={t('agents:sections.payment.rules')} help={t('agents:sections.payment.rulesHelp')}>
        {(offered.has('subscription') || offered.has('once')) && (
          <NumberSetting path="payment.fairUsePerDay" unit={t('agents:units.messages')} />
        )}
        {offered.has('subscription') && (
          <NumberSetting path="payment.graceDays" unit={t('agents:units.days')} />
        )}
        <SwitchSetting path="payment.chargeUnsure" />
        <PaymentRules payment={payment} />
      </SettingGroup>
      <SettingGroup title={t('agents:sections.payment.texts')} help={t('agents:sections.payment.textsHelp')}>
        <TextSetting path="payment.description" rows={3} placeholder={t('descriptionExample')} />
        <TextSetting path="payment.buttonText" placeholder={t('buttonExample')} />
      </SettingGroup>
      <div className="border-t border-line pt-6">
        <PaymentCoupons />
      </div>
      <div className="border-t border-line pt-6">
        <p className="mb-2 text-pretty text-muted">{t('experimentText')}</p>
        <Link to={paths.agentReports(agent.id)} search={{ tab: 'experiments' }} className={buttonClass()}>
          {t('experiment')}
        </Link>
      </div>
      <div className="border-t border-line pt-6">
        <p className="mb-2 text-pretty text-muted">{t('galleryText')}</p>
        <Link to={paths.paywallTest} search={{ agent: agent.id }} className={buttonClass()}>
          {t('gallery')}
        </Link>
      </div>
    </>
  );
}
