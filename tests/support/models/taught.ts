import { expect, vi } from 'vitest';
import type { TestBrowser } from '#tests/support/app/test-app.ts';
import type { Agent } from '#features/agents/agents.contract.ts';

type Taught = {
  title: string;
  body: string;
};

/** What the boat hire knows, of which visitors ask aloud. */
export const boatHire: Taught = {
  title: 'Prices',
  body: 'A rowing boat costs 12 € an hour. The boat house opens at nine in the morning.',
};

/** Gives an agent a text to know, and waits until it is read. */
export async function teach(
  owner: Pick<TestBrowser, 'get' | 'post'>,
  { collectionId }: Pick<Agent, 'collectionId'>,
  text: Taught,
): Promise<void> {
  const knowledge = `/api/knowledge/${collectionId}/sources`;
  await owner.post(`${knowledge}/text`, text);
  await vi.waitFor(async () => {
    const { sources } = await owner.get<{ sources: { status: string }[] }>(knowledge);
    expect(sources.map(({ status }) => status)).toEqual(sources.map(() => 'ready'));
  }, 60_000);
}
