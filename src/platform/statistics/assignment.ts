import { createHash } from 'node:crypto';

/**
 * Whether somebody belongs to a share of all, in percent. The same key is always in or always out, and keys of
 * another experiment fall independently. The database says the same by `isInShareSql` of the experiments.
 */
export const isInShare = (key: string, share: number): boolean =>
  createHash('sha256').update(key).digest().readUInt32BE(0) / 2 ** 32 < share / 100;
