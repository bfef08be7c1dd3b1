import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { refresh } from './hooks.ts';

test('news that come while the first answer is on its way are not lost', async () => {
  const client = new QueryClient();
  const answers: ((value: number) => void)[] = [];
  const observer = new QueryObserver(client, {
    queryKey: ['/api/things/1'],
    queryFn: () => new Promise<number>((resolve) => answers.push(resolve)),
  });
  const stop = observer.subscribe(() => undefined);
  const done = refresh(client, '/api/things');
  answers[0]?.(1);
  await expect.poll(() => answers.length).toBe(2);
  answers[1]?.(2);
  await done;
  expect(observer.getCurrentResult().data).toBe(2);
  stop();
  client.clear();
});
