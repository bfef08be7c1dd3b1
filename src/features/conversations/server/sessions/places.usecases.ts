import { z } from 'zod';
import { AppError } from '#shared/errors.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { SecretBox } from '#platform/crypto/secret-box.ts';
import { mintToken, readToken, type TokenKind } from '#platform/crypto/signed-token.ts';
import type { VisitorIdentity, VisitorPlace } from '#platform/http/access.ts';
import type { RunningAgent } from '#features/agents/server/agents.usecases.ts';
import { accessErrors } from '../../conversations-access.contract.ts';
import { isAllowedOrigin, isAllowedPage, type PlaceKind } from './places.policy.ts';

/**
 * What the server saw when it served a chat's page: the origin of the page around it, where the browser named
 * it.
 */
type PlaceTicket = {
  agentId: string;
  origin: string | null;
  kind: PlaceKind;
};
const placeTicket: TokenKind<PlaceTicket> = {
  purpose: 'place',
  parse: (value) =>
    z
      .object({ agentId: z.string(), origin: z.string().nullable(), kind: z.enum(['embed', 'page']) })
      .safeParse(value).data ?? null,
};

const freshMs = 15 * 60_000;
/** So long may a chat that goes on renew what it was shown to be, before its frame must be loaded anew. */
const renewableMs = 12 * 3_600_000;

export type PlaceClaim = {
  proof?: { ticket: string; host: string } | null | undefined;
  page?: { url: string } | null | undefined;
};

/** Why this visitor may not go on now; null when they may. Pure, so that it costs a message nothing. */
export function refusePlace(agent: RunningAgent, visitor: VisitorIdentity, now: Date): AppError | null {
  const { access } = agent.configuration;
  // A link that we signed is the proof of whoever it let into one conversation.
  if (!access.restrictDomains || visitor.isPreview || visitor.onlyConversation) return null;
  if (!visitor.place || visitor.place.freshUntil <= now.getTime()) return new AppError(accessErrors.expired);
  return isAllowedOrigin(access, visitor.place.origin) ? null : new AppError(accessErrors.pageNotAllowed);
}

/** Whether the page that a message names is one that the agent may be on. */
export function refusePage(
  agent: RunningAgent,
  visitor: VisitorIdentity,
  pageUrl: string | null,
): AppError | null {
  const { access } = agent.configuration;
  if (!access.restrictDomains || visitor.isPreview || visitor.onlyConversation) return null;
  const isHere =
    visitor.place &&
    pageUrl &&
    new URL(pageUrl).origin === visitor.place.origin &&
    isAllowedPage(access, pageUrl, visitor.place.kind);
  return isHere ? null : new AppError(accessErrors.pageNotAllowed);
}

/** Where the visitor goes on to stand when they go to another agent. */
export function continuedPlace({ place }: VisitorIdentity, now: Date): VisitorPlace | undefined {
  return place && now.getTime() < place.provenAt + renewableMs
    ? { ...place, freshUntil: now.getTime() + freshMs }
    : undefined;
}

/**
 * For agents that run on named pages only: what a chat's page is given to prove where it stands, and what
 * that proves.
 */
export function createPlaces(services: { box: SecretBox; clock: Clock }) {
  return {
    /** For the chat's own page to prove itself with, within a quarter of an hour. */
    placeTicket: (agent: RunningAgent, kind: PlaceKind, origin: string | null): string =>
      mintToken(
        services.box,
        placeTicket,
        { agentId: agent.id, origin, kind },
        services.clock.now().getTime() + freshMs,
      ),

    /** Where the chat stands, as far as it can be known; undefined for an agent that runs anywhere. */
    proven(agent: RunningAgent, claim: PlaceClaim, known: VisitorIdentity | null): VisitorPlace | undefined {
      const { access } = agent.configuration;
      if (agent.isPreview) return undefined;
      const now = services.clock.now().getTime();
      const host = claim.proof && URL.canParse(claim.proof.host) ? new URL(claim.proof.host).origin : null;
      const ticket =
        claim.proof && host ? readToken(services.box, placeTicket, claim.proof.ticket, now) : null;
      const isProven = ticket?.agentId === agent.id && (ticket.origin === null || ticket.origin === host);
      const earlier = known?.place && now < known.place.provenAt + renewableMs ? known.place : null;
      const place = ticket && host && isProven ? { origin: host, kind: ticket.kind, provenAt: now } : earlier;
      // Kept for the agents that this one leads to.
      if (!access.restrictDomains) return place ? { ...place, freshUntil: now + freshMs } : undefined;
      if (!place) throw new AppError(accessErrors.originUnproven);
      const url = claim.page?.url ?? '';
      const isHere =
        URL.canParse(url) && new URL(url).origin === place.origin && isAllowedPage(access, url, place.kind);
      if (!isHere) throw new AppError(accessErrors.pageNotAllowed);
      return { ...place, freshUntil: now + freshMs };
    },
  };
}
