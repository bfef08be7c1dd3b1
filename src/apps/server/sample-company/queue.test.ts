import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { defineJob } from '#platform/jobs/jobs.ts';
import { createMovedTime } from './queue.ts';

const start = new Date('2026-03-01T08:00:00Z');
const minutes = (count: number): Date => new Date(start.getTime() + count * 60_000);
const job = <Payload extends object>(name: string, payload: z.ZodType<Payload>) =>
  defineJob({ name, payload, retryLimit: 0, expireInSeconds: 60, concurrency: 1 });
const mailJob = job('test.mail', z.object({ to: z.string() }));
const dailyJob = job('test.daily', z.object({}));

function createTime(atOnce: number) {
  const time = createMovedTime(start, { isAlone: true, atOnce });
  const done: string[] = [];
  const tell = (what: string): void =>
    void done.push(`${time.now().toISOString().slice(5, 16).replace('T', ' ')} ${what}`);
  time.jobs.handle(mailJob, async ({ to }) => tell(to));
  time.jobs.handle(dailyJob, async () => tell('daily'));
  time.jobs.schedule(dailyJob, '0 8 * * *');
  const mail = (to: string, afterSeconds: number) =>
    time.jobs.send(undefined as never, mailJob, { to }, { afterSeconds });
  return { time, done, tell, mail };
}

describe('a time that is moved by hand', () => {
  test.each([1, 8])('does what is due on the way at its own moment, %i at once', async (atOnce) => {
    const { time, done, mail } = createTime(atOnce);
    await mail('late', 5 * 3_600);
    await mail('early', 60);
    await mail('next day', 25 * 3_600);
    await time.goTo(minutes(24 * 60 + 30));
    expect(done).toEqual(['03-01 08:01 early', '03-01 13:00 late', '03-02 08:00 daily']);
    expect(time.left()).toMatchObject([{ payload: { to: 'next day' } }]);
    expect(time.now()).toEqual(minutes(24 * 60 + 30));
  });

  test('gives what happens beside each other times of their own', async () => {
    const { time, done, tell, mail } = createTime(8);
    const met = Promise.withResolvers<void>();
    await Promise.all([
      time.apart(minutes(10), async () => {
        await mail('first’s', 60);
        await met.promise;
        await time.goTo(minutes(15));
        tell('first ends');
        await mail('left', 3_600);
      }),
      time.apart(minutes(90), async () => {
        tell('second begins');
        await time.goTo(minutes(95));
        met.resolve();
      }),
    ]);
    expect(done).toEqual(['03-01 09:30 second begins', '03-01 08:11 first’s', '03-01 08:15 first ends']);
    // Nobody else's time has moved; what was set going and not waited for is done when its moment comes.
    expect(time.now()).toEqual(start);
    await time.goTo(minutes(120));
    expect(done.at(-1)).toBe('03-01 09:15 left');
  });

  test('ends what is under way before it tells of a failure', async () => {
    const { time, done, tell } = createTime(2);
    const slow = Promise.withResolvers<void>();
    time.jobs.handle(mailJob, async ({ to }) => {
      if (to === 'fails') {
        slow.resolve();
        throw new Error('No such address');
      }
      await slow.promise;
      tell(to);
    });
    await time.jobs.send(undefined as never, mailJob, { to: 'slow' });
    await time.jobs.send(undefined as never, mailJob, { to: 'fails' });
    await expect(time.goTo(minutes(1))).rejects.toThrow('No such address');
    expect(done).toEqual(['03-01 08:00 slow']);
  });
});
