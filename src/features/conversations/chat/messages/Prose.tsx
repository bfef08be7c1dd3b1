/** @jsxImportSource preact */
import { lazyPart } from '../shell/lazy-part.tsx';
import type { MarkdownProps } from './Markdown.tsx';

const load = () => import('./Markdown.tsx').then((module) => module.Markdown);
const Plain = ({ text }: MarkdownProps) => <p class="cw-plain">{text.replace(/\s?\[\d{1,2}\]/g, '')}</p>;

/*
 * The markdown reader is half of the chat's script. A welcome without any mark doesn't need it, so the chat
 * opens without it; it is fetched while the first answer is being thought about. Until then, and should it
 * never come, text is shown as text.
 */
const Markdown = lazyPart(load, Plain);

/** Whether a text holds anything that markdown would read: a mark, an address, a list, a paragraph's end. */
const mark = /[*_`#~[\]<>|\\&$]|https?:|www\.|\S@\S|\n\s*([-+]|\d+[.)])\s|\n\s*\n|-{3}/;

/** Fetches the markdown reader before there is anything to read. */
export function fetchMarkdown(): void {
  load().catch(() => undefined);
}

/** An answer's text, or any text of the owner that may hold markdown. */
export function Prose(props: MarkdownProps) {
  return (
    <div class="cw-prose" dir="auto">
      {props.isStreaming || mark.test(props.text) ? <Markdown {...props} /> : <Plain {...props} />}
    </div>
  );
}
