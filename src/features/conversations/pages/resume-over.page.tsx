import type { PageContext, PageProps } from '#shared/page-contract.ts';

/** What somebody finds whose link opens no conversation any more. */
export function ResumeOverPage({ ended, context }: PageProps['resume-over'] & { context: PageContext }) {
  const text = (key: string): string =>
    context.text(`resume:${ended ? 'ended' : 'gone'}.${key}`, ended ? { name: ended.name } : {});
  return (
    <main className="return">
      <div className="return-mark" aria-hidden="true">
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
          <path d={ended ? 'M6 12.5l4 4L18 8' : 'M12 7v5l3.5 2'} />
        </svg>
      </div>
      <h1>{text('title')}</h1>
      <p role="status">{text('text')}</p>
      {ended?.chatUrl && (
        <p>
          <a className="button" href={ended.chatUrl}>
            {text('chat')}
          </a>
        </p>
      )}
    </main>
  );
}
