import { expect, test } from 'vitest';
import type { VisitorIdentity } from '#platform/http/access.ts';
import type { MessageRow } from '../conversations.repository.ts';
import { createSpeech } from './speech.usecases.ts';

type Parts = Parameters<typeof createSpeech>[1];
const visitor = {} as VisitorIdentity;
const row = (status: MessageRow['status'], body: string) => ({ status, body }) as MessageRow;

/** What was said in an answer that the database tells of in these ways, one after the other. */
async function wordsOf(rows: readonly MessageRow[], isWritten: string): Promise<string> {
  const waiting = [...rows];
  const parts = {
    agents: {},
    paywall: {},
    answerOf: () => Promise.resolve(waiting.shift()),
    following: { join: () => ({ text: isWritten, leave: () => undefined }) },
  } as unknown as Parts;
  return createSpeech({} as Parameters<typeof createSpeech>[0], parts).wordsOf(visitor, 'msg_1');
}

test('what an answer says is known while it is written, when it is over, and in the moment between', async () => {
  expect(await wordsOf([row('streaming', '')], 'We open at')).toBe('We open at');
  expect(await wordsOf([row('complete', 'We open at nine.')], 'We open at nine.')).toBe('We open at nine.');
  const [before, after] = [row('streaming', ''), row('complete', 'We open at nine.')];
  expect(await wordsOf([before, after], '')).toBe('We open at nine.');
});
