import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { WordsWithCode } from './words-with-code.tsx';

const draw = (text: string): string => renderToStaticMarkup(<WordsWithCode text={text} />);

it('draws names of the code as code, without their backticks', () => {
  expect(draw('Agents of the account; `search` looks into names.')).toBe(
    'Agents of the account; <code class="font-mono text-sm">search</code> looks into names.',
  );
  expect(draw('One agent with its draft.')).toBe('One agent with its draft.');
});
