import { beforeEach, describe, expect, test } from 'vitest';
import {
  blank,
  localEntry,
  type ChatState,
  type Entry,
} from '#features/conversations/chat/store/chat-state.ts';
import type { PublicAgent } from '#features/conversations/chat/store/visitor-types.ts';
import { voiceSection } from '#features/agents/agents-voice.contract.ts';
import type { RecognizerEvents } from './ports.ts';
import { lengthOf, startCall, tickMs, type CallEnd, type CallOptions } from './voice-call.ts';

let time = 0;
let chat: ChatState;
let said: string[];
let isSpeaking: boolean;
let isHeld: boolean;
let isBroken: boolean;
let ears: RecognizerEvents & { isOn: boolean; starts: number };
let ended: CallEnd | null;
const sent: unknown[] = [];

beforeEach(() => {
  time = 0;
  said = [];
  isSpeaking = false;
  isHeld = false;
  isBroken = false;
  ended = null;
  sent.length = 0;
  const agent = { name: 'Linden', closed: null, texts: {} } as unknown as PublicAgent;
  chat = {
    ...blank,
    agent,
    session: 'ready',
    isUnknown: false,
    online: true,
    progress: null,
    switchable: [],
    balance: null,
    entries: [{ ...localEntry('assistant', 'An answer from before.'), status: 'complete' }],
  };
});

function begin(settings: Partial<CallOptions['settings']> = {}, pauseMs = 700) {
  const { enabled: _, ...defaults } = voiceSection.parse({});
  const call = startCall({
    settings: {
      ...defaults,
      hears: 'browser',
      speaks: 'browser',
      live: null,
      recording: null,
      ...settings,
    },
    language: 'en',
    t: (key) => key,
    now: () => time,
    pauseMs,
    store: {
      get: () => chat,
      stop: () => void (chat = { ...chat, busy: false }),
      send(text, files, isSpoken) {
        sent.push([text, files, isSpoken]);
        chat = { ...chat, busy: true, entries: [...chat.entries, localEntry('visitor', text)] };
      },
    },
    recognizer(events) {
      ears = Object.assign(events, { isOn: false, starts: 0 });
      const stop = () => {
        if (!ears.isOn) return;
        ears.isOn = false;
        events.onEnd();
      };
      return {
        start() {
          ears.isOn = true;
          ears.starts += 1;
        },
        finish: stop,
        abort: stop,
      };
    },
    speaker: (onSilence) => ({
      say(text) {
        said.push(text);
        isSpeaking = true;
        silence = () => {
          isSpeaking = false;
          onSilence();
        };
      },
      hold: (is) => void (isHeld = is),
      cancel: () => void (isSpeaking = false),
      isSpeaking: () => isSpeaking,
    }),
    isBroken: () => isBroken,
    onChange: () => undefined,
    onEnd: (reason) => void (ended = reason),
  });
  return call;
}
let silence = () => {};

/** Lets time go by as the bar does. */
function pass(call: ReturnType<typeof begin>, milliseconds: number) {
  for (const until = time + milliseconds; time < until;) {
    time += tickMs;
    call.tick();
  }
}
/** An answer that is being written. */
function write(text: string, status: Entry['status'] = 'streaming') {
  const last = chat.entries.at(-1);
  const entry =
    last?.role === 'assistant' && last.status === 'streaming' ? last : localEntry('assistant', '');
  chat = {
    ...chat,
    busy: status === 'streaming',
    entries: [...chat.entries.filter(({ key }) => key !== entry.key), { ...entry, text, status }],
  };
}

describe('a call', () => {
  test('sends what was said as a spoken message, and reads the answer out sentence by sentence', () => {
    const call = begin();
    expect(ears.isOn).toBe(true);
    ears.onHeard('When do', false);
    ears.onHeard('When do you', true);
    pass(call, 300);
    ears.onHeard('open?', true);
    expect(call.get().heard).toBe('When do you open?');
    pass(call, 900);
    expect(sent).toEqual([['When do you open?', undefined, true]]);
    expect(call.get()).toMatchObject({ phase: 'thinking', heard: '' });

    write('At nine. On Sun');
    call.tick();
    expect(said).toEqual(['At nine.']);
    expect(call.get().phase).toBe('speaking');
    write('At nine. On Sundays never.', 'complete');
    call.tick();
    expect(said).toEqual(['At nine.', 'On Sundays never.']);
    silence();
    expect(call.get().phase).toBe('listening');
    expect(ears.isOn).toBe(true);
  });

  test('does not read what was there before, reads answers to what is typed, and says where there is only a picture', () => {
    const call = begin();
    pass(call, 500);
    expect(said).toEqual([]);
    write('Typed and answered.', 'complete');
    call.tick();
    expect(said).toEqual(['Typed and answered.']);
    silence();
    write('', 'complete');
    call.tick();
    expect(said.at(-1)).toBe('voice.look');
  });

  test('says once that a tool works for long, and nothing where an answer was stopped before its first word', () => {
    const call = begin({}, 0);
    ears.onHeard('How many points do I have?', true);
    pass(call, tickMs);
    write('');
    chat = { ...chat, activity: 'Loyalty points' };
    pass(call, 1_400);
    expect(said).toEqual([]);
    pass(call, 400);
    expect(said).toEqual(['voice.working']);
    silence();
    pass(call, 9_000);
    expect([said.length, call.get().phase, call.counts().sounds]).toEqual([1, 'thinking', 0]);
    chat = { ...chat, activity: null };
    write('You have twelve. And');
    call.tick();
    expect([said.at(-1), call.counts().sounds]).toEqual(['You have twelve.', 1]);
    write('You have twelve. And', 'complete');
    call.tick();
    silence();
    write('', 'stopped');
    call.tick();
    expect(said.slice(2)).toEqual(['And']);
    expect(call.get().phase).toBe('listening');
  });

  test('is interrupted by words, but not by its echo, a cough, or where it may not be', () => {
    const call = begin();
    write('We open at nine every morning.');
    write('We open at nine every morning. And');
    call.tick();
    ears.onHeard('open at nine', false);
    ears.onHeard('hm', false);
    expect(call.get().phase).toBe('speaking');
    ears.onHeard('wait what about', false);
    expect(call.get()).toMatchObject({ phase: 'listening', heard: 'wait what about' });
    expect(chat.busy).toBe(false);
    write('We open at nine every morning. And at ten.', 'complete');
    call.tick();
    expect(said).toHaveLength(1);
    ears.onHeard('wait what about lunch', true);
    pass(call, 900);
    expect(sent).toHaveLength(1);

    const deaf = begin({ interruptible: false });
    write('A long story. ', 'complete');
    deaf.tick();
    expect(ears.isOn).toBe(false);
    deaf.interrupt();
    deaf.tick();
    expect(deaf.get().phase).toBe('listening');
  });

  test('takes an unfinished sentence after the turn’s time', () => {
    const call = begin({ turnTimeout: 2 });
    ears.onHeard('how much is', false);
    pass(call, 1_900);
    expect(sent).toEqual([]);
    pass(call, 300);
    expect(sent).toEqual([['how much is', undefined, true]]);
  });

  test('asks twice whether somebody is there, and ends', () => {
    const call = begin();
    for (const count of [1, 2]) {
      pass(call, 10_300);
      expect(said).toEqual(Array(count).fill('voice.still'));
      silence();
    }
    pass(call, 10_300);
    expect(ended).toBe('idle');
    expect(said.at(-1)).toBe('voice.over.idle');
    expect(ears.isOn).toBe(false);
  });

  test('asks nobody who can’t be heard', () => {
    const call = begin();
    isBroken = true;
    pass(call, 30_000);
    expect(said).toEqual([]);
    isBroken = false;
    pass(call, 10_300);
    expect(said).toEqual(['voice.still']);
  });

  test('tells that its longest is near, in the time that an owner may read in any unit', () => {
    const call = begin({ longestCall: 90 });
    call.mute(true);
    pass(call, 29_500);
    expect(call.get().isEnding).toBe(false);
    pass(call, 700);
    expect([call.get().isEnding, ended]).toEqual([true, null]);
    const told = [30, 60, 90, 150, 600].map((longestCall) => lengthOf({ longestCall }, 'en'));
    expect(told).toEqual(['30 seconds', '1 minute', '90 seconds', '2.5 minutes', '10 minutes']);
    expect(lengthOf({ longestCall: 600 }, 'cs')).toBe('10 minut');
  });

  test('ends at its longest time, for a person, for a wall, and when the chat is closed', () => {
    const call = begin({ longestCall: 30 });
    call.mute(true);
    pass(call, 30_300);
    expect(ended).toBe('limit');
    const before = chat;
    for (const [change, reason] of [
      [{ people: { handler: 'human', person: null } }, 'person'],
      [{ paywall: 'wall' }, 'screen'],
      [{ waiting: localEntry('visitor', 'Hello') }, 'screen'],
      [{ session: 'gone' }, 'closed'],
      [{ ended: { id: 'cnv_1', by: 'agent' } }, 'closed'],
    ] as [Partial<ChatState>, CallEnd][]) {
      chat = before;
      const next = begin();
      chat = { ...before, ...change };
      next.tick();
      expect(ended).toBe(reason);
    }
  });

  test('falls silent at once when the visitor ends the chat, and does not say why', () => {
    const call = begin();
    isSpeaking = true;
    chat = { ...chat, ended: { id: 'cnv_1', by: 'visitor' } };
    call.tick();
    expect([ended, isSpeaking, said]).toEqual(['hungUp', false, []]);
  });

  test('may begin the next conversation after one that is over', () => {
    chat = { ...chat, ended: { id: 'cnv_1', by: 'visitor' } };
    const call = begin();
    pass(call, 1_000);
    expect([ended, ears.isOn]).toEqual([null, true]);
  });

  test('listens only while the button is held, and sends when it is let go', () => {
    const call = begin({ turns: 'push-to-talk' });
    pass(call, 20_000);
    expect([ears.isOn, said]).toEqual([false, []]);
    call.hold(true);
    expect(ears.isOn).toBe(true);
    ears.onHeard('a boat', true);
    pass(call, 3_000);
    expect(sent).toEqual([]);
    ears.onHeard('for two', true);
    call.hold(false);
    pass(call, 1_600);
    expect(sent).toEqual([['a boat for two', undefined, true]]);
    write('Yes. ', 'complete');
    call.tick();
    call.hold(true);
    expect(isSpeaking).toBe(false);
  });

  test('hears nothing while muted, and begins again when the browser stopped listening', () => {
    const call = begin();
    call.mute(true);
    expect(ears.isOn).toBe(false);
    ears.onHeard('secret', true);
    pass(call, 2_000);
    expect(sent).toEqual([]);
    call.mute(false);
    pass(call, 400);
    expect(ears.isOn).toBe(true);
    ears.isOn = false;
    ears.onEnd();
    pass(call, 400);
    expect(ears.isOn).toBe(true);
  });

  test('tries a lost network again before it gives up, and other failures end it at once', () => {
    const call = begin();
    for (let attempt = 0; attempt < 3; attempt++) {
      ears.onFailure('network');
      ears.isOn = false;
      ears.onEnd();
      expect(ended).toBe(null);
      pass(call, 1_700);
      expect(ears.isOn).toBe(true);
    }
    ears.onFailure('network');
    expect(ended).toBe('network');
    begin();
    ears.onFailure('blocked');
    expect(ended).toBe('blocked');
  });
});

describe('ears that tell of a voice before its words', () => {
  test('let the agent wait for whoever talks, and go on where it was no word', () => {
    const call = begin({}, 0);
    ears.onHeard('When are you open?', true);
    pass(call, tickMs);
    expect(sent).toEqual([['When are you open?', undefined, true]]);
    write('We open at nine. And close at six.');
    pass(call, tickMs);
    expect(call.get().phase).toBe('speaking');
    ears.onVoice?.(true);
    expect(isHeld).toBe(true);
    ears.onVoice?.(false);
    expect([isHeld, call.get().phase]).toEqual([false, 'speaking']);
    ears.onVoice?.(true);
    ears.onHeard('And on Sundays?', true);
    ears.onVoice?.(false);
    pass(call, tickMs);
    expect([isHeld, sent.length]).toEqual([false, 2]);
  });

  test('are counted with what they interrupt and how soon they hear an answer', () => {
    const call = begin({}, 0);
    ears.onHeard('When are you open?', true);
    pass(call, tickMs);
    pass(call, 600);
    write('We open at nine. And close at six.');
    pass(call, tickMs);
    ears.onHeard('And on Sundays, please?', true);
    pass(call, tickMs);
    expect(call.counts()).toEqual({ interruptions: 1, sounds: 1, soundMs: 720 });
  });

  test('are not asked whether they are there while they talk', () => {
    const call = begin({}, 0);
    ears.onVoice?.(true);
    pass(call, 30_000);
    expect(said).toEqual([]);
    ears.onVoice?.(false);
    pass(call, 9_000);
    expect(said).toEqual([]);
    pass(call, 2_000);
    expect(said).toEqual(['voice.still']);
  });
});
