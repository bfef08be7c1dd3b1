import type { SpeechDefinition } from './speech.definition.ts';
import { SpeechError, type Sound, type SpeechConnection, type SpeechErrorCode } from './speech.port.ts';

/** How vendors are reached. */
export type SpeechRoutes = {
  /** To vendors and to addresses that people enter; refuses those inside the server's own network. */
  fetch: typeof globalThis.fetch;
  /** To addresses that the operator chose. */
  trustedFetch: typeof globalThis.fetch;
  /** Speech servers on this machine that people may use although `fetch` would refuse them. */
  localBaseUrls: readonly string[];
  /** Other addresses for vendors, chosen by the operator. */
  baseUrls: Readonly<Partial<Record<string, string>>>;
};

type Sent = {
  /** Behind the vendor's address, or a whole one. */
  path: string;
  connection: SpeechConnection;
  /** How the key is sent. */
  key?: (apiKey: string) => Record<string, string>;
  json?: unknown;
  form?: FormData;
  /** Else GET, or POST where something is sent. */
  method?: 'POST' | 'DELETE';
};

const mostBytes = 8 * 1_048_576;

const codes: Readonly<Record<number, SpeechErrorCode>> = {
  401: 'unauthorized',
  402: 'quota',
  403: 'unauthorized',
  408: 'unreachable',
  429: 'busy',
};

const bearer = (apiKey: string) => ({ authorization: `Bearer ${apiKey}` });

/** Requests to one vendor: the key in its header, and whatever goes wrong as a `SpeechError`. */
export function createSpeechRequests(definition: SpeechDefinition, routes: SpeechRoutes) {
  function placeOf({ apiKey, baseUrl }: SpeechConnection): { address: string; isTrusted: boolean } {
    if (definition.needsKey && !apiKey)
      throw new SpeechError('unauthorized', `${definition.label} needs a key and none is set.`);
    // No header may hold such characters, so this would fail as a crash instead of as a wrong key.
    if (apiKey && /[^\x21-\x7e]/.test(apiKey))
      throw new SpeechError('unauthorized', 'The key holds characters that no key has.');
    const own = definition.acceptsBaseUrl ? baseUrl : null;
    if (own) {
      const local = own.replace('//localhost:', '//127.0.0.1:');
      return { address: own, isTrusted: routes.localBaseUrls.includes(local) };
    }
    const operators = routes.baseUrls[definition.id];
    const address = operators ?? definition.baseUrl;
    if (!address)
      throw new SpeechError('unreachable', `${definition.label} needs the address of the server.`);
    return { address, isTrusted: operators !== undefined };
  }

  async function send({ path, connection, key = bearer, json, form, method }: Sent): Promise<Response> {
    const { address, isTrusted } = placeOf(connection);
    const { apiKey, signal } = connection;
    const headers: Record<string, string> = { ...(apiKey && key(apiKey)) };
    let body: string | Uint8Array<ArrayBuffer> | undefined;
    if (json !== undefined) {
      headers['content-type'] = 'application/json';
      body = JSON.stringify(json);
    } else if (form) {
      const written = new Response(form);
      headers['content-type'] = written.headers.get('content-type') ?? '';
      body = new Uint8Array(await written.arrayBuffer());
    }
    let response: Response;
    try {
      response = await (isTrusted ? routes.trustedFetch : routes.fetch)(`${address}${path}`, {
        method: method ?? (body === undefined ? 'GET' : 'POST'),
        headers,
        body,
        signal,
        redirect: 'manual',
      });
    } catch (cause) {
      if (signal.aborted) throw signal.reason;
      throw new SpeechError('unreachable', `${definition.label} cannot be reached.`, { cause });
    }
    if (response.ok) return response;
    const vendorCode = await vendorCodeOf(response);
    const code = codes[response.status] ?? (response.status >= 500 ? 'unreachable' : 'refused');
    throw new SpeechError(code, `${definition.label} answered with ${response.status}.`, {
      status: response.status,
      vendorCode,
    });
  }

  /** The word by which a vendor calls what went wrong; nothing else of its answer, which may hold what it was sent. */
  async function vendorCodeOf(response: Response): Promise<string | null> {
    try {
      const { detail } = JSON.parse(new TextDecoder().decode(await bytesOf(response))) as {
        detail?: { status?: unknown };
      };
      const code = detail?.status;
      return typeof code === 'string' && /^[a-z_]{1,60}$/.test(code) ? code : null;
    } catch {
      return null;
    }
  }

  async function bytesOf(response: Response): Promise<Uint8Array> {
    try {
      const bytes = new Uint8Array(await response.arrayBuffer());
      if (bytes.length <= mostBytes) return bytes;
    } catch (cause) {
      throw new SpeechError('garbled', `The answer of ${definition.label} broke off.`, { cause });
    }
    throw new SpeechError('garbled', `The answer of ${definition.label} is too long.`);
  }

  async function jsonOf(response: Response): Promise<Record<string, unknown>> {
    const text = new TextDecoder().decode(await bytesOf(response));
    try {
      const value: unknown = JSON.parse(text);
      if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
    } catch (cause) {
      throw new SpeechError('garbled', `${definition.label} did not answer in JSON.`, { cause });
    }
    throw new SpeechError('garbled', `${definition.label} did not answer in JSON.`);
  }

  return {
    send,
    /** Where the operator says that the vendor is; null where it is at its own address. */
    operators: (): string | null => routes.baseUrls[definition.id] ?? null,
    /** Address and headers of what is no request over HTTP. */
    place(path: string, connection: SpeechConnection): { url: string; headers: Record<string, string> } {
      const { apiKey } = connection;
      return { url: `${placeOf(connection).address}${path}`, headers: apiKey ? bearer(apiKey) : {} };
    },
    json: async (sent: Sent) => jsonOf(await send(sent)),

    /** Sound as it came; an answer that is no sound is an error. */
    async sound(sent: Sent): Promise<Sound> {
      const response = await send(sent);
      const bytes = await bytesOf(response);
      const type = soundType(bytes);
      if (!type) throw new SpeechError('garbled', `${definition.label} did not answer with sound.`);
      return { type, bytes };
    },

    /** The text of a transcription. */
    async words(sent: Sent): Promise<string> {
      const { text } = await jsonOf(await send(sent));
      if (typeof text !== 'string')
        throw new SpeechError('garbled', `${definition.label} answered without a text.`);
      return text.trim();
    },
  };
}

export type SpeechRequests = ReturnType<typeof createSpeechRequests>;

const startsWith = (bytes: Uint8Array, text: string, at = 0): boolean =>
  [...text].every((sign, place) => bytes[at + place] === sign.codePointAt(0));

/** The media type of sound, by its first bytes; null for what is none. */
export function soundType(bytes: Uint8Array): string | null {
  if (bytes.length < 12) return null;
  if (startsWith(bytes, 'RIFF') && startsWith(bytes, 'WAVE', 8)) return 'audio/wav';
  if (startsWith(bytes, 'OggS')) return 'audio/ogg';
  if (startsWith(bytes, 'fLaC')) return 'audio/flac';
  if (startsWith(bytes, 'ftyp', 4)) return 'audio/mp4';
  if (startsWith(bytes, 'ID3')) return 'audio/mpeg';
  const [first = 0, second = 0, third = 0, fourth = 0] = bytes;
  if (first === 0x1a && second === 0x45 && third === 0xdf && fourth === 0xa3) return 'audio/webm';
  return first === 0xff && (second & 0xe0) === 0xe0 ? 'audio/mpeg' : null;
}

const endings: Readonly<Record<string, string>> = {
  'audio/wav': 'wav',
  'audio/ogg': 'ogg',
  'audio/flac': 'flac',
  'audio/mp4': 'mp4',
  'audio/mpeg': 'mp3',
  'audio/webm': 'webm',
};

/** A sound as a file of a form; vendors read its kind from the ending of its name. */
export const soundFile = ({ type, bytes }: Sound): File =>
  new File([Uint8Array.from(bytes)], `speech.${endings[type] ?? 'bin'}`, { type });

/** Fields of a form, those that are empty left out. */
export function formOf(fields: Readonly<Record<string, string | File>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) if (value !== '') form.append(name, value);
  return form;
}
