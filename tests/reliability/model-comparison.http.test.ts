import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ComparedAnswer } from '#features/conversations/conversations-comparing.contract.ts';
import type { KnowledgeSource } from '#features/knowledge/knowledge.contract.ts';
import { openModelStory, type ModelStory } from './model-story.ts';
import { modelAgent } from './people.ts';
import { until } from './server-process.ts';

type Compared = Record<'builtIn' | 'model', ComparedAnswer>;

let story: ModelStory;
let agent: { id: string; number: number; collectionId: string };
beforeAll(async () => {
  story = await openModelStory();
  agent = await modelAgent(story.owner, () => undefined);
  const sources = `/api/knowledge/${agent.collectionId}/sources`;
  await story.owner.post(`${sources}/text`, {
    title: 'Opening hours',
    body: 'The bakery is open from Tuesday to Friday.',
  });
  await until(
    'the text is read',
    async () =>
      (await story.owner.get<{ sources: KnowledgeSource[] }>(sources)).sources[0]?.status === 'ready',
  );
});
afterAll(() => story.close());

const compare = (): Promise<Compared> =>
  story.owner.post<Compared>(`/api/agents/${agent.id}/compare-answers`, {
    question: 'When is the bakery open?',
    provider: 'openai-compatible',
    model: 'stand-in-large',
  });

test('an owner sees what a model would change: both answer the same question', async () => {
  story.model.script({ kind: 'text', text: 'Come by from Tuesday to Friday, we are there.' });
  const { builtIn, model } = await compare();
  expect(builtIn).toMatchObject({ text: expect.stringContaining('Tuesday to Friday'), errorCode: null });
  expect(model).toMatchObject({ text: 'Come by from Tuesday to Friday, we are there.', errorCode: null });
});

test('and why the model gave none', async () => {
  story.model.script({ kind: 'status', status: 401 });
  const { builtIn, model } = await compare();
  expect(builtIn).toMatchObject({ text: expect.stringContaining('Tuesday'), errorCode: null });
  expect(model).toMatchObject({ text: '', errorCode: 'llm.unauthorized' });
});
