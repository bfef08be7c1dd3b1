/** The visitor's side of speech on the server. */
export type SpeechApi = {
  /** What a recording says. Throws `SpeechRefusal`. */
  hear(sound: Blob): Promise<string>;
  /** A sentence as sound. Throws `SpeechRefusal`. */
  say(text: string, messageId: string | undefined, signal: AbortSignal): Promise<ArrayBuffer>;
};

/** `code` and message are the server's; both are empty where it was not reached. */
export class SpeechRefusal extends Error {
  readonly code: string;
  constructor(code: string, message = '') {
    super(message);
    this.code = code;
  }
}

/** `token` is asked for at each call, because it may be renewed in a call. */
export function createSpeechApi(token: () => string | null, language: string): SpeechApi {
  async function ask(path: string, init: RequestInit): Promise<Response> {
    let response: Response;
    try {
      response = await fetch(`/api/visitor/speech/${path}`, {
        ...init,
        method: 'POST',
        credentials: 'omit',
        headers: { ...init.headers, authorization: `Bearer ${token() ?? ''}` },
      });
    } catch {
      throw new SpeechRefusal('');
    }
    if (response.ok) return response;
    const refusal = (await response.json().catch(() => ({}))) as { code?: string; message?: string };
    throw new SpeechRefusal(refusal.code ?? `${response.status}`, refusal.message);
  }
  return {
    async hear(sound) {
      const body = new FormData();
      body.append('language', language);
      body.append('file', sound, 'speech');
      const { text } = (await (await ask('heard', { body })).json()) as { text: string };
      return text;
    },
    async say(text, messageId, signal) {
      const body = JSON.stringify({ text, language, messageId });
      const headers = { 'content-type': 'application/json' };
      return (await ask('said', { body, headers, signal })).arrayBuffer();
    },
  };
}
