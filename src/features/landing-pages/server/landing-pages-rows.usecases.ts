import { AppError } from '#shared/errors.ts';
import type { PageFacts } from '#shared/landing-pages/page-facts.ts';
import type { Transaction } from '#platform/database/database.ts';
import type { AccountScope } from '#platform/http/access.ts';
import type { Brand } from '#features/white-label/server/white-label-brands.usecases.ts';
import { landingPagesErrors, type LandingPage, type LandingPageSummary } from '../landing-pages.contract.ts';
import { issuesOf } from './landing-pages-document.models.ts';
import { landingPagesRepository, type ListedPage, type PageRow } from './landing-pages.repository.ts';

/** A page with what is read beside it. */
export type FoundPage = PageRow & { views: number };

/** @throws `landing-pages.not_found` */
export async function findPage(tx: Transaction, id: string): Promise<FoundPage> {
  const row = await landingPagesRepository(tx).find(id);
  if (!row) throw new AppError(landingPagesErrors.notFound);
  return row;
}

/** The page, kept from other writers until the transaction ends. */
export async function lockPage(tx: Transaction, id: string): Promise<PageRow> {
  const row = await landingPagesRepository(tx).lock(id);
  if (!row) throw new AppError(landingPagesErrors.notFound);
  return row;
}

/** Whether visitors see a page at a moment. */
export const isOnline = (
  { status, publishedVersion, endAt }: Pick<PageRow, 'status' | 'publishedVersion' | 'endAt'>,
  now: Date,
): boolean => status === 'published' && publishedVersion !== null && (endAt === null || now < endAt);

/** Where an account's pages are. */
export type PageOrigins = {
  /** Origin of the account's own domain; null: it has none. */
  domain: string | null;
  /** Of pages below `/p/`: the server's, or that of the account's agency. */
  server: string;
};

/** Where a page is found: at the account's own domain where it has one, else at the server's. */
export function addressOf({ slug, isHome }: Pick<PageRow, 'slug' | 'isHome'>, origins: PageOrigins): string {
  if (origins.domain === null) return `${origins.server}/p/${slug}`;
  return isHome ? `${origins.domain}/` : `${origins.domain}/${slug}`;
}

export function presentSummary(row: ListedPage, origins: PageOrigins, now: Date): LandingPageSummary {
  const { id, title, slug, status, hasChanges, publishedVersion, visibility, isHome, views } = row;
  return {
    id,
    title,
    slug,
    status,
    url: addressOf(row, origins),
    isOnline: isOnline(row, now),
    hasChanges,
    publishedVersion,
    visibility,
    hasPassword: row.passwordHash !== null,
    isHome,
    publishAt: row.publishAt?.toISOString() ?? null,
    endAt: row.endAt?.toISOString() ?? null,
    views,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

export function presentPage(
  scope: AccountScope,
  row: FoundPage,
  shown: { origins: PageOrigins; facts: PageFacts; now: Date },
): LandingPage {
  const { draft, draftRevision, experimentVersion, experimentShare, experimentSince } = row;
  return {
    ...presentSummary(row, shown.origins, shown.now),
    draft,
    draftRevision,
    savedBy: row.savedBy,
    experiment:
      experimentVersion === null || experimentShare === null
        ? null
        : {
            b: experimentVersion,
            share: experimentShare,
            since: (experimentSince ?? row.updatedAt).toISOString(),
            goal: row.experimentGoal,
          },
    issues: issuesOf(draft.data, shown.facts),
    domain: shown.origins.domain,
    can: { edit: scope.can('pages.edit'), headCode: scope.role === 'owner' },
  };
}

/**
 * Where the pages of an account are, by the brand that it shows. The root of an agency's address is the agency's:
 * pages of its clients stand below `/p/`.
 */
export function originsOf(
  accountId: string,
  brand: Brand,
  brands: { originOf(brand: Pick<Brand, 'domain'>): string },
): PageOrigins {
  const isOwn = brand.accountId === accountId;
  return {
    domain: isOwn && brand.domain !== null ? brands.originOf(brand) : null,
    server: brands.originOf(isOwn ? { domain: null } : brand),
  };
}
