import { knowledgeLimits } from '../../knowledge.contract.ts';
import { storableText } from '../sources/text.models.ts';

/** A part of an address as people read it. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const nameOf = (url: string): string =>
  storableText(decoded(new URL(url).pathname.split('/').at(-1) ?? '')) || url;

/**
 * What the files that a site links to are called, by their addresses: the words of the link, else the name of the
 * file. Words that lead to several files ("Show source", "Download") tell none of them apart.
 */
export function fileTitles(words: ReadonlyMap<string, string>): { url: string; title: string }[] {
  const links = [...words].map(([url, text]) => ({
    url,
    text: storableText(text).replace(/\s+/g, ' ').trim(),
  }));
  const uses = new Map<string, number>();
  for (const { text } of links) uses.set(text, (uses.get(text) ?? 0) + 1);
  return links.map(({ url, text }) => {
    const title = /\p{L}{3}/u.test(text) && uses.get(text) === 1 ? text : nameOf(url);
    return { url, title: title.slice(0, knowledgeLimits.titleLength).toWellFormed() };
  });
}
