import { readFileSync } from 'node:fs';
import path from 'node:path';
import { buildClientSchema, parse, validate, type IntrospectionQuery } from 'graphql';
import { expect, test } from 'vitest';
import * as queries from './shopify-queries.ts';

/** The schema as Shopify publishes it with its own client library. */
const file = path.join(
  import.meta.dirname,
  '../../../../node_modules/@shopify/hydrogen-react/storefront.schema.json',
);
const published = JSON.parse(readFileSync(file, 'utf8')) as IntrospectionQuery | { data: IntrospectionQuery };
const schema = buildClientSchema('data' in published ? published.data : published);
const { storefrontVersion, ...documents } = queries;

test.each(Object.entries(documents))('%s keeps to the published schema', (_name, document) => {
  expect(validate(schema, parse(document)).map(({ message }) => message)).toEqual([]);
});

test('the version that is asked is the one of the schema', () => {
  const { version } = JSON.parse(readFileSync(path.join(path.dirname(file), 'package.json'), 'utf8')) as {
    version: string;
  };
  expect(version.split('.').slice(0, 2).join('.')).toBe(storefrontVersion.replace('-0', '.'));
});
