import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { VisitorApi } from '#features/conversations/chat/store/visitor-api.ts';
import type { EmbedMessage } from '#shared/embed/protocol.ts';
import type { HostBridge } from './host-bridge.ts';
import { answerPageCall } from './page-calls.ts';

const heardBy: ((message: EmbedMessage) => void)[] = [];
let sent: { body: { outcome: string; text?: string }; keepalive: boolean }[] = [];
/** What the server answers, one after the other; null is a line that broke. */
let statuses: (number | null)[] = [];
let text = '';

const say = (kind: 'tool-able' | 'tool-result', value: object) =>
  heardBy.forEach((hear) => hear({ chatelier: 1, frame: 'f', kind, value } as EmbedMessage));
const bridge: HostBridge = {
  host: 'https://shop.example',
  isFixed: false,
  send(kind, value) {
    const { id } = value as { id: string };
    if (kind === 'tool-wanted') queueMicrotask(() => say('tool-able', { id, isAble: true }));
    if (kind === 'tool-call') queueMicrotask(() => say('tool-result', { id, isDone: true, text }));
  },
  listen: (listener) => void heardBy.push(listener),
};
const api = {
  token: () => 'token',
  call: async () => ({ arguments: {}, milliseconds: 5_000 }),
} as unknown as VisitorApi;

beforeEach(() => {
  sent = [];
  statuses = [];
  vi.useFakeTimers();
  vi.stubGlobal('document', { hidden: false });
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('removeEventListener', () => undefined);
  vi.stubGlobal('fetch', async (_: string, { body, keepalive }: { body: string; keepalive: boolean }) => {
    sent.push({ body: JSON.parse(body), keepalive });
    // As browsers do.
    if (keepalive && new TextEncoder().encode(body).length > 65_536) throw new TypeError('Failed to fetch');
    const status = statuses.length > 0 ? statuses.shift() : 200;
    if (status === null) throw new TypeError('Failed to fetch');
    return { status };
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function answered(id: string, given: string): Promise<void> {
  text = given;
  const end = answerPageCall({ id, name: 'look' }, api, bridge);
  await vi.runAllTimersAsync();
  await end;
}

test('a result of more than a browser sends while a page goes arrives all the same', async () => {
  await answered('pgc_long', '€'.repeat(60_000));
  expect(sent).toMatchObject([{ body: { outcome: 'done' }, keepalive: false }]);
  expect(sent[0]?.body.text).toHaveLength(60_000);
});

test('a short one is sent so that it outlasts the page, whose handler may lead elsewhere', async () => {
  await answered('pgc_short', 'ok');
  expect(sent).toMatchObject([{ body: { outcome: 'done', text: 'ok' }, keepalive: true }]);
});

test.each([[null], [429], [503]])(
  'what did not arrive (%s) is said once more, and not for ever',
  async (status) => {
    statuses = [status, 200];
    await answered(`pgc_again_${status}`, 'ok');
    expect(sent).toHaveLength(2);
    statuses = [status, status, status];
    await answered(`pgc_never_${status}`, 'ok');
    expect(sent).toHaveLength(4);
  },
);

test('a refusal is not asked for again', async () => {
  statuses = [404];
  await answered('pgc_gone', 'ok');
  expect(sent).toHaveLength(1);
});
