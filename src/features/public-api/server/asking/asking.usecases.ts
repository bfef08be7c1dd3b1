import { createHash } from 'node:crypto';
import type { Language } from '#shared/languages.ts';
import type { AccountScope, Program, VisitorIdentity } from '#platform/http/access.ts';
import type { RunningAgent } from '#features/agents/server/agents.usecases.ts';
import type { ChatMessage } from '#features/conversations/conversations.contract.ts';
import type { Asking } from '#features/conversations/server/api/asking.usecases.ts';

/** What a program asks an agent. */
export type ProgramQuestion = {
  text: string;
  conversationId?: string | undefined;
  user?: string | undefined;
  language: Language;
  /** The same once more gives the same answer. */
  key?: string | undefined;
};

/** The same parts give the same id. */
const idOf = (...parts: string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);

/** A UUID of one's own making (version 8) out of 32 hexadecimal digits. */
const uuidOf = (hex: string): string =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;

/** Programs of an account ask its agents, as visitors do: under the same limits and the same paywall. */
export function createProgramAsking(asking: Asking) {
  /** Whoever goes on, is named, or sends the same again is the visitor of before; anybody else a new one. */
  async function visitorFor(
    agent: RunningAgent,
    { accountId, id }: Program,
    { conversationId, user, key, language }: ProgramQuestion,
  ): Promise<VisitorIdentity> {
    if (conversationId !== undefined)
      return asking.resume(agent, 'secret', await asking.visitorOf(agent, conversationId));
    const test = agent.isPreview ? 'draft' : 'live';
    const named = user === undefined ? undefined : `vis_${idOf('user', accountId, agent.id, test, user)}`;
    const repeated = key === undefined ? undefined : `vis_${idOf('key', accountId, agent.id, test, id, key)}`;
    const { identity } = await asking.open(
      agent,
      { kind: 'secret', keyId: id },
      {
        language,
        tag: null,
        origin: null,
        visitorId: named ?? repeated,
      },
    );
    return identity;
  }

  /** Begins to answer; `hear` hears the words as they are written. */
  return async function ask(
    scope: AccountScope,
    program: Program,
    agentId: string,
    question: ProgramQuestion,
    hear: (text: string) => void = () => undefined,
  ): Promise<{ conversationId: string; answer: Promise<ChatMessage | null> }> {
    const agent = await asking.agentById(scope.accountId, agentId, program.isTest);
    const visitor = await visitorFor(agent, program, question);
    return asking.begin(
      visitor,
      {
        text: question.text,
        conversationId: question.conversationId ?? null,
        clientMessageId:
          question.key === undefined ? undefined : uuidOf(idOf('message', program.id, question.key)),
        language: question.language,
        address: null,
        unnamedBy: question.user === undefined ? program.id : undefined,
      },
      (event) => {
        if (event.type === 'delta') hear(event.text);
      },
    );
  };
}

export type ProgramAsking = ReturnType<typeof createProgramAsking>;
