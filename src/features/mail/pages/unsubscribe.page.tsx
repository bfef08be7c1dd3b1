import type { PageContext, PageProps } from '#shared/page-contract.ts';

/**
 * Where the link at the foot of a mail leads. Opening it changes nothing: programs open links before people
 * do.
 */
export function UnsubscribePage({
  state,
  name,
  about,
  context,
}: PageProps['unsubscribe'] & { context: PageContext }) {
  const text = (key: string): string => context.text(`unsubscribe:${key}`, { name });
  return (
    <main className={`return unsubscribe${state === 'asks' ? '' : ' unsubscribe-back'}`}>
      <div className={`return-mark${state === 'asks' ? ' return-open' : ''}`} aria-hidden="true">
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
          <path d={state === 'asks' ? 'M4 6h16v12H4zM4.5 7l7.5 6 7.5-6' : 'M6 12.5l4 4L18 8'} />
        </svg>
      </div>
      <h1>{text(`${state}.title`)}</h1>
      <p role="status">{text(about === 'contact' ? `${state}.text` : `${about}.${state}`)}</p>
      <form method="post">
        <input type="hidden" name="wish" value={state === 'out' ? 'in' : 'out'} />
        <button type="submit" className="button">
          {text(`${state}.action`)}
        </button>
      </form>
      <p className="return-close">{text('always')}</p>
    </main>
  );
}
