const shortestAkin = 4;

/** How much of the longer of two words must be the same: where the shorter one is its beginning, and where both go on. */
export type AkinShares = {
  begun: number;
  shared: number;
};

/** Whether two words begin alike, as those with another ending or in a compound do. */
export function isAkin(term: string, word: string, { begun, shared: leastShared }: AkinShares): boolean {
  let shared = 0;
  while (shared < term.length && term[shared] === word[shared]) shared++;
  const [short, long] = [Math.min(term.length, word.length), Math.max(term.length, word.length)];
  return shared >= shortestAkin && shared >= long * (shared === short ? begun : leastShared);
}
