import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LineEvent } from '../live-line.ts';
import { connectSocket } from './socket-line.ts';
import type { SocketSound } from './socket-sound.ts';

/** The vendor's end. */
class Socket {
  static readonly OPEN = 1;
  static made: Socket[] = [];
  readyState = 1;
  sent: Record<string, unknown>[] = [];
  onopen = () => undefined;
  onclose = () => undefined;
  onmessage = (_message: { data: unknown }) => undefined;
  readonly url: string;
  readonly protocols: string[];
  constructor(url: string, protocols: string[]) {
    [this.url, this.protocols] = [url, protocols];
    Socket.made.push(this);
  }
  send(text: string) {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close = vi.fn<() => void>();
  tell(event: object | string) {
    this.onmessage({ data: typeof event === 'string' ? event : JSON.stringify(event) });
  }
}

let server: ReadableStreamDefaultController<Uint8Array>;
let asked: { url: string; body: unknown }[] = [];
let played: string[] = [];
let status = 200;
const sound = {
  hear: (_samples: Int16Array) => {},
  on: (_isOn: boolean) => {},
  silence: vi.fn<() => void>(),
  close: vi.fn<() => void>(),
};
const openSound = (onSound: (isOn: boolean) => void): SocketSound => {
  sound.on = onSound;
  return {
    stream: {} as MediaStream,
    listen(_rate, onPiece) {
      sound.hear = onPiece;
      return Promise.resolve();
    },
    play: (text) => void played.push(text),
    silence: sound.silence,
    close: sound.close,
  };
};

beforeEach(() => {
  [played, status] = [[], 200];
  vi.clearAllMocks();
  vi.stubGlobal('window', globalThis);
  vi.stubGlobal('WebSocket', Socket);
  vi.stubGlobal('fetch', (url: string, { body }: { body: string }) => {
    asked.push({ url, body: JSON.parse(body) });
    return Promise.resolve(
      new Response(new ReadableStream({ start: (controller) => void (server = controller) }), {
        status,
        headers: { 'content-type': 'text/event-stream' },
      }),
    );
  });
});
afterEach(() => vi.unstubAllGlobals());

let number = 0;
const tell = (event: string, data: object) =>
  server.enqueue(
    new TextEncoder().encode(`event: ${event}\nid: ${(number += 1)}\ndata: ${JSON.stringify(data)}\n\n`),
  );
const formats = (output = 'pcm_16000') => ({
  type: 'conversation_initiation_metadata',
  conversation_initiation_metadata_event: {
    agent_output_audio_format: output,
    user_input_audio_format: 'pcm_16000',
  },
});

async function connect(isAgain = false) {
  [asked, Socket.made] = [[], []];
  const events: LineEvent[] = [];
  const onBroken = vi.fn<() => void>();
  const made = connectSocket(
    {
      stream: {} as MediaStream,
      token: () => 'token',
      language: 'nl',
      isAgain,
      onEvent: (event) => events.push(event),
      onBroken,
      onSound: () => undefined,
      onRefused: () => undefined,
    },
    openSound,
  );
  made.catch(() => undefined);
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  if (status === 200) {
    tell('answer', { url: 'wss://vendor.example/x', greeting: 'Hallo.' });
    await vi.waitFor(() => expect(Socket.made[0]?.url).toBe('wss://vendor.example/x'));
  }
  return { made, events, onBroken, socket: Socket.made[0]! };
}
async function connected() {
  const { made, ...rest } = await connect();
  rest.socket.onopen();
  rest.socket.tell(formats());
  return { line: await made, ...rest };
}

test('connects where the server says, and sends silence until somebody is listened to', async () => {
  const { line, socket } = await connected();
  expect(asked[0]).toEqual({ url: '/api/visitor/calls', body: { language: 'nl', isAgain: false } });
  expect(socket.protocols).toEqual(['convai']);
  expect(line.greeting).toBe('Hallo.');
  expect(line.say).toBeUndefined();
  sound.hear(Int16Array.from([5, 5]));
  line.listen(true);
  sound.hear(Int16Array.from([5, 5]));
  expect(socket.sent).toEqual([
    { type: 'conversation_initiation_client_data' },
    { user_audio_chunk: btoa('\0\0\0\0') },
    { user_audio_chunk: btoa('\u0005\0\u0005\0') },
  ]);
  socket.tell({ type: 'ping', ping_event: { event_id: 7 } });
  expect(socket.sent.at(-1)).toEqual({ type: 'pong', event_id: 7 });
});

test('nothing of an answer is heard that was broken off, and the next one is', async () => {
  const { line, events, socket } = await connected();
  const audio = (id: number) =>
    socket.tell({ type: 'audio', audio_event: { audio_base_64: `sound ${id}`, event_id: id } });
  audio(1);
  audio(2);
  socket.tell({ type: 'interruption', interruption_event: { event_id: 3 } });
  expect(events.at(-1)).toEqual({ type: 'cut' });
  expect(sound.silence).toHaveBeenCalledOnce();
  audio(3);
  audio(4);
  line.quiet();
  audio(5);
  tell('voiced', { messageId: 'm2', isVoiced: true });
  await vi.waitFor(() => expect(events.at(-1)).toMatchObject({ type: 'voiced' }));
  audio(6);
  expect(played).toEqual(['sound 1', 'sound 2', 'sound 4', 'sound 6']);
});

test('what may still change is told until all is said, which only the server tells', async () => {
  const { events, socket } = await connected();
  const maybe = (text: string) =>
    socket.tell({
      type: 'tentative_user_transcript',
      tentative_user_transcription_event: { user_transcript: text },
    });
  socket.tell({ type: 'vad_score', vad_score_event: { vad_score: 0.9 } });
  socket.tell({ type: 'vad_score', vad_score_event: { vad_score: 0.8 } });
  maybe('when are');
  socket.tell({
    type: 'user_transcript',
    user_transcription_event: { user_transcript: 'When are you open?' },
  });
  maybe('when are you open');
  tell('heard', { text: 'When are you open?', isFinal: true });
  await vi.waitFor(() => expect(events).toHaveLength(3));
  socket.tell({ type: 'vad_score', vad_score_event: { vad_score: 0.1 } });
  expect(events).toEqual([
    { type: 'voice', isThere: true },
    { type: 'heard', text: 'when are', isFinal: false },
    { type: 'heard', text: 'When are you open?', isFinal: true },
    { type: 'voice', isThere: false },
  ]);
});

test('what is cut, unknown or no event is left out, and the call goes on', async () => {
  const { onBroken, events, socket } = await connected();
  const audio = JSON.stringify({ type: 'audio', audio_event: { audio_base_64: 'sound 1', event_id: 1 } });
  for (const line of [
    '',
    '{',
    'null',
    '7',
    '[]',
    '{"type":"mcp_tool_call","mcp_tool_call":{}}',
    '{"type":"agent_chat_response_part","text_response_part":{"text":"Hel","type":"delta"}}',
    '{"type":"audio"}',
    '{"type":"interruption","interruption_event":null}',
    audio.slice(0, 40),
    audio,
  ])
    socket.onmessage({ data: line });
  expect(played.at(-1)).toBe('sound 1');
  expect(onBroken).not.toHaveBeenCalled();
  expect(events).toEqual([{ type: 'cut' }]);
});

test('a connection that can’t be had, speaks in another way or breaks is told of once', async () => {
  status = 409;
  await expect((await connect()).made).rejects.toThrow('409');
  status = 200;
  const odd = await connect();
  odd.socket.tell(formats('ulaw_8000'));
  await expect(odd.made).rejects.toThrow('format');
  const { onBroken, socket } = await connected();
  socket.tell('no json');
  socket.onclose();
  expect(onBroken).toHaveBeenCalledOnce();
  expect(socket.close).toHaveBeenCalled();
  expect(sound.close).toHaveBeenCalled();
});
