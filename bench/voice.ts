/**
 * What a spoken turn takes on our side: `npm run bench:voice`. Vendors of speech are stand-ins that answer at once, so
 * that all that is measured is ours and the network of one machine: from the words that were understood until the
 * vendor is asked to speak (a live call, by the call's own model or by the built-in engine out of documents), or from
 * the end of a recording until the first sound of the answer (sentence by sentence, built-in engine). First one caller
 * alone, then fifty at once (goal: p95 ≤ 50 ms). A live call's sound goes past the server.
 */
import { randomUUID } from 'node:crypto';
import {
  ask,
  openStream,
  publishAgent,
  register,
  type Accepted,
  type Reader,
} from '#tests/reliability/people.ts';
import { sentencesFrom, spokenText } from '#shared/chat/speakable.ts';
import { startRealtimeStandIn, type StandInCall } from '#tests/support/models/realtime-stand-in.ts';
import { speechKey, startSpeechStandIn, tone } from '#tests/support/models/speech-stand-in.ts';
import { questions, teach } from './support/asking.ts';
import { machine, percentile, printTable, startHelper } from './support/processes.ts';

const callers = 50;
const turns = 8;
/** Between two turns of a caller, in ms: people listen, and think. */
const pauseMs = 3_000;

const live = await startRealtimeStandIn();
const sentences = await startSpeechStandIn();
const server = await startHelper(
  'voice-server.ts',
  JSON.stringify({ ...sentences.baseUrls, ...live.baseUrls }),
);

type Caller = {
  headers: Record<string, string>;
  conversationId: string | null;
};
const ways = ['live, its model', 'live, built in', 'sentences, built in'] as const;
type Way = (typeof ways)[number];

let addresses = 0;
/** Each caller comes from an address of their own. */
async function openCaller(agent: number): Promise<Caller> {
  addresses += 1;
  const headers = { 'x-forwarded-for': `198.51.${addresses >> 8}.${addresses & 255}` };
  const { body } = await ask<{ token: string }>('POST', `${server.url}/api/visitor/session`, {
    headers,
    body: { agent, token: null },
  });
  return { headers: { ...headers, authorization: `Bearer ${body.token}` }, conversationId: null };
}

async function send(caller: Caller, text: string): Promise<Reader> {
  const body = { conversationId: caller.conversationId, clientMessageId: randomUUID(), text, isSpoken: true };
  return openStream('POST', `${server.url}/api/visitor/messages`, { headers: caller.headers, body });
}
async function finish(caller: Caller, reader: Reader): Promise<Accepted> {
  if ((await reader.ended) !== 'done') throw new Error(`An answer failed: ${reader.refusal?.message}`);
  const accepted = reader.accepted()!;
  caller.conversationId = accepted.conversationId;
  await reader.closed;
  return accepted;
}

/** Of each call: who waits for the moment at which the vendor is asked to speak. */
const waiting = new Map<StandInCall, () => void>();
live.speaks = (_asked, call) => {
  waiting.get(call)?.();
  return { words: 'Well.' };
};

/** The vendor's end of each call, by the offer that it was made with. */
const offered = new Map<string, StandInCall>();
const { answerOffer } = live;
live.answerOffer = (sdp, call) => {
  offered.set(sdp, call);
  return answerOffer(sdp, call);
};

type Begun = {
  reader: Reader;
  call: StandInCall;
};
async function beginCall(caller: Caller): Promise<Begun> {
  const sdp = `v=0\r\ns=${randomUUID()}\r\nm=audio 9 UDP/TLS/RTP/SAVPF 111\r\n`;
  const reader = await openStream('POST', `${server.url}/api/visitor/calls`, {
    headers: caller.headers,
    body: { sdp, language: 'en' },
  });
  if (reader.status !== 200) throw new Error(`No call: ${reader.refusal?.message}`);
  await reader.next('answer');
  const call = offered.get(sdp)!;
  return { reader, call };
}

/** Has the first sentence of an answer said, as soon as it is there. */
async function readOut(caller: Caller, answer: Reader, path: string): Promise<void> {
  const { data } = await answer.next('accepted');
  const isOver = (): boolean => answer.events.some(({ event }) => event === 'done' || event === 'failed');
  const sayable = (): string[] => sentencesFrom(spokenText(answer.text()), 0, isOver(), 'en').sentences;
  while (sayable().length === 0 && !isOver()) await moment();
  const [text = ''] = sayable();
  const said = await ask('POST', server.url + path, {
    headers: caller.headers,
    body: { text, language: 'en', messageId: (data as Accepted).assistantMessage.id },
  });
  if (said.status !== 200) throw new Error(said.text);
}

/** A look a millisecond: callers who look all the time would take the processor from what they measure. */
const moment = () => new Promise((resolve) => setTimeout(resolve, 1));

/** The vendor tells what it understood; the chat sends it as a message; the vendor is asked to speak. */
async function liveTurn(way: Way, caller: Caller, { call, reader }: Begun, text: string): Promise<number> {
  const heard = reader.events.length;
  const spoken = new Promise<void>((resolve) => waiting.set(call, resolve));
  const started = performance.now();
  call.hears(text);
  while (!reader.events.slice(heard).some(({ event, data }) => event === 'heard' && data['isFinal']))
    await moment();
  const answer = await send(caller, text);
  if (way === 'live, built in') await readOut(caller, answer, '/api/visitor/calls/said');
  await spoken;
  const took = performance.now() - started;
  await finish(caller, answer);
  return took;
}

const recording = async (): Promise<{ raw: Buffer; type: string }> => {
  const form = new FormData();
  form.append('language', 'en');
  form.append('file', new Blob([Uint8Array.from(tone(2_000))], { type: 'audio/wav' }), 'speech.wav');
  const written = new Response(form);
  return {
    raw: Buffer.from(await written.arrayBuffer()),
    type: written.headers.get('content-type') ?? '',
  };
};

/** What was recorded becomes text, a message and an answer, whose first sentence is read out. */
async function sentenceTurn(caller: Caller, text: string): Promise<number> {
  const { raw, type } = await recording();
  const started = performance.now();
  const heard = await ask('POST', `${server.url}/api/visitor/speech/heard`, {
    raw,
    headers: { ...caller.headers, 'content-type': type },
  });
  if (heard.status !== 200) throw new Error(heard.text);
  const answer = await send(caller, text);
  await readOut(caller, answer, '/api/visitor/speech/said');
  const took = performance.now() - started;
  await finish(caller, answer);
  return took;
}

async function converse(way: Way, agent: number, offsetMs: number, times: number[]): Promise<void> {
  const caller = await openCaller(agent);
  await new Promise((resolve) => setTimeout(resolve, offsetMs));
  const begun = way === 'sentences, built in' ? null : await beginCall(caller);
  for (let turn = 0; turn < turns; turn++) {
    const text = questions[turn % questions.length]!;
    const took = begun ? await liveTurn(way, caller, begun, text) : await sentenceTurn(caller, text);
    // The first turn begins the conversation.
    if (turn > 0) times.push(took);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  begun?.reader.close();
}

process.stdout.write(`${machine()}\n`);
try {
  // An account has at most forty calls at once.
  const owners = await Promise.all([register(server.url), register(server.url)]);
  const agents = new Map<Way, number[]>();
  for (const way of ways) {
    const made = await Promise.all(
      owners.map(async (owner) => {
        const isLive = way !== 'sentences, built in';
        const provider = isLive ? 'openai' : 'elevenlabs';
        await owner.put(`/api/integrations/${provider}`, { apiKey: speechKey });
        const agent = await publishAgent(owner, (draft) => {
          const said = isLive
            ? { way: 'live', liveModel: 'gpt-realtime-2' }
            : { way: 'sentences', voice: 'v1' };
          Object.assign(draft.voice, { enabled: true, provider, ...said });
          if (way === 'live, its model') Object.assign(draft.ai, { provider, model: 'gpt-5-mini' });
          draft.dynamic.followUps = 0;
          Object.assign(draft.access, { messagesPerMinute: 60 });
        });
        await teach(owner, agent.collectionId);
        return agent.number;
      }),
    );
    agents.set(way, made);
  }
  const rows: (string | number)[][] = [];
  for (const way of ways) {
    const [first = 0, second = 0] = agents.get(way) ?? [];
    for (const count of [1, 1, callers]) {
      const times: number[] = [];
      await Promise.all(
        Array.from({ length: count }, (_, at) =>
          converse(way, at % 2 ? second : first, (at / count) * pauseMs, times),
        ),
      );
      rows.push([way, count, ...[0.5, 0.95, 0.99].map((share) => percentile(times, share).toFixed(1))]);
    }
    // The very first caller warmed everything up.
    rows.splice(rows.length - 3, 1);
  }
  printTable(['way', 'callers at once', 'p50 ms', 'p95 ms', 'p99 ms'], rows);
} finally {
  await server.stop();
  await Promise.all([live.close(), sentences.close()]);
}
