/** @jsxImportSource preact */
import { useEffect, useState } from 'preact/hooks';
import type { MarkdownProps } from './Markdown.tsx';

/*
 * The markdown reader is half of the chat's script and nothing before the first answer needs it: it is loaded after the
 * first paint, so that the composer is usable sooner. Until then, and should it never come, text is shown as text.
 */
let markdown: typeof import('./Markdown.tsx') | null = null;
let arriving: Promise<void> | null = null;
const load = () =>
  (arriving ??= import('./Markdown.tsx').then(
    (module) => void (markdown = module),
    () => void (arriving = null),
  ));

/** An answer's text, or any text of the owner that may hold markdown. */
export function Prose(props: MarkdownProps) {
  const [, redraw] = useState(!!markdown);
  useEffect(() => {
    if (!markdown) void load().then(() => redraw(true));
  }, []);
  return <div class="cw-prose">{markdown ? <markdown.Markdown {...props} /> : <p class="cw-plain">{props.text.replace(/\s?\[\d{1,2}\]/g, '')}</p>}</div>;
}
