/** A fresh session as the browser keeps it. */
export type Session = {
  token: string;
  expiresAt: Date;
};

/** What a browser keeps, and until when. */
export type Kept = {
  token: string;
  expiresAt: Date;
};

const day = 86_400_000;

/** Sessions roll on for 30 days after each use and end after 14 days without any. */
export const sessionLimits = { longestMs: 30 * day, idleMs: 14 * day, touchAfterMs: 60_000 };

/** An address as it is compared: two spellings of one mailbox must not make two accounts. */
export function emailKeyOf(email: string): string {
  return email
    .normalize('NFKC')
    .trim()
    .toLowerCase()
    .replace(/(?<!\.)\.+$/, '');
}

/**
 * Tries in a quarter of an hour with one email address from browsers that nobody knows: so many are free,
 * and each one after that costs a puzzle whose solution takes about 2^bits hashes. 15 bits take a browser a
 * fraction of a second, 19 some seconds: a person waits a moment, and who guesses from many addresses pays
 * for each guess.
 */
export const proofTiers = {
  free: 10,
  steps: [
    { upTo: 40, bits: 15 },
    { upTo: 160, bits: 17 },
  ],
  hardest: 19,
} as const;
