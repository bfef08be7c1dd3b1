import { timingSafeEqual } from 'node:crypto';
import { isId } from '#shared/ids.ts';
import type { SecretBox } from '#platform/crypto/secret-box.ts';

/** Who a reply address was given to: one contact, in one conversation, at one mailbox. */
export type ReplyPlace = {
  conversationId: string;
  contactId: string;
  /** Where the mail went that carries it. */
  email: string;
};

const purpose = 'reply-address';
/** Bytes of the signature: 80 bits, which nobody guesses by mail, and an address still fits. */
const signatureBytes = 10;
const prefix = 'cnv_';
const placesOfId = 30;
const placesOfSignature = (signatureBytes * 8) / 5;
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** Crockford base 32 in small letters: mail servers may change the case of an address. */
function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{5}/g) ?? []).map((five) => alphabet[Number.parseInt(five, 2)]).join('');
}

const signed = ({ conversationId, contactId, email }: ReplyPlace): string =>
  `${conversationId} ${contactId} ${email.toLowerCase()}`;

/**
 * Addresses to which visitors reply by mail. Each names a conversation and carries a signature over it, the
 * contact and the mailbox that it was written to, so that it serves nobody else.
 * @param mailbox the operator's, like `replies@chat.example.com`
 */
export function createReplyAddresses(mailbox: string, box: Pick<SecretBox, 'signShort'>) {
  const [name = '', host = ''] = mailbox.toLowerCase().split('@');
  const signatures = (place: ReplyPlace): string[] =>
    box.signShort(purpose, signed(place), signatureBytes).map(base32);

  return {
    /** The operator's mailbox itself. */
    mailbox: `${name}@${host}`,
    addressFor(place: ReplyPlace): string {
      const id = place.conversationId.slice(prefix.length);
      return `${name}+${id}${signatures(place)[0]}@${host}`;
    },
    /** What one of our addresses names; null for any other address. It is not yet known to be true. */
    read(address: string): { conversationId: string; signature: string } | null {
      const [local = '', domain, ...rest] = address.trim().toLowerCase().split('@');
      if (domain !== host || rest.length > 0 || !local.startsWith(`${name}+`)) return null;
      const token = local.slice(name.length + 1);
      const conversationId = `${prefix}${token.slice(0, placesOfId)}`;
      return token.length === placesOfId + placesOfSignature && isId('cnv', conversationId)
        ? { conversationId, signature: token.slice(placesOfId) }
        : null;
    },
    /** Whether a signature was given for this place, under any key of the instance. */
    isFor: (place: ReplyPlace, signature: string): boolean =>
      signatures(place).some(
        (expected) =>
          expected.length === signature.length &&
          timingSafeEqual(Buffer.from(expected), Buffer.from(signature.toLowerCase())),
      ),
  };
}

export type ReplyAddresses = ReturnType<typeof createReplyAddresses>;
