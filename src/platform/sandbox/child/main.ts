import { parentPort } from 'node:worker_threads';
import {
  newQuickJSWASMModuleFromVariant,
  shouldInterruptAfterDeadline,
  type QuickJSContext,
  type QuickJSDeferredPromise,
  type QuickJSHandle,
  type QuickJSSyncVariant,
} from 'quickjs-emscripten-core';
import releaseSync from '@jitl/quickjs-wasmfile-release-sync';
import type {
  SandboxErrorCode,
  SandboxFetchRequest,
  SandboxMessage,
  SandboxOrder,
  SandboxTask,
} from '../sandbox-types.ts';

/**
 * A thread for one run. It is ended afterwards, whatever became of it: an interpreter that was interrupted or
 * ran out of memory is not cleaned up, but thrown away.
 */

const port = parentPort;
if (!port) throw new Error('This runs in a thread');
const send = (message: SandboxMessage): void => port.postMessage(message);

const mostLogs = 100;
const longestLog = 500;

/** What one request may hold, in characters. */
const mostOfRequest = { text: 1_200_000, url: 8_192, header: 8_192, headers: 50 };

const isText = (value: unknown, longest: number): value is string =>
  typeof value === 'string' && value.length <= longest;

/** A request as the code gave it; null when it is none or too large. Code can replace what writes it down. */
function readRequest(given: string): SandboxFetchRequest | null {
  if (given.length > mostOfRequest.text) return null;
  let value: unknown;
  try {
    value = JSON.parse(given);
  } catch {
    return null;
  }
  if (typeof value !== 'object' || value === null) return null;
  const { url, method, headers, body } = value as Record<string, unknown>;
  if (!isText(url, mostOfRequest.url) || !isText(method, 20)) return null;
  if (body !== null && !isText(body, mostOfRequest.text)) return null;
  if (typeof headers !== 'object' || headers === null) return null;
  const lines = Object.entries(headers as Record<string, unknown>);
  const known = lines.flatMap(([name, line]) =>
    name.length <= 200 && isText(line, mostOfRequest.header) ? [[name, line] as const] : [],
  );
  if (known.length < lines.length || lines.length > mostOfRequest.headers) return null;
  return { url, method, headers: Object.fromEntries(known), body };
}

/** What the code finds besides the language: `fetch` and `console`. */
const prelude = `
(() => {
  const hostFetch = globalThis.__fetch, hostLog = globalThis.__log;
  delete globalThis.__fetch; delete globalThis.__log;
  const words = (parts) => parts.map((part) => {
    if (typeof part === 'string') return part;
    try { return JSON.stringify(part) ?? String(part); } catch { return String(part); }
  }).join(' ');
  const log = (...parts) => hostLog(words(parts));
  globalThis.console = Object.freeze({ log, info: log, warn: log, error: log, debug: log });
  globalThis.fetch = async (url, options = {}) => {
    const { method = 'GET', headers = {}, body = null } = options ?? {};
    const given = JSON.stringify({
      url: String(url),
      method: String(method),
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [String(name), String(value)])),
      body: body === null || body === undefined ? null : String(body),
    });
    const answer = JSON.parse(await hostFetch(given));
    return Object.freeze({
      status: answer.status,
      ok: answer.status >= 200 && answer.status < 300,
      headers: Object.freeze({ get: (name) => answer.headers[String(name).toLowerCase()] ?? null }),
      text: async () => answer.body,
      json: async () => JSON.parse(answer.body),
    });
  };
})();
`;

async function main(): Promise<void> {
  const quickJs = await newQuickJSWASMModuleFromVariant(
    // Its types are those of the other way to import it.
    releaseSync as unknown as QuickJSSyncVariant,
  );
  const runtime = quickJs.newRuntime();
  const context = runtime.newContext();
  let isTaken = false;
  let fetches = 0;
  const logs: string[] = [];
  const pending = new Map<number, QuickJSDeferredPromise>();
  let cpuLeft = 0;
  let longest = 0;
  let most = 0;
  let isOver = false;

  function end(message: SandboxMessage): void {
    if (isOver) return;
    isOver = true;
    send(message);
  }
  const fail = (code: SandboxErrorCode, message: string): void =>
    end({ type: 'failed', code, message: message.slice(0, 1_000), logs });

  // All that can be done before there is a run.
  const hostFetch = context.newFunction('fetch', (given) => {
    fetches += 1;
    const deferred = context.newPromise();
    const id = fetches;
    if (fetches > most) {
      deferred.reject(context.newError(`At most ${most} requests in one run`));
      return deferred.handle;
    }
    const request = readRequest(context.getString(given));
    if (!request) {
      deferred.reject(context.newError('This request is too large, or none'));
      return deferred.handle;
    }
    pending.set(id, deferred);
    send({ type: 'fetch', id, request });
    return deferred.handle;
  });
  const hostLog = context.newFunction('log', (text) => {
    if (logs.length < mostLogs) logs.push(context.getString(text).slice(0, longestLog));
  });
  context.setProp(context.global, '__fetch', hostFetch);
  context.setProp(context.global, '__log', hostLog);
  context.unwrapResult(context.evalCode(prelude, 'prelude.js'));

  /** Computes within what is left of the budget. */
  function within<Value>(work: () => Value): Value {
    const started = performance.now();
    runtime.setInterruptHandler(shouldInterruptAfterDeadline(Date.now() + Math.max(1, cpuLeft)));
    try {
      return work();
    } finally {
      cpuLeft -= performance.now() - started;
    }
  }

  function wordsOf(vm: QuickJSContext, error: QuickJSHandle): { code: SandboxErrorCode; message: string } {
    const dumped: unknown = vm.dump(error);
    const { name = '', message = '' } =
      typeof dumped === 'object' && dumped !== null
        ? (dumped as { name?: string; message?: string })
        : { name: 'Error', message: String(dumped) };
    if (name === 'InternalError' && message === 'interrupted')
      return { code: 'too_slow', message: 'It computed for too long.' };
    if (/out of memory/.test(message))
      return { code: 'out_of_memory', message: 'It needed too much memory.' };
    return {
      code: name === 'SyntaxError' ? 'bad_code' : 'threw',
      message: name ? `${name}: ${message}` : message,
    };
  }

  /** Goes on with what was waited for; says how the run ended once nothing is left to do. */
  function step(result: QuickJSHandle): void {
    if (isOver) return;
    if (cpuLeft <= 0) return fail('too_slow', 'It computed for too long.');
    const jobs = within(() => runtime.executePendingJobs());
    if (jobs.error) {
      const { code, message } = wordsOf(context, jobs.error);
      return fail(code, message);
    }
    const state = context.getPromiseState(result);
    if (state.type === 'fulfilled') {
      const json = context.getString(state.value);
      if (json.length > longest) return fail('too_large', 'It returned too much.');
      return end({ type: 'done', json, logs });
    }
    if (state.type === 'rejected') {
      const { code, message } = wordsOf(context, state.error);
      return fail(code, message);
    }
    if (cpuLeft <= 0) return fail('too_slow', 'It computed for too long.');
    if (pending.size === 0) fail('never_settled', 'It waits for something that never comes.');
  }
  function run(task: SandboxTask): void {
    cpuLeft = task.cpuMs;
    longest = task.longestResult;
    most = task.mostFetches;
    runtime.setMemoryLimit(task.memoryBytes);
    runtime.setMaxStackSize(512 * 1_024);
    let result: QuickJSHandle | null = null;
    context.setProp(context.global, '__code', context.newString(task.code));
    context.setProp(context.global, '__input', context.newString(task.input));
    port?.on('message', (order: SandboxOrder) => {
      if (isOver || order.type === 'run') return;
      const deferred = pending.get(order.id);
      if (!deferred || !result) return;
      pending.delete(order.id);
      if (order.type === 'fetched') deferred.resolve(context.newString(JSON.stringify(order.answer)));
      else deferred.reject(context.newError(order.message));
      guarded(() => step(result as QuickJSHandle));
    });
    const begun = within(() =>
      context.evalCode(
        `{
          const code = __code, args = JSON.parse(__input);
          delete globalThis.__code; delete globalThis.__input;
          const { stringify } = JSON;
          const work = Object.getPrototypeOf(async function () {}).constructor('args', code);
          globalThis.__result = (async () => {
            const value = await work(args);
            return stringify(value === undefined ? null : value) ?? 'null';
          })();
        }
        __result`,
        'function.js',
      ),
    );
    if (begun.error) {
      const { code, message } = wordsOf(context, begun.error);
      return fail(code, message);
    }
    result = begun.value;
    step(result);
  }

  /** What the interpreter itself can't bear ends the run, and with it this thread. */
  function guarded(work: () => void): void {
    try {
      work();
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      fail(/memory|out of bounds/i.test(text) ? 'out_of_memory' : 'ended', 'It could not be run to its end.');
    }
  }

  port?.on('message', (order: SandboxOrder) => {
    if (order.type !== 'run' || isTaken) return;
    isTaken = true;
    guarded(() => run(order.task));
  });
  send({ type: 'ready' });
}

void main();
