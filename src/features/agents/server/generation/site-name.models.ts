import { isCommonTitle } from '#platform/language/common-titles.ts';
import { anyLanguage } from '#platform/language/language-content.ts';
import { plainText } from '#shared/text/plain-text.ts';
import { shortName } from './naming.models.ts';

const separators = /(?<!\s)\s+[|·–—:»▷►•-]\s+/;
const mostOfName = 60;
/** A shorter piece stands in too many names and addresses to tell anything. */
const leastOfName = 4;
const mostOfText = 20_000;

/** What stands around a name for show: stars, arrows, ticks. */
const ornaments = /^[^\p{L}\p{N}"'«„“(]+|[^\p{L}\p{N}"'»”).!?+]+$/gu;
/** What servers, their guards and unfinished pages say of themselves. */
const noTitle =
  /^(?:new tab|index of\b.*|[45]\d\d\b.*|(?:page )?not found|forbidden|access denied|error|just a moment.*|attention required.*|loading.*|coming soon.*|under construction|it works.*|(?:nginx|apache2?)\b.*)$/iu;
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

/** Addresses below which many sites have theirs. */
const sharedHosts =
  /^(?:myshopify|webflow|wixsite|github|gitlab|netlify|vercel|wordpress|squarespace|blogspot|weebly|jimdo\w*|business)$/;

/** The part of a host that its owner chose: `lindenbakery` of `lindenbakery.co.uk`, `kestrel` of `kestrel.myshopify.com`. */
function chosenLabel(host: string): string {
  const labels = host.split('.').slice(0, -1);
  const last = labels.at(-1) ?? '';
  const isAnothers = sharedHosts.test(last) || (last.length < leastOfName && labels.length > 1);
  return squashed(labels.at(isAnothers ? -2 : -1) ?? '');
}

/** The part of a title that is the site's address, too. */
function addressedPart(host: string, parts: readonly string[]): string | undefined {
  const label = chosenLabel(host);
  if (label.length < leastOfName || /^\d+$/.test(label)) return undefined;
  const isAddressed = (part: string): boolean => {
    const name = squashed(part);
    return name.includes(label) || (name.length >= leastOfName && label.includes(name));
  };
  const found = parts.find(isAddressed);
  // "Linden: the garden for everyone".
  return found?.split(/:\s/).find(isAddressed) ?? found;
}

/** The part of a title that the page says again and again, as no other part: what it is called, not what it is. */
function repeatedPart(text: string, parts: readonly string[]): string | undefined {
  const page = ` ${plainText(text.slice(0, mostOfText))} `;
  const told = parts
    .filter((part) => part.length >= leastOfName)
    .map((part) => ({ part, times: page.split(plainText(part)).length - 1 }))
    .toSorted((a, b) => b.times - a.times);
  const [first, second] = told;
  return first !== undefined && first.times >= 2 && first.times > (second?.times ?? 0)
    ? first.part
    : undefined;
}

/**
 * The name of a business out of what its front page says: what it calls itself, who holds its copyright, what
 * its address says, what it repeats; else the shortest part of its title that is more than "Home".
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
    .map((part) => part.replace(ornaments, ''))
    .map((part) =>
      (welcome.test(part) ? part.replace(welcome, '').replace(/(?<![!.])[!.]+$/, '') : part).trim(),
    )
    .filter((part) => part && ![frontPage, noTitle].some((no) => no.test(part)) && !isCommonTitle(part))
    .toSorted((a, b) => a.length - b.length);
  const candidates = [
    site.siteName,
    copyrightName(site.text, parts),
    addressedPart(host, parts),
    repeatedPart(site.text, parts),
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
