/** A mail as it is handed to a mail server. Addresses are single, checked addresses. */
export type OutgoingMail = {
  from: string;
  /** What stands before the address of `from`; null: what `from` says itself. */
  senderName: string | null;
  /** Where a reply goes; null: to `from`. */
  replyTo: string | null;
  to: string;
  subject: string;
  text: string;
  html: string;
  messageId: string;
  /** Where whoever gets it says, with one click, that no more should come (RFC 8058). */
  unsubscribeUrl: string | null;
  /** A file that goes along. */
  attachment: { name: string; type: string; content: Buffer } | null;
};

/** Sends mails. `send` throws when the mail server did not take the mail. */
export type EmailProvider = {
  send(mail: OutgoingMail): Promise<void>;
  close(): void;
};

/** A mailbox that is read. */
export type MailSource = {
  /**
   * Hands over each new mail that is not too large, one after the other, and marks it as seen once `take` is
   * through. A mail that `take` throws at comes again and keeps no other waiting; what it threw is thrown when
   * all were handed over. At most so many at a time.
   */
  readNew(take: (raw: Uint8Array) => Promise<void>, signal?: AbortSignal): Promise<void>;
};
