import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { brandRamp } from '#shared/brand-ramp.ts';
import {
  fallbackLanguage,
  fromAcceptLanguage,
  languages,
  toLanguage,
  type Language,
} from '#shared/languages.ts';
import type { PageBrand, PageMeta, PageProps, PageRenderer } from '#shared/page-contract.ts';
import { readableOn } from '#shared/readable-color.ts';
import { sendText } from '#platform/http/send-text.ts';
import type { Brand } from '#features/white-label/server/white-label-brands.usecases.ts';
import type { Services } from '../services.ts';
import { siteOf } from '../sites.ts';

type PolicyParts = {
  /** Scripts, requests and frames of this server. */
  scripts?: boolean;
  /** Where forms of the page may lead. */
  forms?: string;
};

/** What a public page may load and do; a page without scripts asks for nothing of them. */
export const policyOf = ({ scripts = false, forms = "'none'" }: PolicyParts): string =>
  [
    "default-src 'none'",
    ...(scripts ? ["script-src 'self'"] : []),
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    ...(scripts ? ["connect-src 'self'", "frame-src 'self'"] : []),
    "base-uri 'none'",
    `form-action ${forms}`,
    "frame-ancestors 'none'",
  ].join('; ');

export const pagePolicy = policyOf({ scripts: true });

/** The language that the address asks for (`?lang=nl`), else the browser's. */
export function languageOf(request: FastifyRequest): Language {
  // An address that can't be read has no query, either.
  const query = request.query as { lang?: unknown } | undefined | null;
  return (
    toLanguage(query?.lang) ?? fromAcceptLanguage(request.headers['accept-language']) ?? fallbackLanguage
  );
}

export const pathOf = (request: FastifyRequest): string => request.url.split('?')[0] ?? '/';

/** What search engines are told of a page, in its language. */
export type PageTold = (
  text: (key: string) => string,
) => Omit<PageMeta, 'origin' | 'languages'> & Partial<PageMeta>;

type Sending = {
  language: Language;
  path: string;
  /** What of the address stays when the reader chooses another language; see `PageContext`. */
  query?: Readonly<Record<string, string>>;
  brandName?: string;
  /** Whose page it is; without it, that of the address that was asked. */
  brand?: Brand;
  policy?: string;
  /** What search engines are told; without it they are told to leave the page out. */
  meta?: PageTold;
};
/** Sends a page in one language. What may be kept of it, and for whom, the caller has said in the reply. */
export type SendPage = <N extends keyof PageProps>(
  reply: FastifyReply,
  name: N,
  props: PageProps[N],
  options: Sending,
) => unknown;

/** The one way in which a public page is rendered, bounded by its policy, and sent. */
export function createSendPage(
  services: Pick<Services, 'translator' | 'publicUrl' | 'openingOf'>,
  pages: PageRenderer,
): SendPage {
  const { translator, publicUrl } = services;
  return (reply, name, props, { language, path, query = {}, policy = pagePolicy, meta, ...given }) => {
    const brand = given.brand ?? siteOf(reply.request).brand;
    const brandName = given.brandName ?? brand.name;
    const look = pageBrandOf(brand);
    const text = (key: string, variables?: Record<string, string | number>): string =>
      translator.text(language, key, { brand: brandName, ...variables });
    const page = pages.render(name, props, {
      language,
      text,
      brandName,
      brand: look,
      opening: services.openingOf(siteOf(reply.request).accountId),
      path,
      query,
      ...(meta && { meta: { origin: publicUrl(), languages, ...meta(text) } }),
    });
    void reply
      .header('content-security-policy', allowing(policy, look?.css))
      .type('text/html; charset=utf-8');
    // What is the same for all who read a language holds no secret that its size could tell.
    const isForAll = reply.statusCode === 200 && reply.getHeader('cache-control') === 'no-cache';
    return isForAll ? sendText(reply.request, reply, page) : reply.send(page);
  };
}

/** What of a brand pages show; null: the product's own. */
export function pageBrandOf(brand: Brand): PageBrand | null {
  if (!brand.isWhiteLabel) return null;
  const { logoUrl, supportEmail, privacyEmail, termsEmail, primaryColor } = brand;
  const ramp = brandRamp(primaryColor);
  const css = `:root{--brand:${primaryColor};--on-brand:${readableOn(primaryColor)};--accent:light-dark(${ramp?.[700] ?? primaryColor},${ramp?.[300] ?? primaryColor})}`;
  return { logoUrl, supportEmail, privacyEmail, termsEmail, css };
}

/** A policy under which these rules may stand in the page. */
function allowing(policy: string, css: string | undefined): string {
  if (css === undefined) return policy;
  const hash = createHash('sha256').update(css).digest('base64');
  return policy.replace("style-src 'self'", `style-src 'self' 'sha256-${hash}'`);
}

/** A page that is the same for everybody who reads one language: it may be kept, and is asked for anew. */
export const forReaders = (reply: FastifyReply): FastifyReply =>
  reply.header('cache-control', 'no-cache').header('vary', 'accept-language');

/** A page whose address is the key to it: it is kept nowhere. */
export const forHolder = (reply: FastifyReply, referrer: 'no-referrer' | 'same-origin'): FastifyReply =>
  reply
    .header('cache-control', 'no-store')
    .header('x-robots-tag', 'noindex')
    .header('referrer-policy', referrer);
