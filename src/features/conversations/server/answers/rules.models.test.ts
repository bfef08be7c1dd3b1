import { expect, test } from 'vitest';
import type { Language } from '#shared/languages.ts';
import { contentsByRules, isFilledForm } from './rules.models.ts';

const instructions = `Be kind.
When asked about prices, costs: card "Basic" | €20 a month
When asked about gluten free bread: image https://a.example/bread.jpg | "Our bread"
When asked about opening hours: buttons "Which shop?" | button "Utrecht"
Als er gevraagd wordt naar bezorging: file "Zones.pdf" | https://a.example/zones.pdf
When asked about evil: image javascript:alert(1)
When asked about bread: card "All breads"`;

test.each<[Language, string, string[]]>([
  ['en', 'What are your prices?', ['card']],
  ['en', 'How much is it?', ['card']],
  ['nl', 'Wat kost dat bij jullie?', ['card']],
  ['cs', 'Kolik to stojí?', ['card']],
  ['fr', 'C’est à quel prix ?', ['card']],
  ['en', 'Do you have breads that are free of gluten?', ['image', 'card']],
  ['en', 'Do you sell bread?', ['card']],
  ['es', '¿Cuál es el horario?', ['buttons']],
  ['nl', 'Hoe werkt de bezorging?', ['file']],
  ['en', 'Tell me something evil', []],
  ['en', 'Who are you?', []],
])('%s: “%s” shows %j', (language, question, types) => {
  expect(contentsByRules(instructions, question, language).map(({ type }) => type)).toEqual(types);
});

test('a message that fills the form is known, and a question about it is not', () => {
  const [form] = contentsByRules(
    'When asked about a table: form "Book a table" | field "Name" required | field date "Day" | button "Book"',
    'I want a table',
    'en',
  );
  expect(form).toMatchObject({ type: 'form', title: 'Book a table' });
  expect(isFilledForm(form!, 'Book a table\nName: Eva\nDay: 2026-12-01')).toBe(true);
  expect(isFilledForm(form!, 'Book a table')).toBe(false);
  expect(isFilledForm(form!, 'Can I book a table?\nName: Eva')).toBe(false);
});
