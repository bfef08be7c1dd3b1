import { z } from 'zod';
import { languages, type Language } from '#shared/languages.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { SecretBox } from '#platform/crypto/secret-box.ts';
import { mintToken, readToken, type TokenKind } from '#platform/crypto/signed-token.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import { findAccountName } from '#features/accounts/server/accounts.usecases.ts';
import { mailPreferencesRepository } from './mail-preferences.repository.ts';

/**
 * Account, hash of the address, language of the mail, and whether it is about a member's letters. Nothing in it
 * tells who the person is, so links may stand in logs.
 */
type UnsubscribeLink = {
  a: string;
  h: string;
  l: Language;
  r?: true | undefined;
};
const kind: TokenKind<UnsubscribeLink> = {
  purpose: 'unsubscribe',
  parse: (value) =>
    z
      .object({
        a: z.string().max(60),
        h: z.string().regex(/^[0-9a-f]{64}$/),
        l: z.enum(languages),
        r: z.literal(true).optional(),
      })
      .safeParse(value).data ?? null,
};

/** What somebody who follows the link of a mail sees. */
export type MailPreference = {
  accountId: string;
  accountName: string;
  language: Language;
  isOut: boolean;
  /** What is said no to: a member's letters of figures, or what the account writes to whoever talked with it. */
  isAboutReports: boolean;
};
/** What stands for an address where a member says no to their letters; no address looks like it. */
const readerKey = (userId: string): string => `reports ${userId}`;

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

  async function state({ a, h, l, r }: UnsubscribeLink): Promise<MailPreference | null> {
    const [accountName, row] = [await findAccountName(database, a), await repository.find(a, h)];
    return accountName === null
      ? null
      : {
          accountId: a,
          accountName,
          language: l,
          isOut: row !== null && row.resubscribedAt === null,
          isAboutReports: r === true,
        };
  }

  async function link(a: string, key: string, l: Language, r?: true): Promise<string | null> {
    const h = await repository.hash(a, key);
    const row = await repository.find(a, h);
    if (row && row.resubscribedAt === null) return null;
    // It never ends: a mail is found again after years, and then it still has to be possible to say no.
    return `${publicUrl()}/unsubscribe/${mintToken(box, kind, { a, h, l, ...(r && { r }) }, null)}`;
  }

  return {
    /** The link for one address, or null when no mails are wanted there. */
    linkFor: (accountId: string, address: string, language: Language): Promise<string | null> =>
      link(accountId, address, language),

    /** The link by which a member ends their letters of figures; null when they did. */
    reportsLinkFor: (accountId: string, userId: string, language: Language): Promise<string | null> =>
      link(accountId, readerKey(userId), language, true),

    /** Takes back a member's no to their letters of figures. */
    async acceptReports(accountId: string, userId: string): Promise<void> {
      await repository.accept(accountId, await repository.hash(accountId, readerKey(userId)), clock.now());
    },

    /** What a link is about; null for one that was not made here. */
    async look(token: string): Promise<MailPreference | null> {
      const read = readToken(box, kind, token, clock.now().getTime());
      return read && state(read);
    },

    /** Does what the person says; as often as they say it. */
    async say(token: string, wantsMails: boolean): Promise<MailPreference | null> {
      const read = readToken(box, kind, token, clock.now().getTime());
      if (!read || !(await state(read))) return null;
      await (wantsMails
        ? repository.accept(read.a, read.h, clock.now())
        : repository.refuse(read.a, read.h, clock.now()));
      return state(read);
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
