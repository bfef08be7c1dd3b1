import { expect, test } from 'vitest';
import {
  argumentsOf,
  definitionProblems,
  emptyDefinition,
  nameFor,
  parametersOf,
  retyped,
  rowsOf,
} from './function-draft.ts';

test('a name is made of the label', () => {
  expect(nameFor('  Wo ist meine Bestellung? (Ä) ')).toBe('wo_ist_meine_bestellung_a');
  expect(nameFor('訂單')).toBe('');
});

test('rows and schema say the same', () => {
  const parameters = {
    type: 'object' as const,
    properties: {
      id: { type: 'string' as const, description: 'Of the order' },
      lines: { type: 'array' as const, items: { type: 'object' as const, properties: {} } },
    },
    required: ['id'],
  };
  expect(parametersOf(rowsOf(parameters))).toEqual(parameters);
  expect(retyped(parameters.properties.lines, 'number')).toEqual({ type: 'number' });
  expect(retyped(parameters.properties.id, 'array')).toEqual({
    type: 'array',
    description: 'Of the order',
    items: { type: 'string' },
  });
});

test('what is missing is named by its path', () => {
  const problems = definitionProblems(emptyDefinition());
  expect(problems).toMatchObject({
    'definition.name': 'functions:problem.name',
    'definition.label': 'functions:problem.missing',
    'definition.description': 'functions:problem.description',
    'definition.http.url': 'functions:problem.missing',
  });
});

test('what is typed for a test run becomes what its type says', () => {
  const { properties } = parametersOf([
    { name: 'id', isRequired: true, parameter: { type: 'string' } },
    { name: 'count', isRequired: false, parameter: { type: 'integer' } },
    { name: 'lines', isRequired: false, parameter: { type: 'array', items: { type: 'string' } } },
    { name: 'paid', isRequired: false, parameter: { type: 'boolean' } },
  ]);
  const parameters = { type: 'object' as const, properties };
  expect(argumentsOf(parameters, { id: '7', count: '2', lines: '["a"]', paid: 'true' })).toEqual({
    id: '7',
    count: 2,
    lines: ['a'],
    paid: true,
  });
  expect(argumentsOf(parameters, { id: '', count: '' })).toEqual({});
  expect(argumentsOf(parameters, { lines: 'a, b' })).toBeNull();
});
