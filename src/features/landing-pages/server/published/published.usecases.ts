import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { campaignOf } from '#shared/campaign.ts';
import type { PageData } from '#shared/landing-pages/page-data.ts';
import type { PageFacts } from '#shared/landing-pages/page-facts.ts';
import type { PageSettings } from '#shared/landing-pages/page-settings.ts';
import { parsePage } from '#shared/landing-pages/parse-page.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Passwords } from '#platform/crypto/password.ts';
import type { SecretBox } from '#platform/crypto/secret-box.ts';
import { mintToken, readToken, type TokenKind } from '#platform/crypto/signed-token.ts';
import type { Database } from '#platform/database/database.ts';
import { addressKey } from '#platform/rate-limit/network.ts';
import type { Realtime } from '#platform/realtime/realtime.ts';
import { brandsTopic, type Brands } from '#features/white-label/server/white-label-brands.usecases.ts';
import { readFacts } from '../facts/facts.usecases.ts';
import { isOnline, originsOf, type PageOrigins } from '../landing-pages-rows.usecases.ts';
import { landingPagesTopic } from '../landing-pages.usecases.ts';
import { publishedRepository, type ShownRow } from './published.repository.ts';
import { isOfExperiment } from './variants.models.ts';

export type PublishedServices = {
  database: Database;
  clock: Clock;
  box: SecretBox;
  realtime: Realtime;
  passwords: Passwords;
  brands: Pick<Brands, 'of' | 'originOf'>;
};

/** A browser as far as a page knows it; nothing of it is kept. */
export type PageCaller = {
  address: string;
  userAgent: string;
};

/** Everything that is needed to draw a version. */
export type ShownVersion = {
  page: ShownRow;
  version: number;
  data: PageData;
  settings: PageSettings;
  facts: PageFacts;
  origins: PageOrigins;
};

const cacheMs = 5_000;
const mostRows = 5_000;
/** Characters of JSON of the versions that stay in memory. */
const mostKept = 30_000_000;
const unlockedMs = 7 * 86_400_000;

type Unlocked = {
  p: string;
  /** A mark of the password: another one locks the page again. */
  m: string;
};
const unlockedToken: TokenKind<Unlocked> = {
  purpose: 'landing-page-unlocked',
  parse: (value) =>
    typeof value === 'object' &&
    value !== null &&
    'p' in value &&
    typeof value.p === 'string' &&
    'm' in value &&
    typeof value.m === 'string'
      ? { p: value.p, m: value.m }
      : null,
};
const markOf = (passwordHash: string): string =>
  createHash('sha256').update(passwordHash).digest('base64url').slice(0, 16);

/** Pages as visitors meet them. What was read is remembered for seconds, and forgotten when it changes. */
export function createPublished(services: PublishedServices) {
  const { database, clock, box, brands } = services;
  const rows = new LRUCache<string, Promise<{ row: ShownRow | null }>>({ max: mostRows, ttl: cacheMs });
  const documents = new LRUCache<string, { data: PageData; settings: PageSettings }>({
    maxSize: mostKept,
    sizeCalculation: (document) => JSON.stringify(document).length,
  });
  const forgetters = new Set<() => void>();
  const forget = (): void => {
    rows.clear();
    for (const each of forgetters) each();
  };
  services.realtime.subscribe(landingPagesTopic, forget);
  // Pages show a brand, and say where they are.
  services.realtime.subscribe(brandsTopic, forget);
  // Somebody was shut out, or let in again.
  services.realtime.subscribe('standings', forget);
  services.realtime.onGap(forget);

  function remembered(key: string, ask: () => Promise<ShownRow | null>): Promise<{ row: ShownRow | null }> {
    const known = rows.get(key);
    if (known) return known;
    const asked = ask().then((row) => ({ row }));
    rows.set(key, asked);
    asked.catch(() => rows.delete(key));
    return asked;
  }
  const shown = (row: ShownRow | null): ShownRow | null =>
    row && !row.isSuspended && isOnline(row, clock.now()) ? row : null;

  async function bySlug(slug: string): Promise<ShownRow | null> {
    if (!/^[a-z0-9-]{1,80}$/.test(slug)) return null;
    const { row } = await remembered(`/${slug}`, () => publishedRepository(database.direct).bySlug(slug));
    return shown(row);
  }
  async function homeOf(accountId: string): Promise<ShownRow | null> {
    const { row } = await remembered(accountId, () => publishedRepository(database.direct).homeOf(accountId));
    return shown(row);
  }
  async function byId(id: string): Promise<ShownRow | null> {
    const { row } = await remembered(`#${id}`, () => publishedRepository(database.direct).byId(id));
    return shown(row);
  }

  /** Which version somebody sees: always the same one, without anything kept in their browser. */
  function versionFor(page: ShownRow, { address, userAgent }: PageCaller): number | null {
    const { experimentVersion, experimentShare, experimentSince, publishedVersion } = page;
    if (experimentVersion === null || experimentShare === null) return publishedVersion;
    const words = `${page.id}|${experimentSince?.getTime() ?? 0}|${addressKey(address)}|${userAgent}`;
    const [mark] = box.signShort('landing-page-variant', words, 4);
    return mark && isOfExperiment(mark, experimentShare) ? experimentVersion : publishedVersion;
  }

  async function documentOf(
    pageId: string,
    version: number,
  ): Promise<{ data: PageData; settings: PageSettings } | null> {
    const key = `${pageId} ${version}`;
    const known = documents.get(key);
    if (known) return known;
    const found = await publishedRepository(database.direct).document(pageId, version);
    if (!found) return null;
    const read = { data: parsePage(found.data).data, settings: found.settings };
    documents.set(key, read);
    return read;
  }

  return {
    /** What was read may be another thing now: this process need not wait to be told. */
    forget,

    /** A page that visitors may see now, by its slug; null where there is none. */
    bySlug,
    byId,

    /** The page at the root of an account's own domain. */
    homeOf,

    versionFor,

    /** Calls back whenever what visitors see may be another thing. */
    onChange: (listener: () => void): void => void forgetters.add(listener),

    /** Everything that is needed to draw one version of a page; null where it is not kept any more. */
    async read(page: ShownRow, version: number): Promise<ShownVersion | null> {
      const document = await documentOf(page.id, version);
      if (!document) return null;
      const [facts, brand] = await Promise.all([
        database.account(page.accountId, (tx) => readFacts(tx, document.data, clock.now())),
        brands.of(page.accountId),
      ]);
      return { page, version, ...document, facts, origins: originsOf(page.accountId, brand, brands) };
    },

    /** Whether somebody who holds this token may see a page that has a password. */
    isUnlocked(page: Pick<ShownRow, 'id' | 'passwordHash'>, token: string | undefined): boolean {
      if (page.passwordHash === null) return true;
      const given = token ? readToken(box, unlockedToken, token, clock.now().getTime()) : null;
      return given?.p === page.id && given.m === markOf(page.passwordHash);
    },

    /** A token for whoever knows the password of a page; null for whoever doesn't. */
    async unlock(
      page: Pick<ShownRow, 'id' | 'passwordHash'>,
      password: string,
    ): Promise<{ token: string; maxAgeSeconds: number } | null> {
      const { id, passwordHash } = page;
      if (passwordHash === null || password.length > 200) return null;
      if (!(await services.passwords.verify(passwordHash, password))) return null;
      const token = mintToken(
        box,
        unlockedToken,
        { p: id, m: markOf(passwordHash) },
        clock.now().getTime() + unlockedMs,
      );
      return { token, maxAgeSeconds: unlockedMs / 1_000 };
    },

    /**
     * By which page and version somebody came to an account's chat or form, out of the address of the page around it
     * or the one that they were on before.
     */
    async cameBy(
      accountId: string,
      addresses: readonly (string | null | undefined)[],
      caller: PageCaller,
    ): Promise<{ pageId: string; version: number; utm: Record<string, string> } | null> {
      for (const address of addresses) {
        if (!address || !URL.canParse(address)) continue;
        const page = await pageAt(accountId, new URL(address));
        const version = page && versionFor(page, caller);
        if (page && version !== null) return { pageId: page.id, version, utm: campaignOf(address) };
      }
      return null;
    },
  };

  async function pageAt(accountId: string, url: URL): Promise<ShownRow | null> {
    const path = /^(\/p)?\/([a-z0-9-]{0,80})$/.exec(url.pathname);
    if (!path) return null;
    const [, prefix, slug = ''] = path;
    const { domain } = originsOf(accountId, await brands.of(accountId), brands);
    // Under which names it is reached a server may not know; what it calls `/p/` is a page wherever it stands.
    if (prefix === undefined && (domain === null || new URL(domain).host !== url.host)) return null;
    const page = slug === '' ? await homeOf(accountId) : await bySlug(slug);
    return page?.accountId === accountId ? page : null;
  }
}

export type Published = ReturnType<typeof createPublished>;
