/** One run: `code` is the body of an async function with `args`; what it returns is given back as JSON. */
export type SandboxTask = {
  code: string;
  /** JSON of `args`. */
  input: string;
  /** Milliseconds of computing, without what is waited for. */
  cpuMs: number;
  memoryBytes: number;
  /** Characters of the result's JSON. */
  longestResult: number;
  mostFetches: number;
};

export const sandboxErrorCodes = [
  'bad_code',
  'threw',
  'too_slow',
  'out_of_memory',
  'never_settled',
  'too_large',
  'ended',
] as const;
export type SandboxErrorCode = (typeof sandboxErrorCodes)[number];

export type SandboxFetchRequest = {
  url: string;
  method: string;
  headers: Record<string, string>;
  body: string | null;
};
export type SandboxFetchAnswer = {
  status: number;
  headers: Record<string, string>;
  body: string;
};

/** From the thread. */
export type SandboxMessage =
  | { type: 'ready' }
  | { type: 'fetch'; id: number; request: SandboxFetchRequest }
  | { type: 'done'; json: string; logs: string[] }
  | { type: 'failed'; code: SandboxErrorCode; message: string; logs: string[] };
/** To the thread. */
export type SandboxOrder =
  | { type: 'run'; task: SandboxTask }
  | { type: 'fetched'; id: number; answer: SandboxFetchAnswer }
  | { type: 'fetchFailed'; id: number; message: string };
