import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { Endpoint, ErrorDefinition } from '#shared/endpoint.ts';

const features = path.join(import.meta.dirname, '../../src/features');

export type Contracts = {
  /** `agents.create` → endpoint, by feature and then as written. */
  endpoints: { feature: string; name: string; endpoint: Endpoint }[];
  errors: { feature: string; definition: ErrorDefinition }[];
};

/** Reads every contract of every feature. */
export async function readContracts(): Promise<Contracts> {
  const contracts: Contracts = { endpoints: [], errors: [] };
  for (const feature of readdirSync(features).toSorted()) {
    const files = readdirSync(path.join(features, feature))
      .filter((file) => file.endsWith('.contract.ts'))
      .toSorted();
    for (const file of files) {
      const module = (await import(path.join(features, feature, file))) as Record<string, unknown>;
      for (const [name, definition] of Object.values(module).flatMap((value) =>
        isRecord(value) ? Object.entries(value) : [],
      )) {
        if (isEndpoint(definition))
          contracts.endpoints.push({ feature, name: `${feature}.${name}`, endpoint: definition });
        else if (isErrorDefinition(definition)) contracts.errors.push({ feature, definition });
      }
    }
  }
  return contracts;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isEndpoint(value: unknown): value is Endpoint {
  return isRecord(value) && 'method' in value && 'path' in value && 'access' in value;
}

function isErrorDefinition(value: unknown): value is ErrorDefinition {
  return isRecord(value) && typeof value['code'] === 'string' && typeof value['status'] === 'number';
}
