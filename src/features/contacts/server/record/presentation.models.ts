import { contactFields, eachContactField, type ContactFieldName } from '#shared/contacts/contact-fields.ts';
import type { Contact } from '../../contacts.contract.ts';
import type { ContactRow } from '../contacts.repository.ts';

const utmNames = ['source', 'medium', 'campaign', 'term', 'content'] as const;

/** Where an advertisement said that it stood: `utm_source=…` of the address on which somebody arrived. */
export function utmOf(landingUrl: string | null): Contact['utm'] {
  if (!landingUrl || !URL.canParse(landingUrl)) return {};
  const query = new URL(landingUrl).searchParams;
  return Object.fromEntries(
    utmNames.flatMap((name) =>
      query.get(`utm_${name}`) ? [[name, query.get(`utm_${name}`)?.slice(0, 200)]] : [],
    ),
  );
}

/** A contact as members see it. */
export function presentContact(
  given: {
    contact: ContactRow;
    agentName: string | null;
    lastMessage: { text: string; role: string | null } | null;
    variables: Record<string, string>;
  },
  options: { hidesLocation: boolean; claimedContactId?: string | null },
): Contact {
  const { contact: row, agentName, lastMessage, variables } = given;
  const {
    id,
    customFields,
    customValues,
    claimedEmail,
    emailProof,
    externalId,
    source,
    device,
    browser,
    os,
    landingUrl,
    referrer,
    tag,
    lifecycle,
    leadScore,
    tagIds,
    marketingConsent,
    isBlocked,
    conversationCount,
    messageCount,
  } = row;
  const isHidden = (name: ContactFieldName): boolean =>
    options.hidesLocation && contactFields[name].isLocation === true;
  return {
    id,
    ...eachContactField((name) => (isHidden(name) ? null : row[name])),
    name: row.name,
    firstName: row.firstName,
    lastName: row.lastName,
    customFields,
    customValues,
    claimedEmail,
    claimedContactId: options.claimedContactId ?? null,
    otherEmails: row.otherEmails,
    emailProof,
    emailProvenAt: row.emailProvenAt?.toISOString() ?? null,
    externalId,
    verifiedAt: row.verifiedAt?.toISOString() ?? null,
    variables,
    source,
    agentId: row.sourceAgentId,
    agentName,
    timezone: options.hidesLocation ? null : row.timezone,
    device,
    browser,
    os,
    landingUrl,
    referrer,
    tag,
    utm: utmOf(landingUrl),
    lifecycle,
    leadScore,
    tagIds,
    marketingConsent,
    isBlocked,
    conversationCount,
    messageCount,
    lastMessage: lastMessage?.text ?? '',
    lastMessageRole: lastMessage?.role ?? null,
    firstSeenAt: row.firstSeenAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
    createdAt: row.createdAt.toISOString(),
  };
}
