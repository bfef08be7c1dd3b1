import { milliseconds, type Check } from './check.ts';

const trips = 10;
const longestMs = 5_000;

/**
 * Notes that go to the server and through its database, and come back by an event stream, as everything does
 * that is shown while it happens.
 */
export const check: Check = async ({ report, signal }) => {
  const id = [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
  const begin = performance.now();
  const source = new EventSource(`/labs/round-trip/${id}`);
  signal.addEventListener('abort', () => source.close());
  const heard = new Map<number, (at: number) => void>();
  const order: number[] = [];
  source.addEventListener('note', ({ data }: MessageEvent<string>) => {
    const { number } = JSON.parse(data) as { number: number };
    order.push(number);
    heard.get(number)?.(performance.now());
  });
  try {
    await within(
      new Promise<void>((resolve, reject) => {
        source.addEventListener('ready', () => resolve());
        source.addEventListener('error', () => reject(new Error('stream')));
      }),
    );
    const opened = performance.now() - begin;
    report('opened', milliseconds(opened), opened < 2_000 ? 'good' : 'bad');
    const times: number[] = [];
    for (let number = 0; number < trips; number++) {
      const sent = performance.now();
      const back = new Promise<number>((resolve) => heard.set(number, resolve));
      const answer = await fetch(`/labs/round-trip/${id}/${number}`, { method: 'POST', signal });
      if (!answer.ok) throw new Error(String(answer.status));
      times.push((await within(back)) - sent);
      if (number === 0) report('first', milliseconds(times[0] ?? 0), 'note');
    }
    const sorted = times.toSorted((a, b) => a - b);
    const median = sorted[Math.floor(trips / 2)] ?? 0;
    const slowest = sorted.at(-1) ?? 0;
    report('median', milliseconds(median), median < 500 ? 'good' : 'bad');
    report('slowest', milliseconds(slowest), slowest < 2_000 ? 'good' : 'bad');
    const isInOrder = order.length === trips && order.every((number, at) => number === at);
    report('order', `${order.length} / ${trips}`, isInOrder ? 'good' : 'bad');
    // A proxy that keeps a stream back until it ends would have shown nothing of it by now.
    report('stream', protocolOf(`/labs/round-trip/${id}`), 'note');
  } finally {
    source.close();
  }
};

async function within<T>(wanted: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('not in time')), longestMs);
  });
  return Promise.race([wanted, late]).finally(() => clearTimeout(timer));
}

/** How requests reach the server, as the browser names it: `http/1.1`, `h2`, `h3`. */
function protocolOf(path: string): string {
  const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  const known = entries.findLast(
    ({ name, nextHopProtocol }) => name.includes(path) && nextHopProtocol !== '',
  );
  return known?.nextHopProtocol ?? 'http';
}
