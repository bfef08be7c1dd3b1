import { beforeEach, describe, expect, test, vi } from 'vitest';
import { openLiveSpeech } from './live-call.ts';
import type { Line, LineOptions } from './live-line.ts';
import type { Microphone } from './microphone.ts';
import type { RecognizerEvents, Speaker } from './ports.ts';

let lines: (LineOptions & { line: Line; said: string[]; isListening: boolean })[] = [];
let isReachable = true;
let leads = false;
let sayings: ((isSaid: boolean) => void)[] = [];
beforeEach(() => {
  [lines, sayings, isReachable, leads] = [[], [], true, false];
});

const connect = (options: LineOptions): Promise<Line> => {
  if (!isReachable) return Promise.reject(new Error('no way'));
  const made: (typeof lines)[number] = {
    ...options,
    said: [],
    isListening: false,
    line: {
      listen: (isWanted) => void (made.isListening = isWanted),
      say(text) {
        made.said.push(text);
        return new Promise((resolve) => sayings.push(resolve));
      },
      quiet: vi.fn<() => void>(),
      close: vi.fn<() => void>(),
    },
  };
  if (leads) Object.assign(made.line, { say: undefined, greeting: 'Ahoy.' });
  lines.push(made);
  return Promise.resolve(made.line);
};
const microphone = { stream: {}, level: () => 0, close: () => undefined } as unknown as Microphone;

async function open() {
  const events = {
    onHeard: vi.fn<RecognizerEvents['onHeard']>(),
    onVoice: vi.fn<(isThere: boolean) => void>(),
    onCut: vi.fn<() => void>(),
    onEnd: vi.fn<() => void>(),
    onFailure: vi.fn<RecognizerEvents['onFailure']>(),
  };
  const spareVoice = {
    say: vi.fn<Speaker['say']>(),
    cancel: vi.fn<() => void>(),
    isSpeaking: () => false,
  };
  const spareEars = {
    start: vi.fn<() => void>(),
    finish: vi.fn<() => void>(),
    abort: vi.fn<() => void>(),
  };
  const [onSpare, onSilence] = [vi.fn<() => void>(), vi.fn<() => void>()];
  const onMending = vi.fn<(isMending: boolean) => void>();
  const speech = await openLiveSpeech({
    microphone,
    token: () => 'token',
    language: 'en',
    onSpare,
    onMending,
    onRefused: () => undefined,
    connect,
    spare: {
      hears: true,
      speaks: true,
      recognizer: () => spareEars,
      speaker: () => spareVoice,
      hearAgent: () => undefined,
      close: () => undefined,
    },
  });
  const ears = speech.recognizer(microphone, events, null);
  const voice = speech.speaker(null, onSilence);
  return {
    speech,
    ears,
    voice,
    events,
    spareVoice,
    spareEars,
    onSpare,
    onMending,
    onSilence,
    first: lines[0]!,
  };
}

describe('a live call', () => {
  test('listens where it is wanted, and tells what was heard', async () => {
    const { ears, events, first, onSilence } = await open();
    ears.start();
    expect(first.isListening).toBe(true);
    first.onEvent({ type: 'voice', isThere: true });
    first.onEvent({ type: 'heard', text: 'Good day', isFinal: true });
    expect(events.onVoice).toHaveBeenCalledWith(true);
    expect(events.onHeard).toHaveBeenCalledWith('Good day', true);
    expect(onSilence).toHaveBeenCalled();
    ears.abort();
    expect(first.isListening).toBe(false);
    expect(events.onEnd).toHaveBeenCalledOnce();
  });

  test('says no answer that says itself, and sentences one after the other', async () => {
    const { voice, first } = await open();
    first.onEvent({ type: 'voiced', messageId: 'msg_1', isVoiced: true });
    voice.say('We open at nine.', 'msg_1');
    expect(voice.isSpeaking()).toBe(false);
    first.onEvent({ type: 'sound', isOn: true });
    expect(voice.isSpeaking()).toBe(true);
    first.onEvent({ type: 'sound', isOn: false });
    first.onEvent({ type: 'voiced', messageId: 'msg_1', isVoiced: false });
    voice.say('We open at nine.', 'msg_1');
    voice.say('And close at five.', 'msg_1');
    expect(first.said).toEqual(['We open at nine.']);
    sayings[0]!(true);
    await vi.waitFor(() => expect(first.said).toHaveLength(2));
    sayings[1]!(true);
    await vi.waitFor(() => expect(voice.isSpeaking()).toBe(false));
  });

  test('falls silent at once', async () => {
    const { voice, first } = await open();
    voice.say('One.');
    voice.say('Two.');
    voice.cancel();
    expect(first.line.quiet).toHaveBeenCalledOnce();
    sayings[0]!(true);
    await vi.waitFor(() => expect(voice.isSpeaking()).toBe(false));
    expect(first.said).toEqual(['One.']);
  });

  test('comes back after the network changed, and goes on sentence by sentence where it does not', async () => {
    const { ears, voice, first, onSpare, onMending, spareEars, spareVoice, events } = await open();
    ears.start();
    first.onBroken();
    expect(onMending.mock.calls).toEqual([[true]]);
    await vi.waitFor(() => expect(lines).toHaveLength(2));
    await vi.waitFor(() => expect(lines[1]!.isListening).toBe(true));
    expect(onMending.mock.lastCall).toEqual([false]);
    expect(onSpare).not.toHaveBeenCalled();
    isReachable = false;
    voice.say('Still here?');
    lines[1]!.onBroken();
    await vi.waitFor(() => expect(onSpare).toHaveBeenCalledOnce());
    expect(onMending.mock.calls.map(([isMending]) => isMending)).toEqual([true, false, true, false]);
    // What is drawn then tells of it.
    const [drawn = 0] = onMending.mock.invocationCallOrder.slice(-1);
    expect(onSpare.mock.invocationCallOrder[0]).toBeLessThan(drawn);
    expect(spareVoice.say).toHaveBeenCalledWith('Still here?', undefined);
    expect(events.onEnd).toHaveBeenCalled();
    ears.start();
    expect(spareEars.start).toHaveBeenCalledOnce();
    voice.say('We open at nine.', 'msg_1');
    expect(spareVoice.say).toHaveBeenCalledWith('We open at nine.', 'msg_1');
  });

  test('that can’t be made is none, and one that is hung up does not come back', async () => {
    isReachable = false;
    await expect(open()).rejects.toThrow('no way');
    isReachable = true;
    const { speech, onSpare, onMending } = await open();
    speech.close();
    lines[0]!.onBroken();
    await Promise.resolve();
    expect(lines).toHaveLength(1);
    expect(onSpare).not.toHaveBeenCalled();
    expect(onMending).not.toHaveBeenCalled();
  });
});

test('a vendor that leads the call greets, answers, and leaves all else to be read out', async () => {
  leads = true;
  const { voice, first, spareVoice, events } = await open();
  expect(first.isAgain).toBe(false);
  voice.say('Ahoy.');
  expect(spareVoice.say).not.toHaveBeenCalled();
  first.onEvent({ type: 'voiced', messageId: 'msg_1', isVoiced: true });
  voice.say('We open at nine.', 'msg_1');
  expect(spareVoice.say).not.toHaveBeenCalled();
  voice.say('A day costs 60 €.', 'msg_2');
  voice.say('Ahoy.');
  expect(spareVoice.say.mock.calls).toEqual([
    ['A day costs 60 €.', 'msg_2'],
    ['Ahoy.', undefined],
  ]);
  first.onEvent({ type: 'sound', isOn: true });
  first.onEvent({ type: 'cut' });
  expect(events.onCut).toHaveBeenCalledOnce();
  voice.cancel();
  expect(first.line.quiet).toHaveBeenCalledOnce();
  expect(spareVoice.cancel).toHaveBeenCalledOnce();
  first.onBroken();
  await vi.waitFor(() => expect(lines).toHaveLength(2));
  expect(lines[1]!.isAgain).toBe(true);
});
