import { AppError } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import type { Language } from '#shared/languages.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/database/database.ts';
import type { AgentKey, VisitorIdentity } from '#platform/http/access.ts';
import type { RunningAgent } from '#features/agents/server/agents.usecases.ts';
import { conversationsApiErrors } from '#features/conversations/conversations-api.contract.ts';
import type { Asking } from '#features/conversations/server/api/asking.usecases.ts';
import { modelOf, openaiApiErrors, type CompletionInput } from '../openai-api.contract.ts';
import { openaiApiRepository } from './openai-api.repository.ts';
import { readMessages, threadHash, userHash, type Said } from './threads/threads.models.ts';

/** How long after its last answer a conversation is found again. */
const keptMs = 90 * 86_400_000;

/** One answer while it is written. */
export type Completion = {
  id: string;
  model: string;
  createdAt: Date;
  /** Resolves with the whole text; rejects with what the caller is told. */
  done: Promise<{ text: string; conversationId: string }>;
};

/** Agents as OpenAI's clients see models. */
export function createOpenAiApi({
  database,
  clock,
  asking,
}: {
  database: Database;
  clock: Clock;
  asking: Asking;
}) {
  async function agentOf(key: AgentKey): Promise<RunningAgent> {
    if (key.kind !== 'secret') throw new AppError(conversationsApiErrors.secretKeyNeeded);
    return asking.agentOf(key);
  }

  /** The visitor and the conversation that go on; a new visitor where there are none. */
  async function findThread(
    agent: RunningAgent,
    before: readonly Said[],
    user: string,
    language: Language,
  ): Promise<{ identity: VisitorIdentity; conversationId: string | null }> {
    const [ofThread, ofUser] = [threadHash(before, user), userHash(user)];
    const rows = await database.account(agent.accountId, (tx) =>
      openaiApiRepository(tx).byHashes(agent.id, [
        ...(before.length > 0 ? [ofThread] : []),
        ...(user === '' ? [] : [ofUser]),
      ]),
    );
    const known = rows.find(({ hash }) => hash === ofThread) ?? rows.find(({ hash }) => hash === ofUser);
    if (known)
      return {
        identity: asking.resume(agent, 'secret', known.visitorId),
        conversationId: known.hash === ofThread ? known.conversationId : null,
      };
    const { identity } = await asking.open(agent, 'secret', { language, tag: null, origin: null });
    return { identity, conversationId: null };
  }

  return {
    async models(key: AgentKey): Promise<{ id: string; created: number }[]> {
      const agent = await agentOf(key);
      return [{ id: modelOf(agent.number), created: 0 }];
    },

    /** Begins to answer. `hear` hears the words as they are written. Throws what is wrong with the request. */
    async complete(
      key: AgentKey,
      input: CompletionInput,
      language: Language,
      hear: (text: string) => void,
    ): Promise<Completion> {
      const agent = await agentOf(key);
      const model = modelOf(agent.number);
      if (input.model !== model) throw new AppError(openaiApiErrors.modelNotFound, { variables: { model } });
      const { question, before } = readMessages(input.messages);
      if (question === '') throw new AppError(openaiApiErrors.noQuestion);
      const user = input.user ?? '';
      const { identity, conversationId } = await findThread(agent, before, user, language);
      let streamed = '';
      const { conversationId: id, answer } = await asking.begin(
        identity,
        { text: question.slice(0, 4_000), conversationId, language, address: null },
        (event) => {
          if (event.type !== 'delta') return;
          streamed += event.text;
          hear(event.text);
        },
      );
      const done = answer.then(async (message) => {
        if (message?.status === 'failed')
          throw new AppError({ code: message.errorCode ?? 'answer.interrupted', status: 502 });
        const text = message?.text ?? '';
        const now = clock.now();
        const answered = (words: string): Said[] => [
          ...before,
          { role: 'user', text: question },
          { role: 'assistant', text: words.trim() },
        ];
        const place = {
          accountId: agent.accountId,
          agentId: agent.id,
          visitorId: identity.visitorId,
          usedAt: now,
        };
        // What was read as it was written may differ from the whole by a mark that was taken out.
        const hashes = new Set([text, streamed].map((words) => threadHash(answered(words), user)));
        await database.account(agent.accountId, async (tx) => {
          const repository = openaiApiRepository(tx);
          for (const hash of hashes) await repository.put({ ...place, hash, conversationId: id });
          if (user !== '') await repository.put({ ...place, hash: userHash(user), conversationId: null });
          await repository.deleteBefore(agent.id, new Date(now.getTime() - keptMs));
        });
        return { text, conversationId: id };
      });
      // Who streams asks for it later.
      done.catch(() => undefined);
      return { id: `chatcmpl-${newId('msg').slice(4)}`, model, createdAt: clock.now(), done };
    },
  };
}

export type OpenAiApi = ReturnType<typeof createOpenAiApi>;
