import { startOpenAiStandIn, type OpenAiStandIn } from '#tests/support/models/openai-stand-in.ts';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import type { OwnerMessage } from '#features/conversations/conversations.contract.ts';
import { query } from './checker.ts';
import {
  connectModel,
  openSession,
  register,
  say,
  type Accepted,
  type Owner,
  type Reader,
} from './people.ts';

/** The key of the model's vendor in these tests; it must be seen nowhere. */
export const apiKey = 'sk-canary-7f3a9c1e5b';

/** One question and its answer, read to the end. */
export type Talk = Reader & {
  told: Accepted;
  last: Record<string, unknown>;
  token: string;
};

/** An application whose agents speak with a model that does what a test tells it. */
export type ModelStory = {
  model: OpenAiStandIn;
  app: TestApp;
  owner: Owner;
  /** What the process wrote to its log since the last look; a test file empties it after each test. */
  written: string[];
  /** One visitor, one question; waits for the end. */
  talk(text: string, number: number): Promise<Talk>;
  /** What the owner sees of the answer in the dashboard. */
  stored(reader: { told: Accepted }): Promise<OwnerMessage>;
  /** Lines of the log that warn or report an error. */
  complaints(): string[];
  close(): Promise<void>;
};

/** Starts model and application and connects them. From then until `close` the process's log is kept. */
export async function openModelStory(): Promise<ModelStory> {
  const written: string[] = [];
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = ((chunk: string | Uint8Array, ...rest: never[]) => {
    written.push(String(chunk));
    return rest.length > 0 ? write('', ...rest) : true;
  }) as typeof process.stdout.write;
  const model = await startOpenAiStandIn({ apiKey });
  const app = await startTestApp({
    log: true,
    llm: { timeouts: { firstByteMs: 400, stallMs: 400, maxAnswerBytes: 200_000 } },
  });
  const owner = await register(app.url);
  await connectModel(owner, model.baseUrl, apiKey);

  async function talk(text: string, number: number): Promise<Talk> {
    const visitor = await openSession(app.url, number);
    const reader = await say(app.url, visitor, { text });
    await reader.ended;
    return {
      ...reader,
      told: reader.accepted()!,
      last: reader.events.at(-1)?.data ?? {},
      token: visitor.token,
    };
  }

  async function stored(reader: { told: Accepted }): Promise<OwnerMessage> {
    const [row] = await query<{ contact_id: string }>(
      app.database.url,
      'SELECT contact_id FROM conversations WHERE id = $1',
      [reader.told.conversationId],
    );
    const { conversations } = await owner.get<{ conversations: { messages: OwnerMessage[] }[] }>(
      `/api/contacts/${row?.contact_id}/conversations`,
    );
    const message = conversations
      .flatMap(({ messages }) => messages)
      .find(({ id }) => id === reader.told.assistantMessage.id);
    if (!message) throw new Error('The answer is not shown to the owner');
    return message;
  }

  return {
    model,
    app,
    owner,
    written,
    talk,
    stored,
    complaints: () => written.filter((line) => /gave no whole answer|WARN|ERROR/i.test(line)),
    async close() {
      process.stdout.write = write;
      await app.close();
      await model.close();
    },
  };
}
