import { Fragment } from 'react';
import type { PageContext, PageProps } from '#shared/page-contract.ts';
import { Frame } from './frame.tsx';

type Piece = {
  text: string;
  isCited: boolean;
};

/** Cuts a stretch of text at the bounds of the cited passage. */
function pieces(text: string, offset: number, start: number, end: number): Piece[] {
  const from = Math.min(Math.max(start - offset, 0), text.length);
  const to = Math.min(Math.max(end - offset, from), text.length);
  return [
    { text: text.slice(0, from), isCited: false },
    { text: text.slice(from, to), isCited: true },
    { text: text.slice(to), isCited: false },
  ].filter((piece) => piece.text !== '');
}

/** The stored text is light markdown; headings are shown as such, emphasis marks are left away. */
function Lines({ text }: { text: string }) {
  return text.split(/(?<=\n)/).map((line, index) => {
    const heading = /^#{1,6}\s+(.*\n?)$/.exec(line);
    const plain = (heading?.[1] ?? line).replace(/\*\*|__/g, '');
    return heading ? (
      <strong key={index} className="source-heading">
        {plain}
      </strong>
    ) : (
      <Fragment key={index}>{plain}</Fragment>
    );
  });
}

type StretchProps = {
  text: string;
  offset: number;
  start: number;
  end: number;
  /** The passage begins here. */
  isFirst: boolean;
};

function Stretch({ text, offset, start, end, isFirst }: StretchProps) {
  return pieces(text, offset, start, end).map((piece, index) =>
    piece.isCited ? (
      <mark key={index} id={isFirst ? 'passage' : undefined}>
        <Lines text={piece.text} />
      </mark>
    ) : (
      <Lines key={index} text={piece.text} />
    ),
  );
}

/**
 * The stored copy that a citation opens, at its passage; page by page for a PDF. Everything shown is text.
 */
export function SourcePage({
  title,
  url,
  text,
  start,
  end,
  pages,
  pdf,
  context,
}: PageProps['source'] & { context: PageContext }) {
  const stretches = pages.length > 0 ? pages : [{ page: 0, start: 0, end: text.length }];
  const first = stretches.findIndex((stretch) => stretch.end > start);
  const texts = stretches.map((stretch, index) => (
    <section key={stretch.start} className="source-page">
      {stretch.page > 0 && (
        <p className="page-number">{context.text('pages:source.page', { page: stretch.page })}</p>
      )}
      <div className="source-text">
        <Stretch
          text={text.slice(stretch.start, stretch.end)}
          offset={stretch.start}
          start={start}
          end={end}
          isFirst={index === first}
        />
      </div>
    </section>
  ));
  return (
    <Frame context={context}>
      <article className="source">
        <p className="eyebrow">{context.text('pages:source.eyebrow')}</p>
        <h1>{title}</h1>
        {url && (
          <p className="source-link">
            <a href={url} rel="noopener noreferrer nofollow ugc" target="_blank">
              {context.text('pages:source.live')}
            </a>
          </p>
        )}
        <p>
          <a className="button" href="#passage">
            {context.text('pages:source.jump')}
          </a>
        </p>
        {pdf ? (
          <div className="source-beside">
            <PdfView
              pdf={pdf}
              page={stretches[first]?.page || 1}
              passage={text.slice(start, end)}
              context={context}
            />
            <div className="source-texts">{texts}</div>
          </div>
        ) : (
          texts
        )}
        {pdf && <script type="module" src={pdf.script} />}
      </article>
    </Frame>
  );
}

/** Where the script draws the page of the PDF; without scripts there is the text alone. */
function PdfView({
  pdf,
  page,
  passage,
  context,
}: {
  pdf: NonNullable<PageProps['source']['pdf']>;
  page: number;
  passage: string;
  context: PageContext;
}) {
  const position = context.text('pages:source.position', { page: '{{page}}', count: '{{count}}' });
  return (
    <section
      className="pdf-view"
      aria-label={context.text('pages:source.pdf')}
      data-file={pdf.file}
      data-page={page}
      data-passage={passage}
      data-position={position}
    >
      <div className="pdf-turn">
        <button type="button" disabled>
          {context.text('pages:source.previous')}
        </button>
        <span className="pdf-position" role="status">
          {context.text('pages:source.drawing')}
        </span>
        <button type="button" disabled>
          {context.text('pages:source.next')}
        </button>
      </div>
      <div className="pdf-sheet">
        <canvas hidden role="img" aria-label={context.text('pages:source.page', { page })} />
        <div className="pdf-marks" aria-hidden="true" />
      </div>
    </section>
  );
}
