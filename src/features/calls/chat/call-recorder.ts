/** So much is sent at once, in ms: what a closed tab loses at most. */
const pieceMs = 4_000;
/** Enough for voices. */
const bitsPerSecond = 32_000;
/** After a failure the same piece is sent again, first after this, in ms. */
const againMs = 1_000;
const longestPauseMs = 15_000;
/** How long what is left is tried once the call is over, in ms. */
const afterMs = 45_000;
/** Browsers let go on after their page what is no larger, in bytes. */
const mostLeft = 60_000;

/** What every browser plays, the smaller first. */
const types = ['audio/webm;codecs=opus', 'audio/mp4'];

/** A call that is being recorded. */
export type CallRecorder = {
  /** Whether the visitor is heard. */
  listen(isWanted: boolean): void;
  /** Ends it, and sends what is left. */
  stop(): void;
  /** Ends it and deletes all of it; false where the server did not say so. */
  withdraw(): Promise<boolean>;
};

type RecorderOptions = {
  /** The visitor's, by which the server knows them. */
  token: () => string | null;
  /** By which the browser tells of the call. */
  call: string;
  /** The words that the visitor agreed to. */
  consent: string;
  language: string;
  microphone: MediaStream;
  /** Tells of each way that the agent's sound comes by; null where it can't be recorded. */
  hearAgent: ((hear: (sound: MediaStream) => void) => void) | null;
  /** Nothing is recorded any more, and nobody asked for that. */
  onLost: () => void;
};

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Records a call, both sides in one sound, and sends it while it goes on. Begins once the server has noted the
 * visitor's consent; rejects where nothing can be recorded.
 */
export async function recordCall(options: RecorderOptions): Promise<CallRecorder> {
  const type = types.find((each) => MediaRecorder.isTypeSupported(each));
  if (!type) throw new Error('No type of recording is supported');
  const key = crypto.randomUUID();
  const leaving = new AbortController();
  const ask = (path: string, method: string, body?: FormData | string, isSmall = false) =>
    fetch(`/api/visitor/call/recordings${path}`, {
      method,
      signal: method === 'DELETE' ? null : leaving.signal,
      credentials: 'omit',
      keepalive: isSmall,
      headers: {
        ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
        authorization: `Bearer ${options.token() ?? ''}`,
      },
      body: body ?? null,
    });
  const { call, consent, language } = options;
  const agreed = JSON.stringify({ key, call, consent, language, hasAgent: options.hearAgent !== null });
  const noted = await ask('', 'POST', agreed);
  if (!noted.ok) throw new Error(`${noted.status}`);

  const context = new AudioContext();
  void context.resume();
  const both = context.createMediaStreamDestination();
  const mouth = new GainNode(context);
  context.createMediaStreamSource(options.microphone).connect(mouth).connect(both);
  options.hearAgent?.((sound) => context.createMediaStreamSource(sound).connect(both));

  const recorder = new MediaRecorder(both.stream, { mimeType: type, audioBitsPerSecond: bitsPerSecond });
  const began = performance.now();
  const waiting: { sound: Blob; ms: number }[] = [];
  let number = 0;
  let isSending = false;
  let until = Infinity;
  let isOver = false;

  function end() {
    if (isOver) return;
    isOver = true;
    removeEventListener('pagehide', flush);
    if (recorder.state !== 'inactive') recorder.stop();
    until = performance.now() + afterMs;
  }
  function giveUp() {
    waiting.length = 0;
    leaving.abort();
    const isMeant = isOver;
    end();
    void context.close();
    if (!isMeant) options.onLost();
  }

  /** Sends one after the other; what the network lost is sent again under its number, which changes nothing twice. */
  async function send() {
    if (isSending) return;
    isSending = true;
    let wait = againMs;
    for (let piece = waiting[0]; piece; piece = waiting[0]) {
      const form = new FormData();
      form.append('ms', String(Math.round(piece.ms)));
      form.append('file', piece.sound, 'piece');
      const status = await ask(`/${key}/pieces/${number}`, 'POST', form, piece.sound.size < mostLeft).then(
        (answer) => answer.status,
        () => 0,
      );
      if (waiting[0] !== piece) break;
      if (status === 200) {
        waiting.shift();
        number += 1;
        wait = againMs;
      } else if ((status >= 400 && status < 500 && status !== 429) || performance.now() > until) {
        giveUp();
      } else {
        await pause(wait);
        wait = Math.min(longestPauseMs, wait * 2);
      }
    }
    isSending = false;
    if (isOver && recorder.state === 'inactive') void closeOnce();
  }
  const closeOnce = async () => {
    if (context.state !== 'closed') await context.close();
  };
  /* Who closes the page leaves what was said so far. */
  function flush() {
    if (recorder.state === 'recording') recorder.requestData();
  }

  recorder.ondataavailable = ({ data }) => {
    if (data.size === 0 || leaving.signal.aborted) return;
    waiting.push({ sound: data, ms: performance.now() - began });
    void send();
  };
  recorder.onerror = giveUp;
  addEventListener('pagehide', flush);
  recorder.start(pieceMs);

  return {
    listen: (isWanted) => (mouth.gain.value = isWanted ? 1 : 0),
    stop: end,
    async withdraw() {
      end();
      waiting.length = 0;
      leaving.abort();
      void closeOnce();
      // An answer that got lost: there is nothing any more.
      return ask(`/${key}`, 'DELETE').then(
        ({ ok, status }) => ok || status === 404,
        () => false,
      );
    },
  };
}
