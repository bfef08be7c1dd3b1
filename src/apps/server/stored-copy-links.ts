import { z } from 'zod';
import type { Clock } from '#platform/clock/clock.ts';
import { mintToken, readToken, type TokenKind } from '#platform/crypto/signed-token.ts';
import type { SecretBox } from '#platform/crypto/secret-box.ts';
import type { SignStoredCopy } from '#features/conversations/server/conversations.usecases.ts';

/** Which passage of which stored copy a link opens. */
export type StoredCopyLink = { a: string; d: string; s: number; e: number };

const kind: TokenKind<StoredCopyLink> = { purpose: 'stored-copy', parse: (value) => z.object({ a: z.string(), d: z.string(), s: z.number().int(), e: z.number().int() }).safeParse(value).data ?? null };
const linkDays = 30;

/** Links that let a visitor read the one document he was shown a citation of, and no other. */
export function createStoredCopyLinks(box: SecretBox, clock: Clock): { sign: SignStoredCopy; read(token: string): StoredCopyLink | null } {
  return {
    sign(accountId, citation) {
      // A whole day is the unit, so that an answer read twice carries the same address.
      const day = Math.floor(clock.now().getTime() / 86_400_000);
      return `/sources/${mintToken(box, kind, { a: accountId, d: citation.documentId, s: citation.start, e: citation.end }, (day + linkDays) * 86_400_000)}`;
    },
    read: (token) => readToken(box, kind, token, clock.now().getTime()),
  };
}
