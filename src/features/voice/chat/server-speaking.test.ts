import { beforeEach, expect, test } from 'vitest';
import type { Speaker } from './ports.ts';
import { contextPlayer, serverSpeaker } from './server-speaking.ts';

const sound = (text: string) => new TextEncoder().encode(text).buffer as ArrayBuffer;
let asked: [text: string, messageId: string | undefined][];
let played: string[];
let ends: (() => void)[];
let refuse: (text: string) => boolean;
let spoken: string[];
let silences: number;
const spare: Speaker = {
  say: (text) => void spoken.push(text),
  cancel: () => undefined,
  isSpeaking: () => false,
};
beforeEach(() => {
  [asked, played, ends, spoken, silences] = [[], [], [], [], 0];
  refuse = () => false;
});

const speaker = () =>
  serverSpeaker(
    {
      async say(text, messageId) {
        asked.push([text, messageId]);
        if (refuse(text)) throw new Error('voice.failed');
        return sound(text);
      },
    },
    {
      play: (bytes, signal) =>
        new Promise((resolve) => {
          played.push(new TextDecoder().decode(bytes));
          ends.push(resolve);
          signal.addEventListener('abort', () => resolve());
        }),
      hold: () => undefined,
    },
    spare,
    () => (silences += 1),
  );
/** All that is ready goes on. */
const goOn = async () => {
  for (let step = 0; step < 20; step += 1) await Promise.resolve();
};

test('says one sentence after the other, and asks for the next ones meanwhile', async () => {
  const voice = speaker();
  for (const text of ['One.', 'Two.', 'Three.']) voice.say(text, 'msg_1');
  await goOn();
  expect(played).toEqual(['One.']);
  expect(asked).toEqual([
    ['One.', 'msg_1'],
    ['Two.', 'msg_1'],
  ]);
  expect(voice.isSpeaking()).toBe(true);
  for (let at = 0; at < 3; at += 1) {
    ends[at]?.();
    await goOn();
  }
  expect(played).toEqual(['One.', 'Two.', 'Three.']);
  expect([voice.isSpeaking(), silences]).toEqual([false, 1]);
});

test('falls silent at once, says nothing of what waited, and speaks again', async () => {
  const voice = speaker();
  for (const text of ['One.', 'Two.', 'Three.']) voice.say(text);
  await goOn();
  voice.cancel();
  expect(voice.isSpeaking()).toBe(false);
  await goOn();
  voice.say('Four.');
  await goOn();
  expect(played).toEqual(['One.', 'Four.']);
  expect(silences).toBe(0);
});

test('what the server can’t say, another voice says, from there on', async () => {
  refuse = (text) => text === 'Two.';
  const voice = speaker();
  for (const text of ['One.', 'Two.', 'Three.']) voice.say(text);
  await goOn();
  ends[0]?.();
  await goOn();
  expect(spoken).toEqual(['Two.', 'Three.']);
  voice.say('Four.');
  expect(spoken).toEqual(['Two.', 'Three.', 'Four.']);
  expect(silences).toBe(1);
});

test('a page whose sound is held back until a press says so once it would be heard', async () => {
  const context = {
    state: 'suspended',
    suspend: () => undefined,
    resume: () => (context.state = 'running'),
    decodeAudioData: () => Promise.resolve(null),
    createBufferSource: () => ({ connect: () => undefined, start: () => undefined, stop: () => undefined }),
  };
  const refused: (() => unknown)[] = [];
  const player = contextPlayer(context as unknown as AudioContext, (play) => refused.push(play));
  const { signal } = new AbortController();
  void player.play(new ArrayBuffer(0), signal);
  await goOn();
  expect(refused).toHaveLength(1);
  refused[0]?.();
  expect(context.state).toBe('running');

  // Who is held while somebody talks waits for that, and not for a press.
  player.hold(true);
  context.state = 'suspended';
  void player.play(new ArrayBuffer(0), signal);
  await goOn();
  expect(refused).toHaveLength(1);
});
