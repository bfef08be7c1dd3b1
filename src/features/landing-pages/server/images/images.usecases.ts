import { randomBytes } from 'node:crypto';
import { AppError, commonErrors } from '#shared/errors.ts';
import { pageImageWidths } from '#shared/landing-pages/page-settings.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import type { AccountScope } from '#platform/http/access.ts';
import type { ImageDrawer } from '#platform/images/image-drawer.ts';
import type { SizedImage } from '#platform/images/picture-types.ts';
import { admit, type RateLimiter, type RateRule } from '#platform/rate-limit/rate-limit.ts';
import { mostPageImages, type PageImage, type PageImageFormat } from '../../landing-pages-images.contract.ts';
import { landingPagesErrors } from '../../landing-pages.contract.ts';
import { findPage } from '../landing-pages-rows.usecases.ts';
import type { Published } from '../published/published.usecases.ts';
import type { ShownRow } from '../published/published.repository.ts';
import { imagesRepository, type PageImageRow } from './images.repository.ts';

/** Drawing one in all sizes takes seconds of a core. */
const uploads: RateRule = { name: 'page-image', limit: 120, windowSeconds: 3_600 };

export const imagePath = (key: string): string => `/page-images/${key}`;

export type PageImagesServices = {
  database: Database;
  clock: Clock;
  drawer: Pick<ImageDrawer, 'sized'>;
  limiter: Pick<RateLimiter, 'takeAll'>;
  published: Pick<Published, 'byId'>;
  /** The bytes of a picture of the web, through the guard of outbound requests; null where it can't be had. */
  readPicture(url: string): Promise<Uint8Array | null>;
};

/** A picture in all its sizes that belongs to no page yet. */
export type PreparedImage = {
  row: Omit<PageImageRow, 'pageId'>;
  files: SizedImage['files'];
};

const present = ({ key, name, width, height }: PreparedImage['row']): PageImage => ({
  src: imagePath(key),
  name,
  width,
  height,
});

/** Pictures of pages: drawn anew when they come, and shown to whoever may see a page that holds them. */
export function createPageImages(services: PageImagesServices) {
  const { database, clock, drawer, limiter } = services;

  /** Draws a picture in all its sizes; it belongs to a page once it is inserted. */
  async function prepare(scope: AccountScope, bytes: Uint8Array, name: string): Promise<PreparedImage> {
    const drawn = await drawer.sized(bytes, pageImageWidths, scope.accountId);
    if (drawn === 'elaborate') throw new AppError(landingPagesErrors.imageElaborate);
    if (drawn === 'unusable') throw new AppError(landingPagesErrors.imageUnusable);
    return {
      row: {
        key: randomBytes(16).toString('hex'),
        accountId: scope.accountId,
        name: name.slice(0, 200).toWellFormed().replaceAll('\u0000', ''),
        width: drawn.width,
        height: drawn.height,
        createdAt: clock.now(),
      },
      files: drawn.files,
    };
  }
  const insert = (tx: Transaction, pageId: string, { row, files }: PreparedImage): Promise<void> =>
    imagesRepository(tx).insert({ ...row, pageId }, files);

  /** Refuses before a byte is read. */
  async function checkUpload(scope: AccountScope, pageId: string): Promise<void> {
    const held = await scope.run(async (tx) => {
      await findPage(tx, pageId);
      return imagesRepository(tx).count(pageId);
    });
    if (held >= mostPageImages)
      throw new AppError(landingPagesErrors.tooManyImages, { variables: { most: mostPageImages } });
    await admit(limiter, commonErrors.tooManyRequests, [{ rule: uploads, key: scope.userId }]);
  }

  /** @throws `landing-pages.image_unusable`, `landing-pages.image_elaborate` */
  async function add(
    scope: AccountScope,
    pageId: string,
    bytes: Uint8Array,
    name: string,
  ): Promise<PageImage> {
    const prepared = await prepare(scope, bytes, name);
    await scope.run(async (tx) => {
      await findPage(tx, pageId);
      await insert(tx, pageId, prepared);
    });
    return present(prepared.row);
  }

  return {
    checkUpload,
    prepare,
    insert,
    add,

    list: (scope: AccountScope, pageId: string): Promise<PageImage[]> =>
      scope.run(async (tx) => {
        await findPage(tx, pageId);
        return (await imagesRepository(tx).list(pageId, mostPageImages)).map(present);
      }),

    /**
     * A copy of a picture that stands on another server.
     *
     * @throws `landing-pages.image_unusable` also where nothing can be had there, and what `add` throws
     */
    async takeIn(scope: AccountScope, pageId: string, url: string): Promise<PageImage> {
      await checkUpload(scope, pageId);
      const bytes = await services.readPicture(url);
      if (!bytes) throw new AppError(landingPagesErrors.imageUnusable);
      const file = new URL(url).pathname.split('/').at(-1) ?? '';
      return add(scope, pageId, bytes, file || new URL(url).hostname);
    },

    /** The largest file of a picture of the account, for files that carry their pictures with them. */
    whole: (scope: AccountScope, key: string): Promise<Buffer | null> =>
      scope.run(async (tx) => (await imagesRepository(tx).file(key, 'webp', 1_600))?.bytes ?? null),

    /**
     * A picture for whoever asks by its address. `mayEnter` says whether they hold the password of a page, `isMember`
     * whether they belong to an account: pictures that no visitor sees yet are for those.
     */
    async file(
      key: string,
      wanted: { format: PageImageFormat; width: number },
      caller: { mayEnter(page: ShownRow): boolean; isMember(accountId: string): Promise<boolean> },
    ): Promise<{ bytes: Buffer; type: string; isPublic: boolean } | null> {
      const repository = imagesRepository(database.direct);
      const row = await repository.byKey(key);
      if (!row) return null;
      const pages = await Promise.all(
        (await repository.pagesOf(key)).map((id) => services.published.byId(id)),
      );
      const shown = pages.filter((page) => page !== null);
      const isPublic = shown.some(({ passwordHash }) => passwordHash === null);
      if (!isPublic && !shown.some(caller.mayEnter) && !(await caller.isMember(row.accountId))) return null;
      const file = await repository.file(key, wanted.format, wanted.width);
      return file && { bytes: file.bytes, type: `image/${file.format}`, isPublic };
    },
  };
}

export type PageImages = ReturnType<typeof createPageImages>;
