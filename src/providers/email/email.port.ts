/** A mail as it is handed to a mail server. Addresses are single, checked addresses. */
export type OutgoingMail = {
  from: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  messageId: string;
  /** Where whoever gets it says, with one click, that no more should come (RFC 8058). */
  unsubscribeUrl: string | null;
};

/** Sends mails. `send` throws when the mail server did not take the mail. */
export type EmailProvider = {
  send(mail: OutgoingMail): Promise<void>;
  close(): void;
};
