import { LRUCache } from 'lru-cache';
import type { Database, Transaction } from '#platform/database/database.ts';
import type { Realtime } from '#platform/realtime/realtime.ts';
import { hasOwnBrand, type PlanStatuses } from '#features/accounts/server/accounts-plan-status.usecases.ts';
import { servedStates, type DomainState } from '../white-label-domains.contract.ts';
import { defaultBrand, type LegalPage } from '../white-label.contract.ts';
import { domainsRepository, type DomainRow } from './domains/domains.repository.ts';
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
  /** The host that shows it to everybody; null while there is none. */
  domain: string | null;
};

/** Whose brand a host shows. */
export type HostedBrand = {
  accountId: string;
  state: DomainState;
  /** Null: the host shows nothing, because it is not shown to be its owner's or their plan has no brand. */
  brand: (Brand & { accountId: string }) | null;
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
  domain: null,
};

/** The address of a brand's picture; another picture has another key. */
export const brandImagePath = (key: string | undefined): string | null =>
  key === undefined ? null : `/brand-images/${key}`;

type Written = Omit<WhiteLabelRow, 'termsText' | 'privacyText'> & {
  logoUrl: string | null;
  iconUrl: string | null;
};
type Known = {
  row: Written | null;
  /** The host, where it is shown. */
  domain: string | null;
};

const cacheMs = 5_000;
const mostRemembered = 5_000;
/** Tells every process whose brand or domain is another one: `{ accountId }`. */
export const brandsTopic = 'brands';

export type BrandsServices = {
  database: Database;
  realtime: Realtime;
  planStatuses: Pick<PlanStatuses, 'planOf' | 'clientOf'>;
  /** Address of this server, for brands without one of their own. */
  publicUrl(): string;
  /** Whose brand the server shows at its own address; null: the product's. */
  serverAccountId(): string | null;
};

/**
 * Knows every account's brand. It is asked with every page, mail and chat, so what was read is remembered for
 * some seconds, and forgotten at once when it changes.
 */
export function createBrands(services: BrandsServices) {
  const { database, realtime, planStatuses, publicUrl } = services;
  const known = new LRUCache<string, Promise<Known>>({ max: mostRemembered, ttl: cacheMs });
  const hosts = new LRUCache<string, Promise<DomainRow[]>>({ max: mostRemembered, ttl: cacheMs });
  const forget = (accountId: string): void => {
    known.delete(accountId);
    hosts.clear();
  };
  realtime.subscribe(brandsTopic, (data) => forget(String(data['accountId'])));
  realtime.onGap(() => {
    known.clear();
    hosts.clear();
  });

  async function fetch(accountId: string): Promise<Known> {
    const repository = whiteLabelRepository(database.direct);
    const [row, domainRow] = await Promise.all([
      repository.of(accountId),
      domainsRepository(database.direct).of(accountId),
    ]);
    const domain = domainRow && servedStates.includes(domainRow.state) ? domainRow.host : null;
    if (!row) return { row: null, domain };
    const { logo, icon } = await repository.imageKeys(accountId);
    const { termsText: _terms, privacyText: _privacy, ...rest } = row;
    return { row: { ...rest, logoUrl: brandImagePath(logo), iconUrl: brandImagePath(icon) }, domain };
  }

  /** Asks once for all who want to know at the same time. */
  function read<T>(cache: LRUCache<string, Promise<T>>, key: string, ask: () => Promise<T>): Promise<T> {
    const asked = cache.get(key) ?? ask();
    cache.set(key, asked, { noUpdateTTL: true });
    asked.catch(() => cache.delete(key));
    return asked;
  }

  async function of(accountId: string): Promise<Brand> {
    const client = await planStatuses.clientOf(accountId);
    if (!client) return (await ownOf(accountId)) ?? ofServer();
    const brand = await ownOf(client.agencyId);
    if (brand?.isWhiteLabel) return brand;
    // What clients are told while their agency can't serve them is still told in its name.
    const { row } = await read(known, client.agencyId, () => fetch(client.agencyId));
    return row ? brandFrom(client.agencyId, row, null) : ofServer();
  }

  /** What is seen where no account has a brand of its own. */
  async function ofServer(): Promise<Brand> {
    const accountId = services.serverAccountId();
    if (accountId === null) return productBrand;
    const { row } = await read(known, accountId, () => fetch(accountId));
    return row ? brandFrom(accountId, row, null) : productBrand;
  }

  async function ownOf(accountId: string): Promise<Brand | null> {
    const { row, domain } = await read(known, accountId, () => fetch(accountId));
    if ((!row && domain === null) || !hasOwnBrand(await planStatuses.planOf(accountId))) return null;
    return brandFrom(accountId, row, domain);
  }

  function brandFrom(accountId: string, row: Written | null, domain: string | null): Brand {
    const { brandName: name, ...written } = row ?? { brandName: productBrand.name };
    return {
      ...productBrand,
      ...written,
      accountId,
      isWhiteLabel: row !== null,
      name,
      domain,
    };
  }

  async function ofHost(host: string): Promise<HostedBrand | null> {
    const rows = await read(hosts, host, () => domainsRepository(database.direct).byHost(host));
    const row = rows.find(({ state }) => servedStates.includes(state)) ?? rows[0];
    if (!row) return null;
    const { accountId, state } = row;
    const brand = servedStates.includes(state) ? await ownOf(accountId) : null;
    return { accountId, state, brand: brand?.domain === host ? { ...brand, accountId } : null };
  }

  /** Where a brand's people and visitors are: its own address, else this server's. */
  function originOf({ domain }: Pick<Brand, 'domain'>): string {
    const own = new URL(publicUrl());
    if (domain === null) return own.origin;
    // Behind its proxy a server has one port for all hosts.
    return own.port === '' ? `${own.protocol}//${domain}` : `${own.protocol}//${domain}:${own.port}`;
  }

  return {
    /**
     * The brand that an account's people and visitors see: its own where its plan has that, its agency's for a
     * client, else the server's.
     */
    of,

    /** The brand that an account wrote, where its plan has one; else the product's. */
    ownOf: async (accountId: string): Promise<Brand> => (await ownOf(accountId)) ?? productBrand,

    /** What the server shows at its own address: the brand that the superadmin chose, else the product's. */
    ofServer,

    /** Whose brand a host shows, by its name in lower-case ASCII; null where nobody named it. */
    ofHost,

    originOf,

    /** Where an account's people and visitors are: what links that are handed out begin with. */
    originFor: async (accountId: string): Promise<string> => originOf(await of(accountId)),

    /** A legal page that a brand wrote, as Markdown; empty where it wrote none. */
    legalText: ({ accountId }: Brand, page: LegalPage): Promise<string> =>
      accountId === null
        ? Promise.resolve('')
        : whiteLabelRepository(database.direct).legalText(accountId, page),

    /** Says to every process and to the account's screens that the brand is another one. */
    async tell(tx: Transaction, accountId: string): Promise<void> {
      forget(accountId);
      await realtime.publish(tx, { topic: brandsTopic, data: { accountId } });
      await realtime.publish(tx, { topic: `account:${accountId}`, data: { type: 'brand.changed' } });
    },
  };
}

export type Brands = ReturnType<typeof createBrands>;
