import { expect, test } from 'vitest';
import { countProcessorTime } from '#tests/support/app/processor-time.ts';
import { postedAnswers } from './posted-answers.models.ts';

const block = (key: string, type: 'short_text' | 'checkboxes' | 'address' | 'ranking' = 'short_text') => ({
  key,
  type,
});

test('fields become answers: one, several, and named parts', () => {
  const fields = new URLSearchParams(
    'name=A&what=x&what=y&one=z&home.city=Praha&home.line1=B&name.part=C&other=D',
  );
  expect(
    postedAnswers(
      [
        block('name'),
        block('what', 'checkboxes'),
        block('one', 'checkboxes'),
        block('home', 'address'),
        block('none'),
      ],
      fields,
    ),
  ).toEqual({ name: 'A', what: ['x', 'y'], one: ['z'], home: { city: 'Praha', line1: 'B' }, none: '' });
});

test('the order of a ranking that nobody touched is no answer', () => {
  const posted = (more: string) =>
    postedAnswers([block('order', 'ranking')], new URLSearchParams(`order=a&order=b${more}`));
  expect(posted('')).toEqual({ order: [] });
  expect(posted('&order.kept=on')).toEqual({ order: ['a', 'b'] });
});

test('a body that is full of fields costs one look at each, however many blocks a form has', () => {
  const blocks = Array.from({ length: 110 }, (_, at) =>
    block(`f${at}`, at % 2 === 0 ? 'address' : 'short_text'),
  );
  for (const again of ['a&', 'f1&', 'f0.a&', '&']) {
    const fields = new URLSearchParams(again.repeat(262_144 / again.length));
    const spent = countProcessorTime();
    postedAnswers(blocks, fields);
    expect(spent()).toBeLessThan(100);
  }
});
