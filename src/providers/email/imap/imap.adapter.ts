import type { MailSource } from '../email.port.ts';

const timeoutMs = 20_000;
const mostAtOnce = 50;

/**
 * Reads a mailbox of an IMAP server, `imaps://user:password@host/INBOX`. Each look is a connection of its own,
 * so a server that goes away between two of them is nobody's trouble.
 * @param mostBytes larger mails are marked as seen and not read
 */
export function createImapSource(address: string, mostBytes: number): MailSource {
  const url = new URL(address);
  const secure = url.protocol === 'imaps:';
  const mailbox = decodeURIComponent(url.pathname.slice(1)) || 'INBOX';
  return {
    async readNew(take, signal) {
      // Read when it is needed: most instances have no such mailbox.
      const { ImapFlow } = await import('imapflow');
      const client = new ImapFlow({
        host: url.hostname,
        port: Number(url.port) || (secure ? 993 : 143),
        secure,
        auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
        logger: false,
        disableAutoIdle: true,
        connectionTimeout: timeoutMs,
        greetingTimeout: timeoutMs,
        socketTimeout: timeoutMs,
      });
      // A broken line is told by what waits for it; without a listener it would end the process.
      client.on('error', () => undefined);
      await client.connect();
      try {
        const lock = await client.getMailboxLock(mailbox);
        try {
          const failures: unknown[] = [];
          const unseen = await client.search({ seen: false }, { uid: true });
          for (const uid of (unseen || []).slice(0, mostAtOnce)) {
            if (signal?.aborted) return;
            const id = String(uid);
            const facts = await client.fetchOne(id, { size: true }, { uid: true });
            if (facts && (facts.size ?? 0) <= mostBytes) {
              const mail = await client.fetchOne(id, { source: true }, { uid: true });
              const isTaken =
                !mail ||
                !mail.source ||
                (await take(mail.source).then(
                  () => true,
                  (error: unknown) => failures.push(error) === 0,
                ));
              if (!isTaken) continue;
            }
            await client.messageFlagsAdd(id, ['\\Seen'], { uid: true });
          }
          if (failures.length > 0) throw new AggregateError(failures, `mails not taken: ${failures.length}`);
        } finally {
          lock.release();
        }
      } finally {
        await client.logout().catch(() => client.close());
      }
    },
  };
}
