import { paths } from '#shared/paths.ts';
import { shownHost } from '#platform/dns/shown-host.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import type { Translator } from '#platform/i18n/translator.ts';
import { findAccountName, findOwners } from '#features/accounts/server/accounts.usecases.ts';
import type { MailUsecases } from '#features/mail/server/mail.usecases.ts';
import type { DomainProblem } from '../../white-label-domains.contract.ts';
import { txtNameOf } from './checks.models.ts';

export type DomainMailServices = {
  database: Database;
  mail: Pick<MailUsecases, 'send'>;
  translator: Pick<Translator, 'text'>;
  /** The host that addresses of accounts lead to. */
  target(): string;
  publicUrl(): string;
};

type Lost = {
  accountId: string;
  host: string;
  problem: DomainProblem;
  /** From when on the address is no longer shown; null: from now on. */
  from: Date | null;
};

const reasonOf: Partial<Record<DomainProblem, string>> = {
  txt_missing: 'txt',
  txt_wrong: 'txt',
  moved: 'moved',
  switched_off: 'off',
};

/** Writes to the owners of an account whose address is about to be lost, or is, in the caller's transaction. */
export function createDomainMails({ database, mail, translator, target, publicUrl }: DomainMailServices) {
  return async (tx: Transaction, { accountId, host, problem, from }: Lost): Promise<void> => {
    const [account, owners] = await Promise.all([
      findAccountName(database, accountId),
      findOwners(database, accountId),
    ]);
    // Over the server's own address: that of the account leads there no longer.
    const url = `${publicUrl()}${paths.whiteLabel}`;
    for (const { email, language, timezone } of owners) {
      const reason = translator.text(language, `mail:domain-reason.${reasonOf[problem] ?? 'route'}`, {
        name: txtNameOf(host),
        target: target(),
      });
      const date = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: timezone ?? 'UTC' });
      await mail.send(
        {
          kind: from ? 'domain-failing' : 'domain-failed',
          to: email,
          language,
          accountId,
          variables: {
            url,
            reason,
            account: account ?? '',
            host: shownHost(host),
            ...(from ? { date: date.format(from) } : { server: new URL(url).host }),
          },
        },
        tx,
      );
    }
  };
}
