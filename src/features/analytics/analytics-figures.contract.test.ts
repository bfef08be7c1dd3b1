import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { languages } from '#shared/languages.ts';
import { figures } from './analytics-figures.contract.ts';

it.each(languages)('every figure has a name and a formula, and nothing else has one (%s)', (language) => {
  const file = path.join(import.meta.dirname, `../../../locales/${language}/analytics.json`);
  const { figures: texts } = JSON.parse(readFileSync(file, 'utf8')) as {
    figures: Record<string, { name: string; formula: string }>;
  };
  expect(Object.keys(texts).toSorted()).toEqual(Object.keys(figures).toSorted());
  for (const { name, formula } of Object.values(texts)) {
    expect(name.length).toBeGreaterThan(1);
    expect(formula.length).toBeGreaterThan(20);
  }
});
