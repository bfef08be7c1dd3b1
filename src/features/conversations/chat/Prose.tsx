/** @jsxImportSource preact */
import { lazyPart } from './lazy-part.tsx';
import type { MarkdownProps } from './Markdown.tsx';

/*
 * The markdown reader is half of the chat's script and nothing before the first answer needs it: it is loaded after the
 * first paint, so that the composer is usable sooner. Until then, and should it never come, text is shown as text.
 */
const Markdown = lazyPart(
  () => import('./Markdown.tsx').then((module) => module.Markdown),
  ({ text }: MarkdownProps) => <p class="cw-plain">{text.replace(/\s?\[\d{1,2}\]/g, '')}</p>,
);

/** An answer's text, or any text of the owner that may hold markdown. */
export function Prose(props: MarkdownProps) {
  return (
    <div class="cw-prose">
      <Markdown {...props} />
    </div>
  );
}
