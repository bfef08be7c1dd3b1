import { WebSocket } from 'undici';
import { wavOf } from '#shared/voice/wav.ts';
import { SpeechError, type Sound, type SpeakingInput } from '../speech.port.ts';
import type { SpeechRequests } from '../speech.requests.ts';
import { errorOf } from './live/live-answer.ts';
import { liveModels, liveVoices, readingInstructions } from './live/live-models.ts';

/**
 * Who reads sentences out. OpenAI's models for `/audio/speech` (gpt-4o-mini-tts, tts-1, tts-1-hd) end on 6 January
 * 2027, and this is what it names in their place: https://developers.openai.com/api/docs/deprecations, read on 30
 * November 2026.
 */
const reader = liveModels[0];

/** Samples a second of the sound that is asked for: 16 bits each, one channel. */
const rate = 24_000;
/** More is no sentence: three minutes. */
const mostBytes = 180 * rate * 2;
/** What holds more is no event of the vendor's. */
const longestEvent = 2_000_000;
/** A vendor that tells nothing for so long has gone, in ms. */
const stallMs = 10_000;

const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .match(/\p{L}[\p{L}\p{M}]*/gu) ?? [];

/**
 * Whether what a model said is the text that it was given, as far as its transcript tells. Numbers and signs may be
 * spelled as words; an answer to the text, or half of it, is another text.
 */
export function isReadAsWritten(text: string, said: string): boolean {
  const [asked, heard] = [wordsOf(text), wordsOf(said)];
  const there = new Set(heard);
  const isThere = asked.filter((word) => there.has(word)).length >= asked.length * 0.6;
  // A number of twelve digits is two dozen words.
  const room = asked.length * 2 + (text.match(/[\p{N}\p{P}\p{S}]/gu)?.length ?? 0) * 3 + 4;
  return isThere && heard.length <= room;
}

type Told = {
  type?: unknown;
  delta?: unknown;
  error?: Parameters<typeof errorOf>[0];
  response?: {
    status?: unknown;
    status_details?: { error?: Parameters<typeof errorOf>[0] };
  };
};

/** What comes of one text: `tell` takes events as they come, and gives the sound once all of it is there. */
function createReading(text: string) {
  const pieces: Buffer[] = [];
  let bytes = 0;
  let said = '';
  return {
    tell(data: string): Sound | null {
      let told: Told;
      try {
        told = JSON.parse(data) as Told;
      } catch (cause) {
        throw new SpeechError('garbled', 'OpenAI told something that is no event.', { cause });
      }
      if (told.type === 'error') throw errorOf(told.error);
      const delta = typeof told.delta === 'string' ? told.delta : '';
      if (told.type === 'response.output_audio_transcript.delta') said += delta.slice(0, longestEvent);
      if (told.type === 'response.output_audio.delta') {
        const piece = Buffer.from(delta, 'base64');
        bytes += piece.length;
        if (bytes > mostBytes) throw new SpeechError('garbled', 'OpenAI spoke for longer than a text lasts.');
        pieces.push(piece);
      }
      if (told.type !== 'response.done') return null;
      if (told.response?.status !== 'completed') throw errorOf(told.response?.status_details?.error);
      if (bytes < 2) throw new SpeechError('garbled', 'OpenAI gave no sound.');
      if (!isReadAsWritten(text, said))
        throw new SpeechError('garbled', 'OpenAI said something else than it was given.');
      return { type: 'audio/wav', bytes: wavOf(rate, Buffer.concat(pieces)) };
    },
  };
}

/** What is asked: how it is to sound, and the one text. */
function askedFor({ text, language, voice, speed }: SpeakingInput): object[] {
  return [
    {
      type: 'session.update',
      session: {
        type: 'realtime',
        output_modalities: ['audio'],
        reasoning: { effort: 'low' },
        audio: {
          input: { turn_detection: null },
          output: {
            format: { type: 'audio/pcm', rate },
            voice: liveVoices.includes(voice) ? voice : liveVoices[0],
            speed,
          },
        },
      },
    },
    {
      type: 'response.create',
      response: {
        conversation: 'none',
        instructions: readingInstructions(language),
        input: [{ type: 'message', role: 'user', content: [{ type: 'input_text', text }] }],
        tools: [],
        tool_choice: 'none',
        output_modalities: ['audio'],
        max_output_tokens: 4_096,
      },
    },
  ];
}

/** Reads texts out by a Realtime model: one connection for each text, which goes in as text and comes back as sound. */
export function createReadAloud(requests: SpeechRequests) {
  /** A socket that is refused tells nobody why; an ordinary request with the same key does. */
  async function whyRefused(input: SpeakingInput, cause: unknown): Promise<SpeechError> {
    const { apiKey, baseUrl, signal } = input;
    try {
      await requests.json({ path: '/models', connection: { apiKey, baseUrl, signal } });
    } catch (error) {
      if (error instanceof SpeechError) return error;
      throw error;
    }
    return new SpeechError('unreachable', 'OpenAI took no connection for reading aloud.', { cause });
  }

  return async function readAloud(input: SpeakingInput): Promise<Sound> {
    const { signal } = input;
    if (signal.aborted) throw signal.reason;
    const { url, headers } = requests.place(`/realtime?model=${reader.id}`, input);
    const socket = new WebSocket(url.replace(/^http/, 'ws'), { headers });
    const reading = createReading(input.text);
    let isOpen = false;
    let stall: NodeJS.Timeout | undefined;
    try {
      return await new Promise<Sound>((resolve, reject) => {
        const wait = (): void => {
          clearTimeout(stall);
          const gone = (): void =>
            reject(new SpeechError('unreachable', 'OpenAI stopped reading a text out.'));
          stall = setTimeout(gone, stallMs);
        };
        wait();
        signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
        socket.addEventListener('open', () => {
          isOpen = true;
          wait();
          for (const event of askedFor(input)) socket.send(JSON.stringify(event));
        });
        socket.addEventListener('message', ({ data }) => {
          wait();
          try {
            if (typeof data !== 'string' || data.length > longestEvent)
              throw new SpeechError('garbled', 'OpenAI told something that is no event.');
            const sound = reading.tell(data);
            if (sound) resolve(sound);
          } catch (error) {
            reject(error as Error);
          }
        });
        // A connection that fails says so twice.
        let isLost = false;
        const lost = (event: unknown): void => {
          if (isLost) return;
          isLost = true;
          if (isOpen) reject(new SpeechError('unreachable', 'The connection to OpenAI is gone.'));
          else if (!signal.aborted) void whyRefused(input, event).then(reject, reject);
        };
        socket.addEventListener('error', lost);
        socket.addEventListener('close', lost);
      });
    } finally {
      clearTimeout(stall);
      socket.close();
    }
  };
}
