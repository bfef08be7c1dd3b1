import { anyLanguage } from '#platform/language/language-content.ts';
import { plainText } from '#shared/text/plain-text.ts';
import { shortName } from './naming.models.ts';

const separators = /(?<!\s)\s+[|·–—:»-]\s+/;
const mostOfName = 60;
/** A shorter piece stands in too many names and addresses to tell anything. */
const leastOfName = 4;

const frontPage = new RegExp(`^(?:${anyLanguage(({ naming }) => naming.frontPage)})[.!]?$`, 'iu');
const welcome = new RegExp(String.raw`^(?:${anyLanguage(({ naming }) => naming.welcomes)})\s+`, 'iu');
/** "© 2026 De Ketting", "Copyright © 2019–2026 Studio Linden". */
const copyright =
  /(?:©|\(c\)|\bcopyright\b)[\s,©]{0,6}(?:\d{4}(?:\s?[-–—]\s?\d{4})?)?[\s,]{0,4}([^\n|·•©]{2,80})/giu;

/** Letters and digits alone, to compare a name with an address: "Atelier Vélo" is `ateliervelo`. */
const squashed = (text: string): string => plainText(text).replace(/[^\p{L}\p{N}]+/gu, '');

/** The name that a copyright line gives, as far as the title has it, too: what follows it there is no name. */
function copyrightName(text: string, parts: readonly string[]): string | null {
  for (const [, holder = ''] of text.matchAll(copyright)) {
    const words = holder.trim().split(/\s+/).slice(0, 8);
    for (let count = words.length; count > 0; count -= 1) {
      const name = words
        .slice(0, count)
        .join(' ')
        .replace(/[\s.,;:–—-]{1,9}$/u, '');
      const sought = ` ${plainText(name)} `;
      if (name.length >= leastOfName && parts.some((part) => ` ${plainText(part)} `.includes(sought)))
        return name;
    }
  }
  return null;
}

/** The part of a title that is the site's address, too. */
function addressedPart(host: string, parts: readonly string[]): string | undefined {
  const label = squashed(host.split('.').at(-2) ?? '');
  return label.length < leastOfName || /^\d+$/.test(label)
    ? undefined
    : parts.find((part) => {
        const name = squashed(part);
        return name.includes(label) || (name.length >= leastOfName && label.includes(name));
      });
}

/**
 * The name of a business out of what its front page says: what it calls itself, who holds its copyright, what
 * its address says; else the shortest part of its title that is more than "Home".
 */
export function nameOfSite(site: {
  url: string;
  title: string;
  siteName: string | null;
  /** The text of the front page, with that of its footer. */
  text: string;
}): string {
  const host = new URL(site.url).hostname.replace(/^www\./, '');
  const parts = site.title
    .slice(0, 500)
    .split(separators)
    .map((part) => part.replace(welcome, '').trim())
    .filter((part) => part && !frontPage.test(part))
    .toSorted((a, b) => a.length - b.length);
  const candidates = [
    site.siteName,
    copyrightName(site.text, parts),
    addressedPart(host, parts),
    ...parts,
    shortName(site.siteName ?? ''),
    host,
  ];
  return (
    candidates
      .map((text) => text?.trim() ?? '')
      .find((text) => text.length >= 2 && text.length <= mostOfName) ?? host
  ).slice(0, 80);
}
