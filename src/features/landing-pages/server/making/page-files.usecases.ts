import { AppError } from '#shared/errors.ts';
import type { PageDocument } from '#shared/landing-pages/page-settings.ts';
import type { AccountScope } from '#platform/http/access.ts';
import { admit, type RateLimiter } from '#platform/rate-limit/rate-limit.ts';
import type { PageFile } from '../../landing-pages-files.contract.ts';
import { landingPagesErrors, type LandingPage } from '../../landing-pages.contract.ts';
import type { PageImages, PreparedImage } from '../images/images.usecases.ts';
import { imageKeysOf } from '../landing-pages-document.models.ts';
import type { LandingPages } from '../landing-pages.usecases.ts';
import { imports } from './import.usecases.ts';
import { readPageFile, withKeys } from './page-file.models.ts';

/** Pages as files that carry everything of theirs: written, and made of again in any account. */
export function createPageFiles(
  services: { limiter: Pick<RateLimiter, 'takeAll'> },
  pages: LandingPages,
  images: PageImages,
) {
  return {
    async write(
      scope: AccountScope,
      page: { title: string; slug: string } & PageDocument,
    ): Promise<PageFile> {
      const { title, slug, settings, data } = page;
      const pictures: PageFile['pictures'] = {};
      for (const key of imageKeysOf({ data, settings })) {
        const bytes = await images.whole(scope, key);
        if (bytes) pictures[key] = { name: '', webp: bytes.toString('base64') };
      }
      return { title, slug, settings, data, pictures };
    },

    /** Refuses before a byte is read. */
    admit: (scope: AccountScope): Promise<void> =>
      admit(services.limiter, landingPagesErrors.tooManyImports, [{ rule: imports, key: scope.userId }]),

    /** @throws `landing-pages.file_unusable`, `landing-pages.head_owner_only`, `landing-pages.too_many` */
    async make(scope: AccountScope, bytes: Uint8Array): Promise<LandingPage> {
      const file = readPageFile(bytes);
      if (!file) throw new AppError(landingPagesErrors.fileUnusable);
      const prepared = new Map<string, PreparedImage>();
      for (const [key, { name, webp }] of Object.entries(file.pictures))
        prepared.set(key, await images.prepare(scope, Buffer.from(webp, 'base64'), name).catch(refuse));
      const { data, settings } = withKeys(
        file,
        new Map([...prepared].map(([key, { row }]) => [key, row.key])),
      );
      return pages.add(
        scope,
        { title: file.title, language: settings.language, data, settings },
        async (tx, pageId) => {
          for (const image of prepared.values()) await images.insert(tx, pageId, image);
        },
      );
    },
  };
}

/** A picture that can't be drawn stands in a file that nobody exported. */
function refuse(error: unknown): never {
  throw error instanceof AppError ? new AppError(landingPagesErrors.fileUnusable) : error;
}
