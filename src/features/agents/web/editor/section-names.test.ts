import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { languages } from '#shared/languages.ts';

type Names = {
  groups: Record<string, string>;
  sections: Record<string, { title: string }>;
};

it.each(languages)('in the editor’s rail no group is called like one of its items (%s)', (language) => {
  const file = new URL(`../../../../../locales/${language}/agents.json`, import.meta.url);
  const { groups, sections } = JSON.parse(readFileSync(file, 'utf8')) as Names;
  const titles = new Set(Object.values(sections).map(({ title }) => title));
  expect(Object.values(groups).filter((name) => titles.has(name))).toEqual([]);
});
