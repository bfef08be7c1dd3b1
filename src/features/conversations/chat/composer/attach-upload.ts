import { zoneHeaders } from '#shared/time-zone.ts';
import type { ChatStore } from '../store/chat-store.ts';
import type { ChatAttachment } from '../store/visitor-types.ts';

/**
 * Sends one file and says how far it is. Rejects with the server's words, or without any when the connection
 * failed.
 */
export async function uploadFile(
  store: ChatStore,
  file: File,
  signal: AbortSignal,
  onProgress: (percent: number) => void,
): Promise<ChatAttachment> {
  for (let attempt = 0; ; attempt++) {
    if (!(await store.connect(null))) throw new Error();
    try {
      return await send(store, file, signal, onProgress);
    } catch (error) {
      /* A session that has run out is renewed once. */
      if (attempt > 0 || !(error instanceof Refusal) || error.status !== 401) throw error;
      await store.reconnect();
    }
  }
}

const about = (store: ChatStore, id: string, method: string) =>
  fetch(`/api/visitor/uploads/${id}`, {
    method,
    credentials: 'omit',
    headers: { authorization: `Bearer ${store.api.token()}`, ...zoneHeaders() },
  });

/** Forgets a file that is not sent after all; should that fail, the server does so after a day. */
export const removeUpload = (store: ChatStore, id: string) =>
  about(store, id, 'DELETE').catch(() => undefined);

/** The attachment with a fresh address; null when it can't be had now. */
export async function freshAttachment(store: ChatStore, id: string): Promise<ChatAttachment | null> {
  const response = await about(store, id, 'GET').catch(() => null);
  return response?.ok ? ((await response.json()) as { attachment: ChatAttachment }).attachment : null;
}

/** The server's own words about a file; `isFinal` when the same file would be refused again. */
export class Refusal extends Error {
  readonly status: number;
  readonly isFinal: boolean;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
    this.isFinal = message !== '' && status < 500 && status !== 401 && status !== 429;
  }
}

function send(
  store: ChatStore,
  file: File,
  signal: AbortSignal,
  onProgress: (percent: number) => void,
): Promise<ChatAttachment> {
  return new Promise((resolve, reject) => {
    /* fetch tells nothing about how far an upload is. */
    const request = new XMLHttpRequest();
    const form = new FormData();
    form.append('file', file, file.name);
    request.open('POST', '/api/visitor/uploads');
    request.setRequestHeader('authorization', `Bearer ${store.api.token()}`);
    request.setRequestHeader('accept-language', store.get().agent.language);
    for (const [name, value] of Object.entries(zoneHeaders())) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) =>
      onProgress(total ? Math.min(99, Math.round((loaded / total) * 100)) : 0);
    request.onerror = request.ontimeout = () => reject(new Error());
    request.onabort = () => reject(new Error());
    request.onload = () => {
      let answer: { attachment?: ChatAttachment; message?: string } = {};
      try {
        answer = JSON.parse(request.responseText) as typeof answer;
      } catch {
        /* A proxy's page says nothing that would help. */
      }
      if (request.status < 300 && answer.attachment) resolve(answer.attachment);
      else reject(new Refusal(request.status, (request.status < 500 && answer.message) || ''));
    };
    signal.addEventListener('abort', () => request.abort());
    request.send(form);
  });
}
