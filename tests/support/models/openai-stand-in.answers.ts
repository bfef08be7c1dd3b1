import type http from 'node:http';

/** How one chat request is answered. */
export type StandInStep =
  /** A whole answer. `tokens` wins over `text`, which is cut into words. */
  | {
      kind: 'text';
      text?: string;
      tokens?: readonly string[];
      delayMs?: number;
      usage?: { input: number; cachedInput?: number; output: number };
      finishReason?: string;
    }
  | { kind: 'tool-calls'; calls: readonly { id?: string; name: string; arguments: unknown }[]; text?: string }
  /** Takes the request and never answers. */
  | { kind: 'stall-before-headers' }
  /** Sends so many tokens and then nothing more, with the connection open. */
  | { kind: 'stall-after'; tokens: number }
  /** Sends so many tokens and then destroys the socket. */
  | { kind: 'truncate-after'; tokens: number }
  /** Sends so many tokens and then an error event in the stream. */
  | { kind: 'error-event'; tokens: number; message?: string; code?: string }
  | { kind: 'status'; status: number; message?: string; code?: string; retryAfter?: string }
  | { kind: 'html'; status: number }
  /** Bytes cut inside code points, CRLF line ends, a BOM, comments and data over several lines. */
  | { kind: 'awkward-bytes'; text?: string }
  /** Events that are no JSON; with `text` a readable answer stands around them. */
  | { kind: 'invalid-json'; text?: string }
  | { kind: 'no-done'; text?: string }
  /** An answer that does not end by itself before so many bytes. */
  | { kind: 'endless'; bytes?: number }
  | { kind: 'wrong-content-type' }
  /** The last user message itself. */
  | { kind: 'echo' };

type Body = {
  model: string;
  messages: { role: string; content: unknown }[];
  stream_options?: { include_usage?: boolean };
};

/**
 * The step that a marker in the last user message asks for: `[[stall]]` `[[stall-after:3]]`
 * `[[truncate-after:3]]` `[[error-after:3]]` `[[500]]` `[[401]]` `[[429:7]]` (Retry-After 7 s) `[[html-502]]`
 * `[[awkward]]` `[[invalid-json]]` `[[garbled]]` `[[no-done]]` `[[endless]]` `[[wrong-type]]` `[[echo]]`
 * `[[say:any text]]` `[[slow:20]]` (ms between tokens) `[[tokens:200]]` `[[tool:name {"json":1}]]`.
 */
export function readMarkers(body: Body): StandInStep | null {
  const text = textOf(body.messages?.findLast((message) => message.role === 'user')?.content);
  const found = /\[\[([a-z0-9-]+)(?::([\s\S]*?))?\]\]/.exec(text);
  if (!found) return null;
  const [, name = '', argument = ''] = found;
  const count = Number.parseInt(argument, 10) || 3;
  if (name === 'tool') {
    const [tool = '', ...rest] = argument.split(' ');
    return {
      kind: 'tool-calls',
      calls: [{ name: tool, arguments: rest.length === 0 ? {} : JSON.parse(rest.join(' ')) }],
    };
  }
  if (name === '429')
    return {
      kind: 'status',
      status: 429,
      code: 'rate_limit_exceeded',
      message: 'Rate limit reached.',
      retryAfter: argument || undefined,
    };
  if (/^[45]\d\d$/.test(name))
    return { kind: 'status', status: Number(name), message: argument || `The stand-in answers ${name}.` };
  const steps: Record<string, StandInStep> = {
    stall: { kind: 'stall-before-headers' },
    'stall-after': { kind: 'stall-after', tokens: count },
    'truncate-after': { kind: 'truncate-after', tokens: count },
    'error-after': { kind: 'error-event', tokens: count },
    'html-502': { kind: 'html', status: 502 },
    awkward: { kind: 'awkward-bytes' },
    'invalid-json': { kind: 'invalid-json', text: 'Still readable.' },
    garbled: { kind: 'invalid-json' },
    'no-done': { kind: 'no-done' },
    endless: { kind: 'endless' },
    'wrong-type': { kind: 'wrong-content-type' },
    echo: { kind: 'echo' },
    say: { kind: 'text', text: argument },
    slow: { kind: 'text', text: 'This answer comes slowly, word by word, until it is done.', delayMs: count },
    tokens: { kind: 'text', tokens: Array.from({ length: count }, (_, at) => `t${at} `) },
  };
  return steps[name] ?? null;
}

/** Writes one answer; resolves when it is written or the caller has gone. */
export async function answerChat(
  outgoing: http.ServerResponse,
  body: Body,
  step: StandInStep,
  delayMs: number,
): Promise<void> {
  const stream = createStream(outgoing, body);
  switch (step.kind) {
    case 'text':
      await stream.tokens(step.tokens ?? words(step.text ?? ''), step.delayMs ?? delayMs);
      return stream.finish(step.finishReason ?? 'stop', step.usage);
    case 'echo':
      await stream.tokens(
        words(textOf(body.messages.findLast((message) => message.role === 'user')?.content)),
        delayMs,
      );
      return stream.finish('stop');
    case 'tool-calls':
      if (step.text) await stream.tokens(words(step.text), delayMs);
      for (const [index, call] of step.calls.entries()) writeToolCall(stream, index, call);
      return stream.finish('tool_calls');
    case 'stall-before-headers':
      return;
    case 'stall-after':
      return stream.tokens(manyWords(step.tokens), delayMs);
    case 'truncate-after':
      await stream.tokens(manyWords(step.tokens), delayMs);
      // A moment for the bytes to leave before the socket goes.
      return void setImmediate(() => outgoing.socket?.destroy());
    case 'error-event':
      await stream.tokens(manyWords(step.tokens), delayMs);
      stream.write(
        `data: ${JSON.stringify({ error: { message: step.message ?? 'The server had an error.', type: 'server_error', code: step.code ?? null } })}\n\n`,
      );
      return void outgoing.end();
    case 'status': {
      const headers: Record<string, string> = { 'content-type': 'application/json' };
      if (step.retryAfter !== undefined) headers['retry-after'] = step.retryAfter;
      outgoing
        .writeHead(step.status, headers)
        .end(
          JSON.stringify({ error: { message: step.message ?? '', type: 'error', code: step.code ?? null } }),
        );
      return;
    }
    case 'html':
      outgoing
        .writeHead(step.status, { 'content-type': 'text/html' })
        .end('<html><body><h1>502 Bad Gateway</h1></body></html>');
      return;
    case 'awkward-bytes':
      return awkward(outgoing, stream, step.text ?? 'Grüße aus Brno: žluťoučký kůň 🐎 pěl — ¡olé!');
    case 'invalid-json':
      if (step.text) await stream.tokens(words(step.text), delayMs);
      for (let at = 0; at < 3; at += 1) stream.write('data: {"choices": [{"delta": {"content": "brok\n\n');
      if (step.text) return stream.finish('stop');
      return void outgoing.end();
    case 'no-done':
      await stream.tokens(words(step.text ?? 'No closing line follows.'), delayMs);
      stream.write(stream.chunk({}, 'stop'));
      return void outgoing.end();
    case 'endless':
      return endless(outgoing, stream, step.bytes ?? 1024 ** 3);
    case 'wrong-content-type':
      outgoing
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
        .end('<html><body>Welcome to nginx!</body></html>');
  }
}

type Stream = {
  write(text: string | Buffer): boolean;
  chunk(delta: Record<string, unknown>, finishReason?: string | null): string;
  tokens(tokens: readonly string[], delayMs: number): Promise<void>;
  finish(reason: string, usage?: { input: number; cachedInput?: number; output: number }): void;
};

function createStream(outgoing: http.ServerResponse, body: Body): Stream {
  const head = {
    id: 'chatcmpl-standin',
    object: 'chat.completion.chunk',
    created: 1_767_225_600,
    model: body.model,
  };
  let sent = 0;

  function write(text: string | Buffer): boolean {
    if (!outgoing.headersSent)
      outgoing.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-cache',
      });
    return outgoing.write(text);
  }
  function chunk(delta: Record<string, unknown>, finishReason: string | null = null): string {
    return `data: ${JSON.stringify({ ...head, choices: [{ index: 0, delta, finish_reason: finishReason }] })}\n\n`;
  }
  async function tokens(list: readonly string[], delayMs: number): Promise<void> {
    write(chunk({ role: 'assistant', content: '' }));
    for (const token of list) {
      if (outgoing.destroyed) return;
      if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
      sent += 1;
      if (!write(chunk({ content: token }))) await drained(outgoing);
    }
  }
  function finish(reason: string, usage?: { input: number; cachedInput?: number; output: number }): void {
    write(chunk({}, reason));
    if (body.stream_options?.include_usage || usage) {
      const counts = usage ?? { input: JSON.stringify(body.messages).length >> 2, output: sent };
      const details = { prompt_tokens_details: { cached_tokens: counts.cachedInput ?? 0 } };
      write(
        `data: ${JSON.stringify({ ...head, choices: [], usage: { prompt_tokens: counts.input, completion_tokens: counts.output, total_tokens: counts.input + counts.output, ...details } })}\n\n`,
      );
    }
    write('data: [DONE]\n\n');
    outgoing.end();
  }
  return { write, chunk, tokens, finish };
}

function writeToolCall(
  stream: Stream,
  index: number,
  call: { id?: string; name: string; arguments: unknown },
): void {
  const text = typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments);
  const id = call.id ?? `call_standin${index}`;
  stream.write(
    stream.chunk({
      tool_calls: [{ index, id, type: 'function', function: { name: call.name, arguments: '' } }],
    }),
  );
  for (let at = 0; at < text.length; at += 7)
    stream.write(stream.chunk({ tool_calls: [{ index, function: { arguments: text.slice(at, at + 7) } }] }));
}

async function awkward(outgoing: http.ServerResponse, stream: Stream, text: string): Promise<void> {
  const half = Math.floor(text.length / 2);
  const multiline = stream
    .chunk({ content: text.slice(half) })
    .replace(/^data: (\{"id":"[^"]*",)/, 'data: $1\ndata: ')
    .replaceAll('\n', '\r\n');
  const whole = [
    `\uFEFF: a comment\r\n\r\nevent: message\r\nid: 7\r\nretry: 10\r\n${stream.chunk({ content: text.slice(0, half) })}`,
    multiline,
    stream.chunk({}, 'stop'),
    'data:[DONE]\n\n',
  ].join('');
  const bytes = Buffer.from(whole);
  outgoing.socket?.setNoDelay(true);
  for (let at = 0; at < bytes.length; at += 5) {
    stream.write(bytes.subarray(at, at + 5));
    await new Promise((resolve) => setImmediate(resolve));
  }
  outgoing.end();
}

async function endless(outgoing: http.ServerResponse, stream: Stream, bytes: number): Promise<void> {
  const block = Buffer.from(stream.chunk({ content: 'and so on '.repeat(40) }).repeat(32));
  for (let sent = 0; sent < bytes && !outgoing.destroyed; sent += block.length) {
    if (!stream.write(block)) await drained(outgoing);
  }
  if (!outgoing.destroyed) stream.finish('stop');
}

function drained(outgoing: http.ServerResponse): Promise<void> {
  if (outgoing.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    const done = (): void => {
      outgoing.off('drain', done).off('close', done);
      resolve();
    };
    outgoing.once('drain', done).once('close', done);
  });
}

function words(text: string): string[] {
  return text.match(/\S+\s*|\s+/g) ?? [];
}

function manyWords(count: number): string[] {
  return Array.from({ length: count }, (_, at) => `word${at + 1} `);
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .map((part: { text?: unknown }) => (typeof part.text === 'string' ? part.text : ''))
    .join(' ');
}
