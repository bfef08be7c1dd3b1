/** @jsxImportSource preact */
import { useEffect, useState } from 'preact/hooks';
import type { ChatStore } from '#features/conversations/chat/store/chat-store.ts';
import type { TextKey } from '#features/conversations/chat/store/visitor-types.ts';
import type { PaywallBalance, UsageLine } from '#features/paywall/paywall.contract.ts';
import type { OwnPurchase } from '../payments-movements.contract.ts';
import type { Wall } from '../payments-visitor.contract.ts';
import { isForSale } from './offers.ts';
import type { Paying } from './paying.ts';
import { Failure, Sheet, TestMark } from './Sheet.tsx';
import { Subscription } from './Subscription.tsx';
import { isUsedUp, statusLine } from './words.ts';
import type { Words } from './words.ts';

type UsageSheetProps = {
  store: ChatStore;
  words: Words;
  paying: Paying;
  close: () => void;
};
type UsageAnswer = {
  balance: PaywallBalance;
  lines: UsageLine[];
  next: string | null;
};

/** Every message that counted and why, with what is left on top, and the subscription if there is one. */
export function UsageSheet({ store, words, paying, close }: UsageSheetProps) {
  const { t } = words;
  const [lines, setLines] = useState<UsageLine[] | null>(null);
  const [next, setNext] = useState<string | null>(null);
  const [isFailed, setFailed] = useState(false);
  const [wall, setWall] = useState<Wall | null>(null);
  const [purchases, setPurchases] = useState<OwnPurchase[]>([]);
  const { balance, agent } = store.get();
  const isClosed = agent.closed !== null;
  const load = (before: string | null) => {
    setFailed(false);
    store.api.call<UsageAnswer>('GET', `usage${before ? `?before=${before}` : ''}`).then(
      (answer) => {
        setLines([...((before && lines) || []), ...answer.lines]);
        setNext(answer.next);
        paying.apply(answer.balance);
      },
      () => setFailed(true),
    );
  };
  useEffect(() => {
    load(null);
    paying.wall().then(setWall, () => undefined);
    store.api.call<{ purchases: OwnPurchase[] }>('GET', 'purchases').then(
      (answer) => setPurchases(answer.purchases),
      () => undefined,
    );
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the sheet opens
  }, []);
  return (
    <Sheet title={t('paywall.usage.title')} t={t} isTest={!!balance?.isTest} close={close}>
      {balance && <Left balance={balance} words={words} isClosed={isClosed} />}
      {wall?.isElsewhere && (
        <div class="cw-elsewhere">
          <p class="cw-offer-text">{t('paywall.usage.elsewhere')}</p>
          {/* What is closed has no place where a code is typed. */}
          {!isClosed && (
            <button
              type="button"
              class="cw-button cw-solid-button"
              onClick={() => store.set({ paywall: 'wall' })}
            >
              {t('paywall.twice.restore')}
            </button>
          )}
        </div>
      )}
      {wall?.subscription ? (
        <Subscription
          isElsewhere={wall.isElsewhere}
          isEmbedded={paying.isEmbedded}
          subscription={wall.subscription}
          store={store}
          words={words}
          changed={(changed) => (setWall(changed), paying.apply(changed.balance))}
        />
      ) : (
        isForSale(wall) && (
          <button
            type="button"
            class="cw-button cw-quiet-button"
            onClick={() => store.set({ paywall: 'wall' })}
          >
            {t('paywall.usage.buy')}
          </button>
        )
      )}
      {/* Of a trial there is none yet. */}
      {wall?.email && purchases.some(({ paid }) => paid > 0) && (
        <p class="cw-help">{t('paywall.usage.receipts', { email: wall.email })}</p>
      )}
      {purchases.length > 0 && <Purchases purchases={purchases} isTest={!!balance?.isTest} words={words} />}
      <h3>{t('paywall.usage.lines')}</h3>
      {isFailed && (
        <>
          <Failure>{t('paywall.usage.failed')}</Failure>
          <button type="button" class="cw-button cw-quiet-button" onClick={() => load(next)}>
            {t('paywall.again')}
          </button>
        </>
      )}
      {!lines && !isFailed && (
        <div class="cw-wall-bones" aria-busy="true">
          <i />
          <i />
        </div>
      )}
      {lines?.length === 0 && <p class="cw-help">{t('paywall.usage.none')}</p>}
      {lines && lines.length > 0 && (
        <ul class="cw-usage">
          {lines.map((line) => (
            <Line
              key={line.id}
              line={line}
              isTest={!!balance?.isTest}
              words={words}
              agentTexts={store.get().agent.texts}
            />
          ))}
        </ul>
      )}
      {next && !isFailed && (
        <button type="button" class="cw-button cw-quiet-button" onClick={() => load(next)}>
          {t('paywall.usage.more')}
        </button>
      )}
    </Sheet>
  );
}

function Left({ balance, words, isClosed }: { balance: PaywallBalance; words: Words; isClosed: boolean }) {
  const { count } = words;
  const isCounted = balance.state === 'free' || balance.state === 'pack';
  const status = isCounted || (isClosed && !isUsedUp(balance)) ? '' : statusLine(balance, words);
  return (
    <ul class="cw-left">
      {status && <li>{status}</li>}
      {balance.freeTotal > 0 && balance.freeLeft > 0 && (
        <li>{count('paywall.usage.free', balance.freeLeft, { total: balance.freeTotal })}</li>
      )}
      {balance.packTotal > 0 && balance.packLeft > 0 && (
        <li>{count('paywall.usage.pack', balance.packLeft, { total: balance.packTotal })}</li>
      )}
    </ul>
  );
}

/** What was bought, with what was paid and the provider's receipt. */
function Purchases({
  purchases,
  isTest,
  words,
}: {
  purchases: readonly OwnPurchase[];
  isTest: boolean;
  words: Words;
}) {
  const { t, count, money, moment } = words;
  return (
    <>
      <h3>{t('paywall.usage.purchases')}</h3>
      <ul class="cw-usage">
        {purchases.map((one) => (
          <li key={one.id}>
            <span class="cw-usage-what">
              <b>{one.title || t(`paywall.lot.${one.type}`)}</b>
              <span>
                {one.messages === null
                  ? t('paywall.usage.unlimited')
                  : count('paywall.usage.pack', one.messagesLeft ?? 0, { total: one.messages })}{' '}
                · {moment(one.at)} {one.isTest && !isTest && <TestMark t={t} />}
                {one.paid > 0 && one.receiptUrl && (
                  <>
                    {' · '}
                    <a href={one.receiptUrl} target="_blank" rel="noopener noreferrer">
                      {t('paywall.usage.receipt')}
                    </a>
                  </>
                )}
                {one.papers.map(({ number, url }) => (
                  <>
                    {' · '}
                    <a href={url} target="_blank" rel="noopener noreferrer">
                      {number}
                    </a>
                  </>
                ))}
              </span>
            </span>
            <span class="cw-usage-amount">
              {money(one.paid, one.currency)}
              {one.returned > 0 && (
                <small>{t('paywall.usage.returned', { amount: money(one.returned, one.currency) })}</small>
              )}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

function Line({
  line,
  isTest,
  words,
  agentTexts,
}: {
  line: UsageLine;
  /** All of it is a test, and says so above. */
  isTest: boolean;
  words: Words;
  agentTexts: Partial<Record<TextKey, string>>;
}) {
  const { t, moment } = words;
  const reason = `paywall.reason.${line.reason}` as TextKey;
  const about = [
    moment(line.createdAt),
    t(`paywall.lot.${line.lot}`),
    agentTexts[reason] === undefined ? '' : t(reason),
  ]
    .filter(Boolean)
    .join(' · ');
  /* A sign of its own width, so that figures stand under each other. */
  const amount =
    line.amount > 0
      ? `+${line.amount}`
      : line.amount < 0
        ? `−${-line.amount}`
        : line.kind === 'commit'
          ? t('paywall.usage.covered')
          : line.kind === 'grant'
            ? t('paywall.usage.unlimited')
            : '0';
  return (
    <li>
      <span class="cw-usage-what">
        <b>{line.excerpt ? `“${line.excerpt}”` : t(`paywall.kind.${line.kind}`)}</b>
        <span>
          {line.excerpt ? `${t(`paywall.kind.${line.kind}`)} · ` : ''}
          {about} {line.isTest && !isTest && <TestMark t={t} />}
        </span>
      </span>
      <span class="cw-usage-amount">{amount}</span>
    </li>
  );
}
