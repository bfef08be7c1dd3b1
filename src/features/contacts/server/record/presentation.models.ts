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
    lastMessage: string;
    variables: Record<string, string>;
  },
  options: { hidesLocation: boolean; claimedContactId?: string | null },
): Contact {
  const { contact: row, agentName, lastMessage, variables } = given;
  const {
    id,
    name,
    firstName,
    lastName,
    email,
    phone,
    company,
    jobTitle,
    customFields,
    customValues,
    claimedEmail,
    emailProof,
    externalId,
    source,
    language,
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
  const place = options.hidesLocation
    ? { country: null, region: null, city: null, timezone: null }
    : { country: row.country, region: row.region, city: row.city, timezone: row.timezone };
  return {
    id,
    name,
    firstName,
    lastName,
    email,
    phone,
    company,
    jobTitle,
    customFields,
    customValues,
    claimedEmail,
    claimedContactId: options.claimedContactId ?? null,
    emailProof,
    emailProvenAt: row.emailProvenAt?.toISOString() ?? null,
    externalId,
    verifiedAt: row.verifiedAt?.toISOString() ?? null,
    variables,
    source,
    agentId: row.sourceAgentId,
    agentName,
    ...place,
    language,
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
    lastMessage,
    firstSeenAt: row.firstSeenAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
    createdAt: row.createdAt.toISOString(),
  };
}
