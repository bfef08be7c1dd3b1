import { useEffect, useRef, useState } from 'preact/hooks';
import { afterPress } from './after-press.ts';
import { browserRecognizer, browserSpeaker, canListen } from './browser-speech.ts';
import { openMicrophone, type Microphone, type MicrophoneFailure } from './microphone.ts';
import { keepNotes } from './call-notes.ts';
import type { Recognizer, RecognizerEvents, Speaker } from './ports.ts';
import { localeOf } from './speech-locale.ts';
import type { ChatState } from '#features/conversations/chat/store/chat-state.ts';
import { startCall, tickMs, type CallEnd, type CallState, type VoiceCall } from './voice-call.ts';
import type { ServerSpeech } from './server-speech.ts';
import { useRecording } from './use-recording.ts';
import type { VoiceProps } from './Voice.tsx';

/** After final words somebody may go on within so many ms. */
const pauseMs = 700;

/** So long the visitor is told that the call goes on another way, in ms. */
const slowerMs = 10_000;

/** What the bar shows: before, during and after a call. */
export type CallScene =
  | { is: 'explained' }
  /** `isGranted`: the microphone is there, and the vendor's call is being made. */
  | { is: 'opening'; isGranted: boolean }
  | {
      is: 'call';
      call: VoiceCall;
      state: CallState;
      isSilent: boolean;
      /** The live call was not to be had: it goes on sentence by sentence. */
      isSlower: boolean;
      /** The live call broke and is being made anew: nobody hears the visitor meanwhile. */
      isBroken: boolean;
    }
  | { is: 'over'; reason: CallEnd | MicrophoneFailure | 'unsupported' };

/** There one program has the microphone at a time: the page may not keep it while the browser listens. */
const isHandheld = () =>
  /Android|iPhone|iPad/.test(navigator.userAgent) ||
  (navigator.maxTouchPoints > 1 && /Mac/.test(navigator.platform));

/* Who read once what happens with their voice is not told again on this page. */
let hasAgreed = false;

/** Whether each minute takes of the messages that the visitor has; with unlimited access nothing is counted down. */
export const isPaidByMinute = (
  { minuteMessages }: VoiceProps['settings'],
  balance: ChatState['balance'],
): boolean =>
  minuteMessages > 0 &&
  balance !== null &&
  ['free', 'free_used', 'pack', 'pack_exhausted'].includes(balance.state);

/** One call from the explanation to its end. `onLevel` hears how loud it is, from 0 to 1. */
export function useCall(props: VoiceProps, onLevel: (level: number) => void) {
  const { store, t, settings, isOpen } = props;
  const isRecordable =
    settings.recording !== null &&
    typeof MediaRecorder === 'function' &&
    (settings.hears === 'server' || !isHandheld());
  const recording = useRecording(props);
  /* Each call is asked about. */
  const isTold = hasAgreed && !isRecordable && !isPaidByMinute(settings, store.get().balance);
  const [scene, setScene] = useState<CallScene>(
    isTold ? { is: 'opening', isGranted: false } : { is: 'explained' },
  );
  /* Since when the call goes on sentence by sentence, and whether the browser plays no sound. */
  const slowerSince = useRef(-Infinity);
  const isSilent = useRef(false);
  const isBroken = useRef(false);
  const isReadOut = useRef(false);
  const running = useRef<{ call: VoiceCall; stop: () => void; show: (state: CallState) => void } | null>(
    null,
  );
  const isHere = useRef(true);

  /** Nothing is heard before the next press: the visitor is told, and reads meanwhile. */
  function onRefused(play?: () => unknown) {
    isSilent.current = true;
    isReadOut.current = false;
    afterPress(() => {
      isSilent.current = false;
      isReadOut.current = running.current !== null;
      play?.();
    });
  }

  function run(microphone: Microphone | null, server: ServerSpeech | null) {
    const { language } = store.get().agent;
    const locale = localeOf(language);
    const ownEars = (events: RecognizerEvents) => browserRecognizer(locale, events);
    const ears = (events: RecognizerEvents): Recognizer =>
      server?.hears && microphone
        ? server.recognizer(microphone, events, canListen() ? ownEars : null)
        : ownEars(events);
    const ownVoice = (onSilence: () => void): Speaker =>
      browserSpeaker(locale, settings, { onSilence, onRefused: () => onRefused() });
    let ended = false;
    /* A screen reader that said what is read out, too, would be talked over, and heard by the call. */
    const stopSilencing = store.subscribe(() => {
      if (isReadOut.current && store.get().announcement) store.set({ announcement: '' });
    });
    const notes = keepNotes({
      store,
      language,
      way: () => (server?.isLive?.() ? 'live' : server ? 'sentences' : 'browser'),
      counts: () => call.counts(),
      now: () => performance.now(),
      onUnpaid() {
        call.end('minutes');
        store.set({ paywall: 'wall' });
      },
    });
    const stop = () => {
      clearInterval(ticking);
      recording.end();
      microphone?.close();
      server?.close();
      running.current = null;
      isReadOut.current = false;
      stopSilencing();
    };
    const show = (state: CallState) => {
      if (!running.current || ended) return;
      recording.follow(state);
      setScene({
        is: 'call',
        call: running.current.call,
        state,
        isSilent: isSilent.current,
        isSlower: performance.now() - slowerSince.current < slowerMs,
        isBroken: isBroken.current,
      });
    };
    const call = startCall({
      store,
      settings: { ...settings, interruptible: settings.interruptible && (!!server?.hears || !isHandheld()) },
      language,
      t,
      now: () => performance.now(),
      pauseMs: server?.hears ? 0 : pauseMs,
      recognizer: ears,
      speaker: (onSilence) =>
        server?.speaks
          ? server.speaker(window.speechSynthesis ? ownVoice(onSilence) : null, onSilence)
          : ownVoice(onSilence),
      isBroken: () => isBroken.current,
      onChange: show,
      onEnd: (reason) => {
        ended = true;
        /* What never began is not told of. */
        if (running.current) notes.end(reason);
        stop();
        if (isHere.current) setScene({ is: 'over', reason });
      },
    });
    const ticking = window.setInterval(() => {
      if (!isOpen()) return call.hangUp();
      onLevel(microphone && !call.get().isMuted ? microphone.level() : 0);
      call.tick();
      notes.tick();
    }, tickMs);
    if (ended) return;
    const begun = notes.begin();
    running.current = { call, stop, show };
    isReadOut.current = !isSilent.current;
    microphone?.stream.getAudioTracks()[0]?.addEventListener('ended', () => call.end('noMicrophone'));
    if (isRecordable && microphone)
      recording.begin({ microphone: microphone.stream, server, call: begun.then(notes.key) });
    show(call.get());
  }

  /** The server's part, fetched where the owner chose it; the browser's own does where it can't be fetched. */
  async function serverSpeech(context: AudioContext | null): Promise<ServerSpeech | null> {
    if (settings.hears === 'browser' && settings.speaks === 'browser') return null;
    const { openServerSpeech } = await import('./server-speech.ts');
    return openServerSpeech({
      token: () => store.api.token(),
      language: store.get().agent.language,
      settings,
      context,
      onRefused,
    });
  }

  /** A call of the vendor's own in place of `spare`, where one can be had. */
  async function liveSpeech(microphone: Microphone, spare: ServerSpeech): Promise<ServerSpeech> {
    const onSpare = () => (slowerSince.current = performance.now());
    try {
      const [{ openLiveSpeech }, connect] = await Promise.all([
        import('./live-call.ts'),
        settings.live === 'socket'
          ? import('./socket/socket-line.ts').then(({ connectSocket }) => connectSocket)
          : import('./live-line.ts').then(({ connectLine }) => connectLine),
      ]);
      return await openLiveSpeech({
        microphone,
        spare,
        connect,
        token: () => store.api.token(),
        language: store.get().agent.language,
        onSpare,
        onMending(isMending) {
          isBroken.current = isMending;
          running.current?.show(running.current.call.get());
        },
        onRefused,
      });
    } catch {
      onSpare();
      return spare;
    }
  }

  async function open() {
    hasAgreed = true;
    isBroken.current = false;
    setScene({ is: 'opening', isGranted: false });
    /* Some browsers let nothing sound that did not begin with a press; an empty text is one. */
    if (window.speechSynthesis) speechSynthesis.speak(new SpeechSynthesisUtterance(''));
    /* Sound that is made in a press may be heard. */
    const context = settings.speaks === 'server' ? new AudioContext() : null;
    const server = await serverSpeech(context);
    if (!server?.hears && !canListen()) return setScene({ is: 'over', reason: 'unsupported' });
    const microphone = await openMicrophone();
    if (!isHere.current || typeof microphone === 'string') {
      server?.close();
      if (typeof microphone !== 'string') return microphone.close();
      return isHere.current && setScene({ is: 'over', reason: microphone });
    }
    const isShared = server?.hears || !isHandheld();
    if (!isShared) microphone.close();
    if (settings.live) setScene({ is: 'opening', isGranted: true });
    const speech = settings.live && server?.hears ? await liveSpeech(microphone, server) : server;
    if (isHere.current) return run(isShared ? microphone : null, speech);
    microphone.close();
    speech?.close();
  }

  useEffect(() => {
    if (isTold) void open();
    return () => {
      isHere.current = false;
      running.current?.call.hangUp();
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the bar opens
  }, []);

  return { scene, open, recording: isRecordable ? recording : null };
}
