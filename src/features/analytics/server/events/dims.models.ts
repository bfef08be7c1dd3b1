import { createHash } from 'node:crypto';
import { countryOfZone } from './places.models.ts';

/** What is known of the browser of a visitor and of how they came. */
export type VisitorFacts = {
  device: string | null;
  browser: string | null;
  os: string | null;
  language: string | null;
  timezone: string | null;
  channel: string;
  utm: Record<string, string>;
  referrer: string | null;
  tag: string | null;
  qrCodeId: string | null;
  landingPageId: string | null;
  landingPageVersion: number | null;
};

export type Dims = {
  device: string;
  browser: string;
  os: string;
  language: string;
  country: string;
  region: string;
  channel: string;
  source: string;
  medium: string;
  campaign: string;
  content: string;
  term: string;
  referrer: string;
  tag: string;
  qrCodeId: string;
  landingPageId: string;
  landingPageVersion: number;
};

const longest = 200;

/** A text that strangers wrote, in one line and not too long. It is shown as text and never read as anything else. */
function line(text: string | null | undefined): string {
  return (text ?? '')
    .slice(0, longest)
    .replaceAll(/[\p{Cc}\p{Cs}]+/gu, ' ')
    .trim();
}

/** The site of an address, without its `www.`; empty where it is none. */
function hostOf(address: string | null): string {
  if (address === null || !URL.canParse(address)) return '';
  return line(new URL(address).hostname.replace(/^www\./, ''));
}

/** By what a visitor can be told apart from others. With `hidesLocation` nothing is kept of where they are. */
export function dimsOf(visitor: VisitorFacts, hidesLocation: boolean): Dims {
  const { utm } = visitor;
  return {
    device: line(visitor.device),
    browser: line(visitor.browser),
    os: line(visitor.os),
    language: line(visitor.language),
    country: hidesLocation ? '' : countryOfZone(visitor.timezone),
    region: '',
    channel: visitor.channel,
    source: line(utm['source']),
    medium: line(utm['medium']),
    campaign: line(utm['campaign']),
    content: line(utm['content']),
    term: line(utm['term']),
    referrer: hostOf(visitor.referrer),
    tag: line(visitor.tag),
    qrCodeId: visitor.qrCodeId ?? '',
    landingPageId: visitor.landingPageId ?? '',
    landingPageVersion: visitor.landingPageVersion ?? 0,
  };
}

/** What is the same for the same facts, and differs for others. */
export function markOf(dims: Dims): string {
  return createHash('sha256').update(JSON.stringify(dims)).digest('base64url').slice(0, 22);
}
