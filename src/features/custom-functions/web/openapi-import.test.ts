import { describe, expect, it } from 'vitest';
import { emptyDefinition } from './function-draft.ts';
import { importedDefinition } from './openapi-import.ts';

const empty = emptyDefinition();
const definition =
  empty.kind === 'http'
    ? { ...empty, http: { ...empty.http, url: '/orders/{{id}}', auth: { type: 'bearer' as const } } }
    : empty;

describe('an operation that is imported', () => {
  it('is called at the address of the service, with its authentication where there is a key', () => {
    expect(importedDefinition(definition, ' https://api.example/v1/ ', true)).toMatchObject({
      http: { url: 'https://api.example/v1/orders/{{id}}', auth: { type: 'bearer' } },
    });
    expect(importedDefinition(definition, 'https://api.example', false)).toMatchObject({
      http: { url: 'https://api.example/orders/{{id}}', auth: { type: 'none' } },
    });
  });
});
