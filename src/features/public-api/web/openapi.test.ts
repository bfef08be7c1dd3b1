import { describe, expect, it } from 'vitest';
import { readOperations, schemaText, type OpenApi } from './openapi.ts';

const document: OpenApi = {
  paths: {
    '/api/contacts/{id}': {
      get: {
        summary: 'One contact.',
        'x-access': { permission: 'contacts.read' },
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        responses: {
          '200': { content: { 'application/json': { schema: { $ref: '#/components/schemas/Contact' } } } },
          '404': { description: 'contacts.not_found' },
        },
      },
    },
    '/api/agents': {
      post: {
        summary: 'Makes an agent.',
        'x-access': 'user',
        requestBody: { content: { 'application/json': { schema: { type: 'object' } } } },
        responses: {},
      },
    },
  },
  components: {
    schemas: {
      Contact: {
        type: 'object',
        properties: {
          id: { type: 'string', maxLength: 60 },
          email: { anyOf: [{ type: 'string' }, { type: 'null' }] },
        },
        required: ['id'],
      },
    },
  },
};

describe('the API reference', () => {
  it('lists every operation by group with its access, body and errors', () => {
    const operations = readOperations(document);
    expect(operations.map(({ key, group, access }) => [key, group, access])).toEqual([
      ['POST /api/agents', 'agents', 'user'],
      ['GET /api/contacts/{id}', 'contacts', 'contacts.read'],
    ]);
    expect(operations[1]?.errors).toEqual([{ status: '404', description: 'contacts.not_found' }]);
  });
  it('writes a schema with its optional fields and bounds', () => {
    expect(schemaText({ $ref: '#/components/schemas/Contact' }, document)).toBe(
      '{\n  id: string  // …60 chars\n  email?: string | null\n}',
    );
  });
  it('stops at schemas that contain themselves', () => {
    const loop: OpenApi = {
      components: {
        schemas: { Node: { type: 'object', properties: { child: { $ref: '#/components/schemas/Node' } } } },
      },
    };
    expect(schemaText({ $ref: '#/components/schemas/Node' }, loop)).toContain('…');
  });
  it('is empty for a document without paths', () => {
    expect(readOperations({})).toEqual([]);
  });
});
