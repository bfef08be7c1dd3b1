import { describe, expect, test } from 'vitest';
import { webmHead } from './__fixtures__/made-webm.ts';
import { captionsOf, writeVtt } from './captions.models.ts';
import { judgePiece, lengthAfter, mostPieceBytes, recordingType } from './recordings.models.ts';
import { withLength } from './webm.models.ts';

const at = (seconds: number) => new Date(Date.UTC(2026, 5, 1, 10, 0, 0) + seconds * 1_000);

describe('what the first bytes are', () => {
  const mp4 = (...words: string[]) =>
    Buffer.from(`\0\0\0\x20ftypisom${'\0'.repeat(24)}${words.join('    ')}`);
  test.each([
    ['sound of a browser', webmHead(), 'audio/webm'],
    ['a film', webmHead({ codec: 'V_VP8' }), null],
    ['a film with sound', Buffer.concat([webmHead(), webmHead({ codec: 'V_VP9' })]), null],
    ['another codec', webmHead({ codec: 'A_PCM/INT/LIT' }), null],
    ['sound of an iPhone', mp4('moov', 'soun'), 'audio/mp4'],
    ['its film', mp4('moov', 'soun', 'vide'), null],
    [
      'a page under its name',
      Buffer.from(`<!doctype html><script>alert(1)</script>${'A_OPUS webm '.repeat(9)}`),
      null,
    ],
    ['a page behind the first bytes', Buffer.from(`\x1aE\xdf\xa3<html>${' '.repeat(80)}`, 'latin1'), null],
    ['nearly nothing', Buffer.from([0x1a, 0x45, 0xdf, 0xa3]), null],
  ])('%s', (_name, bytes, type) => expect(recordingType(bytes)).toBe(type));
});

describe('a piece', () => {
  const kept = { pieceCount: 3, byteCount: 60_000, beganAt: at(0), lengthMs: 12_000 };
  const judge = (number: number, bytes = 20_000, seconds = 16) =>
    judgePiece(kept, { number, bytes, lengthMs: 16_000 }, at(seconds));

  test('comes in its order, once, and holds no more than was said', () => {
    expect([judge(3), judge(2), judge(0), judge(4)]).toEqual(['next', 'known', 'known', 'gap']);
    expect(judge(3, mostPieceBytes)).toBe('next');
    const flooded = { ...kept, byteCount: 4 * mostPieceBytes };
    expect(judgePiece(flooded, { number: 3, bytes: 1, lengthMs: 0 }, at(16))).toBe('tooMuch');
    expect(judgePiece(flooded, { number: 3, bytes: 1, lengthMs: 0 }, at(120))).toBe('next');
  });

  test('makes the recording no longer than the time that has passed, and never shorter', () => {
    expect(lengthAfter(kept, { number: 3, bytes: 1, lengthMs: 16_000 }, at(16.2))).toBe(16_000);
    expect(lengthAfter(kept, { number: 3, bytes: 1, lengthMs: 900_000 }, at(16.2))).toBe(16_200);
    expect(lengthAfter(kept, { number: 3, bytes: 1, lengthMs: 1 }, at(16.2))).toBe(12_000);
  });
});

describe('how long a WebM is', () => {
  const lengthIn = (bytes: Buffer) => {
    const place = bytes.indexOf(Buffer.from([0x44, 0x89, 0x88]));
    return place < 0 ? null : bytes.readDoubleBE(place + 3);
  };

  test('is written where browsers leave it out, and all else stays', () => {
    const sound = Buffer.from('cluster');
    const written = withLength(Buffer.concat([webmHead(), sound]), 83_500);
    expect(lengthIn(written)).toBe(83_500);
    expect(written.subarray(-sound.length)).toEqual(sound);
    expect(written.includes('A_OPUS')).toBe(true);
    expect(recordingType(written)).toBe('audio/webm');
  });

  test('takes the places with it that would be wrong', () => {
    const head = webmHead({ withPlaces: true });
    const written = withLength(head, 1_000);
    expect(lengthIn(written)).toBe(1_000);
    expect(written.includes(Buffer.from([0x11, 0x4d, 0x9b, 0x74]))).toBe(false);
    expect(written.length).toBe(withLength(webmHead(), 1_000).length + 32);
  });

  test.each([
    ['what has one', webmHead({ withLength: true })],
    ['what is cut off', webmHead().subarray(0, 40)],
    ['no WebM', Buffer.from('x'.repeat(60))],
    ['nothing', Buffer.alloc(0)],
  ])('is not written into %s', (_name, bytes) => expect(withLength(bytes, 1_000)).toEqual(bytes));
});

describe('captions', () => {
  const recording = { beganAt: at(0), lengthMs: 60_000, delayMs: 800, language: 'en' };
  const asked = { id: 'msg_1', isVisitor: true, text: 'What does a boat cost?', at: at(4) };
  const answer = {
    id: 'msg_2',
    isVisitor: false,
    text: 'It costs **12 €**. You can pay by card.',
    at: at(4),
  };

  test('end where visitors ended, begin when the agent was heard, and go sentence by sentence', () => {
    const cues = captionsOf(recording, [asked, answer]);
    expect(cues.map(({ id, text }) => [id, text])).toEqual([
      ['msg_1.0', 'What does a boat cost?'],
      ['msg_2.0', 'It costs 12 €.'],
      ['msg_2.1', 'You can pay by card.'],
    ]);
    expect(cues[0]).toMatchObject({ fromMs: 2_570, toMs: 4_000 });
    expect(cues[1]?.fromMs).toBe(4_800);
    expect(cues[2]?.fromMs).toBe(cues[1]?.toMs);
  });

  test('leave out what was broken off, and what was said before or after the recording', () => {
    const long = { ...answer, text: Array.from({ length: 40 }, (_, n) => `Sentence number ${n}.`).join(' ') };
    const next = { id: 'msg_3', isVisitor: true, text: 'Stop', at: at(9) };
    const late = { id: 'msg_4', isVisitor: false, text: 'Gone.', at: at(90) };
    const early = { id: 'msg_0', isVisitor: true, text: 'Before', at: at(-5) };
    const cues = captionsOf(recording, [early, asked, long, next, late]);
    expect(cues.filter(({ id }) => id.startsWith('msg_2')).at(-1)?.toMs).toBe(8_100);
    expect(cues.at(-1)).toMatchObject({ id: 'msg_3.0', toMs: 9_000 });
    expect(cues[0]?.id).toBe('msg_1.0');
    for (const [place, cue] of cues.entries()) {
      expect(cue.toMs).toBeGreaterThan(cue.fromMs);
      expect(cue.fromMs).toBeGreaterThanOrEqual(cues[place - 1]?.toMs ?? 0);
    }
  });

  test('are WebVTT whatever was said', () => {
    const cues = captionsOf(recording, [{ ...asked, text: 'A <b> & --> x' }]);
    expect(writeVtt(cues, { visitor: 'Visitor', agent: 'Boats' })).toBe(
      'WEBVTT\n\nmsg_1.0\n00:00:03.100 --> 00:00:04.000\n<v Visitor>A &lt;b&gt; &amp; --&gt; x</v>\n',
    );
  });
});
