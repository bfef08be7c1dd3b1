import { WebSocket } from 'undici';
import type { LiveEvent, LiveModel, LiveSpeech } from '../../speech-live.port.ts';
import { formOf, type SpeechRequests } from '../../speech.requests.ts';
import { SpeechError, type SpeechConnection } from '../../speech.port.ts';
import { hearing, liveModels, liveVoices } from './live-models.ts';
import { createLiveSession } from './live-session.ts';

/** The vendor's answers are a few kilobytes. */
const longestAnswer = 100_000;
/** One event is never longer, in characters; who sends more is given up. */
const longestEvent = 1_000_000;
const joinMs = 10_000;

/** Calls of OpenAI's Realtime: made by this server with its own key, which alone may join them afterwards. */
export function createOpenAiLive(requests: SpeechRequests): LiveSpeech {
  const modelOf = (id: string): LiveModel => liveModels.find((model) => model.id === id) ?? liveModels[0];
  return {
    models: liveModels,
    voices: liveVoices,

    async call({ sdp, model, voice, language, speed, isInterruptible, ...connection }) {
      const session = {
        type: 'realtime',
        model: modelOf(model).id,
        output_modalities: ['audio'],
        reasoning: { effort: 'low' },
        // What is answered, and with which words, the server says for each answer.
        instructions: 'Say nothing unless you are asked for a response.',
        audio: {
          input: {
            noise_reduction: { type: 'near_field' },
            transcription: { model: hearing.model, language },
            turn_detection: {
              type: 'server_vad',
              create_response: false,
              interrupt_response: isInterruptible,
            },
          },
          output: { voice: liveVoices.includes(voice) ? voice : liveVoices[0], speed },
        },
      };
      const response = await requests.send({
        path: '/realtime/calls',
        connection,
        form: formOf({ sdp, session: JSON.stringify(session) }),
      });
      const answer = await response.text();
      const callId = /\/([\w-]{1,200})$/.exec(response.headers.get('location') ?? '')?.[1];
      if (!callId || !answer.startsWith('v=0') || answer.length > longestAnswer)
        throw new SpeechError('garbled', 'OpenAI did not answer with a call.');
      return { callId, sdp: answer };
    },

    async join(connection, { callId, model, ...call }, onEvent) {
      const { url, headers } = requests.place(`/realtime?call_id=${encodeURIComponent(callId)}`, connection);
      const socket = new WebSocket(url.replace(/^http/, 'ws'), { headers });
      return connected(socket, connection, { ...call, model: modelOf(model) }, onEvent);
    },

    async hangUp(connection, callId) {
      const path = `/realtime/calls/${encodeURIComponent(callId)}/hangup`;
      try {
        await (await requests.send({ path, connection, json: {} })).body?.cancel();
      } catch (error) {
        // It is over already.
        if (!(error instanceof SpeechError) || error.status !== 404) throw error;
      }
    },
  };
}

/** The session on a socket, once that is open. */
function connected(
  socket: WebSocket,
  { signal }: SpeechConnection,
  call: { model: LiveModel; speed: number; isInterruptible: boolean },
  onEvent: (event: LiveEvent) => void,
) {
  const { session, tell, end } = createLiveSession(
    {
      send(event) {
        if (socket.readyState !== WebSocket.OPEN) return false;
        socket.send(JSON.stringify(event));
        return true;
      },
      close: () => socket.close(),
    },
    { ...call, now: () => performance.now() },
    onEvent,
  );
  return new Promise<typeof session>((resolve, reject) => {
    let isOpen = false;
    const fail = (cause: unknown): void => {
      clearTimeout(timer);
      if (isOpen) return end();
      socket.close();
      reject(
        signal.aborted
          ? signal.reason
          : new SpeechError('unreachable', 'OpenAI let nobody join the call.', { cause }),
      );
    };
    const timer = setTimeout(fail, joinMs, 'silence').unref();
    signal.addEventListener('abort', () => !isOpen && fail('aborted'), { once: true });
    socket.addEventListener('open', () => {
      clearTimeout(timer);
      isOpen = true;
      resolve(session);
    });
    socket.addEventListener('message', ({ data }) => {
      if (typeof data !== 'string') return;
      if (data.length > longestEvent) socket.close();
      else tell(data);
    });
    socket.addEventListener('close', fail);
    socket.addEventListener('error', fail);
  });
}
