import type { Language } from './languages.ts';

/** A heading and what is listed under it. */
export type MailSection = {
  title: string;
  lines: readonly string[];
};

/**
 * Something and what it is called: an answer of a form, a line of a receipt. Without a label it is a line of
 * its own.
 */
export type MailRow = {
  label: string;
  value: string;
};

/** The parts of a mail in their order, as plain texts: nothing in it is markup. */
export type MailParts = {
  title: string;
  body: string;
  /** Shown as it is, to be copied. */
  code?: string | undefined;
  rows?: readonly MailRow[] | undefined;
  /** More paragraphs. */
  more?: readonly string[] | undefined;
  sections?: readonly MailSection[] | undefined;
  button: { label: string; url: string };
  /** Where more is to be found, under the button. */
  links?: readonly { label: string; url: string }[] | undefined;
  footer: string;
  /** Where whoever gets the mail says that no more should come. */
  unsubscribe?: { label: string; url: string } | undefined;
};

/** In whose name a mail is written. Colours as `#rrggbb`; `ink` is what can be read on `color`. */
export type MailBrand = {
  name: string;
  color: string;
  ink: string;
  logoUrl: string | null;
};

/**
 * Something and what it is called, as one line of text. In French a space that doesn't break stands before
 * the colon.
 */
export const labelled = (label: string, value: string, language: Language): string =>
  `${label}${language === 'fr' ? '\u00a0' : ''}: ${value}`;

/** Writes a mail as an HTML document. */
export type MailRenderer = (parts: MailParts, brand: MailBrand, language: Language) => string;
