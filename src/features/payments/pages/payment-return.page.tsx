import type { PageContext, PageProps } from '#shared/page-contract.ts';

/** Where people come back to from a payment provider. It says what the server knows and grants nothing. */
export function PaymentReturnPage({
  state,
  isTest,
  chatUrl,
  name,
  context,
}: PageProps['payment-return'] & { context: PageContext }) {
  const text = (key: string): string => context.text(`payment-return:${key}`, { name });
  return (
    <main className="return">
      {isTest && (
        <p className="return-test">
          <strong>{text('test')}</strong> {text('testNote')}
        </p>
      )}
      <div className={`return-mark return-${state}`} aria-hidden="true">
        <svg
          width="28"
          height="28"
          viewBox="0 0 24 24"
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          strokeLinecap="round"
          strokeLinejoin="round"
        >
          <path
            d={
              state === 'open'
                ? 'M12 7v5l3.5 2'
                : ['canceled', 'failed', 'twice', 'tried'].includes(state)
                  ? 'M12 7v6M12 16.6v.1'
                  : 'M6 12.5l4 4L18 8'
            }
          />
        </svg>
      </div>
      <h1>{text(`${state}.title`)}</h1>
      <p role="status">{text(`${state}.text`)}</p>
      <p className="return-close">{text('close')}</p>
      {chatUrl !== null && (
        <p>
          <a className="button" href={chatUrl}>
            {text('chat')}
          </a>
        </p>
      )}
      {(state === 'paid' || state === 'trial') && <script src="/subscription-success/close.js" defer />}
    </main>
  );
}
