import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Guards } from '#platform/http/access.ts';
import { paths } from '#shared/paths.ts';
import type { Services } from '../services.ts';
import type { BuiltPages } from './pages.ts';
import { createSendPage, languageOf } from './send-page.ts';

/** Sends the development variant of an agent's page, or answers null to whoever may not read its draft. */
export type ShowDraft = (request: FastifyRequest, reply: FastifyReply, number: number) => Promise<unknown>;

/**
 * The development variant of an agent's page: the draft in a frame, and what happens in it. To strangers it
 * does not exist; they get what the page of the agent gives.
 */
export function createShowDraft(
  services: Pick<Services, 'agents' | 'translator' | 'publicUrl' | 'openingOf'>,
  pages: BuiltPages,
  guards: Pick<Guards, 'account'>,
): ShowDraft {
  const sendPage = createSendPage(services, pages);
  return async (request, reply, number) => {
    const member = await guards.account(request, 'agents.read').catch(() => null);
    if (!member) return null;
    const { scope } = member;
    const listed = (await services.agents.list(scope, undefined)).find((agent) => agent.number === number);
    if (!listed) return null;
    const { name, previewUrl, hasUnpublishedChanges, id } = await services.agents.get(scope, listed.id);
    return sendPage(
      reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer'),
      'widget-dev',
      {
        number,
        name,
        previewUrl: `${previewUrl}&watch=1`,
        editUrl: paths.editAgent(id),
        hasChanges: hasUnpublishedChanges,
        script: pages.devScript,
      },
      { language: languageOf(request), path: `/widgets/${number}/dev` },
    );
  };
}
