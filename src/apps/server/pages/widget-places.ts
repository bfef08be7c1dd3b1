import type { FastifyRequest } from 'fastify';
import type { RunningAgent } from '#features/agents/server/agents.usecases.ts';
import {
  frameAncestors,
  isAllowedOrigin,
  type PlaceKind,
} from '#features/conversations/server/sessions/places.policy.ts';
import type { Services } from '../services.ts';

/** What a chat's page is served with, for an agent that runs on named pages only. */
export type WidgetPlace = {
  ancestors: string;
  ticket: string | null;
};

/**
 * Addresses of agents' pages take a number of at most nine digits; anything else is as unknown as an unknown
 * number.
 */
export function agentNumber(text: unknown): number | null {
  return typeof text === 'string' && /^[1-9]\d{0,9}$/.test(text) && Number(text) <= 2_147_483_647
    ? Number(text)
    : null;
}

/** The origin of the page that a request came from, as far as the browser names it. */
export function refererOrigin(request: FastifyRequest): string | null {
  const { referer } = request.headers;
  return referer && URL.canParse(referer) ? new URL(referer).origin : null;
}

/**
 * Where the page of a chat is about to stand, or null where its agent may not be. Inside other pages the
 * browser itself keeps the rule by `frame-ancestors`; that the request is for a frame, and from an allowed
 * page where that is named, is looked at besides.
 */
export function placeOfPage(
  conversations: Services['conversations'],
  request: FastifyRequest,
  agent: RunningAgent,
  kind: PlaceKind,
  ownOrigin: string,
): WidgetPlace | null {
  const { access } = agent.configuration;
  const ancestors = kind === 'embed' ? frameAncestors(access) : "'none'";
  // An agent that leads to others lets its visitors prove to those where they stand.
  if (!access.restrictDomains)
    return {
      ancestors,
      ticket: agent.configuration.switching.enabled
        ? conversations.placeTicket(agent, kind, kind === 'page' ? ownOrigin : refererOrigin(request))
        : null,
    };
  if (kind === 'page')
    return isAllowedOrigin(access, ownOrigin)
      ? { ancestors, ticket: conversations.placeTicket(agent, kind, ownOrigin) }
      : null;
  const origin = refererOrigin(request);
  const purpose = request.headers['sec-fetch-dest'];
  // A browser that says neither what the page is for nor where it stands is older than any that chats.
  if (purpose ? !['iframe', 'frame'].includes(String(purpose)) : origin === null) return null;
  if (origin !== null && !isAllowedOrigin(access, origin)) return null;
  return { ancestors, ticket: conversations.placeTicket(agent, kind, origin) };
}
