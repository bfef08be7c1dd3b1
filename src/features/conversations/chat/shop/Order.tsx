/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { formatPrice } from '#shared/chat/message-parts.ts';
import type { DemoOrderCode, OrderContent, ShopOrder } from '#shared/chat/shop-parts.ts';
import type { PartContext } from '../parts/PartCards.tsx';
import { Outside } from '../parts/PartMedia.tsx';
import { LateIcon } from '../shell/late-icons.tsx';
import type { Translate } from '../shell/texts.ts';
import type { TextKey } from '../store/visitor-types.ts';
import { wordsOf } from './shop-calls.ts';
import type { ShopProps } from './ShopPart.tsx';

const looksLikeEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim());

/** An order: first a code to the address that ordered, then where it is. Neither becomes a message. */
export function Order({ part, entry, context }: ShopProps<OrderContent>) {
  const [shown, setShown] = useState<ShopOrder | null>(null);
  const order = shown ?? part.order;
  return (
    <section class="cw-part cw-part-frame cw-shop-order" aria-label={context.t('order.title')}>
      {order ? (
        <Facts order={order} context={context} isNew={shown !== null} />
      ) : (
        <Proof part={part} entry={entry} context={context} onShown={setShown} />
      )}
    </section>
  );
}

function Facts({ order, context, isNew }: { order: ShopOrder; context: PartContext; isNew: boolean }) {
  const { t, language } = context;
  const title = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (isNew) title.current?.focus();
  }, [isNew]);
  const date = (text: string): string =>
    new Intl.DateTimeFormat(language, {
      dateStyle: 'long',
      timeZone: text.length === 10 ? 'UTC' : undefined,
    }).format(new Date(text));
  const rows: [string, string][] = [
    [t('order.placed'), date(order.placedAt)],
    ...(order.expectedOn ? [[t('order.expected'), date(order.expectedOn)] as [string, string]] : []),
    ...(order.tracking ? [[order.carrier || t('order.tracking'), order.tracking] as [string, string]] : []),
    [t('shop.total'), formatPrice(order.total, order.currency, language)],
  ];
  return (
    <>
      <p ref={title} tabIndex={-1} class="cw-part-title">
        {t('order.named', { number: order.number })}
      </p>
      <p class={`cw-shop-state cw-shop-state-${order.state}`}>{t(`order.state.${order.state}` as TextKey)}</p>
      <ul>
        {order.lines.map((line, at) => (
          <li key={at}>
            {line.quantity} × {line.name}
          </li>
        ))}
      </ul>
      <dl>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {order.trackingUrl && (
        <p>
          <Outside url={order.trackingUrl} label={t('order.track')} t={t} />
        </p>
      )}
    </>
  );
}

type ProofProps = ShopProps<OrderContent> & { onShown: (order: ShopOrder) => void };

/** Number and address, then the code. */
function Proof({ part, entry, context, onShown }: ProofProps) {
  const { t, store } = context;
  const id = useId();
  const [number, setNumber] = useState(part.number);
  const [email, setEmail] = useState('');
  const [code, setCode] = useState('');
  const [isSent, setSent] = useState(false);
  const [demo, setDemo] = useState<DemoOrderCode | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const codeField = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isSent) codeField.current?.focus();
  }, [isSent]);
  const isBlocked = isBusy || entry.status === 'streaming';

  const call = async (work: () => Promise<void>) => {
    if (isBlocked) return;
    setBusy(true);
    setProblem('');
    try {
      await work();
    } catch (error) {
      setProblem(wordsOf(error, t));
    }
    setBusy(false);
  };
  const send = () => {
    if (number.trim() === '') return setProblem(t('order.numberMissing'));
    if (!looksLikeEmail(email)) return setProblem(t('form.error.email'));
    return void call(async () => {
      const sent = await store.api.call<{ demo: DemoOrderCode | null }>(
        'POST',
        `messages/${entry.id}/order-code`,
        { number: number.trim(), email: email.trim() },
      );
      setDemo(sent.demo);
      setCode('');
      setSent(sent.demo === null || sent.demo.code !== null);
    });
  };
  const show = (digits: string) => {
    if (digits.length !== 6) return setProblem(t('order.codeMissing'));
    return void call(async () => {
      const { order } = await store.api.call<{ order: ShopOrder }>('POST', `messages/${entry.id}/order`, {
        number: number.trim(),
        code: digits,
      });
      onShown(order);
    });
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isSent) show(code);
        else send();
      }}
    >
      <div class="cw-own-form-head">
        <span class="cw-own-form-mark" aria-hidden="true">
          <LateIcon name="page" size={18} />
        </span>
        <div>
          <p class="cw-part-title">{t('order.title')}</p>
          {!(isSent && demo) && (
            <p class="cw-part-text" role={isSent ? 'status' : undefined}>
              {t(isSent ? 'order.sent' : 'order.text', { email: email.trim() })}
            </p>
          )}
        </div>
      </div>
      {demo && <DemoNote demo={demo} t={t} />}
      {isSent ? (
        <Labelled key="code" id={`${id}-code`} label={t(demo ? 'order.demoCode' : 'order.code')}>
          <input
            ref={codeField}
            id={`${id}-code`}
            class="cw-code-field"
            inputMode="numeric"
            autocomplete="one-time-code"
            placeholder="000000"
            value={code}
            aria-invalid={problem !== ''}
            aria-describedby={problem ? `${id}-problem` : undefined}
            onInput={(event) => {
              /* Pasted with spaces or dashes it is the same code. */
              const digits = event.currentTarget.value.replace(/\D/g, '').slice(0, 6);
              event.currentTarget.value = digits;
              setProblem('');
              setCode(digits);
              if (digits.length === 6 && digits !== code) show(digits);
            }}
          />
        </Labelled>
      ) : (
        <>
          <Labelled key="number" id={`${id}-number`} label={t('order.number')}>
            <input
              id={`${id}-number`}
              value={number}
              maxLength={60}
              autocomplete="off"
              onInput={({ currentTarget }) => setNumber(currentTarget.value)}
            />
          </Labelled>
          <Labelled key="email" id={`${id}-email`} label={t('order.email')}>
            <input
              id={`${id}-email`}
              type="email"
              inputMode="email"
              autocomplete="email"
              maxLength={254}
              value={email}
              onInput={({ currentTarget }) => setEmail(currentTarget.value)}
            />
          </Labelled>
        </>
      )}
      {problem && (
        <p class="cw-problem" id={`${id}-problem`} role="alert">
          {problem}
        </p>
      )}
      <Actions isSent={isSent} isBlocked={isBlocked} t={t} onBack={() => setSent(false)} />
    </form>
  );
}

/** The demo store mails nothing, as its orders and addresses are invented: the code stands here instead. */
function DemoNote({ demo: { code, sample }, t }: { demo: DemoOrderCode; t: Translate }) {
  return (
    <p class="cw-shop-demo" role="status">
      <strong>{t('order.demo')}</strong> {code === null ? t('order.demoNone', sample) : t('order.demoText')}{' '}
      {code && <code>{code}</code>}
    </p>
  );
}

function Labelled(props: { id: string; label: string; children: ComponentChildren }) {
  return (
    <div class="cw-form-field">
      <label for={props.id}>{props.label}</label>
      {props.children}
    </div>
  );
}

function Actions(props: { isSent: boolean; isBlocked: boolean; t: Translate; onBack: () => void }) {
  const { isSent, isBlocked, t, onBack } = props;
  return (
    <div class="cw-approval-buttons">
      <button type="submit" class="cw-button cw-solid-button" aria-disabled={isBlocked}>
        {t(isSent ? 'order.show' : 'order.send')}
      </button>
      {isSent && (
        <button type="button" class="cw-button cw-quiet-button" onClick={onBack}>
          {t('order.again')}
        </button>
      )}
    </div>
  );
}
