import { randomBytes } from 'node:crypto';
import { articleHtml } from '#shared/article.ts';
import { AppError, commonErrors } from '#shared/errors.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Transaction } from '#platform/database/database.ts';
import type { AccountScope } from '#platform/http/access.ts';
import type { ImageDrawer } from '#platform/images/image-drawer.ts';
import { readMarkdown } from '#shared/read-article.ts';
import { admit, type RateLimiter, type RateRule } from '#platform/rate-limit/rate-limit.ts';
import { hasOwnBrand, type PlanStatuses } from '#features/accounts/server/accounts-plan-status.usecases.ts';
import type { AuditAction } from '#features/audit/audit.contract.ts';
import { writeAudit } from '#features/audit/server/audit.usecases.ts';
import type { Database } from '#platform/database/database.ts';
import {
  defaultBrand,
  whiteLabelErrors,
  type BrandImageKind,
  type LegalPage,
  type WhiteLabel,
  type WhiteLabelInput,
} from '../white-label.contract.ts';
import { domainsRepository } from './domains/domains.repository.ts';
import { brandImagePath, type Brand, type Brands } from './white-label-brands.usecases.ts';
import { whiteLabelRepository, type WhiteLabelRow } from './white-label.repository.ts';

/** Reading the longest text takes a moment of the server that everybody waits for. */
const previews: RateRule = { name: 'legal-preview', limit: 60, windowSeconds: 60 };
const uploads: RateRule = { name: 'brand-image', limit: 30, windowSeconds: 3_600 };

export type WhiteLabelServices = {
  database: Database;
  clock: Clock;
  limiter: Pick<RateLimiter, 'takeAll'>;
  drawer: Pick<ImageDrawer, 'stored'>;
  brands: Brands;
  planStatuses: Pick<PlanStatuses, 'planOf'>;
};

/** What an account's owner does with its brand. */
export function createWhiteLabel(services: WhiteLabelServices) {
  const { clock, brands, planStatuses } = services;

  async function get(scope: AccountScope): Promise<WhiteLabel> {
    const isOpen = hasOwnBrand(await planStatuses.planOf(scope.accountId));
    return scope.run(async (tx) => {
      const row = await whiteLabelRepository(tx).of(scope.accountId);
      const { logo, icon } = await whiteLabelRepository(tx).imageKeys(scope.accountId);
      const { termsText, privacyText, ...brand } = row ?? emptyRow(scope.accountId, clock.now());
      return {
        ...brand,
        state: isOpen ? (row ? 'active' : 'unused') : 'locked',
        logoUrl: brandImagePath(logo),
        iconUrl: brandImagePath(icon),
        terms: termsText,
        privacy: privacyText,
      };
    });
  }

  /** @throws `white_label.plan_needed` */
  async function requirePlan({ accountId }: Pick<AccountScope, 'accountId'>): Promise<void> {
    if (!hasOwnBrand(await planStatuses.planOf(accountId))) throw new AppError(whiteLabelErrors.planNeeded);
  }

  /** One change with its line in the log; everybody who shows the brand hears of it. */
  async function change(
    scope: AccountScope,
    action: AuditAction,
    target: string,
    make: (tx: Transaction) => Promise<void>,
  ): Promise<WhiteLabel> {
    await scope.run(async (tx) => {
      await make(tx);
      await writeAudit(tx, scope, action, { id: scope.accountId, name: target });
      await brands.tell(tx, scope.accountId);
    });
    return get(scope);
  }

  const write = (tx: Transaction, accountId: string, changes: Partial<WhiteLabelRow>): Promise<void> => {
    const now = clock.now();
    return whiteLabelRepository(tx).write(emptyRow(accountId, now), { ...changes, updatedAt: now });
  };

  return {
    get,

    /** @throws `white_label.plan_needed` */
    async save(scope: AccountScope, input: WhiteLabelInput): Promise<WhiteLabel> {
      await requirePlan(scope);
      return change(scope, 'brand.changed', input.brandName, (tx) => write(tx, scope.accountId, input));
    },

    /** @throws `white_label.plan_needed` */
    async setLegal(scope: AccountScope, page: LegalPage, text: string): Promise<WhiteLabel> {
      await requirePlan(scope);
      return change(scope, 'brand.legal_changed', page, (tx) =>
        write(tx, scope.accountId, page === 'terms' ? { termsText: text } : { privacyText: text }),
      );
    },

    /**
     * Markdown as the legal page shows it.
     *
     * @throws `white_label.plan_needed`, `common.too_many_requests`
     */
    async previewLegal(scope: AccountScope, text: string): Promise<string> {
      await requirePlan(scope);
      await admit(services.limiter, commonErrors.tooManyRequests, [{ rule: previews, key: scope.userId }]);
      return articleHtml(readMarkdown(text).nodes).markup;
    },

    /** Throws where the account has no brand or somebody sent too many pictures; asked before one is read. */
    async checkUpload(scope: AccountScope): Promise<void> {
      await requirePlan(scope);
      await admit(services.limiter, commonErrors.tooManyRequests, [{ rule: uploads, key: scope.userId }]);
    },

    async setImage(scope: AccountScope, kind: BrandImageKind, bytes: Buffer): Promise<WhiteLabel> {
      const drawn = await services.drawer.stored(bytes, kind, scope.accountId);
      if (drawn === 'elaborate') throw new AppError(whiteLabelErrors.imageElaborate);
      if (drawn === 'unusable') throw new AppError(whiteLabelErrors.imageUnusable);
      return change(scope, 'brand.image_changed', kind, async (tx) => {
        // A picture may be there before the name is; what people see then is the account's, by the default name.
        await write(tx, scope.accountId, {});
        await whiteLabelRepository(tx).setImage({
          accountId: scope.accountId,
          kind,
          key: randomBytes(16).toString('hex'),
          type: drawn.type,
          bytes: drawn.bytes,
          createdAt: clock.now(),
        });
      });
    },

    removeImage: (scope: AccountScope, kind: BrandImageKind): Promise<WhiteLabel> =>
      change(scope, 'brand.image_removed', kind, (tx) =>
        whiteLabelRepository(tx).removeImage(scope.accountId, kind),
      ),

    image: (key: string): Promise<{ bytes: Buffer; type: string } | null> =>
      whiteLabelRepository(services.database.direct).imageByKey(key),

    /** The brand of the signed-in person's account, with the plan by which it has one, and its address. */
    async brandOf({
      accountId,
    }: Pick<AccountScope, 'accountId'>): Promise<
      Brand & { plan: string; domainVerified: boolean; origin: string | null }
    > {
      const [brand, plan, row] = await Promise.all([
        brands.of(accountId),
        planStatuses.planOf(accountId),
        domainsRepository(services.database.direct).of(accountId),
      ]);
      return {
        ...brand,
        domain: row?.host ?? brand.domain,
        domainVerified: brand.domain !== null,
        origin: brand.domain === null ? null : brands.originOf(brand),
        plan: plan ?? 'none',
      };
    },
  };
}

export type WhiteLabelUsecases = ReturnType<typeof createWhiteLabel>;

function emptyRow(accountId: string, now: Date): WhiteLabelRow {
  return {
    accountId,
    ...defaultBrand,
    supportEmail: null,
    privacyEmail: null,
    termsEmail: null,
    termsText: '',
    privacyText: '',
    updatedAt: now,
  };
}
