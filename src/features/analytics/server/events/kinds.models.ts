import { wroteKind } from '#shared/contacts/wrote.ts';

/**
 * What is counted, each with the number by which the database knows it; migrations write the same numbers, so a
 * number is never given to anything else. Who pays with test money is counted apart from who pays.
 */
export const kinds = {
  /** A page showed the agent. */
  seen: 1,
  /** A chat was opened for the first time, or again after half an hour. */
  opened: 2,
  conversation: 3,
  /** A visitor wrote. */
  message: wroteKind,
  answer: 5,
  /** An answer with at least one passage as its source. */
  cited: 6,
  /** An answer that only says that the agent does not know. */
  unsure: 7,
  thumbsUp: 8,
  thumbsDown: 9,
  wall: 10,
  checkout: 11,
  /** A payment or a renewal. */
  paid: 12,
  refunded: 13,
  formShown: 14,
  formStarted: 15,
  formSent: 16,
  scan: 17,
  /** A landing page was seen. */
  pageView: 18,
  handover: 19,
  humanReply: 20,
  resolved: 21,
  tool: 22,
  contact: 23,
  /** Reserved. */
  voiceMinute: 24,
  testCheckout: 25,
  testPaid: 26,
  testRefunded: 27,
  /** The last of a visitor's free messages was answered. */
  freeUsed: 28,
} as const;

/**
 * Kept in the sums beside the kinds, and no event: that somebody came to an agent for the first time. Late news of an
 * earlier visit moves it.
 */
export const cameFirst = 29;

/** Told through the inbox and no event: that somebody is known as another contact than before. */
export const knownAs = 0;

/** Kinds whose events with test money are counted as another kind. */
const ofTestMoney: ReadonlyMap<number, number> = new Map([
  [kinds.checkout, kinds.testCheckout],
  [kinds.paid, kinds.testPaid],
  [kinds.refunded, kinds.testRefunded],
]);

/** As what an event counts whose purchase is one of test money. */
export const kindOfMoney = (kind: number, isTest: boolean): number =>
  isTest ? (ofTestMoney.get(kind) ?? kind) : kind;

/** The bit by which `analytics_activity.kinds` remembers that somebody did it. */
export const bitOf = (kind: number): number => 1 << kind;

export const bitsOf = (...wanted: readonly number[]): number =>
  wanted.reduce((bits, kind) => bits | bitOf(kind), 0);

/** With real money or with test money; migrations know the number. */
export const paidBits = bitsOf(kinds.paid, kinds.testPaid);

/** Who hides passive visitors sees those who did one of these. */
export const activeBits = bitsOf(kinds.message, kinds.formSent);
/**
 * What only somebody does who is there; a renewal, an answer or a reply comes without them. Migrations know the number:
 * another one needs `since` and `came_at` to be written anew.
 */
export const presentBits =
  activeBits |
  bitsOf(kinds.opened, kinds.conversation, kinds.thumbsUp, kinds.thumbsDown, kinds.wall, kinds.checkout) |
  bitsOf(kinds.testCheckout, kinds.formShown, kinds.formStarted);
