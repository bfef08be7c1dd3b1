import { decodeEntities } from '#shared/text/html-entities.ts';

const lines = new Set('br p div li tr table ul ol h1 h2 h3 h4 h5 h6 hr'.split(' '));
const unread = new Set(['style', 'script', 'head', 'title']);

/**
 * What a mail in HTML says, as lines of text; what stands in a quote begins with `>`. Goes through the text once,
 * whatever it is made of: nothing is built out of it.
 */
export function textOfHtml(html: string): string {
  const out: string[] = [''];
  let quotes = 0;
  const breakLine = (): void => void out.push('');
  const say = (text: string): void => {
    const words = decodeEntities(text).replace(/\s+/g, ' ');
    const line = out.at(-1) ?? '';
    if (words.trim() === '' && line === '') return;
    out[out.length - 1] = line === '' && quotes > 0 ? `> ${words.trimStart()}` : line + words;
  };
  for (let at = 0; at < html.length;) {
    const open = html.indexOf('<', at);
    say(html.slice(at, open < 0 ? html.length : open));
    if (open < 0) break;
    const isComment = html.startsWith('<!--', open);
    const close = html.indexOf(isComment ? '-->' : '>', open);
    // What is never closed is nothing that can be read.
    if (close < 0) break;
    at = close + (isComment ? 3 : 1);
    const [, slash = '', name = ''] = /^<(\/?)([a-z][a-z\d]{0,11})/i.exec(html.slice(open, open + 16)) ?? [];
    const tag = isComment ? '' : name.toLowerCase();
    if (slash === '' && unread.has(tag)) {
      const end = new RegExp(`</${tag}`, 'gi');
      end.lastIndex = at;
      const found = end.exec(html);
      if (!found) break;
      at = found.index;
    }
    if (tag === 'blockquote') {
      quotes = Math.max(0, quotes + (slash === '' ? 1 : -1));
      breakLine();
    } else if (lines.has(tag)) breakLine();
  }
  return out.map((line) => line.trim()).join('\n');
}
