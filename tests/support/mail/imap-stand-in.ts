import { createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

/** A mail server that speaks as much IMAP as reading one mailbox takes. */
export type ImapStandIn = {
  port: number;
  /** Numbers of the mails that were marked as seen. */
  seen(): number[];
  close(): Promise<void>;
};

/** Starts one with these mails; `ann` with the password `secret` may read them. */
export async function startImapStandIn(mails: readonly string[]): Promise<ImapStandIn> {
  const seen = new Set<number>();
  const sockets = new Set<Socket>();

  function answer(tag: string, line: string): string[] {
    const command = line.toUpperCase();
    const ok = `${tag} OK done`;
    if (command.startsWith('CAPABILITY')) return ['* CAPABILITY IMAP4rev1', ok];
    if (command.startsWith('LOGIN'))
      return /"?ann"?\s"?secret"?/.test(line) ? [ok] : [`${tag} NO [AUTHENTICATIONFAILED] no`];
    if (command.startsWith('LIST') || command.startsWith('LSUB')) return ['* LIST () "/" INBOX', ok];
    if (command.startsWith('SELECT') || command.startsWith('EXAMINE'))
      return [
        `* ${mails.length} EXISTS`,
        '* FLAGS (\\Seen)',
        '* OK [PERMANENTFLAGS (\\Seen)] ok',
        '* OK [UIDVALIDITY 1] ok',
        `* OK [UIDNEXT ${mails.length + 1}] ok`,
        `${tag} OK [READ-WRITE] done`,
      ];
    if (command.startsWith('UID SEARCH')) {
      const unseen = mails.map((_, at) => at + 1).filter((uid) => !seen.has(uid));
      return [`* SEARCH ${unseen.join(' ')}`.trimEnd(), ok];
    }
    const uid = Number(/^UID (?:FETCH|STORE) (\d+)/.exec(command)?.[1]);
    const mail = mails[uid - 1];
    if (command.startsWith('UID STORE')) {
      seen.add(uid);
      return [ok];
    }
    if (command.startsWith('UID FETCH') && mail !== undefined)
      return command.includes('BODY')
        ? [`* ${uid} FETCH (UID ${uid} BODY[] {${Buffer.byteLength(mail)}}\r\n${mail})`, ok]
        : [`* ${uid} FETCH (UID ${uid} RFC822.SIZE ${Buffer.byteLength(mail)})`, ok];
    if (command.startsWith('LOGOUT')) return ['* BYE', ok];
    return [command.startsWith('NOOP') || command.startsWith('CLOSE') ? ok : `${tag} BAD what`];
  }

  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.write('* OK ready\r\n');
    let rest = '';
    socket.on('data', (chunk: Buffer) => {
      rest += chunk.toString();
      for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
        const [, tag = '*', line = ''] = /^(\S+) (.*)$/.exec(rest.slice(0, end)) ?? [];
        rest = rest.slice(end + 2);
        socket.write(`${answer(tag, line).join('\r\n')}\r\n`);
        if (/^LOGOUT/i.test(line)) socket.end();
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    seen: () => [...seen].toSorted((one, other) => one - other),
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
