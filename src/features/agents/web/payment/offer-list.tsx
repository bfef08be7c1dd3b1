import { factGap } from '#shared/text/fact-gap.ts';
import { ChevronDown, Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '#shared/money/money.ts';
import { mostOffers, type OfferSetting } from '#features/paywall/paywall.contract.ts';
import { Button } from '#ui/controls/button.tsx';
import { Badge } from '#ui/page/display.tsx';
import { useSection } from '../editor/editor-section.ts';
import { moveItem } from '../settings/list-entries.ts';
import { MoveButtons } from '../settings/move-buttons.tsx';
import { PaymentOfferEditor } from './offer-editor.tsx';
import { withNewOffer, withoutOffer } from './offers.ts';
import { Counter, SettingPlace } from '../settings/setting.tsx';

const path = 'payment.offers';

/** What an offer is called in the editor: its title, or what it gives. */
export function useOfferName(): (offer: OfferSetting) => string {
  const { t } = useTranslation(['agent-payment', 'agents']);
  return ({ title, type, interval, messages, days }) => {
    if (title) return title;
    if (type === 'subscription') return t(`agents:offer.${interval}`);
    if (type === 'pack') return t('agents:offer.pack', { count: messages });
    return days === 0
      ? t('agents:offer.once')
      : t('offers.pass', { days: days === 1 ? t('hours24') : t('days', { count: days }) });
  };
}

/** Adds an offer beside those that there are. */
export function AddOffer({ onAdded }: { onAdded?: (key: string) => void }) {
  const { t } = useTranslation('agent-payment');
  const { draft, set, canEdit } = useSection();
  const { payment } = draft;
  if (!canEdit || payment.offers.length >= mostOffers) return null;
  return (
    <Button
      className="justify-self-start"
      icon={<Plus size={16} />}
      onClick={() => {
        const key = crypto.randomUUID().slice(0, 8);
        set('payment', withNewOffer(payment, key));
        onAdded?.(key);
      }}
    >
      {t('offers.add')}
    </Button>
  );
}

/**
 * The offers in the order in which visitors see them: one open at a time, moved by buttons or Alt and the
 * arrow keys.
 */
export function PaymentOfferList() {
  const { t, i18n } = useTranslation(['agent-payment', 'agents']);
  const { draft, set, errors, canEdit } = useSection();
  const { payment } = draft;
  const { offers, currency } = payment;
  const [open, setOpen] = useState<string | null>(null);
  const list = useRef<HTMLOListElement>(null);
  const nameOf = useOfferName();
  const focusRow = (at: number, selector = 'button[aria-expanded]') =>
    setTimeout(() => list.current?.children[at]?.querySelector<HTMLElement>(selector)?.focus(), 0);
  const move = (from: number, to: number) => {
    if (to < 0 || to >= offers.length) return;
    set(path, moveItem(offers, from, to));
    focusRow(to);
  };
  return (
    <SettingPlace path={path}>
      <div role="group" aria-labelledby="offers" aria-describedby="offers-help" className="grid gap-2">
        <div className="flex items-baseline justify-between gap-3">
          <p id="offers" className="font-medium">
            {t(`agents:fields.${path}`)}
          </p>
          <span className="text-sm text-muted">
            <Counter used={offers.length} max={mostOffers} />
          </span>
        </div>
        <p id="offers-help" className="-mt-1.5 text-sm text-muted">
          {t('offers.help')}
        </p>
        <ol ref={list} className="overflow-hidden rounded-card border border-line bg-surface">
          {offers.map((offer, at) => {
            const name = nameOf(offer);
            const isOpen =
              open === offer.key || Object.keys(errors).some((key) => key.startsWith(`${path}.${at}.`));
            const facts = [
              offer.title && nameOf({ ...offer, title: '' }),
              offer.trialDays > 0 &&
                offer.type === 'subscription' &&
                t('offers.trial', { count: offer.trialDays }),
            ];
            return (
              <li
                key={offer.key}
                data-setting={`${path}.${at}`}
                className="border-b border-line last:border-0"
                onKeyDown={(event) => {
                  if (!canEdit || !event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown'))
                    return;
                  event.preventDefault();
                  move(at, event.key === 'ArrowUp' ? at - 1 : at + 1);
                }}
              >
                <div className="flex items-center gap-1 pr-1">
                  <button
                    type="button"
                    aria-expanded={isOpen}
                    onClick={() => setOpen(isOpen ? null : offer.key)}
                    className="flex min-h-14 min-w-0 grow items-center gap-3 rounded-control py-2 pl-4 text-left focus-visible:-outline-offset-2"
                  >
                    <span className="min-w-0 grow">
                      <span className="flex flex-wrap items-center gap-x-2">
                        <span className="min-w-0 break-words font-medium">{name}</span>
                        {offer.recommended && <Badge tone="accent">{t('offers.recommended')}</Badge>}
                      </span>
                      <span className="tabular block truncate text-sm text-muted">
                        {[formatMoney(offer.amount, currency, i18n.language), ...facts]
                          .filter(Boolean)
                          .join(factGap)}
                      </span>
                    </span>
                    <ChevronDown
                      size={16}
                      className={isOpen ? 'shrink-0 rotate-180 text-muted' : 'shrink-0 text-muted'}
                      aria-hidden="true"
                    />
                  </button>
                  {canEdit && (
                    <MoveButtons
                      name={name}
                      isFirst={at === 0}
                      isLast={at === offers.length - 1}
                      onUp={() => move(at, at - 1)}
                      onDown={() => move(at, at + 1)}
                      onRemove={() => {
                        set('payment', withoutOffer(payment, offer.key));
                        focusRow(Math.min(at, offers.length - 2));
                      }}
                    />
                  )}
                </div>
                {isOpen && <PaymentOfferEditor at={at} />}
              </li>
            );
          })}
        </ol>
        {errors[path] && (
          <p role="alert" className="text-sm text-danger-ink">
            {errors[path]}
          </p>
        )}
        <AddOffer
          onAdded={(key) => {
            setOpen(key);
            focusRow(offers.length);
          }}
        />
      </div>
    </SettingPlace>
  );
}
