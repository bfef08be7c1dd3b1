import { contactFields, eachContactField, type ContactFieldName } from '#shared/contacts/contact-fields.ts';
import type { Contact } from '../../contacts.contract.ts';
import type { ContactRow } from '../contacts.repository.ts';

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
    utm,
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
    utm,
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
