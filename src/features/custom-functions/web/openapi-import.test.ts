import { describe, expect, it } from 'vitest';
import { emptyDefinition } from './function-draft.ts';
import { importedDefinition } from './openapi-import.ts';

const empty = emptyDefinition();
if (empty.kind !== 'http') throw new Error('A new function calls an address');
const definition = {
  ...empty,
  http: { ...empty.http, url: '/orders/{{id}}', auth: { type: 'bearer' as const } },
};

describe('an operation that is imported', () => {
  it('is called at the address of the service, with its authentication where there is a key', () => {
    expect(importedDefinition(definition, ' https://api.example/v1/ ', true)).toMatchObject({
      http: { url: 'https://api.example/v1/orders/{{id}}', auth: { type: 'bearer' } },
    });
    expect(importedDefinition(definition, 'https://api.example', false)).toMatchObject({
      http: { url: 'https://api.example/orders/{{id}}', auth: { type: 'none' } },
    });
  });

  it('sends its key as a token where the description doesn’t say how', () => {
    const silent = {
      ...definition,
      http: { ...empty.http, url: '/orders', auth: { type: 'none' as const } },
    };
    expect(importedDefinition(silent, 'https://api.example', true)).toMatchObject({
      http: { auth: { type: 'bearer' } },
    });
  });
});
