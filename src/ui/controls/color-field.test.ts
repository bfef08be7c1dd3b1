import { expect, it } from 'vitest';
import { readColor } from './color-field.tsx';

it.each([
  ['#36D6B5', '#36d6b5'],
  ['36d6b5', '#36d6b5'],
  ['#fff', '#ffffff'],
  [' 0A3 ', '#00aa33'],
  ['#ff', null],
  ['#gggggg', null],
  ['teal', null],
  ['', null],
])('reads %j as the colour %j', (typed, color) => expect(readColor(typed)).toBe(color));
