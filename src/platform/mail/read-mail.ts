import { textOfHtml } from './html-text.ts';
import PostalMime, { addressParser, type Address, type Mailbox } from 'postal-mime';

/** A mail as it came, read. Addresses are in small letters. */
export type ReadMail = {
  from: string | null;
  /** Everybody whom it was addressed or handed to. */
  recipients: string[];
  messageId: string | null;
  subject: string;
  text: string;
  /** Values by the names of the headers, in small letters, in their order. */
  headers: ReadonlyMap<string, readonly string[]>;
  mimeType: string;
  /** Files that came along; pictures that stand within the text are none. */
  files: { fileName: string; bytes: Uint8Array }[];
};

/** What is read of one mail; a mail that is nested deeper or has more of a head is refused. */
const bounds = { maxNestingDepth: 20, maxHeadersSize: 256 * 1_024, maxRfc822NestingDepth: 0 } as const;
const longestText = 200_000;
const longestHtml = 2_000_000;
/** More of a head than this names nobody. */
const longestFrom = 2_000;
const mostFiles = 20;

const mailboxes = (addresses: readonly (Address | undefined)[]): Mailbox[] =>
  addresses.flatMap((each) => (each === undefined ? [] : each.group ? each.group : [each]));
/** Headers in which mail servers say where a mail went. */
const deliveries = ['delivered-to', 'x-original-to', 'envelope-to', 'x-envelope-to'] as const;

/** Reads a mail out of its bytes (RFC 5322). Throws where it is malformed or made to cost too much. */
export async function readMail(raw: Uint8Array): Promise<ReadMail> {
  const mail = await PostalMime.parse(raw, { ...bounds, forceRfc822Attachments: true });
  const headers = new Map<string, string[]>();
  for (const { key, value } of mail.headers) headers.set(key, [...(headers.get(key) ?? []), value]);
  const senders = (headers.get('from') ?? []).flatMap((value) =>
    value.length > longestFrom ? [] : mailboxes(addressParser(value)),
  );
  const handed = deliveries
    .flatMap((name) => headers.get(name) ?? [])
    .map((value) => value.replace(/[<>\s]/g, ''));
  const addressed = mailboxes([...(mail.to ?? []), ...(mail.cc ?? []), ...(mail.bcc ?? [])]);
  const [sender, ...others] = senders;
  return {
    // Two senders are nobody's word.
    from: sender && others.length === 0 ? sender.address.trim().toLowerCase() : null,
    recipients: [...new Set([...handed, ...addressed.map(({ address }) => address)])].map((each) =>
      each.trim().toLowerCase(),
    ),
    messageId: mail.messageId?.slice(0, 1_000) ?? null,
    subject: (mail.subject ?? '').slice(0, 500),
    text: (mail.text?.trim() ? mail.text : textOfHtml((mail.html ?? '').slice(0, longestHtml))).slice(
      0,
      longestText,
    ),
    headers,
    mimeType: headers.get('content-type')?.[0]?.split(';')[0]?.trim().toLowerCase() ?? 'text/plain',
    files: mail.attachments
      .filter(({ related, contentId, disposition }) => !related && !(contentId && disposition === 'inline'))
      .slice(0, mostFiles)
      .map(({ filename, content }) => ({
        fileName: filename ?? '',
        bytes: typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content),
      })),
  };
}
