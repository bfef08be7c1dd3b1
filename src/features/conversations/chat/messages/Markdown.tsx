/** @jsxImportSource preact */
import type { Token, Tokens } from 'marked';
import { Fragment } from 'preact';
import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { CodeBlock } from './CodeBlock.tsx';
import { lexBlocks, mayHoldFormula, closeOpenMarkdown, readEntities } from './markdown-blocks.ts';
import { ownAddress, safeLink } from '../shell/safe-url.ts';
import type { Translate } from '../shell/texts.ts';

export type MarkdownProps = {
  text: string;
  /** The text is still growing. */
  isStreaming?: boolean;
  /** Draws the marker `[number]`; null leaves it out. */
  cite?: (number: number, key: string) => VNode | null;
  /** Changes when markers have to be drawn anew. */
  citeKey?: string;
  t: Translate;
};

type Drawing = Pick<MarkdownProps, 'cite' | 't'>;

/** What reads and draws formulas, once a text may hold one. */
let formulas: Pick<typeof import('./formulas.ts'), 'drawFormula' | 'hideFormulas'> | undefined;

/** A text with its formulas and citation markers drawn. */
function withCitations(text: string, drawing: Drawing): ComponentChildren {
  const { cite } = drawing;
  const parts = formulas ? text.split(/([\uE000\uE002][^\uE001]*\uE001)/) : [];
  if (parts.length > 1)
    return parts.map((part, at) =>
      at % 2 ? (
        <span
          ref={(box) => {
            if (box) formulas!.drawFormula(part, box);
          }}
        />
      ) : (
        withCitations(part, drawing)
      ),
    );
  const read = readEntities(text);
  if (!cite || !read.includes('[')) return read;
  return read.split(/(\s?\[\d{1,2}\])/).map((part, at) => {
    const number = /^\s?\[(\d{1,2})\]$/.exec(part)?.[1];
    /* The word joiner keeps the chip on the line of the word that it belongs to. */
    return number ? ['\u2060', cite(Number(number), `${at}`)] : part;
  });
}

function link(href: string, children: ComponentChildren): ComponentChildren {
  const address = safeLink(href);
  if (!address) return children;
  return (
    <a href={address} target="_blank" rel="noopener noreferrer nofollow ugc">
      {children}
    </a>
  );
}

/**
 * Pictures only from the instance itself: a foreign address in an answer would tell that server what was
 * said.
 */
function image(token: Tokens.Image, drawing: Drawing): ComponentChildren {
  const own = ownAddress(token.href);
  const text = readEntities(token.text);
  if (own) return <img src={own} alt={text} loading="lazy" />;
  return link(token.href, text || drawing.t('content.image'));
}

function inline(tokens: Token[] | undefined, drawing: Drawing): ComponentChildren {
  return tokens?.map((token) => {
    switch (token.type) {
      case 'strong':
        return <strong>{inline(token.tokens, drawing)}</strong>;
      case 'em':
        return <em>{inline(token.tokens, drawing)}</em>;
      case 'del':
        return <del>{inline(token.tokens, drawing)}</del>;
      case 'codespan':
        return <code>{token.text as string}</code>;
      case 'br':
        return <br />;
      case 'link':
        return link((token as Tokens.Link).href, inline(token.tokens, drawing));
      case 'image':
        return image(token as Tokens.Image, drawing);
      case 'checkbox':
        return (token as Tokens.Checkbox).checked ? '☑ ' : '☐ ';
      case 'escape':
        return token.text as string;
      case 'text':
        return token.tokens
          ? inline(token.tokens, drawing)
          : withCitations((token as Tokens.Text).text, drawing);
      default:
        return block(token, drawing) ?? token.raw;
    }
  });
}

function table(token: Tokens.Table, drawing: Drawing): VNode {
  const cells = (row: Tokens.TableCell[], Tag: 'th' | 'td') =>
    row.map(({ tokens, align }) => (
      <Tag class={align ? `cw-${align}` : undefined}>{inline(tokens, drawing)}</Tag>
    ));
  return (
    <div class="cw-table" role="region" aria-label={drawing.t('content.table')} tabIndex={0}>
      <table>
        <thead>
          <tr>{cells(token.header, 'th')}</tr>
        </thead>
        <tbody>
          {token.rows.map((row) => (
            <tr>{cells(row, 'td')}</tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function list(token: Tokens.List, drawing: Drawing): VNode {
  const items = token.items.map((item) => <li>{inline(item.tokens, drawing)}</li>);
  return token.ordered ? <ol start={Number(token.start) || 1}>{items}</ol> : <ul>{items}</ul>;
}

function block(token: Token, drawing: Drawing): VNode | null {
  switch (token.type) {
    case 'heading':
      return (
        <h2 class={`cw-heading-${Math.min((token as Tokens.Heading).depth, 4)}`}>
          {inline(token.tokens, drawing)}
        </h2>
      );
    case 'paragraph':
      return <p>{inline(token.tokens, drawing)}</p>;
    case 'text':
      return (
        <p>{token.tokens ? inline(token.tokens, drawing) : withCitations(token.text as string, drawing)}</p>
      );
    case 'list':
      return list(token as Tokens.List, drawing);
    case 'table':
      return table(token as Tokens.Table, drawing);
    case 'code':
      return (
        <CodeBlock text={token.text as string} language={(token as Tokens.Code).lang ?? ''} t={drawing.t} />
      );
    case 'blockquote':
      return <blockquote>{token.tokens?.map((inner) => block(inner, drawing))}</blockquote>;
    case 'hr':
      return <hr />;
    case 'space':
      return null;
    default:
      return <p>{token.raw}</p>;
  }
}

type Memo = {
  prefix: string;
  blocks: VNode[];
  citeKey: string | undefined;
};

/**
 * Markdown as nodes, no `innerHTML` anywhere. Blocks that can't change any more are kept: while an answer
 * grows, only its last blocks are read and drawn again.
 * @public loaded with the first answer
 */
export function Markdown({ text, isStreaming, cite, citeKey, t }: MarkdownProps) {
  const memo = useRef<Memo>({ prefix: '', blocks: [], citeKey: undefined });
  const [, redraw] = useState(false);
  const hasFormula = mayHoldFormula(text);
  useEffect(() => {
    if (hasFormula && !formulas)
      import('./formulas.ts').then(
        ({ drawFormula, hideFormulas }) => {
          formulas = { drawFormula, hideFormulas };
          redraw(true);
        },
        () => undefined,
      );
  }, [hasFormula]);
  const plain = text.replace(/\r\n?/g, '\n');
  const whole = hasFormula && formulas ? formulas.hideFormulas(plain) : plain;
  if (memo.current.citeKey !== citeKey || !whole.startsWith(memo.current.prefix))
    memo.current = { prefix: '', blocks: [], citeKey };
  const kept = memo.current;
  const drawing: Drawing = { cite, t };
  const tail = whole.slice(kept.prefix.length);
  const tokens = lexBlocks(isStreaming ? closeOpenMarkdown(tail) : tail);
  const first = kept.blocks.length;
  /* In a fragment of its own, because only a component that is given again as it was is left as it is. */
  const drawn = tokens.map((token, at) => <Fragment key={first + at}>{block(token, drawing)}</Fragment>);
  const result = [...kept.blocks, ...drawn];
  if (isStreaming) {
    /* Everything before the last two blocks is settled (the last may be the gap after the one that grows). */
    const complete = tokens.slice(0, Math.max(0, tokens.length - 2));
    const raw = complete.map((token) => token.raw).join('');
    if (raw && tail.startsWith(raw)) {
      kept.prefix += raw;
      kept.blocks.push(...drawn.slice(0, complete.length));
    }
  }
  return <>{result}</>;
}
