import { describe, expect, test } from 'vitest';
import { findLlmPrice, llmCostMicros } from './llm-cost.ts';
import { findLlmDefinition, isLlmProviderId, llmDefinitions } from './llm.definitions.ts';
import { openAiDefinition } from './openai/openai.definition.ts';

describe('the cost of a call', () => {
  const price = { inputMicros: 2_000_000, cachedInputMicros: 500_000, outputMicros: 8_000_000 };

  test('counts cached input at its own price and rounds up to a whole micro-dollar', () => {
    expect(llmCostMicros({ inputTokens: 1_000, cachedInputTokens: 400, outputTokens: 100 }, price)).toBe(
      1_200 + 200 + 800,
    );
    expect(
      llmCostMicros(
        { inputTokens: 1, cachedInputTokens: 0, outputTokens: 0 },
        { inputMicros: 1, cachedInputMicros: 1, outputMicros: 1 },
      ),
    ).toBe(1);
    expect(llmCostMicros({ inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 }, price)).toBe(0);
  });

  test('is unknown when the price is unknown', () => {
    expect(llmCostMicros({ inputTokens: 1, cachedInputTokens: 0, outputTokens: 1 }, null)).toBeNull();
  });

  test('a dated name has the price of its model, a longer name has not', () => {
    expect(findLlmPrice(openAiDefinition, 'gpt-4o-mini-2024-07-18')).toEqual({
      inputMicros: 150_000,
      cachedInputMicros: 75_000,
      outputMicros: 600_000,
    });
    expect(findLlmPrice(openAiDefinition, 'gpt-4o-2024-11-20')?.inputMicros).toBe(2_500_000);
    expect(findLlmPrice(openAiDefinition, 'gpt-4o-realtime')).toBeNull();
    expect(findLlmPrice(openAiDefinition, 'text-embedding-3-small')?.inputMicros).toBe(20_000);
  });
});

describe('what an operator says that models cost', () => {
  const price = { inputMicros: 1, cachedInputMicros: 2, outputMicros: 3 };
  const definition = { ...openAiDefinition, setPrices: [{ id: 'gpt-4o-mini', price }] };

  test('comes before what the vendor prints, for dated versions too, and leaves the others alone', () => {
    expect(findLlmPrice(definition, 'gpt-4o-mini')).toEqual(price);
    expect(findLlmPrice(definition, 'gpt-4o-mini-2024-07-18')).toEqual(price);
    expect(findLlmPrice(definition, 'gpt-4o')).toEqual(findLlmPrice(openAiDefinition, 'gpt-4o'));
  });
});

describe('the definitions of the vendors', () => {
  test('are whole and unambiguous', () => {
    expect(new Set(llmDefinitions.map((definition) => definition.id)).size).toBe(llmDefinitions.length);
    for (const definition of llmDefinitions) {
      const { id, needsKey, keyUrl } = definition;
      expect(keyUrl !== null, `${id}: keyUrl where a key is needed`).toBe(needsKey);
      expect(definition.acceptsBaseUrl || definition.baseUrl?.startsWith('https://')).toBe(true);
      expect(new Set(definition.models.map((model) => model.id)).size).toBe(definition.models.length);
      for (const { price } of definition.models)
        expect(Object.values(price ?? {}).every(Number.isInteger)).toBe(true);
    }
  });

  test('are found by their id only', () => {
    expect(findLlmDefinition('groq')?.label).toBe('Groq');
    expect(isLlmProviderId('toString')).toBe(false);
  });
});
