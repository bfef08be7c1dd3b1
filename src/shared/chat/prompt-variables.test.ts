import { expect, it } from 'vitest';
import { variableText, withInserted } from './prompt-variables.ts';

const name = variableText('contact', 'name');

it('a variable is put where the cursor is, apart from the words around it', () => {
  expect(withInserted('', name, { from: 0, until: 0 })).toEqual({ text: '{{contact.name}}', cursor: 16 });
  expect(withInserted('Greet  kindly.', name, { from: 6, until: 6 })).toEqual({
    text: 'Greet {{contact.name}} kindly.',
    cursor: 22,
  });
  expect(withInserted('Greetkindly', name, { from: 5, until: 5 })).toEqual({
    text: 'Greet {{contact.name}} kindly',
    cursor: 23,
  });
  expect(
    withInserted('Greet {{contact.name}}', variableText('contact', 'plan'), { from: 22, until: 22 }),
  ).toEqual({ text: 'Greet {{contact.name}} {{contact.plan}}', cursor: 39 });
});

it('what is selected gives way to it', () => {
  expect(withInserted('Say NAME!', name, { from: 4, until: 8 })).toEqual({
    text: 'Say {{contact.name}}!',
    cursor: 20,
  });
});
