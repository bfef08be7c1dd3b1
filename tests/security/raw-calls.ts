import type { Endpoint } from '#shared/endpoint.ts';
import type { TestBrowser } from '#tests/support/app/test-app.ts';
import { addressOf, isForPrograms } from './endpoint-walk.ts';
import { keptConnections, rawRequest, type RawAnswer } from './raw-request.ts';
import type { SecurityWorld } from './world.ts';

/**
 * Requests that nothing puts in order before they are sent, by the one who may call: the operator, where one is given, calls what
 * only they may.
 */
export function rawCallsIn(current: () => { world: SecurityWorld; operator?: TestBrowser }) {
  function headersFor(endpoint: Endpoint): Record<string, string> {
    const { world, operator } = current();
    const { access } = endpoint;
    if (access === 'public') return {};
    if (access === 'key') return { authorization: `Bearer ${world.vera.first.key}` };
    if (access === 'superadmin' && operator) return { cookie: operator.cookie() };
    if (isForPrograms(endpoint)) return { authorization: `Bearer ${world.vera.programKey}` };
    return access === 'visitor'
      ? { authorization: `Bearer ${world.vera.visitor.token}` }
      : { cookie: world.vera.owner.cookie() };
  }
  return {
    headersFor,
    isAlive: async (): Promise<boolean> =>
      (await rawRequest(current().world.app.url, { method: 'GET', path: '/readyz' })).status === 200,
    call(
      endpoint: Endpoint,
      options: { path?: string; headers?: Record<string, string>; body?: string | Uint8Array },
    ): Promise<RawAnswer> {
      const { world } = current();
      return rawRequest(world.app.url, {
        agent: keptConnections,
        method: endpoint.method,
        path: options.path ?? addressOf(endpoint, world.vera, world.vera.first),
        headers: { 'content-type': 'application/json', ...headersFor(endpoint), ...options.headers },
        ...(options.body === undefined ? {} : { body: options.body }),
      });
    },
  };
}

/** Every answer that is no refusal of the caller. */
export async function notRefused(
  cases: AsyncIterable<[label: string, answer: RawAnswer]>,
  isRefusal: (status: number) => boolean = (status) => status >= 400 && status < 500,
): Promise<string[]> {
  const wrong: string[] = [];
  for await (const [label, { status, text }] of cases)
    if (!isRefusal(status)) wrong.push(`${label}: ${status} ${text.slice(0, 150)}`);
  return wrong;
}
