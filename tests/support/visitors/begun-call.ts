import { randomUUID } from 'node:crypto';
import { expect, vi } from 'vitest';
import type { ChatMessage } from '#features/conversations/conversations.contract.ts';
import type { TestApp } from '../app/test-app.ts';
import type { ChatVisitor } from './visitor-chat.ts';

/** An event of a stream. */
type ToldEvent = {
  event: string;
  data: Record<string, unknown>;
};

/** The events of a stream so far. */
const eventsIn = (text: string): ToldEvent[] =>
  [...text.matchAll(/event: ([\w-]+)\nid: \d+\ndata: (.*)\n/g)].map(([, event = '', data = 'null']) => ({
    event,
    data: JSON.parse(data) as Record<string, unknown>,
  }));

/** Begins a call as the chat does, and reads along until `leave`. Rejects with status and code where it is refused. */
export async function beginCall(
  app: TestApp,
  visitor: ChatVisitor,
  more: object = {},
): Promise<{ told: ToldEvent[]; leave(): void }> {
  const leaving = new AbortController();
  const response = await fetch(`${app.url}/api/visitor/calls`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${visitor.token}` },
    body: JSON.stringify({ language: 'en', ...more }),
    signal: leaving.signal,
  });
  if (!response.ok)
    throw new Error(`${response.status} ${((await response.json()) as { code: string }).code}`);
  const told: ToldEvent[] = [];
  void (async () => {
    let text = '';
    for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) {
      text += piece;
      told.splice(0, told.length, ...eventsIn(text));
    }
  })().catch(() => undefined);
  await vi.waitFor(() => expect(told[0]?.event).toBe('answer'));
  return { told, leave: () => leaving.abort() };
}

/** Why a call or a sentence was refused, as `status code`; `taken` where it was not. */
export const refusalOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'taken',
    (error: Error) => error.message,
  );

/** Why a call ended, once it has. */
export async function overIn({ told }: { told: ToldEvent[] }): Promise<unknown> {
  await vi.waitFor(() => expect(told.at(-1)?.event).toBe('over'));
  return told.at(-1)?.data['reason'];
}

/** Sends what the chat sends when something was understood, and reads its answer to the end. */
export async function sendSpoken(visitor: ChatVisitor, text: string, conversationId: string | null = null) {
  const { status, text: stream } = await visitor.request('POST', '/api/visitor/messages', {
    body: { conversationId, clientMessageId: randomUUID(), text, isSpoken: true },
  });
  const events = eventsIn(stream);
  const end = events.findLast(({ event }) => event === 'done' || event === 'failed')?.data;
  const accepted = events.find(({ event }) => event === 'accepted')?.data;
  return {
    status,
    answer: (end?.['message'] ?? end?.['assistantMessage']) as ChatMessage,
    conversationId: accepted?.['conversationId'] as string,
    events,
  };
}
