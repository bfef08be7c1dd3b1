import { expect, vi } from 'vitest';
import type { TestApp } from '../app/test-app.ts';
import type { ChatVisitor } from './visitor-chat.ts';

/** An event of a stream. */
type ToldEvent = {
  event: string;
  data: Record<string, unknown>;
};

/** The events of a stream so far. */
export const eventsIn = (text: string): ToldEvent[] =>
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
