/** Chance that is the same each time: what a seed gives, it gives again. */
export type Chance = {
  /** A whole number from 0 to one below `below`. */
  below(below: number): number;
  pick<T>(list: readonly T[]): T;
  /** A key, by its weight among the others. */
  weighed<K extends string>(weights: Readonly<Record<K, number>>): K;
  /** True in so many of a hundred. */
  isIn(percent: number): boolean;
};

/** A 32-bit generator (mulberry32): good enough for invented days, and four lines long. */
export function createChance(seed: number): Chance {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    below,
    pick<T>(list: readonly T[]): T {
      if (list.length === 0) throw new Error('There is nothing to pick from');
      return list[below(list.length)] as T;
    },
    weighed<K extends string>(weights: Readonly<Record<K, number>>): K {
      const entries = Object.entries(weights) as [K, number][];
      let rest = below(entries.reduce((sum, [, weight]) => sum + weight, 0));
      for (const [key, weight] of entries) {
        if (rest < weight) return key;
        rest -= weight;
      }
      throw new Error('Nothing has a weight');
    },
    isIn: (percent) => below(100) < percent,
  };
}
