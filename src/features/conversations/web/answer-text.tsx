import type { Token, Tokens } from 'marked';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { clsx } from 'clsx';
import {
  lexBlocks,
  closeOpenMarkdown,
  mayHoldFormula,
  readEntities,
} from '../chat/messages/markdown-blocks.ts';
import { safeLink } from '../chat/shell/safe-url.ts';

type Props = {
  text: string;
  isStreaming?: boolean;
  /** Draws the marker `[number]`. */
  cite?: (number: number) => ReactNode;
};
type Cite = Props['cite'];

/** An answer's markdown as elements: no raw HTML, no pictures, links that can't run anything. */
export function AnswerText({ text, isStreaming = false, cite }: Props) {
  const { t } = useTranslation('contacts');
  const plain = text.replace(/\r\n?/g, '\n');
  const formulas = useFormulas(mayHoldFormula(plain));
  const whole = formulas ? formulas.hideFormulas(plain) : plain;
  const blocks = lexBlocks(isStreaming ? closeOpenMarkdown(whole) : whole);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2.5 leading-6 wrap-anywhere">
      {blocks.map((token, index) => drawBlock(token, index, cite, t('thread.table')))}
    </div>
  );
}

type Formulas = Pick<typeof import('../chat/messages/formulas.ts'), 'drawFormula' | 'hideFormulas'>;
let loaded: Formulas | undefined;

/** What reads and draws formulas, once a text needs it; without it they stand as they were written. */
function useFormulas(isNeeded: boolean): Formulas | undefined {
  const [, redraw] = useState(loaded !== undefined);
  useEffect(() => {
    if (isNeeded && !loaded)
      import('../chat/messages/formulas.ts').then(
        ({ drawFormula, hideFormulas }) => {
          loaded = { drawFormula, hideFormulas };
          redraw(true);
        },
        () => undefined,
      );
  }, [isNeeded]);
  return isNeeded ? loaded : undefined;
}

function withCitations(text: string, cite: Cite): ReactNode {
  const parts = loaded ? text.split(/([\uE000\uE002][^\uE001]*\uE001)/) : [];
  if (parts.length > 1)
    return parts.map((part, index) =>
      index % 2 ? (
        <span key={index} ref={(box) => void (box && loaded?.drawFormula(part, box))} />
      ) : (
        <span key={index}>{withCitations(part, cite)}</span>
      ),
    );
  const read = readEntities(text);
  if (!cite || !read.includes('[')) return read;
  return read.split(/(\s?\[\d{1,2}\])/).map((part, index) => {
    const number = /^\s?\[(\d{1,2})\]$/.exec(part)?.[1];
    return number ? (
      <span key={index}>
        {'\u2060'}
        {cite(Number(number))}
      </span>
    ) : (
      part
    );
  });
}

function link(href: string, children: ReactNode, key: number): ReactNode {
  const address = safeLink(href);
  if (!address) return children;
  return (
    <a
      key={key}
      href={address}
      target="_blank"
      rel="noopener noreferrer nofollow"
      className="text-accent-ink underline underline-offset-4"
    >
      {children}
    </a>
  );
}

function drawInline(tokens: Token[] | undefined, cite: Cite): ReactNode {
  return tokens?.map((token, index) => {
    switch (token.type) {
      case 'strong':
        return <strong key={index}>{drawInline(token.tokens, cite)}</strong>;
      case 'em':
        return <em key={index}>{drawInline(token.tokens, cite)}</em>;
      case 'del':
        return <del key={index}>{drawInline(token.tokens, cite)}</del>;
      case 'codespan':
        return (
          <code key={index} className="rounded-[4px] bg-sunken px-1 font-mono text-sm dark:bg-line">
            {token.text as string}
          </code>
        );
      case 'br':
        return <br key={index} />;
      case 'link':
        return link((token as Tokens.Link).href, drawInline(token.tokens, cite), index);
      case 'image':
        // A picture from elsewhere would tell that server who reads this.
        return link(
          (token as Tokens.Image).href,
          readEntities((token as Tokens.Image).text) || (token as Tokens.Image).href,
          index,
        );
      case 'checkbox':
        return (token as Tokens.Checkbox).checked ? '☑ ' : '☐ ';
      case 'escape':
        return token.text as string;
      case 'text':
        return token.tokens ? (
          <span key={index}>{drawInline(token.tokens, cite)}</span>
        ) : (
          <span key={index}>{withCitations((token as Tokens.Text).text, cite)}</span>
        );
      default:
        return drawBlock(token, index, cite, '');
    }
  });
}

function drawBlock(token: Token, key: number, cite: Cite, tableName: string): ReactNode {
  switch (token.type) {
    case 'heading':
      return (
        <p key={key} className="mt-1 font-semibold">
          {drawInline(token.tokens, cite)}
        </p>
      );
    case 'paragraph':
    case 'text':
      return (
        <p key={key}>
          {token.tokens ? drawInline(token.tokens, cite) : withCitations(token.text as string, cite)}
        </p>
      );
    case 'list': {
      const list = token as Tokens.List;
      const Tag = list.ordered ? 'ol' : 'ul';
      return (
        <Tag
          key={key}
          {...(list.ordered && { start: Number(list.start) || 1 })}
          className={clsx('grid gap-1 pl-5', list.ordered ? 'list-decimal' : 'list-disc')}
        >
          {list.items.map((item, index) => (
            <li key={index}>{drawInline(item.tokens, cite)}</li>
          ))}
        </Tag>
      );
    }
    case 'table': {
      const table = token as Tokens.Table;
      return (
        <div
          key={key}
          role="region"
          aria-label={tableName}
          tabIndex={0}
          className="overflow-x-auto rounded-control border border-line"
        >
          <table className="w-full border-collapse text-left text-sm">
            <thead>
              <tr>
                {table.header.map((cell, index) => (
                  <th
                    key={index}
                    scope="col"
                    className="px-3 py-1.5 font-medium"
                    style={{ textAlign: cell.align ?? 'left' }}
                  >
                    {drawInline(cell.tokens, cite)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {table.rows.map((row, index) => (
                <tr key={index} className="border-t border-line">
                  {row.map((cell, column) => (
                    <td key={column} className="px-3 py-1.5" style={{ textAlign: cell.align ?? 'left' }}>
                      {drawInline(cell.tokens, cite)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      );
    }
    case 'code':
      return (
        <pre
          key={key}
          tabIndex={0}
          className="overflow-x-auto rounded-control bg-sunken p-3 font-mono text-sm dark:bg-line"
        >
          <code>{token.text as string}</code>
        </pre>
      );
    case 'blockquote':
      return (
        <blockquote key={key} className="border-l-2 border-line pl-3 text-muted">
          {token.tokens?.map((inner, index) => drawBlock(inner, index, cite, tableName))}
        </blockquote>
      );
    case 'hr':
      return <hr key={key} className="border-line" />;
    case 'space':
      return null;
    default:
      return <p key={key}>{token.raw}</p>;
  }
}
