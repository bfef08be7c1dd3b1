import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepConnection } from './server-events.ts';

/** The browser's connection, whose server is the test. */
class Line extends EventTarget {
  static readonly CLOSED = 2;
  static opened: Line[] = [];
  readyState = 1;
  onerror: (() => void) | null = null;
  constructor() {
    super();
    Line.opened.push(this);
  }
  close(): void {
    this.readyState = Line.CLOSED;
  }
  send(type: string, data: unknown): void {
    this.dispatchEvent(new MessageEvent(type, { data: JSON.stringify(data) }));
  }
}

let stop: () => void;
let reads = 0;
/** How many reads have begun and not ended. */
let reading: () => number;
beforeEach(async () => {
  vi.stubGlobal('EventSource', Line);
  vi.stubGlobal('document', new EventTarget());
  vi.stubGlobal('removeEventListener', () => undefined);
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  reads = 0;
  const observer = new QueryObserver(client, { queryKey: ['/api/things'], queryFn: async () => ++reads });
  const leave = observer.subscribe(() => undefined);
  await vi.waitUntil(() => observer.getCurrentResult().data === 1);
  // Whatever is read from here on is younger than the first read.
  await vi.waitUntil(() => Date.now() > observer.getCurrentResult().dataUpdatedAt);
  reading = () => client.isFetching();
  const close = keepConnection(client);
  stop = () => {
    close();
    leave();
    client.clear();
  };
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
  Line.opened = [];
});

test('what was read before the connection stood is not read again where all was quiet since the page began', async () => {
  Line.opened[0]!.send('ready', { quietMs: performance.now() + 60_000 });
  Line.opened[0]!.send('changed', { type: 'everything' });
  await vi.waitFor(() => expect(reads).toBeGreaterThan(1));
  await vi.waitUntil(() => reading() === 0);
  expect(reads).toBe(2);
});

test('it is read again where there were news since then, and where the server can not say', async () => {
  Line.opened[0]!.send('ready', { quietMs: 0 });
  await vi.waitFor(() => expect(reads).toBe(2));
});

test('after a broken connection all is read again, however quiet it was', async () => {
  const line = Line.opened[0]!;
  line.send('ready', { quietMs: performance.now() + 60_000 });
  line.onerror?.();
  line.send('ready', { quietMs: performance.now() + 60_000 });
  await vi.waitFor(() => expect(reads).toBe(2));
});
