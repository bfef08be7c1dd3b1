import { AppError } from '#shared/errors.ts';
import { toLanguage } from '#shared/languages.ts';
import { readSiteProfile } from '#platform/crawl/site-profile.ts';
import type { DocumentParser } from '#platform/documents/document-parser.ts';
import { SafeFetchError } from '#platform/safe-fetch/safe-fetch-error.ts';
import type { SafeFetch } from '#platform/safe-fetch/safe-fetch.ts';
import { agentsErrors } from '#features/agents/agents.contract.ts';
import type { SiteProfile } from '#features/agents/server/agents.usecases.ts';

/**
 * Reads a website's front page for a drafted agent. Whatever is wrong with it becomes one error that a person
 * understands.
 */
export async function readSite(
  address: string,
  accountId: string,
  { safeFetch, documents }: { safeFetch: SafeFetch; documents: DocumentParser },
): Promise<SiteProfile> {
  const parseHtml: DocumentParser['parseHtml'] = (page, options) =>
    documents.parseHtml(page, { key: accountId, ...options });
  try {
    const site = await readSiteProfile(
      address,
      { safeFetch, parseHtml },
      { signal: AbortSignal.timeout(25_000) },
    );
    return {
      url: site.url,
      title: site.title,
      siteName: site.siteName,
      description: site.description,
      language: toLanguage(site.language),
      colors: site.colours,
      headings: site.headings,
      text: `${site.mainText}\n\n${site.footerText}`,
      icon: site.icon?.bytes ?? null,
    };
  } catch (cause) {
    const reason =
      cause instanceof SafeFetchError
        ? `knowledge:failures.${cause.code}.text`
        : 'errors:agents.site_unreadable';
    throw new AppError(agentsErrors.siteUnreadable, { fields: { input: reason }, cause });
  }
}
