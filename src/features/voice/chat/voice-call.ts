import { entryWords } from '#features/conversations/chat/messages/entry-words.ts';
import { failureOf } from '#features/conversations/chat/shell/texts.ts';
import type { Translate } from '#features/conversations/chat/shell/texts.ts';
import type { ChatStore } from '#features/conversations/chat/store/chat-store.ts';
import type { Entry } from '#features/conversations/chat/store/chat-state.ts';
import type { PublicAgent } from '#features/conversations/chat/store/visitor-types.ts';
import type { CallCounts } from './call-notes.ts';
import type { HearingFailure, Recognizer, RecognizerEvents, Speaker } from './ports.ts';
import { isEcho, sentencesFrom, spokenText, wordCount } from '#shared/chat/speakable.ts';

/** Between two looks at what was said and written, in ms. */
export const tickMs = 120;
/** Nobody says anything for so long: the agent asks whether somebody is there; field 5.13. */
const idleMs = 10_000;
const idlePrompts = 2;
/** How long after the button was let go the last words are waited for. */
const releaseMs = 1_500;
/** A tool that works for so long is spoken of, in ms: silence would seem to be the end. */
const progressMs = 1_500;
/** A recognizer that ended by itself begins again after this, and after the network failed so much later. */
const restartMs = 250;
const networkMs = 1_500;
const networkTries = 3;
/** Of what was said last so much is told from an interruption. */
const echoLength = 400;

export type CallPhase = 'listening' | 'thinking' | 'speaking' | 'ended';
/** Why a call ended. `screen`: something has to be read, filled in or paid first. */
export type CallEnd =
  | 'hungUp'
  | 'idle'
  | 'limit'
  | 'person'
  | 'screen'
  /** The visitor's messages don't cover another minute. */
  | 'minutes'
  | 'closed'
  | HearingFailure;

export type CallState = {
  phase: CallPhase;
  /** What is being said by the visitor. */
  heard: string;
  isMuted: boolean;
  /** Listens only while a button is held. */
  isPushed: boolean;
  isHeld: boolean;
  /** Its longest is near. */
  isEnding: boolean;
};

export type CallOptions = {
  store: Pick<ChatStore, 'get' | 'send' | 'stop'>;
  settings: NonNullable<PublicAgent['voice']>;
  language: string;
  t: Translate;
  now: () => number;
  /** After final words somebody may go on within so many ms; 0 where the recognizer waits by itself. */
  pauseMs: number;
  recognizer: (events: RecognizerEvents) => Recognizer;
  speaker: (onSilence: () => void) => Speaker;
  /** Whether nobody can hear the visitor now: the connection is being made anew. */
  isBroken: () => boolean;
  onChange: (state: CallState) => void;
  onEnd: (reason: CallEnd) => void;
};

export type VoiceCall = ReturnType<typeof startCall>;

const isAnswer = (entry: Entry) =>
  entry.role === 'assistant' && !entry.isLine && !entry.author && !entry.event;
/** So long before its longest a call is told to be near its end, in ms. */
const endingMs = 60_000;

/** The longest call as it is told, e.g. “10 minutes” or “90 seconds”. */
export function lengthOf({ longestCall }: Pick<CallOptions['settings'], 'longestCall'>, language: string) {
  const inSeconds = longestCall < 120 && longestCall % 60 !== 0;
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: inSeconds ? 'second' : 'minute',
    unitDisplay: 'long',
    maximumFractionDigits: 1,
  }).format(inSeconds ? longestCall : longestCall / 60);
}

const joined = (...texts: string[]) => texts.filter(Boolean).join(' ');

/**
 * One call: what the visitor says goes into the chat as messages, and its answers are read out while they are
 * written. Whoever calls `tick` every `tickMs` drives it.
 */
export function startCall(options: CallOptions) {
  const { store, settings, language, t, now, pauseMs } = options;
  const began = now();
  /* A call may begin the next conversation. */
  const endedBefore = store.get().ended;
  let state: CallState = {
    phase: 'listening',
    heard: '',
    isMuted: false,
    isPushed: settings.turns === 'push-to-talk',
    isHeld: false,
    isEnding: false,
  };
  const set = (change: Partial<CallState>) => {
    state = { ...state, ...change };
    options.onChange(state);
  };

  /* What was said so far: final words, and those that may still change. */
  let finals = '';
  let interim = '';
  let turnEndsAt = Infinity;
  let idleAt = Infinity;
  let prompted = 0;
  let isRecognizing = false;
  let isVoiceThere = false;
  let startAt = 0;
  let failedTries = 0;
  /* The answer that is read out, and how far. */
  const passed = new Set(
    store
      .get()
      .entries.filter(isAnswer)
      .map(({ key }) => key),
  );
  let reading: { key: string; read: number } | null = null;
  let saidLast = '';
  /* Since when a tool works for it, and the answer of which that was said. */
  let workingSince: number | null = null;
  let toldOf = '';
  let isProgressOnly = false;
  const counts: CallCounts = { interruptions: 0, sounds: 0, soundMs: 0 };
  /* When the question was asked whose answer is not heard yet. */
  let askedAt = -1;

  const speaker = options.speaker(() => tick());
  const say = (text: string, messageId?: string) => {
    saidLast = `${saidLast} ${text}`.slice(-echoLength);
    speaker.say(text, messageId);
  };

  const recognizer = options.recognizer({
    onHeard(text, isFinal) {
      failedTries = 0;
      if (state.phase === 'ended' || state.isMuted) return;
      if (state.phase !== 'listening') {
        /* One word may be a cough; words of the agent's own are its echo. */
        if (!settings.interruptible && !state.isPushed) return;
        if (isEcho(text, saidLast) || (wordCount(text) < 2 && !isFinal)) return;
        interrupt();
      }
      if (isFinal) [finals, interim] = [joined(finals, text), ''];
      else interim = text;
      prompted = 0;
      idleAt = Infinity;
      turnEndsAt = state.isHeld ? Infinity : now() + (isFinal ? pauseMs : settings.turnTimeout * 1_000);
      set({ heard: joined(finals, interim) });
    },
    onVoice(isThere) {
      isVoiceThere = isThere;
      if (!isThere) idleAt = Math.max(idleAt, now() + idleMs);
      /* Who talks is not talked over; what was no words is gone on after. */
      if (!isThere || (state.phase === 'speaking' && settings.interruptible)) speaker.hold?.(isThere);
    },
    onCut: () => interrupt(),
    onEnd() {
      isRecognizing = false;
      startAt = Math.max(startAt, now() + restartMs);
    },
    onFailure(reason) {
      failedTries += 1;
      if (reason === 'network' && failedTries <= networkTries) startAt = now() + networkMs;
      else end(reason);
    },
  });

  const wantsToHear = () =>
    state.phase !== 'ended' &&
    !state.isMuted &&
    (state.isPushed ? state.isHeld : state.phase === 'listening' || settings.interruptible);

  /** Listens where it is wanted, and nowhere else. */
  function adjustHearing() {
    const isWanted = wantsToHear();
    if (isWanted && !isRecognizing && now() >= startAt) {
      isRecognizing = true;
      recognizer.start();
    } else if (!isWanted && isRecognizing && turnEndsAt === Infinity) recognizer.abort();
  }

  function listen() {
    reading = null;
    saidLast = '';
    askedAt = -1;
    idleAt = now() + idleMs;
    set({ phase: 'listening' });
  }

  /** The agent falls silent; an answer that is being written is stopped. */
  function interrupt() {
    if (state.phase === 'ended' || state.phase === 'listening') return;
    if (state.phase === 'speaking') counts.interruptions += 1;
    speaker.cancel();
    if (reading) passed.add(reading.key);
    if (store.get().busy) store.stop();
    listen();
  }

  function submit() {
    const text = joined(finals, interim);
    if (!text || store.get().busy) return;
    finals = interim = '';
    turnEndsAt = idleAt = Infinity;
    isProgressOnly = false;
    set({ phase: 'thinking', heard: '' });
    askedAt = now();
    store.send(text, undefined, true);
  }

  /** Reads on in the newest answer, also in one to what was typed. */
  function read() {
    const chat = store.get();
    const answer = chat.entries.findLast(isAnswer);
    if (answer && !passed.has(answer.key) && reading?.key !== answer.key) {
      if (reading) speaker.cancel();
      reading = { key: answer.key, read: 0 };
      idleAt = Infinity;
      if (state.phase === 'listening') set({ phase: 'thinking' });
    }
    if (!reading || reading.key !== answer?.key) return;
    const isOver = answer.status !== 'streaming' && !chat.busy;
    const failure = isOver ? failureOf(answer, chat.agent) : '';
    const text = spokenText(entryWords(answer));
    const { sentences, end: reach } = sentencesFrom(text, reading.read, isOver, language);
    reading.read = reach;
    for (const sentence of sentences) {
      isProgressOnly = false;
      say(sentence, answer.id);
    }
    tellOfWork(answer.key, !text && chat.activity !== null);
    if (!isOver) return;
    passed.add(answer.key);
    reading = null;
    if (failure) say(failure);
    else if (!text && answer.status === 'complete') say(t('voice.look'));
  }

  function tellOfWork(key: string, isWorking: boolean) {
    workingSince = isWorking ? (workingSince ?? now()) : null;
    if (workingSince === null || toldOf === key || now() - workingSince < progressMs) return;
    toldOf = key;
    isProgressOnly = true;
    say(t('voice.working'));
  }

  /** What only the screen can go on with ends the call, and a person who writes does. */
  function reasonToEnd(): CallEnd | null {
    const chat = store.get();
    const { ended } = chat;
    const isEnded = ended !== null && ended !== endedBefore;
    // Whoever ended the chat need not be told.
    if (isEnded && ended.by === 'visitor') return 'hungUp';
    if (chat.people?.handler === 'human') return 'person';
    if (chat.waiting || chat.paywall === 'wall') return 'screen';
    if (chat.session === 'gone' || chat.agent.closed !== null) return 'closed';
    if (now() - began >= settings.longestCall * 1_000) return 'limit';
    return isEnded && !reading && !speaker.isSpeaking() ? 'closed' : null;
  }

  function tick() {
    if (state.phase === 'ended') return;
    const reason = reasonToEnd();
    if (reason) return end(reason);
    const left = settings.longestCall * 1_000 - (now() - began);
    if (!state.isEnding && left <= endingMs && settings.longestCall * 1_000 > endingMs)
      set({ isEnding: true });
    read();
    if (askedAt >= 0 && !isProgressOnly && (speaker.isHeard ?? speaker.isSpeaking)()) {
      counts.sounds += 1;
      counts.soundMs += Math.round(now() - askedAt);
      askedAt = -1;
    }
    if (speaker.isSpeaking()) {
      if (state.phase !== 'speaking') set({ phase: 'speaking' });
    } else if (reading || store.get().busy) {
      if (state.phase === 'speaking') set({ phase: 'thinking' });
    } else if (state.phase !== 'listening') listen();
    if (state.phase === 'listening' && !state.isMuted) {
      if (now() >= turnEndsAt) submit();
      else if (options.isBroken()) idleAt = Math.max(idleAt, now() + idleMs);
      else if (now() >= idleAt && !isVoiceThere) askWhetherThere();
    }
    adjustHearing();
  }

  function askWhetherThere() {
    if (state.isPushed) return;
    if (prompted >= idlePrompts) return end('idle');
    prompted += 1;
    idleAt = Infinity;
    say(t('voice.still'));
  }

  function end(reason: CallEnd) {
    if (state.phase === 'ended') return;
    set({ phase: 'ended', heard: '' });
    speaker.cancel();
    recognizer.abort();
    /* Whoever listens may not look at the screen, where the same words stand. */
    if (reason !== 'hungUp') say(t(`voice.over.${reason}`, { time: lengthOf(settings, language) }));
    options.onEnd(reason);
  }

  if (settings.greeting.trim()) say(settings.greeting.trim());
  else listen();
  tick();

  return {
    get: () => state,
    tick,
    interrupt,
    counts: () => counts,
    hangUp: () => end('hungUp'),
    /** Ends the call, saying why. */
    end,
    mute(isMuted: boolean) {
      finals = interim = '';
      turnEndsAt = Infinity;
      idleAt = isMuted ? Infinity : now() + idleMs;
      set({ isMuted, heard: '' });
      adjustHearing();
    },
    /** Listens by itself, or while a button is held. */
    push(isPushed: boolean) {
      set({ isPushed, isHeld: false });
      if (!isPushed) idleAt = now() + idleMs;
      adjustHearing();
    },
    hold(isHeld: boolean) {
      if (!state.isPushed || isHeld === state.isHeld) return;
      if (isHeld) interrupt();
      set({ isHeld });
      if (isHeld) {
        turnEndsAt = Infinity;
        startAt = 0;
        adjustHearing();
        return;
      }
      turnEndsAt = now() + releaseMs;
      recognizer.finish();
    },
  };
}
