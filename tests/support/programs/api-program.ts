import type { Agent } from '#features/agents/agents.contract.ts';
import { programScopes, type AccountKeyInput } from '#features/api-keys/api-keys-account.contract.ts';
import type { TestAnswer, TestApp } from '#tests/support/app/test-app.ts';

type Owner = Awaited<ReturnType<TestApp['register']>>;

/** What a test of the public API works with: an owner's agents and keys, and calls with them. */
export function apiProgram(app: TestApp, owner: Owner) {
  return {
    /** A published agent out of a description. */
    async agent(input: string): Promise<Agent> {
      const made = await owner.post<Agent>('/api/agents', { from: 'description', input });
      return owner.post<Agent>(`/api/agents/${made.id}/publish`, { revision: made.draftRevision });
    },
    /** A key with every scope, unless told otherwise. */
    async key(change: Partial<AccountKeyInput> = {}): Promise<string> {
      const made = await owner.post<{ key: string }>('/api/account-keys', {
        name: 'A program',
        scopes: [...programScopes],
        requestsPerMinute: 600,
        ...change,
      });
      return made.key;
    },
    call: (
      method: string,
      path: string,
      options: { body?: unknown; key: string; headers?: Record<string, string> },
    ): Promise<TestAnswer> =>
      app.browser().request(method, `/api/v1${path}`, {
        ...(options.body === undefined ? {} : { body: options.body }),
        headers: { authorization: `Bearer ${options.key}`, ...options.headers },
      }),
  };
}

/** Status and code of a refused call. */
export const codeOf = ({ status, body }: TestAnswer): [number, string] => [
  status,
  (body as { code: string }).code,
];
