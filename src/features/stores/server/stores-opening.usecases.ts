import type { Language } from '#shared/languages.ts';
import type { SecretBox } from '#platform/crypto/secret-box.ts';
import type { Database } from '#platform/database/database.ts';
import type { StoreConnection, StoreVendor } from '#providers/stores/stores.port.ts';
import type { StoreKind } from '#shared/store-kinds.ts';
import { demoStoreId } from '../stores.contract.ts';
import { storesRepository, type StoreRow } from './stores.repository.ts';

/** A store that can be asked. */
export type OpenStore = {
  id: string;
  vendor: StoreVendor;
  connection: StoreConnection;
};

/** Who a token is sealed for. */
export const tokenOwner = (row: Pick<StoreRow, 'id' | 'accountId'>): string =>
  `${row.accountId}:store:${row.id}:token`;

/** Finds the store of an agent with its key. */
export function createOpening(services: {
  database: Pick<Database, 'account'>;
  box: Pick<SecretBox, 'open'>;
  vendorOf(kind: StoreKind): StoreVendor;
}) {
  const connectionOf = (row: StoreRow, language: Language): StoreConnection => ({
    id: row.id,
    accountId: row.accountId,
    url: row.url,
    token: row.sealedToken === null ? null : services.box.open(row.sealedToken, tokenOwner(row)),
    language,
  });

  return {
    connectionOf,
    /** Null where the account has no such store. */
    async open(accountId: string, id: string, language: Language): Promise<OpenStore | null> {
      if (id === '') return null;
      if (id === demoStoreId)
        return {
          id,
          vendor: services.vendorOf('demo'),
          connection: { id, accountId, url: '', token: null, language },
        };
      const row = await services.database.account(accountId, (tx) => storesRepository(tx).byId(id));
      return row && { id, vendor: services.vendorOf(row.kind), connection: connectionOf(row, language) };
    },
  };
}

export type Opening = ReturnType<typeof createOpening>;
