import { randomUUID } from 'node:crypto';
import { AppError } from '#shared/errors.ts';
import type { AgentConfiguration } from '#features/agents/agents-configuration.contract.ts';
import type { Agent } from '#features/agents/agents.contract.ts';
import type { AnswerEvent } from '#features/conversations/server/streaming/live-answer.models.ts';
import type { TestMember, TestServices } from '../app/test-services.ts';

export type ChangeAgent = (configuration: AgentConfiguration) => void;

/** Changes an agent's draft and publishes it. */
export async function republishAgent(
  server: TestServices,
  { scope }: TestMember,
  id: string,
  change: ChangeAgent,
): Promise<Agent> {
  const { draft, draftRevision } = await server.agents.get(scope, id);
  change(draft);
  const saved = await server.agents.saveDraft(scope, id, { revision: draftRevision, configuration: draft });
  return server.agents.publish(scope, id, { revision: saved.draftRevision, name: '' });
}

/** A live agent that was made of nothing. */
export async function publishAgent(
  server: TestServices,
  owner: TestMember,
  change: ChangeAgent = () => undefined,
): Promise<Agent> {
  const { id } = await server.agents.create(owner.scope, { from: 'blank', input: '', language: 'en' });
  return republishAgent(server, owner, id, change);
}

/** The code of a refusal; `done` where there was none. What is no `AppError` goes on. */
export const outcomeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => {
      if (error instanceof AppError) return error.code;
      throw error;
    },
  );

type Opening = Partial<Parameters<TestServices['conversations']['openSession']>[0]>;

/** Somebody who talks with an agent by the use cases of conversations: no limits of routes, no stream. */
export async function visitServices(server: TestServices, agent: { number: number }, opening: Opening = {}) {
  const { conversations } = server;
  const session = await conversations.openSession(
    { agent: agent.number, ...opening },
    {
      device: null,
      browser: null,
      os: null,
      fallback: 'en',
      ownHost: 'chatelier.test',
      shownAt: null,
      address: '127.0.0.1',
      userAgent: '',
      checkNew: async () => undefined,
    },
  );
  const identity = conversations.readVisitorToken(session.token);
  if (!identity) throw new Error('A new token is not read');
  let conversationId = session.conversation?.id ?? null;
  return {
    ...session,
    identity,
    conversationId: () => conversationId,

    /** Says something and hears the answer out. `fresh`: in a conversation of its own. */
    async say(
      text: string,
      about: { fresh?: boolean; key?: string; conversationId?: string; pageUrl?: string } = {},
    ): Promise<{ conversationId: string; events: AnswerEvent[] }> {
      const call = {
        visitor: identity,
        agent: await conversations.agentOf(identity, await conversations.admit(identity)),
      };
      const events: AnswerEvent[] = [];
      const over = Promise.withResolvers<void>();
      const { accepted, joined } = await conversations.send(
        call,
        {
          conversationId: about.fresh ? null : (about.conversationId ?? conversationId),
          clientMessageId: about.key ?? randomUUID(),
          text,
          isSpoken: false,
          attachments: [],
          ownKey: null,
          pageUrl: about.pageUrl,
          address: null,
          fallback: 'en',
        },
        (event) => {
          events.push(event);
          if (event.type === 'done' || event.type === 'failed') over.resolve();
        },
      );
      ({ conversationId } = accepted);
      if (!joined) over.resolve();
      else if (joined.end) {
        events.push(joined.end);
        over.resolve();
      }
      await over.promise;
      return { conversationId: accepted.conversationId, events };
    },
  };
}

/** The names of the tools that an answer used, with how they ended. */
export const toolsOf = ({ events }: { events: readonly AnswerEvent[] }): string[] =>
  events.flatMap((event) => (event.type === 'tool' ? [`${event.name} ${event.state}`] : []));
