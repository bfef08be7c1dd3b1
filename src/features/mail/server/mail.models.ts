import type { Language } from '#shared/languages.ts';
import { labelled, type MailParts } from '#shared/mail-document.ts';

/** The mail as plain text, for programs and people who prefer it. */
export function plainText(
  {
    title,
    body,
    code,
    rows = [],
    more = [],
    sections = [],
    button,
    links = [],
    footer,
    unsubscribe,
  }: MailParts,
  language: Language,
): string {
  const told = rows
    .map(({ label, value }) => (label === '' ? value : labelled(label, value, language)))
    .join('\n');
  const listed = sections.map((section) =>
    [section.title, ...section.lines.map((line) => `• ${line}`)].join('\n'),
  );
  const parts = [
    title,
    body,
    code ?? '',
    told,
    ...more,
    ...listed,
    labelled(button.label, button.url, language),
    ...links.map(({ label, url }) => labelled(label, url, language)),
    footer,
    unsubscribe ? labelled(unsubscribe.label, unsubscribe.url, language) : '',
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

/** What ends a line of a mail's head, and what mail programs could take for it. */
const controls = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/** A subject is one line, whatever people wrote into the texts that it is made of. */
export function subjectLine(text: string): string {
  return text.replace(controls, ' ').trim().slice(0, 250).toWellFormed();
}

const longestSender = 100;
/**
 * Who a mail is from, in words: `Anna, Bakery Linden`. Signs by which a name could pass for an address are left
 * out.
 */
export function senderName(parts: readonly (string | null | undefined)[]): string | null {
  const words = parts.flatMap((part) => {
    const clean = subjectLine((part ?? '').replace(/[@<>"\\]+/g, ' '))
      .replace(/ {2,}/g, ' ')
      .trim();
    return clean === '' ? [] : [clean];
  });
  return words.length === 0 ? null : words.join(', ').slice(0, longestSender).toWellFormed();
}

/**
 * The mailbox that an address leads to, as far as one can tell: `Ann+shop@Example.com` is Ann's, too, and
 * Gmail reads no dots.
 * For counting alone; nothing is ever sent there.
 */
export function mailboxOf(address: string): string {
  const [name = '', host = ''] = address
    .normalize('NFKC')
    .trim()
    .toLowerCase()
    .replace(/(?<!\.)\.+$/, '')
    .split('@');
  const plain = name.replace(/(.)\+.*$/, '$1');
  return `${/^(gmail|googlemail)\.com$/.test(host) ? plain.replaceAll('.', '') : plain}@${host}`;
}

/**
 * Whether a text is one address and nothing more: no second address, no name, no further line of the head.
 */
export function isOneAddress(text: string): boolean {
  return text.length <= 254 && /^[^\s\p{Cc}<>()[\],;:"\\@]{1,64}@[^\s\p{Cc}<>()[\],;:"\\@]+$/u.test(text);
}

/** A text with the addresses of one site in it moved to another; both without a slash at the end. */
export function movedTo(origin: string, from: string, text: string): string {
  return origin === from
    ? text
    : text.replace(/https?:\/\/[^\s/?#]+/g, (site) => (site === from ? origin : site));
}
