import type { Endpoint } from '#shared/endpoint.ts';
import type { TestBrowser } from '#tests/support/app/test-app.ts';
import { requestOf } from './endpoint-walk.ts';

/** A call by somebody, and the status that they must be answered with. */
export type Case = {
  who: string;
  endpoint: Endpoint;
  path: string;
  by: Pick<TestBrowser, 'request'>;
  expected: number;
};

/** Calls every case and lists those that were answered differently. */
export async function walk(cases: readonly Case[]): Promise<string[]> {
  const leaks: string[] = [];
  for (const { who, endpoint, path, by, expected } of cases) {
    const { status, text } = await by.request(endpoint.method, path, requestOf(endpoint));
    if (status !== expected)
      leaks.push(
        `${who}: ${endpoint.method} ${path} answered ${status} instead of ${expected}: ${text.slice(0, 120)}`,
      );
  }
  return leaks;
}
