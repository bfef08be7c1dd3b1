import { AppError } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { SecretBox } from '#platform/crypto/secret-box.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import type { AccountScope } from '#platform/http/access.ts';
import type { Logger } from '#platform/log/logger.ts';
import type { SafeFetch } from '#platform/safe-fetch/safe-fetch.ts';
import { writeAudit } from '#features/audit/server/audit.usecases.ts';
import { StoreError, type StoreProduct } from '#providers/stores/stores.port.ts';
import type { StoreRegistry } from '#providers/stores/stores.registry.ts';
import { wordsOf } from '#providers/stores/stores.ranking.ts';
import {
  demoStoreId,
  mostStores,
  storesErrors,
  type Store,
  type StoreInput,
  type StoreProblem,
} from '../stores.contract.ts';
import { tokenOwner, type Opening } from './stores-opening.usecases.ts';
import { storesRepository, type StoreRow } from './stores.repository.ts';

/** Finding out what an address is, with all that is asked for it. */
const recogniseMs = 40_000;
const checkMs = 20_000;
const feedMs = 90_000;
/** A feed is read again after so long; after a failure it is tried again sooner. */
const rereadMs = 6 * 3_600_000;
const retryMs = 3_600_000;
/** Rows that are written in one statement, and feeds that one look begins to read. */
const batch = 500;
const mostDue = 5;
const mostNamed = 3;

type Feed = Awaited<ReturnType<StoreRegistry['fetchFeed']>>;

const problemOf = (error: unknown): StoreProblem => {
  const failure = error instanceof StoreError ? error.failure : 'badAnswer';
  return failure === 'notFound' ||
    failure === 'notEnough' ||
    failure === 'cartGone' ||
    failure === 'notOffered'
    ? 'badAnswer'
    : failure;
};
const namesOf = (products: readonly StoreProduct[]): string[] =>
  products.slice(0, mostNamed).map(({ name }) => name.slice(0, 160));

/** An address as people type it: without a scheme it is https. */
const typedUrl = (typed: string): string => (/^https?:\/\//i.test(typed) ? typed : `https://${typed}`);

/** The stores of an account: connected, tried, read again, forgotten. */
export function createStoresUsecases(services: {
  database: Pick<Database, 'account' | 'system'>;
  clock: Clock;
  log: Pick<Logger, 'warn'>;
  box: Pick<SecretBox, 'seal'>;
  safeFetch: Pick<SafeFetch, 'assertAllowedUrl'>;
  registry: StoreRegistry;
  opening: Opening;
  demo: { name: string; sample: string[] };
}) {
  const { database, clock, registry, demo } = services;

  function present(row: StoreRow): Store {
    const vendor = registry.vendor(row.kind);
    return {
      id: row.id,
      kind: row.kind,
      name: row.name,
      url: row.url,
      lastFour: row.lastFour,
      failure: row.failure,
      sample: row.sample,
      productCount: row.productCount,
      skippedCount: row.skippedCount,
      checkedAt: row.checkedAt?.toISOString() ?? null,
      hasCart: vendor.cart !== null,
      hasOrders: vendor.order !== null,
    };
  }
  const builtIn: Store = {
    id: demoStoreId,
    kind: 'demo',
    name: demo.name,
    url: '',
    lastFour: null,
    failure: null,
    sample: demo.sample,
    productCount: null,
    skippedCount: null,
    checkedAt: null,
    hasCart: true,
    hasOrders: true,
  };

  /** Puts what a reading brought in the place of what was there; until its end the old products stay. */
  async function keepFeed(row: Pick<StoreRow, 'id' | 'accountId'>, feed: Feed): Promise<void> {
    const reading = newId('sto');
    for (let at = 0; at < feed.products.length; at += batch) {
      const rows = feed.products.slice(at, at + batch).map(({ product, words }) => ({
        storeId: row.id,
        accountId: row.accountId,
        id: product.id,
        words: [
          ...wordsOf(`${product.name} ${words} ${product.variants.map(({ name }) => name).join(' ')}`),
        ].slice(0, 400),
        product,
        reading,
      }));
      await database.account(row.accountId, (tx) => storesRepository(tx).putProducts(rows));
    }
    await database.account(row.accountId, (tx) => storesRepository(tx).dropOthers(row.id, reading));
  }

  const factsOf = (feed: Feed, now: Date): Partial<StoreRow> => ({
    sample: namesOf(feed.products.map(({ product }) => product)),
    productCount: feed.products.length,
    skippedCount: feed.skipped,
    readAgainAt: new Date(now.getTime() + rereadMs),
  });

  /** Asks a shop for its first products, or reads a feed; gives what is to be kept of it. */
  async function look(row: StoreRow): Promise<Partial<StoreRow>> {
    const now = clock.now();
    try {
      if (row.kind === 'feed') {
        const feed = await registry.fetchFeed(row.url, AbortSignal.timeout(feedMs));
        await keepFeed(row, feed);
        return { failure: null, checkedAt: now, ...factsOf(feed, now) };
      }
      const products = await registry
        .vendor(row.kind)
        .search(
          services.opening.connectionOf(row, 'en'),
          { text: '', lowest: null, highest: null, inStock: false, order: 'relevance', most: mostNamed },
          AbortSignal.timeout(checkMs),
        );
      return {
        failure: products.length === 0 ? 'empty' : null,
        checkedAt: now,
        sample: namesOf(products),
      };
    } catch (error) {
      services.log.warn({ err: error, storeId: row.id }, 'a store could not be asked');
      return {
        failure: problemOf(error),
        checkedAt: now,
        ...(row.kind === 'feed' && { readAgainAt: new Date(now.getTime() + retryMs) }),
      };
    }
  }

  async function recognised(url: string, token: string | null) {
    try {
      const found = await registry.recognise(url, token, AbortSignal.timeout(recogniseMs));
      if (found) return found;
    } catch (error) {
      const problem = problemOf(error);
      services.log.warn({ err: error }, 'what is at an address could not be found out');
      if (problem === 'addressRefused') throw new AppError(storesErrors.addressRefused, { cause: error });
      if (problem === 'keyRefused') throw new AppError(storesErrors.keyRefused, { cause: error });
      throw new AppError(storesErrors.unreachable, { cause: error });
    }
    throw new AppError(storesErrors.notAStore);
  }

  const checkRoom = async (tx: Transaction): Promise<void> => {
    if ((await storesRepository(tx).count()) >= mostStores)
      throw new AppError(storesErrors.tooMany, { variables: { most: mostStores } });
  };

  return {
    async list(scope: AccountScope): Promise<Store[]> {
      const own = (await scope.run((tx) => storesRepository(tx).list())).map(present);
      // The address of a feed is often its key: whoever can't change it needs to know only whose it is.
      const shown = scope.can('integrations.manage')
        ? own
        : own.map((one) => ({ ...one, url: new URL(one.url).origin, lastFour: null }));
      return [builtIn, ...shown];
    },

    /** Connects what is at an address. What it is, is found out by asking. */
    async create(scope: AccountScope, input: StoreInput): Promise<Store> {
      const typed = typedUrl(input.url);
      let url: string;
      try {
        url = services.safeFetch.assertAllowedUrl(typed).href;
      } catch (error) {
        throw new AppError(storesErrors.addressRefused, { cause: error });
      }
      await scope.run(checkRoom);
      const token = input.token ? input.token : null;
      const { feed, ...found } = await recognised(url, token);
      const now = clock.now();
      const place = { id: newId('sto', now.getTime()), accountId: scope.accountId };
      if (found.kind === 'demo') throw new AppError(storesErrors.notAStore);
      const row: StoreRow = {
        ...place,
        kind: found.kind,
        name: found.name.slice(0, 80),
        url: found.url,
        sealedToken: token && services.box.seal(token, tokenOwner(place)),
        lastFour: token && token.length >= 12 ? token.slice(-4) : null,
        failure: null,
        sample: [],
        productCount: null,
        skippedCount: null,
        checkedAt: now,
        readAgainAt: null,
        createdAt: now,
        updatedAt: now,
      };
      const kept: StoreRow = { ...row, ...(feed ? factsOf(feed, now) : await look(row)) };
      await scope.run(async (tx) => {
        await checkRoom(tx);
        await storesRepository(tx).insert(kept);
        await writeAudit(tx, scope, 'providers.connected', { id: row.id, name: row.name });
      });
      if (feed) await keepFeed(kept, feed);
      return present(kept);
    },

    async check(scope: AccountScope, id: string): Promise<Store> {
      const row = await scope.run((tx) => storesRepository(tx).byId(id));
      if (!row) throw new AppError(storesErrors.notFound);
      const change = await look(row);
      await scope.run((tx) => storesRepository(tx).update(id, change));
      return present({ ...row, ...change });
    },

    remove: (scope: AccountScope, id: string): Promise<void> =>
      scope.run(async (tx) => {
        const name = await storesRepository(tx).remove(id);
        if (name === null) throw new AppError(storesErrors.notFound);
        await writeAudit(tx, scope, 'providers.disconnected', { id, name });
      }),

    /** Reads feeds whose time has come. One that fails keeps the products that it had. */
    async readDue(): Promise<void> {
      const due = await database.system((tx) => storesRepository(tx).due(clock.now(), mostDue));
      for (const { id, accountId } of due) {
        const row = await database.account(accountId, (tx) => storesRepository(tx).byId(id));
        if (!row) continue;
        const change = await look(row);
        await database.account(accountId, (tx) => storesRepository(tx).update(id, change));
      }
    },
  };
}

export type StoresUsecases = ReturnType<typeof createStoresUsecases>;
