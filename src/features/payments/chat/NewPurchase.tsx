/** @jsxImportSource preact */
import { useRef, useState } from 'preact/hooks';
import type { ChatMode } from '#features/conversations/chat/Chat.tsx';
import { RequestError } from '#features/conversations/chat/visitor-api.ts';
import type { PublicAgent } from '#features/conversations/chat/visitor-types.ts';
import type { Offer, Wall } from '../payments.contract.ts';
import type { Paying } from './paying.ts';
import { readKept } from './pending.ts';
import { Price } from './Price.tsx';
import { Failure } from './Sheet.tsx';
import { benefitsOf, buttonWords, looksLikeEmail } from './words.ts';
import type { Words } from './words.ts';

type NewPurchaseProps = { wall: Wall; setWall: (wall: Wall) => void; words: Words; paying: Paying; agent: PublicAgent; mode: ChatMode };

/** What is offered, what it costs, and the way to pay it. */
export function NewPurchase({ wall, setWall, words, paying, agent, mode }: NewPurchaseProps) {
  const { t } = words;
  const [interval, setInterval] = useState<Offer['interval']>('month');
  const [email, setEmail] = useState(wall.email ?? readKept(agent, mode).email ?? '');
  const [isWrong, setWrong] = useState(false);
  const [coupon, setCoupon] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const { phase, refusal } = paying.get();
  const offer = wall.offers.find((each) => each.interval === interval) ?? wall.offers[0];
  if (!offer) return null;
  const isOpening = phase === 'opening';

  const submit = () => {
    if (isOpening) return;
    if (!looksLikeEmail(email)) {
      setWrong(true);
      field.current?.focus();
      return;
    }
    paying.begin(offer, email.trim(), coupon);
  };
  return (
    <form
      class="cw-offer"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {wall.description.trim() && <p class="cw-offer-text">{wall.description}</p>}
      {wall.offers.length > 1 && <Intervals offers={wall.offers} offer={offer} words={words} choose={setInterval} />}
      <Price offer={offer} words={words} />
      <ul class="cw-gets">
        {benefitsOf(offer, words).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {wall.hasCoupons && <Coupon words={words} paying={paying} coupon={coupon} setCoupon={setCoupon} setWall={setWall} />}
      <div class="cw-form-field">
        <label for="cw-pay-email">{t('paywall.email.label')}</label>
        <input
          ref={field}
          id="cw-pay-email"
          type="email"
          name="email"
          autocomplete="email"
          inputMode="email"
          maxLength={254}
          value={email}
          aria-required="true"
          aria-invalid={isWrong}
          aria-describedby={isWrong ? 'cw-pay-email-wrong' : 'cw-pay-email-help'}
          onInput={(event) => {
            setEmail(event.currentTarget.value);
            if (isWrong) setWrong(!looksLikeEmail(event.currentTarget.value));
          }}
        />
        {isWrong ? (
          <p class="cw-problem" id="cw-pay-email-wrong">
            {t('paywall.email.wrong')}
          </p>
        ) : (
          <p class="cw-help" id="cw-pay-email-help">
            {t('paywall.email.help')}
          </p>
        )}
      </div>
      <p class="cw-help">{t('paywall.next')}</p>
      {/* A refusal stands where was pressed, in sight however long the offer is. */}
      <div class="cw-pay-bar">
        {refusal && <Refusal error={refusal} words={words} />}
        <button type="submit" class="cw-button cw-solid-button cw-pay" aria-disabled={isOpening || undefined}>
          {isOpening ? t('paywall.opening') : buttonWords(wall.buttonText, offer, words)}
        </button>
      </div>
    </form>
  );
}

/** Why no payment page came: the product's fixed words where there are some, else the server's. */
function Refusal({ error, words }: { error: RequestError; words: Words }) {
  const { t } = words;
  if (error.code === 'payments.incomplete') return <Failure title={t('paywall.error.title')}>{t('paywall.error.incomplete')}</Failure>;
  if (error.code === 'payments.not_ready' || error.status === 0) return <Failure>{t('paywall.error.notReady')}</Failure>;
  if (error.status < 500 && error.message) return <Failure>{error.message}</Failure>;
  return <Failure title={t('paywall.error.setupTitle')}>{t('paywall.error.setup')}</Failure>;
}

function Intervals({ offers, offer, words, choose }: { offers: Offer[]; offer: Offer; words: Words; choose: (interval: Offer['interval']) => void }) {
  const { t, money } = words;
  const [month, year] = (['month', 'year'] as const).map((interval) => offers.find((each) => each.interval === interval));
  const saved = month && year ? Math.floor((1 - year.total / (12 * month.total)) * 100) : 0;
  return (
    <fieldset class="cw-intervals">
      <legend class="cw-hidden">{t('paywall.interval.label')}</legend>
      {[month, year].map(
        (each) =>
          each?.interval && (
            <label key={each.interval} class={each === offer ? 'cw-interval-on' : ''}>
              <input type="radio" name="cw-interval" checked={each === offer} onChange={() => choose(each.interval)} />
              <b>{t(`paywall.interval.${each.interval}`)}</b>
              <span>
                {money(each.total, each.currency)} {t(`paywall.per.${each.interval}`)}
              </span>
              {each === year && saved > 0 && <em>{t('paywall.interval.save', { percent: saved })}</em>}
            </label>
          ),
      )}
    </fieldset>
  );
}

type CouponProps = { words: Words; paying: Paying; coupon: string; setCoupon: (coupon: string) => void; setWall: (wall: Wall) => void };

/** A field that few have something for: it opens when it is asked for. */
function Coupon({ words, paying, coupon, setCoupon, setWall }: CouponProps) {
  const { t } = words;
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState('');
  const apply = (code: string) =>
    void paying.wall(code).then(
      (wall) => {
        setWall(wall);
        setCoupon(code);
        setProblem('');
        if (!code) setTyped('');
      },
      (error: unknown) => setProblem(error instanceof RequestError && error.status < 500 ? t('paywall.coupon.unknown') : t('paywall.error.load')),
    );
  if (coupon)
    return (
      <p class="cw-coupon-on" role="status">
        {t('paywall.coupon.applied', { code: coupon })}{' '}
        <button type="button" class="cw-button cw-link" onClick={() => apply('')}>
          {t('paywall.coupon.remove')}
        </button>
      </p>
    );
  if (!isOpen)
    return (
      <button type="button" class="cw-button cw-link" onClick={() => setOpen(true)}>
        {t('paywall.coupon.open')}
      </button>
    );
  const submit = () => typed.trim() && apply(typed.trim().toUpperCase());
  return (
    <div class="cw-form-field">
      <label for="cw-coupon">{t('paywall.coupon.label')}</label>
      <div class="cw-coupon">
        <input
          id="cw-coupon"
          ref={(input) => {
            if (input && !typed) input.focus({ preventScroll: true });
          }}
          value={typed}
          maxLength={30}
          autocomplete="off"
          autocapitalize="characters"
          spellcheck={false}
          aria-invalid={!!problem}
          aria-describedby={problem ? 'cw-coupon-problem' : undefined}
          onInput={(event) => {
            setTyped(event.currentTarget.value);
            setProblem('');
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            /* Not the whole offer. */
            event.preventDefault();
            submit();
          }}
        />
        <button type="button" class="cw-button cw-quiet-button" onClick={submit}>
          {t('paywall.coupon.apply')}
        </button>
      </div>
      {problem && (
        <p class="cw-problem" id="cw-coupon-problem" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
