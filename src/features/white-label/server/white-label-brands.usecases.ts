import { LRUCache } from 'lru-cache';
import type { Database, Transaction } from '#platform/database/database.ts';
import type { Realtime } from '#platform/realtime/realtime.ts';
import { hasOwnBrand, type PlanStatuses } from '#features/accounts/server/accounts-plan-status.usecases.ts';
import { defaultBrand, type LegalPage } from '../white-label.contract.ts';
import { whiteLabelRepository, type WhiteLabelRow } from './white-label.repository.ts';

/** Whose name, colours and pictures people see. Made in one place, here, and passed down from there. */
export type Brand = {
  /** Null: the product's own. */
  accountId: string | null;
  isWhiteLabel: boolean;
  name: string;
  /** `#rrggbb`. */
  primaryColor: string;
  secondaryColor: string;
  /** Paths on this server. */
  logoUrl: string | null;
  iconUrl: string | null;
  supportEmail: string | null;
  privacyEmail: string | null;
  termsEmail: string | null;
};

export const productBrand: Brand = {
  accountId: null,
  isWhiteLabel: false,
  name: defaultBrand.brandName,
  primaryColor: defaultBrand.primaryColor,
  secondaryColor: defaultBrand.secondaryColor,
  logoUrl: null,
  iconUrl: null,
  supportEmail: null,
  privacyEmail: null,
  termsEmail: null,
};

/** The address of a brand's picture; another picture has another key. */
export const brandImagePath = (key: string | undefined): string | null =>
  key === undefined ? null : `/brand-images/${key}`;

type Written = Omit<WhiteLabelRow, 'termsText' | 'privacyText'> & {
  logoUrl: string | null;
  iconUrl: string | null;
};

const cacheMs = 5_000;
const mostRemembered = 5_000;
const topic = 'brands';

export type BrandsServices = {
  database: Database;
  realtime: Realtime;
  planStatuses: Pick<PlanStatuses, 'planOf'>;
};

/**
 * Knows every account's brand. It is asked with every page, mail and chat, so what was read is remembered for
 * some seconds, and forgotten at once when it changes.
 */
export function createBrands({ database, realtime, planStatuses }: BrandsServices) {
  const written = new LRUCache<string, Promise<{ row: Written | null }>>({
    max: mostRemembered,
    ttl: cacheMs,
  });
  realtime.subscribe(topic, (data) => void written.delete(String(data['accountId'])));
  realtime.onGap(() => written.clear());

  async function fetch(accountId: string): Promise<{ row: Written | null }> {
    const repository = whiteLabelRepository(database.direct);
    const row = await repository.of(accountId);
    if (!row) return { row: null };
    const { logo, icon } = await repository.imageKeys(accountId);
    const { termsText: _terms, privacyText: _privacy, ...rest } = row;
    return { row: { ...rest, logoUrl: brandImagePath(logo), iconUrl: brandImagePath(icon) } };
  }

  function read(accountId: string): Promise<{ row: Written | null }> {
    const known = written.get(accountId);
    if (known) return known;
    const asked = fetch(accountId);
    written.set(accountId, asked);
    asked.catch(() => written.delete(accountId));
    return asked;
  }

  async function of(accountId: string): Promise<Brand> {
    const { row } = await read(accountId);
    if (!row || !hasOwnBrand(await planStatuses.planOf(accountId))) return productBrand;
    return {
      accountId,
      isWhiteLabel: true,
      name: row.brandName,
      primaryColor: row.primaryColor,
      secondaryColor: row.secondaryColor,
      logoUrl: row.logoUrl,
      iconUrl: row.iconUrl,
      supportEmail: row.supportEmail,
      privacyEmail: row.privacyEmail,
      termsEmail: row.termsEmail,
    };
  }

  return {
    /** The brand that an account's people and visitors see: its own where its plan has that, else the product's. */
    of,

    /** A legal page that a brand wrote, as Markdown; empty where it wrote none. */
    legalText: ({ accountId }: Brand, page: LegalPage): Promise<string> =>
      accountId === null
        ? Promise.resolve('')
        : whiteLabelRepository(database.direct).legalText(accountId, page),

    /** Says to every process and to the account's screens that the brand is another one. */
    async tell(tx: Transaction, accountId: string): Promise<void> {
      written.delete(accountId);
      await realtime.publish(tx, { topic, data: { accountId } });
      await realtime.publish(tx, { topic: `account:${accountId}`, data: { type: 'brand.changed' } });
    },
  };
}

export type Brands = ReturnType<typeof createBrands>;
