import { spawnSync } from 'node:child_process';
import { parser as pythonParser } from '@lezer/python';
import { parseSync } from 'oxc-parser';
import { beforeAll, describe, expect, it } from 'vitest';
import { publicApiDocument } from '#platform/http/public-openapi.ts';
import { readContracts } from '../../tools/reference/read-contracts.ts';
import { readOperations, type ApiOperation, type OpenApi } from '#features/public-api/web/openapi.ts';
import { bodySample, curlSample, pythonSample, typescriptSample } from '#features/public-api/web/samples.ts';

const origin = 'https://chat.example.com';
let document: OpenApi;
let operations: ApiOperation[];
let contracts: Awaited<ReturnType<typeof readContracts>>;
beforeAll(async () => {
  contracts = await readContracts();
  const endpoints = contracts.endpoints.map(({ endpoint }) => endpoint);
  document = publicApiDocument(endpoints, { version: '1' }) as unknown as OpenApi;
  operations = readOperations(document);
});

describe('the examples of every operation', () => {
  it('can be read by a shell, TypeScript and Python', () => {
    expect(operations.length).toBeGreaterThan(50);
    const wrong = operations.flatMap((operation) => {
      const body = bodySample(operation, document);
      const shell = spawnSync('sh', ['-n'], { input: curlSample(operation, body, origin), encoding: 'utf8' });
      const script = parseSync('sample.ts', typescriptSample(operation, body, origin));
      const problems = [shell.stderr, ...script.errors.map(({ message }) => message)].filter(Boolean);
      pythonParser.parse(pythonSample(operation, body, origin)).iterate({
        enter({ type, from }) {
          if (type.isError) problems.push(`Python at ${from}`);
        },
      });
      return problems.map((problem) => `${operation.id}: ${problem}`);
    });
    expect(wrong).toEqual([]);
  });

  it('have a body that the server takes', () => {
    const wrong = operations.flatMap((operation) => {
      const body = bodySample(operation, document);
      const { endpoint } = contracts.endpoints.find((one) => one.endpoint.name === operation.id) ?? {};
      const parsed = body === null ? undefined : endpoint?.body?.safeParse(JSON.parse(body));
      return parsed?.success === false ? [`${operation.id}: ${parsed.error.message}`] : [];
    });
    expect(wrong).toEqual([]);
  });
});
