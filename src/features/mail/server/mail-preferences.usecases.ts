import { z } from 'zod';
import { languages, type Language } from '#shared/languages.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { SecretBox } from '#platform/crypto/secret-box.ts';
import { mintToken, readToken, type TokenKind } from '#platform/crypto/signed-token.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import { findAccountName } from '#features/accounts/server/accounts.usecases.ts';
import { mailPreferencesRepository } from './mail-preferences.repository.ts';

/**
 * Account, hash of the address, language of the mail. Nothing in it tells who the person is, so links may
 * stand in logs.
 */
type UnsubscribeLink = {
  a: string;
  h: string;
  l: Language;
};
const kind: TokenKind<UnsubscribeLink> = {
  purpose: 'unsubscribe',
  parse: (value) =>
    z
      .object({ a: z.string().max(60), h: z.string().regex(/^[0-9a-f]{64}$/), l: z.enum(languages) })
      .safeParse(value).data ?? null,
};

/** What somebody who follows the link of a mail sees. */
export type MailPreference = {
  accountId: string;
  accountName: string;
  language: Language;
  isOut: boolean;
};

/** Whether people want mails of an account, said by the link at the foot of one. */
export function createMailPreferences({
  database,
  clock,
  box,
  publicUrl,
}: {
  database: Database;
  clock: Clock;
  box: SecretBox;
  publicUrl(): string;
}) {
  const repository = mailPreferencesRepository(database.direct);

  async function state({ a, h, l }: UnsubscribeLink): Promise<MailPreference | null> {
    const [accountName, row] = [await findAccountName(database, a), await repository.find(a, h)];
    return accountName === null
      ? null
      : { accountId: a, accountName, language: l, isOut: row !== null && row.resubscribedAt === null };
  }

  return {
    /** The link for one address, or null when no mails are wanted there. */
    async linkFor(accountId: string, address: string, language: Language): Promise<string | null> {
      const h = await repository.hash(accountId, address);
      const row = await repository.find(accountId, h);
      if (row && row.resubscribedAt === null) return null;
      // It never ends: a mail is found again after years, and then it still has to be possible to say no.
      return `${publicUrl()}/unsubscribe/${mintToken(box, kind, { a: accountId, h, l: language }, null)}`;
    },

    /** What a link is about; null for one that was not made here. */
    async look(token: string): Promise<MailPreference | null> {
      const link = readToken(box, kind, token, clock.now().getTime());
      return link && state(link);
    },

    /** Does what the person says; as often as they say it. */
    async say(token: string, wantsMails: boolean): Promise<MailPreference | null> {
      const link = readToken(box, kind, token, clock.now().getTime());
      if (!link || !(await state(link))) return null;
      await (wantsMails
        ? repository.accept(link.a, link.h, clock.now())
        : repository.refuse(link.a, link.h, clock.now()));
      return state(link);
    },
  };
}

export type MailPreferences = ReturnType<typeof createMailPreferences>;

/** Since when an address gets no more mails of its account; null when it does. */
export async function unsubscribedSince(
  tx: Transaction,
  accountId: string,
  address: string,
): Promise<Date | null> {
  const row = await mailPreferencesRepository(tx).findByAddress(accountId, address);
  return row?.resubscribedAt === null ? row.unsubscribedAt : null;
}
