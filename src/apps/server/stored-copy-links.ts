import { z } from 'zod';
import { isId } from '#shared/ids.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { mintToken, readToken, type TokenKind } from '#platform/crypto/signed-token.ts';
import type { SecretBox } from '#platform/crypto/secret-box.ts';
import type { SignStoredCopy } from '#features/conversations/server/conversations.usecases.ts';

/** Which passage of which stored copy a link opens. */
export type StoredCopyLink = {
  a: string;
  d: string;
  s: number;
  e: number;
};

const kind: TokenKind<StoredCopyLink> = {
  purpose: 'stored-copy',
  parse: (value) =>
    z.object({ a: z.string(), d: z.string(), s: z.number().int(), e: z.number().int() }).safeParse(value)
      .data ?? null,
};
const linkDays = 30;

/** Which attachment a link opens. */
export type AttachmentLink = {
  a: string;
  i: string;
};

const attachmentKind: TokenKind<AttachmentLink> = {
  purpose: 'attachment',
  parse: (value) => z.object({ a: z.string(), i: z.string() }).safeParse(value).data ?? null,
};
const hourMs = 3_600_000;

/**
 * Links that let a visitor read the one document they were shown a citation of, or open the one attachment of
 * their conversation, and no other.
 */
export function createStoredCopyLinks(
  box: SecretBox,
  clock: Clock,
): {
  sign: SignStoredCopy;
  read(token: string): StoredCopyLink | null;
  readAttachment(token: string): AttachmentLink | null;
} {
  return {
    sign(accountId, citation) {
      // Attachments are private: their links live an hour or two, and the chat asks for fresh ones.
      if (isId('att', citation.documentId))
        return `/attachments/${mintToken(box, attachmentKind, { a: accountId, i: citation.documentId }, (Math.floor(clock.now().getTime() / hourMs) + 2) * hourMs)}`;
      // A whole day is the unit, so that an answer read twice carries the same address.
      const day = Math.floor(clock.now().getTime() / 86_400_000);
      return `/sources/${mintToken(box, kind, { a: accountId, d: citation.documentId, s: citation.start, e: citation.end }, (day + linkDays) * 86_400_000)}#passage`;
    },
    read: (token) => readToken(box, kind, token, clock.now().getTime()),
    readAttachment: (token) => readToken(box, attachmentKind, token, clock.now().getTime()),
  };
}
