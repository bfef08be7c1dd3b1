import type { PageContext, PageProps } from '#shared/page-contract.ts';
import { LabFrame } from './lab-frame.tsx';

type Props = PageProps['pdf-test'] & { context: PageContext };

/** Passages that the list of all shows. */
const mostPassages = 100;

/** A PDF goes in; the passages that it is cut into come out, and those that a question finds. */
export function PdfTestPage({ question, read, problem, script, context }: Props) {
  const text = (key: string, values?: Record<string, string | number>): string =>
    context.text(`labs:pdf.${key}`, { brand: context.brandName, ...values });
  const figure = new Intl.NumberFormat(context.language);
  const passage = (at: number) => {
    const chunk = read?.chunks[at];
    return (
      chunk && (
        <>
          <p className="pdf-place">
            {chunk.page !== null && <span>{text('page', { page: chunk.page })}</span>}
            {chunk.headings !== '' && <span>{chunk.headings}</span>}
          </p>
          <p className="pdf-text">{chunk.text}</p>
        </>
      )
    );
  };
  return (
    <LabFrame
      context={context}
      script={script}
      title={context.text('labs:checks.pdf.title')}
      lead={context.text('labs:checks.pdf.lead')}
    >
      <form
        className="pdf-form"
        method="post"
        action={`/pdf-test?lang=${context.language}`}
        encType="multipart/form-data"
      >
        <label htmlFor="pdf-question">{text('question')}</label>
        <input
          id="pdf-question"
          name="question"
          type="text"
          maxLength={300}
          defaultValue={question}
          placeholder={text('placeholder')}
        />
        <label htmlFor="pdf-file">{text('file')}</label>
        <input id="pdf-file" name="file" type="file" accept="application/pdf,.pdf" required />
        <button type="submit" className="button">
          {text('read')}
        </button>
      </form>
      {problem !== null && (
        <p className="lab-problem" role="alert">
          {problem}
        </p>
      )}
      {read && (
        <section aria-labelledby="pdf-result">
          <h2 id="pdf-result">{read.name}</h2>
          <dl className="pdf-figures">
            {(['pages', 'characters', 'milliseconds'] as const).map((name) => (
              <div key={name}>
                <dt>{text(name)}</dt>
                <dd>{figure.format(read[name])}</dd>
              </div>
            ))}
            <div>
              <dt>{text('chunks')}</dt>
              <dd>{figure.format(read.chunks.length)}</dd>
            </div>
          </dl>
          {read.cutAt !== null && <p className="note">{text('cut', { most: figure.format(read.cutAt) })}</p>}
          {question !== '' && (
            <>
              <h2>{text('found')}</h2>
              {read.found.length === 0 && <p role="status">{text('nothing')}</p>}
              <ol className="pdf-passages">
                {read.found.map((at) => (
                  <li key={at}>{passage(at)}</li>
                ))}
              </ol>
            </>
          )}
          <details>
            <summary>
              {read.chunks.length > mostPassages
                ? text('first', {
                    shown: figure.format(mostPassages),
                    all: figure.format(read.chunks.length),
                  })
                : text('all')}
            </summary>
            <ol className="pdf-passages">
              {read.chunks.slice(0, mostPassages).map((chunk, at) => (
                <li key={`${at} ${chunk.text.length}`}>{passage(at)}</li>
              ))}
            </ol>
          </details>
        </section>
      )}
      <p className="note">{text('keeps')}</p>
    </LabFrame>
  );
}
