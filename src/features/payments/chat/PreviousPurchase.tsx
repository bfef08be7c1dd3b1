/** @jsxImportSource preact */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ChatStore } from '#features/conversations/chat/store/chat-store.ts';
import { RequestError } from '#features/conversations/chat/store/visitor-api.ts';
import type { PaywallBalance } from '#features/paywall/paywall.contract.ts';
import type { Paying } from './paying.ts';
import { Failure } from './Sheet.tsx';
import { isUsedUp, looksLikeEmail } from './words.ts';
import type { Words } from './words.ts';

type PreviousPurchaseProps = {
  store: ChatStore;
  words: Words;
  paying: Paying;
  known: string;
  isElsewhere: boolean;
  restored: (text: string) => void;
};

/** Seconds before another code can be asked for. */
const resendSeconds = 45;

/** Brings back what was bought before: first the address, then the code that was sent to it. */
export function PreviousPurchase({
  store,
  words,
  paying,
  known,
  isElsewhere,
  restored,
}: PreviousPurchaseProps) {
  const { t } = words;
  const [email, setEmail] = useState(known);
  const [code, setCode] = useState('');
  const [isSent, setSent] = useState(false);
  const [problem, setProblem] = useState('');
  const [failure, setFailure] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [left, setLeft] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (left <= 0) return;
    const timer = setTimeout(() => setLeft(left - 1), 1_000);
    return () => clearTimeout(timer);
  }, [left]);
  useEffect(() => {
    if (isSent) field.current?.focus({ preventScroll: true });
  }, [isSent]);

  const refuse = (text: string) => {
    setProblem(text);
    field.current?.focus({ preventScroll: true });
  };
  const call = async (work: () => Promise<void>) => {
    setBusy(true);
    setProblem('');
    setFailure('');
    try {
      await work();
    } catch (error) {
      const own =
        error instanceof RequestError && error.status > 0 && error.status < 500 ? error.message : '';
      if (error instanceof RequestError && error.status === 422) refuse(own);
      else setFailure(own || t('paywall.restore.failed'));
    }
    setBusy(false);
  };
  const sendCode = () => {
    if (!looksLikeEmail(email)) return refuse(t('paywall.email.wrong'));
    void call(async () => {
      await store.api.call('POST', 'restore', { email: email.trim() });
      setSent(true);
      setCode('');
      setLeft(resendSeconds);
    });
  };
  const confirm = (digits: string) => {
    if (digits.length !== 6) return refuse(t('paywall.restore.codeWrong'));
    void call(async () => {
      const balance = await store.api.call<PaywallBalance>('POST', 'restore/confirm', {
        email: email.trim(),
        code: digits,
      });
      paying.apply(balance);
      if (isUsedUp(balance)) setFailure(t('paywall.restore.nothing'));
      else restored(t('paywall.restore.done'));
    });
  };
  const wrong = problem && (
    <p class="cw-problem" id="cw-restore-problem" role="alert">
      {problem}
    </p>
  );
  return (
    <form
      class="cw-offer"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isBusy) return;
        if (isSent) confirm(code);
        else sendCode();
      }}
    >
      <p class="cw-offer-text" role={isSent ? 'status' : undefined}>
        {isSent
          ? t('paywall.restore.sent', { email: email.trim() })
          : t(isElsewhere ? 'paywall.restore.elsewhere' : 'paywall.restore.text')}
      </p>
      {isSent ? (
        <div key="code" class="cw-form-field">
          <label for="cw-restore-code">{t('paywall.restore.code')}</label>
          <input
            ref={field}
            id="cw-restore-code"
            class="cw-code-field"
            inputMode="numeric"
            autocomplete="one-time-code"
            value={code}
            placeholder="000000"
            aria-invalid={!!problem}
            aria-describedby={problem ? 'cw-restore-problem' : undefined}
            onInput={(event) => {
              /* Pasted with spaces or dashes it is the same code. */
              const digits = event.currentTarget.value.replace(/\D/g, '').slice(0, 6);
              event.currentTarget.value = digits;
              setProblem('');
              setCode(digits);
              if (digits.length === 6 && digits !== code && !isBusy) confirm(digits);
            }}
          />
          {wrong}
        </div>
      ) : (
        <div key="email" class="cw-form-field">
          <label for="cw-restore-email">{t('paywall.restore.email')}</label>
          <input
            ref={field}
            id="cw-restore-email"
            type="email"
            autocomplete="email"
            inputMode="email"
            maxLength={254}
            value={email}
            aria-invalid={!!problem}
            aria-describedby={problem ? 'cw-restore-problem' : undefined}
            onInput={(event) => setEmail(event.currentTarget.value)}
          />
          {wrong}
        </div>
      )}
      {failure && <Failure>{failure}</Failure>}
      <button type="submit" class="cw-button cw-solid-button cw-pay" aria-disabled={isBusy || undefined}>
        {t(isSent ? 'paywall.restore.confirm' : 'paywall.restore.send')}
      </button>
      {isSent && (
        <p class="cw-restore-more">
          <button
            type="button"
            class="cw-button cw-link"
            aria-disabled={left > 0 || undefined}
            onClick={() => left <= 0 && !isBusy && sendCode()}
          >
            {left > 0 ? t('paywall.restore.resendIn', { seconds: left }) : t('paywall.restore.resend')}
          </button>
          <button
            type="button"
            class="cw-button cw-link"
            onClick={() => {
              setSent(false);
              setProblem('');
              setFailure('');
            }}
          >
            {t('paywall.restore.other')}
          </button>
        </p>
      )}
    </form>
  );
}
