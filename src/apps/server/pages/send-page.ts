import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  fallbackLanguage,
  fromAcceptLanguage,
  languages,
  toLanguage,
  type Language,
} from '#shared/languages.ts';
import type { PageMeta, PageProps, PageRenderer } from '#shared/page-contract.ts';
import type { Services } from '../services.ts';

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

type Sending = {
  language: Language;
  path: string;
  /** What of the address stays when the reader chooses another language; see `PageContext`. */
  query?: Readonly<Record<string, string>>;
  brandName?: string;
  policy?: string;
  /** What search engines are told; without it they are told to leave the page out. */
  meta?: (text: (key: string) => string) => Omit<PageMeta, 'origin' | 'languages'> & Partial<PageMeta>;
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
  { translator, publicUrl }: Pick<Services, 'translator' | 'publicUrl'>,
  pages: PageRenderer,
): SendPage {
  return (
    reply,
    name,
    props,
    { language, path, query = {}, brandName = 'Chatelier', policy = pagePolicy, meta },
  ) => {
    const text = (key: string, variables?: Record<string, string | number>): string =>
      translator.text(language, key, { brand: brandName, ...variables });
    const page = pages.render(name, props, {
      language,
      text,
      brandName,
      path,
      query,
      ...(meta && { meta: { origin: publicUrl(), languages, ...meta(text) } }),
    });
    return reply.header('content-security-policy', policy).type('text/html; charset=utf-8').send(page);
  };
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
