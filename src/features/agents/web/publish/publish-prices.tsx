import { factGap } from '#shared/text/fact-gap.ts';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { breakDown, formatMoney } from '#shared/money/money.ts';
import { paths } from '#shared/paths.ts';
import { offersIn, type OfferSetting, type PaymentSection } from '#features/paywall/paywall.contract.ts';
import { useEndpoint } from '#ui/api/hooks.ts';
import { useUser } from '#ui/api/session.ts';
import { buttonClass } from '#ui/controls/button.tsx';
import { Badge, Callout } from '#ui/page/display.tsx';

/** What visitors will be asked to pay, to the last cent, before anybody is asked. */
export function PublishPrices({ payment }: { payment: PaymentSection }) {
  const { t, i18n } = useTranslation('agents');
  if (!payment.enabled) return null;
  const { currency, taxPercent, taxBehaviour, freeMessages } = payment;
  const totalOf = (amount: number) =>
    breakDown(amount, currency, Math.round(taxPercent * 1_000), taxBehaviour).total;
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 3 }).format(
    taxPercent / 100,
  );
  return (
    <section aria-labelledby="publish-prices" className="grid gap-3">
      <div>
        <h3 id="publish-prices" className="font-semibold">
          {t('publish.prices.title')}
        </h3>
        <p className="mt-0.5 text-sm text-pretty text-muted">
          {[
            freeMessages > 0 ? t('publish.prices.free', { count: freeMessages }) : t('publish.prices.none'),
            taxPercent > 0 && t('publish.prices.tax', { percent }),
          ]
            .filter(Boolean)
            .join(' ')}
        </p>
      </div>
      <ul className="overflow-hidden rounded-card border border-line">
        {offersIn(payment).map((offer) => (
          <li
            key={offer.key}
            className="flex items-baseline justify-between gap-4 border-b border-line px-4 py-2.5 last:border-0"
          >
            <span className="min-w-0 break-words">
              <Words offer={offer} />
            </span>
            <span className="tabular shrink-0 font-semibold">
              {formatMoney(totalOf(offer.amount), currency, i18n.language)}
            </span>
          </li>
        ))}
      </ul>
      <TestMoney />
    </section>
  );
}

/** What is paid for: its title, what it gives, and what holds for it. */
function Words({ offer }: { offer: OfferSetting }) {
  const { t, i18n } = useTranslation('agents');
  const { type, interval, messages, days, trialDays, title, recommended } = offer;
  const isSubscription = type === 'subscription';
  const span = (count: number) =>
    new Intl.NumberFormat(i18n.language, { style: 'unit', unit: 'day', unitDisplay: 'long' }).format(count);
  const facts = [
    t(`offer.${isSubscription ? interval : type}`, { count: messages }),
    !isSubscription && days > 0 && span(days),
    isSubscription && trialDays > 0 && t('offer.trial', { days: span(trialDays) }),
  ].filter(Boolean);
  return (
    <>
      {title && <span className="font-medium">{title}: </span>}
      {facts.join(factGap)} {recommended && <Badge tone="accent">{t('offer.recommended')}</Badge>}
    </>
  );
}

/** Said while no real money can come in. */
export function TestMoney() {
  const { t } = useTranslation('agents');
  const mayRead = useUser().can['payments.read'] !== false;
  const { data } = useEndpoint('GET /api/payments/setup', undefined, { enabled: mayRead });
  if (!data || data.live?.isReady) return null;
  return (
    <Callout
      tone="info"
      title={t('testMoney.title')}
      action={
        <Link to={paths.payments} className={buttonClass({ size: 'sm' })}>
          {t('testMoney.action')}
        </Link>
      }
    >
      {t('testMoney.text')}
    </Callout>
  );
}
