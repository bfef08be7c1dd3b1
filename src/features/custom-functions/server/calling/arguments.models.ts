import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Parameter, Parameters } from '../../custom-functions-definition.contract.ts';

/** The schema as a model reads it: every object closed, so that a model makes up no argument. */
export function jsonSchemaOf(parameter: Parameter): Record<string, unknown> {
  const { items, properties, ...rest } = parameter;
  return {
    ...rest,
    ...(items && { items: jsonSchemaOf(items) }),
    ...(parameter.type === 'object' && {
      properties: Object.fromEntries(
        Object.entries(properties ?? {}).map(([name, each]) => [name, jsonSchemaOf(each)]),
      ),
      ...(properties && { additionalProperties: false }),
    }),
  };
}

const checks = new LRUCache<string, z.ZodType>({ max: 500 });

/** What a model wrote, checked against the parameters; the problem is for the model. */
export function readArguments(
  parameters: Parameters,
  given: unknown,
): { values: Record<string, unknown> } | { problem: string } {
  const schema = jsonSchemaOf(parameters);
  const key = JSON.stringify(schema);
  let check = checks.get(key);
  if (!check) {
    check = z.fromJSONSchema(schema as z.core.JSONSchema.JSONSchema);
    checks.set(key, check);
  }
  const read = check.safeParse(given ?? {});
  return read.success
    ? { values: read.data as Record<string, unknown> }
    : { problem: z.prettifyError(read.error).slice(0, 500) };
}
