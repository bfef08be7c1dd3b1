import { createPasswords } from '#platform/crypto/password.ts';
import { createAccountNames } from '#features/accounts/server/accounts-name.usecases.ts';
import { createAccountsPicture } from '#features/accounts/server/accounts-picture.usecases.ts';
import { createAccountsUsecases } from '#features/accounts/server/accounts.usecases.ts';
import { createImpersonation } from '#features/auth/server/auth-impersonation.usecases.ts';
import { createSignUp } from '#features/auth/server/auth-sign-up.usecases.ts';
import { createSessionsUsecases } from '#features/auth/server/auth-sessions.usecases.ts';
import { createAccountReview } from '#features/account-review/server/account-review.usecases.ts';
import { createAuditUsecases } from '#features/audit/server/audit.usecases.ts';
import { createTwoFactor } from '#features/auth/server/auth-two-factor.usecases.ts';
import { createEmailProof } from '#features/auth/server/auth-email.usecases.ts';
import { createAuthUsecases } from '#features/auth/server/auth.usecases.ts';
import {
  createContactsPrivacy,
  createEraseContact,
} from '#features/contacts/server/erasure/erasure.usecases.ts';
import { createContactsFiles } from '#features/contacts/server/bulk/export.usecases.ts';
import { createContactsImport } from '#features/contacts/server/import/imports.usecases.ts';
import { createContactsMany } from '#features/contacts/server/bulk/bulk.usecases.ts';
import { createContactsTags } from '#features/contacts/server/record/tags.usecases.ts';
import { createContactsTimeline } from '#features/contacts/server/record/timeline.usecases.ts';
import { createContactsUsecases } from '#features/contacts/server/contacts.usecases.ts';
import { eraseConversations } from '#features/conversations/server/erasure/erasure.usecases.ts';
import { createCustomFieldsUsecases } from '#features/custom-fields/server/custom-fields.usecases.ts';
import { eraseMails } from '#features/mail/server/mail-erasure.usecases.ts';
import { createAccountKeys } from '#features/api-keys/server/account/account-keys.usecases.ts';
import { createOAuth } from '#features/oauth/server/oauth.usecases.ts';
import { createApiKeysUsecases } from '#features/api-keys/server/api-keys.usecases.ts';
import { anonymisePurchases } from '#features/payments/server/purchases/erasure.usecases.ts';
import { createSubscriberNotes } from '#features/payments/server/subscriptions/pauses.usecases.ts';
import { createTeamUsecases } from '#features/team/server/team.usecases.ts';
import type { BaseServices } from './base-services.ts';

/** Accounts, members, sessions, keys and contacts. */
export function createPeopleServices(base: BaseServices) {
  const {
    clock,
    box,
    realtime,
    limiter,
    jobs,
    drawer,
    brand,
    mail,
    planStatuses,
    operatorSettings,
    database,
    publicUrl,
    givenPasswords,
    translator,
  } = base;
  const accounts = createAccountsUsecases({ database, clock, planStatuses });
  const accountNames = createAccountNames({ database, clock, repliesComeBack: base.replyAddresses !== null });
  const accountsPicture = createAccountsPicture({ database, clock, limiter, accounts, drawer });
  const passwords = givenPasswords ?? createPasswords();
  const sessions = createSessionsUsecases({
    database,
    clock,
    limiter,
    realtime,
    mail,
    passwords,
    publicUrl,
  });
  const twoFactor = createTwoFactor({
    database,
    clock,
    box,
    limiter,
    realtime,
    mail,
    sessions,
    brandName: brand.name,
    publicUrl,
  });
  const impersonation = createImpersonation({ database, clock, realtime, accounts, sessions });
  const accountReview = createAccountReview({ database, clock, realtime });
  const signUp = createSignUp({ database, rules: operatorSettings.current });
  const auth = createAuthUsecases({
    database,
    clock,
    limiter,
    jobs,
    realtime,
    mail,
    box,
    accounts,
    twoFactor,
    impersonation,
    beginReview: accountReview.begin,
    passwords,
    publicUrl,
    signUp,
  });
  const emailProof = createEmailProof({ database, clock, box, limiter, mail, publicUrl });
  const audit = createAuditUsecases({ database, clock });
  const accountKeys = createAccountKeys({ database, clock, limiter });
  const oauth = createOAuth({ database, clock, limiter, publicUrl });
  const team = createTeamUsecases({
    database,
    clock,
    limiter,
    realtime,
    jobs,
    mail,
    accounts,
    planStatuses,
    sessions,
    passwords,
    endPrograms: async (tx, member) => {
      await accountKeys.revokeOf(tx, member);
      await oauth.endOf(tx, member);
    },
    publicUrl,
    signUp,
    brandOf: async (accountId) => {
      const brand = await base.brands.of(accountId);
      return brand.isWhiteLabel ? brand : null;
    },
    originOf: async (accountId) => base.brands.originOf(await base.brands.of(accountId)),
  });
  const apiKeys = createApiKeysUsecases({ database, clock, limiter });
  const customFields = createCustomFieldsUsecases({ clock });
  const subscriberNotes = createSubscriberNotes({ clock, jobs });
  const contacts = createContactsUsecases({ clock, subscriptions: subscriberNotes });
  const eraseContact = createEraseContact(clock, {
    anonymisePurchases,
    eraseConversations: (tx, contactId) => eraseConversations(tx, contactId, clock.now()),
    eraseMails: (accountId, email) => eraseMails(database, accountId, email),
  });
  const contactsMany = createContactsMany({ database, clock, jobs, realtime, erase: eraseContact });
  const contactsPrivacy = createContactsPrivacy({ clock, realtime, erase: eraseContact, contacts });
  const contactsFiles = createContactsFiles({ clock });
  const contactsImport = createContactsImport({ database, clock, limiter, jobs, realtime, translator });
  const contactsTags = createContactsTags({ clock });
  const contactsTimeline = createContactsTimeline({ database, clock });

  return {
    accounts,
    accountNames,
    accountsPicture,
    sessions,
    twoFactor,
    impersonation,
    accountReview,
    auth,
    emailProof,
    audit,
    team,
    apiKeys,
    accountKeys,
    oauth,
    customFields,
    subscriberNotes,
    contacts,
    contactsMany,
    contactsPrivacy,
    contactsFiles,
    contactsImport,
    contactsTags,
    contactsTimeline,
  };
}

export type PeopleServices = ReturnType<typeof createPeopleServices>;
