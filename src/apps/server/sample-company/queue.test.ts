import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { defineJob } from '#platform/jobs/jobs.ts';
import { createMovedTime, type Happening } from './queue.ts';

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
    const plan: Happening[] = [
      {
        at: minutes(10),
        isApart: true,
        async happen() {
          await mail('first’s', 60);
          await met.promise;
          await time.goTo(minutes(15));
          tell('first ends');
          await mail('left', 3_600);
        },
      },
      {
        at: minutes(90),
        isApart: true,
        async happen() {
          tell('second begins');
          await time.goTo(minutes(95));
          met.resolve();
        },
      },
    ];
    expect(await time.through(plan, minutes(120))).toBe(true);
    // What was set going and not waited for is done at its own moment.
    expect(done).toEqual([
      '03-01 09:30 second begins',
      '03-01 08:11 first’s',
      '03-01 08:15 first ends',
      '03-01 09:15 left',
    ]);
    expect(time.now()).toEqual(minutes(120));
  });

  test('lets nothing happen beside what is not apart, which may plan more', async () => {
    const { time, done, tell } = createTime(8);
    const pause = () => new Promise((resolve) => setImmediate(resolve));
    const plan: Happening[] = [];
    const apart = (minute: number): Happening => ({
      at: minutes(minute),
      isApart: true,
      async happen() {
        tell('begins');
        await pause();
        tell('ends');
      },
    });
    plan.push(
      apart(1),
      {
        at: minutes(2),
        async happen() {
          tell('alone');
          plan.unshift(apart(3));
          await pause();
          tell('alone still');
        },
      },
      apart(4),
    );
    await time.through(plan, minutes(5));
    expect(done).toEqual([
      '03-01 08:01 begins',
      '03-01 08:01 ends',
      '03-01 08:02 alone',
      '03-01 08:02 alone still',
      '03-01 08:03 begins',
      '03-01 08:04 begins',
      '03-01 08:03 ends',
      '03-01 08:04 ends',
    ]);
  });

  test('begins nothing more when it is no longer wanted', async () => {
    const { time, done, tell } = createTime(1);
    const plan = [1, 2, 3].map((minute): Happening => ({
      at: minutes(minute),
      happen: async () => tell('happens'),
    }));
    expect(await time.through(plan, minutes(9), async () => done.length < 2)).toBe(false);
    expect(done).toEqual(['03-01 08:01 happens', '03-01 08:02 happens']);
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
