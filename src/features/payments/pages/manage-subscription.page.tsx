import type { PageContext, PageProps } from '#shared/page-contract.ts';

/**
 * Where the link of a receipt leads: what is paid again and again can be ended there, whatever became of what
 * it was paid for. Opening it changes nothing.
 */
export function ManageSubscriptionPage({
  state,
  name,
  until,
  portalUrl,
  chatUrl,
  context,
}: PageProps['manage-subscription'] & { context: PageContext }) {
  const text = (key: string): string => context.text(`manage-subscription:${key}`, { name, date: until });
  const isOver = state === 'ending' || state === 'ended';
  return (
    <main className="return">
      <div className={`return-mark${isOver ? '' : ' return-open'}`} aria-hidden="true">
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
          <path d={isOver ? 'M6 12.5l4 4L18 8' : 'M12 7v5l3.5 2'} />
        </svg>
      </div>
      <h1>{text(`${state}.title`)}</h1>
      <p role="status">{text(`${state}.text`)}</p>
      {!isOver && (
        <form method="post">
          <button type="submit" className="button">
            {text('end')}
          </button>
        </form>
      )}
      {portalUrl !== null && state !== 'ended' && (
        <p>
          <a href={portalUrl}>{text('portal')}</a>
        </p>
      )}
      {chatUrl !== null && (
        <p>
          <a href={chatUrl}>{text('chat')}</a>
        </p>
      )}
    </main>
  );
}
