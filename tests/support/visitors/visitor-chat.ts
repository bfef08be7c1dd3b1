import { randomUUID } from 'node:crypto';
import type { Agent } from '#features/agents/agents.contract.ts';
import type { AgentConfiguration } from '#features/agents/agents-configuration.contract.ts';
import type { Attachment } from '#features/conversations/conversations-attachments.contract.ts';
import type { ChatMessage } from '#features/conversations/conversations.contract.ts';
import type { TestAnswer, TestApp, TestBrowser } from '../app/test-app.ts';

/** Makes an agent and publishes it with what a test cares about. */
export async function publishAgent(
  owner: TestBrowser,
  change: (draft: AgentConfiguration) => void,
): Promise<Agent> {
  const made = await owner.post<Agent>('/api/agents', { from: 'blank' });
  return republish(owner, made, change);
}

export async function republish(
  owner: TestBrowser,
  agent: Agent,
  change: (draft: AgentConfiguration) => void,
): Promise<Agent> {
  const current = await owner.get<Agent>(`/api/agents/${agent.id}`);
  const configuration = structuredClone(current.draft);
  change(configuration);
  const saved = await owner.request('PUT', `/api/agents/${agent.id}/draft`, {
    body: { revision: current.draftRevision, configuration },
  });
  if (saved.status !== 200) throw new Error(saved.text);
  return owner.post<Agent>(`/api/agents/${agent.id}/publish`, { revision: current.draftRevision + 1 });
}

export type Said = {
  status: number;
  code: string | null;
  conversationId: string;
  question: ChatMessage;
  answer: ChatMessage;
};
export type ChatVisitor = {
  token: string;
  request(method: string, path: string, options?: Parameters<TestBrowser['request']>[2]): Promise<TestAnswer>;
  upload(name: string, bytes: Uint8Array | string, type?: string): Promise<TestAnswer>;
  /** An upload that must work. */
  attach(name: string, bytes: Uint8Array | string): Promise<Attachment>;
  /** Sends a message into their conversation and reads the answer to its end. */
  say(
    text: string,
    options?: { attachments?: readonly string[]; ownKey?: string; clientMessageId?: string },
  ): Promise<Said>;
};

/** A new visitor of an agent, by the API. */
export async function openChat(app: TestApp, agentNumber: number): Promise<ChatVisitor> {
  const browser = app.browser();
  const { token } = await browser.post<{ token: string }>('/api/visitor/session', { agent: agentNumber });
  let conversationId: string | null = null;
  const request: ChatVisitor['request'] = (method, path, options = {}) =>
    browser.request(method, path, {
      ...options,
      headers: { authorization: `Bearer ${token}`, ...options.headers },
    });
  const upload: ChatVisitor['upload'] = (name, bytes, type = '') => {
    const form = new FormData();
    form.append('file', new Blob([typeof bytes === 'string' ? bytes : Buffer.from(bytes)], { type }), name);
    return request('POST', '/api/visitor/uploads', { raw: form });
  };
  return {
    token,
    request,
    upload,
    async attach(name, bytes) {
      const { status, body, text } = await upload(name, bytes);
      if (status !== 200) throw new Error(`${name}: ${status} ${text}`);
      return (body as { attachment: Attachment }).attachment;
    },
    async say(text, { attachments, ownKey, clientMessageId = randomUUID() } = {}) {
      const {
        status,
        body,
        text: stream,
      } = await request('POST', '/api/visitor/messages', {
        body: { conversationId, clientMessageId, text, ...(attachments ? { attachments } : {}) },
        headers: ownKey ? { 'x-openai-key': ownKey } : {},
      });
      const events = [...stream.matchAll(/event: (\w+)\nid: \d+\ndata: (.*)\n/g)].map(([, event, data]) => ({
        event,
        data: JSON.parse(data ?? 'null') as {
          conversationId: string;
          visitorMessage: ChatMessage;
          message: ChatMessage;
          assistantMessage: ChatMessage;
          code: string;
        },
      }));
      const accepted = events.find(({ event }) => event === 'accepted')?.data;
      const end = events.findLast(({ event }) => event === 'done' || event === 'failed');
      conversationId = accepted?.conversationId ?? conversationId;
      return {
        status,
        code: end?.event === 'failed' ? end.data.code : ((body as { code?: string } | null)?.code ?? null),
        conversationId: conversationId ?? '',
        question: accepted?.visitorMessage as ChatMessage,
        answer: (end?.event === 'done' ? end.data.message : end?.data.assistantMessage) as ChatMessage,
      };
    },
  };
}
