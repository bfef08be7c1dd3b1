import { expect, test } from 'vitest';
import { emptyBlock } from '#shared/forms/document.ts';
import { answerGroups, recommendation, type FieldFigures } from './answer-figures.models.ts';

const figures = (values: [string, number, number?][], line = ''): FieldFigures => ({
  key: 'x',
  answered: 10,
  average: null,
  values: values.map(([value, count, place]) => ({ line, value, count, place: place ?? null })),
});
const options = ['a', 'b'].map((value) => ({ value, label: value.toUpperCase(), image: '' }));
const words = { yes: 'Yes' };

test('bars stand in the order of the form, also what nobody chose and what an older form asked', () => {
  expect(
    answerGroups(
      { ...emptyBlock('x', 'radio'), options },
      figures([
        ['b', 4],
        ['gone', 1],
      ]),
      words,
    ),
  ).toEqual([
    {
      label: '',
      bars: [
        { value: 'a', label: 'A', count: 0, share: 0, place: null },
        { value: 'b', label: 'B', count: 4, share: 0.4, place: null },
        { value: 'gone', label: 'gone', count: 1, share: 0.1, place: null },
      ],
    },
  ]);
});

test('a scale has a bar for each of its points, a matrix a group for each line, a ranking its best first', () => {
  const scale = answerGroups({ ...emptyBlock('x', 'scale'), max: 3 }, figures([['2', 5]]), words);
  expect(scale[0]?.bars.map(({ label, count }) => [label, count])).toEqual([
    ['1', 0],
    ['2', 5],
    ['3', 0],
  ]);
  const rows = [
    { value: 'speed', label: 'Speed' },
    { value: 'care', label: 'Care' },
  ];
  const matrix = answerGroups(
    { ...emptyBlock('x', 'matrix'), options, rows },
    figures([['a', 2]], 'care'),
    words,
  );
  expect(matrix.map(({ label, bars }) => [label, bars[0]?.count])).toEqual([
    ['Speed', 0],
    ['Care', 2],
  ]);
  const ranking = answerGroups(
    { ...emptyBlock('x', 'ranking'), options },
    figures([
      ['a', 10, 1.9],
      ['b', 10, 1.1],
    ]),
    words,
  );
  expect(ranking[0]?.bars.map(({ value }) => value)).toEqual(['b', 'a']);
});

test('a recommendation is the share of those who do less that of those who do not', () => {
  expect(
    recommendation(
      figures([
        ['10', 6],
        ['8', 2],
        ['3', 2],
      ]),
    ),
  ).toBe(40);
  expect(recommendation(figures([]))).toBeNull();
});
