import { AppError } from '#shared/errors.ts';
import { toLanguage } from '#shared/languages.ts';
import { readSiteProfile } from '#platform/crawl/site-profile.ts';
import type { DocumentParser } from '#platform/documents/document-parser.ts';
import { SafeFetchError } from '#platform/safe-fetch/safe-fetch-error.ts';
import type { SafeFetch } from '#platform/safe-fetch/safe-fetch.ts';
import { landingPagesErrors } from '#features/landing-pages/landing-pages.contract.ts';
import type { ImportServices } from '#features/landing-pages/server/making/import.usecases.ts';

const largestPicture = 8_000_000;

/** Reads pages of the web and their pictures for landing pages that are made of them. */
export function createReadWebPage({
  safeFetch,
  documents,
}: {
  safeFetch: SafeFetch;
  documents: DocumentParser;
}): Pick<ImportServices, 'readPage' | 'readPicture'> {
  return {
    async readPage(url, accountId) {
      const parseHtml: DocumentParser['parseHtml'] = (page, options) =>
        documents.parseHtml(page, { key: accountId, ...options });
      try {
        const site = await readSiteProfile(
          url,
          { safeFetch, parseHtml },
          { signal: AbortSignal.timeout(25_000) },
        );
        return {
          page: {
            url: site.url,
            title: site.title,
            siteName: site.siteName,
            description: site.description,
            colours: site.colours,
            text: site.mainText,
            footerText: site.footerText,
          },
          language: toLanguage(site.language),
          images: site.images,
        };
      } catch (cause) {
        const reason =
          cause instanceof SafeFetchError
            ? `knowledge:failures.${cause.code}.text`
            : 'errors:landing-pages.import_refused';
        throw new AppError(landingPagesErrors.importRefused, { fields: { url: reason }, cause });
      }
    },

    async readPicture(url) {
      try {
        const answer = await safeFetch(url, {
          timeoutMs: 8_000,
          maxBytes: largestPicture,
          acceptTypes: ['image/*'],
        });
        return answer.status === 200 ? answer.body : null;
      } catch (error) {
        // A page is worth having without one of its pictures.
        if (error instanceof SafeFetchError) return null;
        throw error;
      }
    },
  };
}
