import { expect, test } from 'vitest';
import { decodeEntities } from './html-entities.ts';

test.each([
  ['Bread &amp; butter', 'Bread & butter'],
  ['&lt;b&gt; &QUOT;x&quot;', '<b> "x"'],
  ['&#65;&#x42;&#x1f35e;', 'AB🍞'],
  ['a&#10;b', 'a\nb'],
  // Once: what an entity becomes is no entity.
  ['&amp;lt;', '&lt;'],
])('%s is %s', (text, decoded) => {
  expect(decodeEntities(text)).toBe(decoded);
});

test.each(['&nothing;', '&#0;', '&#xd800;', '&#1114112;', '&', '&amp'])(
  '%s stands for nothing: it stays, or goes where that is asked for',
  (text) => {
    expect(decodeEntities(`a ${text} b`)).toBe(`a ${text} b`);
    expect(decodeEntities(`a ${text} b`, ' ')).toBe(text.endsWith(';') ? 'a   b' : `a ${text} b`);
  },
);
