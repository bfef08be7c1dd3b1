import { AppError } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import type { Language } from '#shared/languages.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Translator } from '#platform/i18n/translator.ts';
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
  translator,
}: {
  database: Database;
  clock: Clock;
  asking: Asking;
  translator: Pick<Translator, 'text'>;
}) {
  async function agentOf(key: AgentKey): Promise<RunningAgent> {
    if (key.kind !== 'secret') throw new AppError(conversationsApiErrors.secretKeyNeeded);
    return asking.agentOf(key);
  }

  /**
   * The visitor and the conversation that go on; a new visitor where there are none. A conversation goes on
   * only while what was said before is still the last of it.
   */
  async function findThread(
    { keyId }: AgentKey,
    agent: RunningAgent,
    before: readonly Said[],
    user: string,
    language: Language,
  ): Promise<{ identity: VisitorIdentity; conversationId: string | null }> {
    const [ofThread, ofUser] = [threadHash(keyId, user, before), userHash(keyId, user)];
    const resumes = (before.at(-1)?.text ?? '') !== '';
    const rows = await database.account(agent.accountId, (tx) =>
      openaiApiRepository(tx).byHashes(agent.id, [
        ...(resumes ? [ofThread] : []),
        ...(user === '' ? [] : [ofUser]),
      ]),
    );
    const thread = rows.find(({ hash }) => hash === ofThread);
    if (thread?.conversationId && (await isLast(agent, thread.conversationId, thread.usedAt)))
      return {
        identity: asking.resume(agent, 'secret', thread.visitorId),
        conversationId: thread.conversationId,
      };
    const known = rows.find(({ hash }) => hash === ofUser);
    if (known) return { identity: asking.resume(agent, 'secret', known.visitorId), conversationId: null };
    const by = { kind: 'secret', keyId } as const;
    const { identity } = await asking.open(agent, by, { language, tag: null, origin: null });
    if (user === '') return { identity, conversationId: null };
    const visitorId = await database.account(agent.accountId, (tx) =>
      openaiApiRepository(tx).putUser({
        hash: ofUser,
        accountId: agent.accountId,
        agentId: agent.id,
        visitorId: identity.visitorId,
        conversationId: null,
        usedAt: clock.now(),
      }),
    );
    return { identity: asking.resume(agent, 'secret', visitorId), conversationId: null };
  }

  /** Whether nothing was said in a conversation since a moment. */
  async function isLast(agent: RunningAgent, conversationId: string, since: Date): Promise<boolean> {
    const last = await asking.lastSaid(agent, conversationId);
    // What a person of the team wrote goes on with it; the program has not seen it and can't name it.
    return last !== null && (last.createdAt <= since || last.role === 'human');
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
      const { identity, conversationId } = await findThread(key, agent, before, user, language);
      let streamed = '';
      const { conversationId: id, answer } = await asking.begin(
        identity,
        {
          text: question.slice(0, 4_000),
          conversationId,
          language,
          address: null,
          unnamedBy: user === '' ? key.keyId : undefined,
        },
        (event) => {
          if (event.type !== 'delta') return;
          streamed += event.text;
          hear(event.text);
        },
      );
      // Where the conversation began anew, the transcript before leads nowhere as well.
      if (before.length > 0)
        await database.account(agent.accountId, (tx) =>
          openaiApiRepository(tx).spend(agent.id, threadHash(key.keyId, user, before)),
        );
      const done = answer.then(async (message) => {
        if (message?.status === 'failed')
          throw new AppError({ code: message.errorCode ?? 'answer.interrupted', status: 502 });
        // A person of the team has the conversation: nobody else answers, and the program hears so.
        const waits = (): string => {
          const told = translator.text(language, 'tool-answers:program.waits');
          hear(told);
          return told;
        };
        const text = message ? message.text : waits();
        const now = clock.now();
        const last = await asking.lastSaid(agent, id);
        const place = {
          accountId: agent.accountId,
          agentId: agent.id,
          visitorId: identity.visitorId,
          usedAt: now,
        };
        // What was read as it was written may differ from the whole by a mark that was taken out.
        const answers = new Set([text, streamed].map((words) => words.trim()));
        answers.delete('');
        await database.account(agent.accountId, async (tx) => {
          const repository = openaiApiRepository(tx);
          if (!message || last?.id === message.id)
            for (const answered of answers) {
              const said: Said[] = [
                ...before,
                { role: 'user', text: question },
                { role: 'assistant', text: answered },
              ];
              const hash = threadHash(key.keyId, user, said);
              await repository.putThread({ ...place, hash, conversationId: id }, user !== '');
            }
          if (user !== '')
            await repository.putUser({
              ...place,
              hash: userHash(key.keyId, user),
              conversationId: null,
            });
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
