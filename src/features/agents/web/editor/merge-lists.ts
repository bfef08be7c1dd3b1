import { isSame } from './agent-draft.ts';

/**
 * Two people's versions of a list whose entries have names, put together: what either of them added, changed or moved
 * stands, and an entry is gone only where one removed it and the other left it as it was. Whoever moved entries says in
 * which order they stand. `mergeOne` puts together an entry that both have.
 */
export function mergeLists<T>(
  [base, mine, theirs]: readonly [readonly T[], readonly T[], readonly T[]],
  nameOf: (entry: T) => string,
  mergeOne: (was: T | undefined, here: T, there: T) => T,
): T[] {
  const byName = (entries: readonly T[]): Map<string, T> =>
    new Map(entries.map((entry) => [nameOf(entry), entry]));
  const namesOf = (entries: readonly T[]): string[] => entries.map(nameOf);
  const [old, own, other] = [byName(base), byName(mine), byName(theirs)];
  const kept = (entries: readonly T[]): string[] =>
    namesOf(entries).filter((name) => old.has(name) && own.has(name));
  // New ones stand behind what they stood behind.
  const [first, second] = isSame(kept(base), kept(mine)) ? [theirs, mine] : [mine, theirs];
  const order = namesOf(first);
  for (const [at, name] of namesOf(second).entries())
    if (!order.includes(name)) order.splice(order.indexOf(namesOf(second)[at - 1] ?? '') + 1, 0, name);
  return order.flatMap((name) => {
    const [was, here, there] = [old.get(name), own.get(name), other.get(name)];
    if (here && there) return [mergeOne(was, here, there)];
    const left = here ?? there;
    return left && !(was && isSame(was, left)) ? [left] : [];
  });
}
