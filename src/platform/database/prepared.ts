import type { Transaction } from './database.ts';

/**
 * A query that is put together once for the database, for what every request asks: putting it together costs
 * more than asking it. `build` gives drizzle's query with places for its values, prepared under a name of its
 * own, which connections keep. Inside a transaction, which is an object of its own, it is put together anew.
 */
export function preparedOnce<Prepared>(build: (tx: Transaction) => Prepared): (tx: Transaction) => Prepared {
  const known = new WeakMap<Transaction, Prepared>();
  return (tx) => {
    let prepared = known.get(tx);
    if (prepared === undefined) known.set(tx, (prepared = build(tx)));
    return prepared;
  };
}
