import { mergedContactFields } from '#shared/contacts/contact-fields.ts';
import { mostTags, wasSeen } from '../../contacts.contract.ts';
import type { MergeField } from '../../contacts-many.contract.ts';
import type { ContactRow } from '../contacts.repository.ts';

const mostCustomValues = 50;
const mostOtherEmails = 20;

/** Since when there is the one that both became, and when they were there last; never, where neither was. */
function seenOf(
  kept: ContactRow,
  other: ContactRow,
): Pick<ContactRow, 'createdAt' | 'lastSeenAt' | 'source'> {
  const createdAt = kept.createdAt < other.createdAt ? kept.createdAt : other.createdAt;
  const seen = [kept, other]
    .filter((each) =>
      wasSeen({
        source: each.source,
        createdAt: each.createdAt.getTime(),
        lastSeenAt: each.lastSeenAt.getTime(),
      }),
    )
    .toSorted((one, another) => another.lastSeenAt.getTime() - one.lastSeenAt.getTime());
  const last = seen[0];
  return {
    createdAt,
    lastSeenAt: last?.lastSeenAt ?? createdAt,
    // Who was brought by a file and came later was there, also where both happened at one moment.
    source: seen.includes(kept) ? kept.source : (last?.source ?? kept.source),
  };
}

/**
 * What one contact is after another one became part of it: the fields that were chosen come from the other;
 * what is empty is filled; what adds up is added up. An address that is not the main one any more stays as a
 * further one; a number of the other that is not taken is gone with it.
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
  const addresses = [kept.email ?? [], other.email ?? [], kept.otherEmails, other.otherEmails].flat();
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
    otherEmails: [...new Set(addresses)].filter((each) => each !== email).slice(0, mostOtherEmails),
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
    ...seenOf(kept, other),
    firstSeenAt: kept.firstSeenAt < other.firstSeenAt ? kept.firstSeenAt : other.firstSeenAt,
  };
}
