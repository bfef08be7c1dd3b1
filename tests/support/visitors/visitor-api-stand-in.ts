import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { brandColors } from '#shared/brand-colors.ts';
import { chatDocument } from '#shared/chat/document.ts';
import type { ChatMessage, Citation, PublicAgent } from '#features/conversations/chat/store/visitor-types.ts';
import { insertLauncherConfig } from '#shared/embed/protocol.ts';
import { defaultLayout } from './default-layout.ts';
import { builtFiles } from './built-files.ts';
import { buildOnce } from '../app/built.ts';

/**
 * What an answer does, step by step. The answer itself goes on when a connection is cut, as on the real
 * server.
 */
export type AnswerStep =
  | { say: string }
  | { wait: number }
  /** Waits until the test calls `release(name)`. */
  | { hold: string }
  | { tool: string; state: 'running' | 'done' | 'failed' }
  /** Drops the connection; the answer goes on. */
  | { cut: true }
  /** From here on joining fails like a server that is gone, so many times. */
  | { refuseJoins: number }
  /** Ends with this error code, as the real server does. */
  | { fail: string; retryable: boolean }
  /** Refuses the first sending of the message with this status. */
  | { refuse: number; code: string };

export type AnswerScript = {
  steps: AnswerStep[];
  citations?: Citation[];
  engine?: 'built-in' | 'model';
};

type Run = {
  message: ChatMessage;
  subscribers: Set<(chunk: string | null) => void>;
  stop: AbortController;
  refusedJoins: number;
  eventId: number;
};

type Conversation = {
  id: string;
  messages: ChatMessage[];
};

type Visitor = { conversations: Conversation[] };

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'";

const types: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
};

/**
 * A small server that behaves like the product towards a visitor: pages, loader, API; what it answers is
 * scripted by the question's text.
 */
export async function startVisitorApi(
  agents: Record<number, PublicAgent>,
  answers: Record<string, AnswerScript>,
) {
  await buildOnce();
  const { loader, assets, files, embed } = builtFiles();
  const visitors = new Map<string, Visitor>();
  const runs = new Map<string, Run>();
  const byClientId = new Map<
    string,
    { conversation: Conversation; question: ChatMessage; answerId: string }
  >();
  const refusals = new Set<string>();
  const holds = new Map<string, () => void>();
  const released = new Set<string>();
  const requests: {
    method: string;
    path: string;
    body: Record<string, unknown>;
    origin: string | undefined;
  }[] = [];
  let sequence = 0;
  let sessionFailures = 0;

  const message = (role: ChatMessage['role'], text: string, status: ChatMessage['status']): ChatMessage => ({
    id: `msg_${randomUUID()}`,
    seq: ++sequence,
    role,
    text,
    status,
    createdAt: new Date().toISOString(),
    citations: [],
    feedback: null,
    errorCode: null,
    engine: null,
  });

  function emit(run: Run, event: string, data: object) {
    const chunk = `id: ${++run.eventId}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
    for (const subscriber of run.subscribers) subscriber(chunk);
  }

  async function play(run: Run, script: AnswerScript) {
    const { message: answer } = run;
    const { signal } = run.stop;
    for (const step of script.steps) {
      if (signal.aborted) break;
      if ('say' in step) {
        for (const piece of step.say.match(/\S+\s*|\s+/g) ?? []) {
          if (signal.aborted) break;
          answer.text += piece;
          emit(run, 'delta', { text: piece });
          await new Promise((resolve) => setTimeout(resolve, 4));
        }
      } else if ('wait' in step) await new Promise((resolve) => setTimeout(resolve, step.wait));
      else if ('hold' in step) {
        if (!released.has(step.hold))
          await Promise.race([
            new Promise<void>((resolve) => holds.set(step.hold, resolve)),
            once(signal, 'abort'),
          ]);
      } else if ('tool' in step) emit(run, 'tool', { name: 'search', label: step.tool, state: step.state });
      else if ('cut' in step) {
        for (const subscriber of run.subscribers) subscriber(null);
        run.subscribers.clear();
      } else if ('refuseJoins' in step) run.refusedJoins = step.refuseJoins;
      else if ('fail' in step) {
        answer.status = 'failed';
        answer.errorCode = step.fail;
        emit(run, 'failed', {
          code: step.fail,
          message: step.fail,
          assistantMessage: answer,
          retryable: step.retryable,
        });
        for (const subscriber of run.subscribers) subscriber(null);
        runs.delete(answer.id);
        return;
      }
    }
    answer.status = signal.aborted ? 'stopped' : 'complete';
    answer.citations = script.citations ?? [];
    answer.engine = script.engine ?? 'model';
    emit(run, 'done', { message: answer });
    for (const subscriber of run.subscribers) subscriber(null);
  }

  function follow(response: ServerResponse, run: Run, first: () => void) {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    const subscriber = (chunk: string | null) => {
      if (chunk !== null) response.write(chunk);
      else if (run.message.status === 'streaming') response.destroy();
      else response.end();
    };
    run.subscribers.add(subscriber);
    response.on('close', () => run.subscribers.delete(subscriber));
    response.write(': ping\n\n');
    first();
    if (run.message.status !== 'streaming') {
      emit(run, 'done', { message: run.message });
      response.end();
    }
  }

  function begin(conversation: Conversation, question: ChatMessage, clientMessageId: string): Run {
    const answer = message('assistant', '', 'streaming');
    const run: Run = {
      message: answer,
      subscribers: new Set(),
      stop: new AbortController(),
      refusedJoins: 0,
      eventId: 0,
    };
    conversation.messages = [
      ...conversation.messages.filter((known) => known.id !== byClientId.get(clientMessageId)?.answerId),
      answer,
    ];
    runs.set(answer.id, run);
    byClientId.set(clientMessageId, { conversation, question, answerId: answer.id });
    const script = answers[question.text] ?? { steps: [{ say: `Echo: ${question.text}` }] };
    setImmediate(() => void play(run, script));
    return run;
  }

  async function api(request: IncomingMessage, response: ServerResponse, path: string) {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = (chunks.length ? JSON.parse(Buffer.concat(chunks).toString()) : {}) as Record<
      string,
      unknown
    >;
    requests.push({ method: request.method ?? '', path, body, origin: request.headers.origin });
    const json = (status: number, value: object) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    const token = request.headers.authorization?.replace('Bearer ', '') ?? '';
    const newest = (visitor: Visitor) => visitor.conversations.at(-1) ?? null;

    if (path === 'session') {
      if (sessionFailures > 0 && sessionFailures--) return response.destroy();
      const agent = agents[body.agent as number];
      if (!agent) return json(404, { message: 'Unknown agent', code: 'agents.not_found' });
      const known =
        typeof body.token === 'string' && visitors.has(body.token) ? body.token : `tok_${randomUUID()}`;
      if (!visitors.has(known)) visitors.set(known, { conversations: [] });
      return json(200, { token: known, agent, conversation: newest(visitors.get(known)!) });
    }
    const visitor = visitors.get(token);
    if (!visitor) return json(401, { message: 'Sign in again', code: 'visitor.unknown' });
    const [, wanted] = /^conversations\/([^/]+)$/.exec(path) ?? [];
    if (path === 'conversations')
      return json(200, {
        conversations: visitor.conversations
          .map(({ id, messages: [first] }) => ({
            id,
            title: first?.text ?? '',
            lastMessageAt: first?.createdAt ?? '',
            isOver: false,
          }))
          .toReversed(),
      });
    if (wanted)
      return json(200, {
        conversation: visitor.conversations.find(({ id }) => id === wanted) ?? null,
        isOver: false,
      });
    if (path === 'conversation') return json(200, { conversation: newest(visitor) });
    if (path === 'messages') {
      const unknown = [
        ...Object.keys(body).filter(
          (key) => !['conversationId', 'clientMessageId', 'text', 'page'].includes(key),
        ),
        ...Object.keys((body.page as object | null) ?? {}).filter((key) => key !== 'url'),
      ];
      if (unknown.length)
        return json(400, { message: `Unknown: ${unknown.join(', ')}`, code: 'common.invalid_input' });
      const clientMessageId = String(body.clientMessageId);
      const text = String(body.text);
      const refuse = answers[text]?.steps.find((step) => 'refuse' in step);
      if (refuse && !refusals.has(clientMessageId)) {
        refusals.add(clientMessageId);
        return json(refuse.refuse, { message: 'Refused', code: refuse.code });
      }
      const known = byClientId.get(clientMessageId);
      let run = known && runs.get(known.answerId);
      if (!run) {
        let conversation =
          known?.conversation ??
          visitor.conversations.find((candidate) => candidate.id === body.conversationId);
        if (!conversation)
          visitor.conversations.push((conversation = { id: `cnv_${randomUUID()}`, messages: [] }));
        const question = known?.question ?? message('visitor', text, 'complete');
        if (!known) conversation.messages.push(question);
        run = begin(conversation, question, clientMessageId);
      }
      const { conversation, question } = byClientId.get(clientMessageId)!;
      const current = run;
      return follow(response, current, () =>
        response.write(
          `event: accepted\ndata: ${JSON.stringify({ conversationId: conversation.id, visitorMessage: question, assistantMessage: { ...current.message, text: '' } })}\n\nevent: snapshot\ndata: ${JSON.stringify({ text: current.message.text })}\n\n`,
        ),
      );
    }
    if (/^conversations\/[^/]+\/stream/.test(path))
      return void response
        .writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
        .write('event: ready\ndata: {}\n\n');
    const [, id = '', action] = /^messages\/([^/]+)\/(\w+)$/.exec(path) ?? [];
    const run = runs.get(id);
    if (!run) return json(404, { message: 'Unknown message', code: 'messages.not_found' });
    if (action === 'stream') {
      if (run.refusedJoins > 0 && run.refusedJoins--) return response.destroy();
      return follow(response, run, () =>
        response.write(`event: snapshot\ndata: ${JSON.stringify({ text: run.message.text })}\n\n`),
      );
    }
    if (action === 'stop') run.stop.abort();
    if (action === 'feedback') run.message.feedback = body.value as 'up' | 'down' | null;
    return json(200, {});
  }

  function page(response: ServerResponse, agent: PublicAgent, mode: 'embed' | 'page' | 'preview') {
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy })
      .end(
        chatDocument({
          boot: {
            agent,
            mode,
            colors: brandColors(agent.appearance.color),
            preview: mode === 'preview' ? 'preview-token' : null,
            poweredBy: { product: 'Chatelier', url: 'https://chatelier.example' },
          },
          language: agent.language,
          title: agent.name,
          initialTheme: agent.appearance.initialTheme,
          assetBase: '/assets/chat/',
          assets,
        }),
      );
  }

  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://stand-in');
    const [, number = '', rest = ''] = /^\/widgets\/(\d+)(.*)$/.exec(pathname) ?? [];
    const agent = agents[Number(number)];
    if (pathname.startsWith('/api/visitor/'))
      void api(request, response, pathname.slice(13)).catch(() => response.destroy());
    else if (agent && rest === '.js') {
      const { name, appearance, language, texts, history } = agent;
      const layout = { ...defaultLayout, position: appearance.position };
      const config = {
        origin,
        number: agent.number,
        name,
        ...appearance,
        layout,
        history,
        language,
        texts: {
          open: texts['launcher.open']!,
          close: texts['launcher.close']!,
          title: texts['launcher.title']!,
          dismiss: texts['launcher.dismiss']!,
        },
      };
      response
        .writeHead(200, {
          'content-type': types.js,
          'access-control-allow-origin': '*',
          'cross-origin-resource-policy': 'cross-origin',
          'content-encoding': 'gzip',
        })
        .end(gzipSync(insertLauncherConfig(loader, config)));
    } else if (embed.has(pathname)) {
      response
        .writeHead(200, {
          'content-type': types.js,
          'access-control-allow-origin': '*',
          'cross-origin-resource-policy': 'cross-origin',
          'content-encoding': 'gzip',
        })
        .end(embed.get(pathname));
    } else if (agent && (rest === '/embed' || rest === '' || rest === '/preview'))
      page(response, agent, rest === '/embed' ? 'embed' : rest ? 'preview' : 'page');
    else if (files.has(pathname.replace('/assets/chat/assets/', ''))) {
      const name = pathname.replace('/assets/chat/assets/', '');
      response
        .writeHead(200, {
          'content-type': types[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
          'content-encoding': 'gzip',
        })
        .end(files.get(name));
    } else if (pathname === '/editor') {
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(
          '<!doctype html><title>Editor</title><iframe src="/widgets/1/preview" title="Preview" style="width:420px;height:640px"></iframe>',
        );
    } else if (pathname.startsWith('/stored/'))
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<!doctype html><title>Stored copy</title><p>The passage, <mark>highlighted</mark>.</p>');
    else response.writeHead(404).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    origin,
    requests,
    release(name: string) {
      released.add(name);
      holds.get(name)?.();
    },
    /** Every token given out so far is no longer known. */
    forgetVisitors: () => visitors.clear(),
    /** The next sessions end in a broken connection. */
    failSessions(times: number) {
      sessionFailures = times;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
