import { expect, it } from 'vitest';
import { languages } from '#shared/languages.ts';

type Names = {
  groups: Record<string, string>;
  sections: Record<string, { title: string }>;
};

const namesOf = import.meta.glob<Names>('/locales/*/agents.json', { eager: true, import: 'default' });

it.each(languages)('in the editor’s rail no group is called like one of its items (%s)', (language) => {
  const { groups = {}, sections = {} } = namesOf[`/locales/${language}/agents.json`] ?? {};
  expect(Object.keys(sections)).not.toEqual([]);
  const titles = new Set(Object.values(sections).map(({ title }) => title));
  expect(Object.values(groups).filter((name) => titles.has(name))).toEqual([]);
});
