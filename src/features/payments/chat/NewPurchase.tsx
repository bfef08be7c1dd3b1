/** @jsxImportSource preact */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ChatMode } from '#features/conversations/chat/shell/Chat.tsx';
import { RequestError } from '#features/conversations/chat/store/visitor-api.ts';
import type { PublicAgent } from '#features/conversations/chat/store/visitor-types.ts';
import type { Wall } from '../payments-visitor.contract.ts';
import type { Paying } from './paying.ts';
import { readPending } from './pending.ts';
import { chosenOf, offerInLink } from './offers.ts';
import { Choice, Details, Price } from './Price.tsx';
import { Failure } from './Sheet.tsx';
import { benefitsOf, buttonWords, looksLikeEmail, renewalOf } from './words.ts';
import type { Words } from './words.ts';

type NewPurchaseProps = {
  wall: Wall;
  setWall: (wall: Wall) => void;
  words: Words;
  paying: Paying;
  agent: PublicAgent;
  mode: ChatMode;
};

/** What is offered, what it costs, and the way to pay it. */
export function NewPurchase({ wall, setWall, words, paying, agent, mode }: NewPurchaseProps) {
  const { t } = words;
  const [chosen, choose] = useState(() => (mode === 'page' ? offerInLink(location.search) : ''));
  const [email, setEmail] = useState(wall.email ?? readPending(agent, mode).email ?? '');
  const [isWrong, setWrong] = useState(false);
  const [coupon, setCoupon] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const { phase, refusal } = paying.get();
  const { offers } = wall;
  const offer = chosenOf(offers, chosen);
  const isChanged = refusal?.code === 'payments.offer_changed';
  useEffect(() => {
    if (!isChanged) return;
    const read = (code: string): Promise<void> =>
      paying.wall(code).then((next) => {
        setCoupon(code);
        setWall(next);
      });
    /* The coupon may be gone with the offer. */
    void read(coupon)
      .catch(() => (coupon ? read('') : undefined))
      .catch(() => undefined);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each refusal
  }, [refusal]);
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
  const renewal = renewalOf(offer, words);
  return (
    <form
      class="cw-offer"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {offers.length > 1 ? (
        <>
          <Choice offers={offers} offer={offer} words={words} choose={choose} />
          <section class="cw-price-more" aria-label={t('paywall.price.label')}>
            <Details key={offer.id} offer={offer} words={words} />
          </section>
        </>
      ) : (
        <>
          <Price offer={offer} words={words} />
          {offer.description && <p class="cw-offer-text">{offer.description}</p>}
        </>
      )}
      {wall.description.trim() && <p class="cw-offer-text">{wall.description}</p>}
      <ul class="cw-gets">
        {benefitsOf(offer, words).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {wall.hasCoupons && (
        <Coupon
          words={words}
          paying={paying}
          coupon={coupon}
          setCoupon={setCoupon}
          setWall={setWall}
          isOfOthers={offer.before === null}
        />
      )}
      <p class="cw-help">
        <span id="cw-pay-email-help">{t('paywall.email.help')}</span> {t('paywall.next')}
      </p>
      {/* Always in sight, however long the offer is; a refusal stands where was pressed. */}
      <div class="cw-pay-bar">
        {refusal && <Refusal error={refusal} words={words} />}
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
          {isWrong && (
            <p class="cw-problem" id="cw-pay-email-wrong">
              {t('paywall.email.wrong')}
            </p>
          )}
        </div>
        {renewal && (
          <p class="cw-help" id="cw-pay-renewal">
            {renewal}
          </p>
        )}
        <button
          type="submit"
          class="cw-button cw-solid-button cw-pay"
          aria-disabled={isOpening || undefined}
          aria-describedby={renewal ? 'cw-pay-renewal' : undefined}
        >
          {isOpening ? t('paywall.opening') : buttonWords(offer.buttonText || wall.buttonText, offer, words)}
        </button>
      </div>
    </form>
  );
}

/** Why no payment page came: the product's fixed words where there are some, else the server's. */
function Refusal({ error, words }: { error: RequestError; words: Words }) {
  const { t } = words;
  if (error.code === 'payments.incomplete')
    return <Failure title={t('paywall.error.title')}>{t('paywall.error.incomplete')}</Failure>;
  if (error.code === 'payments.not_ready' || error.status === 0)
    return <Failure>{t('paywall.error.notReady')}</Failure>;
  if (error.status < 500 && error.message) return <Failure>{error.message}</Failure>;
  return <Failure title={t('paywall.error.setupTitle')}>{t('paywall.error.setup')}</Failure>;
}

type CouponProps = {
  words: Words;
  paying: Paying;
  coupon: string;
  setCoupon: (coupon: string) => void;
  setWall: (wall: Wall) => void;
  /** It counts, but not for the offer that is chosen. */
  isOfOthers: boolean;
};

/** A field that few have something for: it opens when it is asked for. */
function Coupon({ words, paying, coupon, setCoupon, setWall, isOfOthers }: CouponProps) {
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
      (error: unknown) =>
        setProblem(
          error instanceof RequestError && error.status < 500
            ? t('paywall.coupon.unknown')
            : t('paywall.error.load'),
        ),
    );
  if (coupon)
    return (
      <p class="cw-coupon-on" role="status">
        {t(isOfOthers ? 'paywall.coupon.others' : 'paywall.coupon.applied', { code: coupon })}{' '}
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
