/**
 * What the paywall adds to a message: `npm run bench:paywall`. Two agents that differ in nothing but the
 * paywall are asked in turn, one message at a time, in conversations that have begun; printed are the times
 * until the message is accepted and until its answer is stored, and what the paywall adds (goal: p50 ≤ 2 ms).
 */
import { openSession, publishAgent, register, say, type Visitor } from '#tests/reliability/people.ts';
import { machine, percentile, printTable, startProduct, temporaryFolder } from './support/processes.ts';

const visitors = 12;
const rounds = 25;

type Talk = {
  visitor: Visitor;
  conversationId: string | null;
};
type Measured = {
  accepted: number[];
  done: number[];
};

async function askOne(url: string, talk: Talk, into: Measured | null): Promise<void> {
  const started = performance.now();
  const reader = await say(url, talk.visitor, { text: 'Hello!', conversationId: talk.conversationId });
  await reader.next('accepted');
  const accepted = performance.now() - started;
  if ((await reader.ended) !== 'done') throw new Error('An answer failed');
  talk.conversationId = reader.accepted()?.conversationId ?? null;
  into?.accepted.push(accepted);
  into?.done.push(performance.now() - started);
  await reader.closed;
}

const folder = temporaryFolder();
const product = await startProduct({ DATA_DIR: folder.path });
process.stdout.write(`${machine()}\n`);
try {
  const owner = await register(product.url);
  const kinds = await Promise.all(
    [false, true].map(async (enabled) => {
      const { number } = await publishAgent(owner, ({ payment, access }) => {
        Object.assign(payment, { enabled, freeMessages: 1_000 });
        Object.assign(access, { messagesPerMinute: 60 });
      });
      const talks: Talk[] = [];
      for (let count = 0; count < visitors; count++)
        talks.push({ visitor: await openSession(product.url, number), conversationId: null });
      return { talks, measured: { accepted: [], done: [] } as Measured };
    }),
  );
  // The first message of each conversation takes the slow way; it also warms everything up.
  for (let round = -2; round < rounds; round++) {
    for (let at = 0; at < visitors; at++) {
      // In turn, and each as often first.
      for (const kind of (round + at) % 2 ? kinds : kinds.toReversed())
        await askOne(product.url, kind.talks[at]!, round < 0 ? null : kind.measured);
    }
  }
  const [free, paid] = [kinds[0]!.measured, kinds[1]!.measured];
  const rows = (['accepted', 'done'] as const).flatMap((what) =>
    [0.5, 0.9].map((share) => {
      const [without, withIt] = [percentile(free[what], share), percentile(paid[what], share)];
      return [
        what === 'accepted' ? 'until it is accepted' : 'until its answer is stored',
        `p${share * 100}`,
        without.toFixed(2),
        withIt.toFixed(2),
        (withIt - without).toFixed(2),
        paid[what].length,
      ];
    }),
  );
  printTable(['', '', 'without a paywall, ms', 'with a paywall, ms', 'added, ms', 'messages'], rows);
} finally {
  await product.stop();
  folder.remove();
}
