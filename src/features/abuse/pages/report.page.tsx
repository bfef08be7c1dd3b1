import type { PageContext, PageProps } from '#shared/page-contract.ts';

const kinds = ['scam', 'harmful', 'impersonation', 'payment', 'other'] as const;

/** Where a visitor tells whoever runs the server what is wrong with an agent. It needs no script. */
export function ReportPage({ state, name, context }: PageProps['report'] & { context: PageContext }) {
  const text = (key: string): string => context.text(`report:${key}`, { name });
  if (state === 'sent')
    return (
      <main className="return">
        <h1>{text('sent.title')}</h1>
        <p role="status">{text('sent.text')}</p>
      </main>
    );
  return (
    <main className="return report">
      <h1>{text('title')}</h1>
      <p>{text('text')}</p>
      {state === 'empty' && <p role="alert">{text('empty')}</p>}
      <form method="post">
        <label htmlFor="report-kind">{text('kind')}</label>
        <select id="report-kind" name="kind">
          {kinds.map((kind) => (
            <option key={kind} value={kind}>
              {text(`kinds.${kind}`)}
            </option>
          ))}
        </select>
        <label htmlFor="report-body">{text('body')}</label>
        <textarea id="report-body" name="body" rows={6} maxLength={2000} required />
        <button type="submit" className="button">
          {text('send')}
        </button>
      </form>
    </main>
  );
}
