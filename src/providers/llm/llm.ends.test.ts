import { expect, test } from 'vitest';
import { findModelEnd } from '#shared/models/model-ends.ts';
import { llmDefinitions } from './llm.definitions.ts';

test.each(llmDefinitions.filter(({ models }) => models.length > 0))(
  '$id proposes no model by itself that will end, and names one that it has in the place of each',
  ({ models, embeddingModels, imageModels = [], ends = [] }) => {
    for (const proposed of [models[0], embeddingModels[0], imageModels[0]])
      expect(proposed && findModelEnd(ends, proposed.id)).toBeFalsy();
    const lasting = [...models, ...imageModels].map(({ id }) => id).filter((id) => !findModelEnd(ends, id));
    for (const { replacement } of ends) expect(lasting).toContain(replacement);
    // Those that end stand behind those that stay.
    const isEnding = models.map(({ id }) => findModelEnd(ends, id) !== null);
    expect(isEnding).toEqual(isEnding.toSorted((one, other) => Number(one) - Number(other)));
  },
);
