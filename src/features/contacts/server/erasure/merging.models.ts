import { mergedContactFields } from '#shared/contacts/contact-fields.ts';
import { mostTags } from '../../contacts.contract.ts';
import type { MergeField } from '../../contacts-many.contract.ts';
import type { ContactRow } from '../contacts.repository.ts';

const mostCustomValues = 50;

/**
 * What one contact is after another one became part of it: the fields that were chosen come from the other;
 * what is empty is filled; what adds up is added up. An address or number of the other that is not taken is
 * gone with it.
 */
export function mergedContact(
  kept: ContactRow,
  other: ContactRow,
  take: ReadonlySet<MergeField>,
): Partial<ContactRow> {
  const chosen = <K extends MergeField>(name: K): ContactRow[K] => {
    const isEmpty = kept[name] === null || kept[name] === '';
    return take.has(name) || isEmpty ? other[name] : kept[name];
  };
  const names = take.has('name') || kept.name === '' ? other : kept;
  const country = take.has('country') || kept.country === null ? other : kept;
  const email = chosen('email');
  // What proves an address goes where it goes.
  const { emailProof, emailProvenAt } = email === kept.email ? kept : other;
  return {
    ...Object.fromEntries(mergedContactFields.map((name) => [name, chosen(name)])),
    // The parts of a name stay together, and so do a country and its region.
    name: names.name,
    firstName: names.firstName,
    lastName: names.lastName,
    country: country.country,
    region: country.region,
    email,
    emailProof,
    emailProvenAt,
    lifecycle: chosen('lifecycle'),
    leadScore: chosen('leadScore'),
    marketingConsent: chosen('marketingConsent'),
    timezone: kept.timezone ?? other.timezone,
    externalId: kept.externalId ?? other.externalId,
    verifiedAt: kept.externalId === null ? other.verifiedAt : kept.verifiedAt,
    claimedEmail:
      [kept.claimedEmail, other.claimedEmail].find((claim) => claim !== null && claim !== email) ?? null,
    tagIds: [...new Set([...kept.tagIds, ...other.tagIds])].slice(0, mostTags),
    isBlocked: kept.isBlocked || other.isBlocked,
    customFields: { ...other.customFields, ...kept.customFields },
    customValues: [...other.customValues, ...kept.customValues].slice(-mostCustomValues),
    conversationCount: kept.conversationCount + other.conversationCount,
    messageCount: kept.messageCount + other.messageCount,
    firstSeenAt: kept.firstSeenAt < other.firstSeenAt ? kept.firstSeenAt : other.firstSeenAt,
    lastSeenAt: kept.lastSeenAt > other.lastSeenAt ? kept.lastSeenAt : other.lastSeenAt,
    createdAt: kept.createdAt < other.createdAt ? kept.createdAt : other.createdAt,
  };
}
