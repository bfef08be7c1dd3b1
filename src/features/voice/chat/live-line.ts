import { readEvents } from '#features/conversations/chat/store/event-stream.ts';
import type { CallEvent } from '../voice.contract.ts';
import { callRequests } from './call-requests.ts';

/** So long a connection may take to be made, and a broken one to heal by itself, in ms. */
const connectMs = 12_000;
const healMs = 4_000;

/** Sound both ways between this browser and a vendor, and what the server tells of it. */
export type Line = {
  /** Whether the vendor hears the visitor. */
  listen(isWanted: boolean): void;
  /** Says a sentence; false where nobody could. Missing where the vendor says only what it asks for. */
  say?(text: string, messageId: string | undefined): Promise<boolean>;
  /** What the vendor says by itself as the call begins. */
  greeting?: string;
  quiet(): void;
  close(): void;
};

/** What happens in a call. `cut`: somebody spoke into what the agent said, and the vendor fell silent. */
export type LineEvent = CallEvent | { type: 'cut' };

export type LineOptions = {
  stream: MediaStream;
  token: () => string | null;
  language: string;
  /** The call goes on after it broke. */
  isAgain: boolean;
  onEvent: (event: LineEvent) => void;
  /** It is over, and `close` was not called. */
  onBroken: () => void;
  /** The agent's sound comes by this way from now on. */
  onSound: (sound: MediaStream) => void;
  /** The browser plays no sound before somebody presses something; `play` is called then. */
  onRefused: (play: () => unknown) => void;
};

/** Makes a connection; rejects where there is none to be had. */
export function connectLine(options: LineOptions): Promise<Line> {
  const { stream, language } = options;
  const leaving = new AbortController();
  const peer = new RTCPeerConnection();
  const player = new Audio();
  /* A copy: the level is still seen while the vendor hears nothing. */
  const track = stream.getAudioTracks()[0]!.clone();
  track.enabled = false;
  let timer = 0;
  let isOver = false;

  function close() {
    isOver = true;
    clearTimeout(timer);
    leaving.abort();
    track.stop();
    peer.close();
    player.srcObject = null;
  }
  const ask = callRequests(options.token);
  const line: Line = {
    listen: (isWanted) => (track.enabled = isWanted),
    say: (text, messageId) =>
      ask('/said', 'POST', { text, language, messageId }).then(
        ({ ok }) => ok,
        () => false,
      ),
    quiet: () => void ask('/said', 'DELETE').catch(() => undefined),
    close,
  };

  return new Promise((resolve, reject) => {
    let isThere = false;
    const fail = (why: unknown) => {
      if (isOver) return;
      close();
      if (isThere) options.onBroken();
      else reject(why as Error);
    };
    timer = window.setTimeout(fail, connectMs, new Error('late'));
    peer.onconnectionstatechange = () => {
      const { connectionState: state } = peer;
      if (state === 'failed') return fail(new Error(state));
      if (state !== 'connected' && state !== 'disconnected') return;
      clearTimeout(timer);
      if (state === 'disconnected') {
        timer = window.setTimeout(fail, healMs, new Error(state));
        return;
      }
      if (isOver) return;
      isThere = true;
      resolve(line);
    };
    peer.ontrack = ({ track: sound }) => {
      const stream = new MediaStream([sound]);
      player.srcObject = stream;
      options.onSound(stream);
      const play = (): unknown => player.play().catch(() => options.onRefused(play));
      play();
    };
    peer.addTrack(track, stream);
    void (async () => {
      await peer.setLocalDescription();
      const sdp = peer.localDescription!.sdp;
      const response = await ask('', 'POST', { sdp, language }, leaving.signal);
      if (!response.ok) throw new Error(`${response.status}`);
      await readEvents(response, ({ event, data }) => {
        const told = { ...(JSON.parse(data) as object), type: event } as
          | CallEvent
          | { type: 'answer'; sdp: string };
        if (told.type === 'answer') peer.setRemoteDescription({ type: 'answer', sdp: told.sdp }).catch(fail);
        else options.onEvent(told);
      });
      throw new Error('over');
    })().catch(fail);
  });
}
