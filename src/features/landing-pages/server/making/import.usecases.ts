import { AppError } from '#shared/errors.ts';
import type { Language } from '#shared/languages.ts';
import type { AccountScope } from '#platform/http/access.ts';
import { admit, type RateLimiter, type RateRule } from '#platform/rate-limit/rate-limit.ts';
import { landingPagesErrors, type LandingPage } from '../../landing-pages.contract.ts';
import type { PageImages, PreparedImage } from '../images/images.usecases.ts';
import type { LandingPages } from '../landing-pages.usecases.ts';
import { writeFromWeb, type WebPage } from './import.models.ts';

export type ImportServices = {
  limiter: Pick<RateLimiter, 'takeAll'>;
  /**
   * Reads a page of the web, and the bytes of its pictures, through the guard of outbound requests. A picture that
   * can't be had is null.
   */
  readPage(
    url: string,
    accountId: string,
  ): Promise<{ page: WebPage; language: Language | null; images: { url: string; alt: string }[] }>;
  readPicture(url: string): Promise<Uint8Array | null>;
};

/** Imports of a member, of addresses and of files. */
export const imports: RateRule = { name: 'page-import', limit: 20, windowSeconds: 3_600 };
const mostPictures = 8;
/** Pictures that are looked at to find so many that can be used. */
const mostTried = 16;

/** Pages out of what stands at an address elsewhere. */
export function createImporting(services: ImportServices, pages: LandingPages, images: PageImages) {
  async function picturesOf(
    scope: AccountScope,
    found: readonly { url: string; alt: string }[],
  ): Promise<{ prepared: PreparedImage; alt: string }[]> {
    const taken: { prepared: PreparedImage; alt: string }[] = [];
    for (const { url, alt } of found.slice(0, mostTried)) {
      if (taken.length === mostPictures) break;
      const bytes = await services.readPicture(url);
      const prepared = bytes && (await images.prepare(scope, bytes, alt).catch(skipUnusable));
      // Signs and avatars blown up to a picture look broken.
      if (prepared && prepared.row.width >= 200) taken.push({ prepared, alt });
    }
    return taken;
  }

  return {
    /** @throws `landing-pages.import_refused`, `landing-pages.too_many_imports`, `landing-pages.too_many` */
    async make(scope: AccountScope, input: { url: string; language: Language }): Promise<LandingPage> {
      await admit(services.limiter, landingPagesErrors.tooManyImports, [
        { rule: imports, key: scope.userId },
      ]);
      const { page, language, images: found } = await services.readPage(input.url, scope.accountId);
      const pictures = await picturesOf(scope, found);
      const own = language ?? input.language;
      const written = writeFromWeb(
        page,
        pictures.map(({ prepared: { row }, alt }) => ({
          src: `/page-images/${row.key}`,
          alt,
          width: row.width,
          height: row.height,
        })),
        own,
      );
      return pages.add(scope, { ...written, language: own }, async (tx, pageId) => {
        for (const { prepared } of pictures) await images.insert(tx, pageId, prepared);
      });
    },
  };
}

function skipUnusable(error: unknown): null {
  if (error instanceof AppError) return null;
  throw error;
}
