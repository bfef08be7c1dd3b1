import { customType, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { languages } from '#shared/languages.ts';
import { speechProviderIds } from '#shared/speech-vendors.ts';
import { cloneFailures, cloneStates } from '../cloned-voices.contract.ts';

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
const moment = (name: string) => timestamp(name, { withTimezone: true });

export const clonedVoices = pgTable('cloned_voices', {
  id: text().primaryKey(),
  accountId: text('account_id').notNull(),
  provider: text({ enum: [speechProviderIds[0]!, ...speechProviderIds] }).notNull(),
  name: text().notNull(),
  speaker: text().notNull(),
  company: text().notNull(),
  language: text({ enum: languages }).notNull(),
  day: text().notNull(),
  sentence: text().notNull(),
  state: text({ enum: cloneStates }).notNull(),
  failure: text({ enum: cloneFailures }),
  heard: text(),
  sealedConsent: bytea('sealed_consent'),
  consentHash: text('consent_hash'),
  sealedSample: bytea('sealed_sample'),
  voice: text(),
  member: text().notNull(),
  createdAt: moment('created_at').notNull(),
  consentedAt: moment('consented_at'),
  triedAt: moment('tried_at'),
});
