import { describe, expect, test } from 'vitest';
import {
  aacInMp4,
  opusInOgg,
  opusInWebm,
  opusPacket,
  silentPacket,
} from '#tests/support/models/made-sounds.ts';
import { tone } from '#tests/support/models/speech-stand-in.ts';
import { recordedSeconds } from './voice-length.models.ts';

const seconds = (type: string, bytes: Uint8Array) => recordedSeconds({ type: `audio/${type}`, bytes });
const many = (packet: Uint8Array, count = 100) => Array.from({ length: count }, () => packet);

describe('what browsers record', () => {
  test.each([
    ['webm', opusInWebm(many(opusPacket)), 2],
    ['ogg', opusInOgg(many(opusPacket)), 2],
    ['mp4', aacInMp4([0, 47, 47]), 2.005],
    ['mp4', aacInMp4([94]), 2.005],
    ['wav', tone(2_000), 2.003],
  ])('is as long as it sounds (%s)', (type, bytes, length) => {
    expect(seconds(type, bytes)).toBeCloseTo(length, 3);
  });

  test('counts its silence, in however few bytes', () => {
    expect(seconds('webm', opusInWebm(many(silentPacket, 1_000)))).toBeCloseTo(120, 3);
    expect(seconds('ogg', opusInOgg(many(silentPacket, 1_000)))).toBeCloseTo(120, 3);
    // As few samples a second as AAC has.
    expect(seconds('mp4', aacInMp4([1_000], { rate: 12 }))).toBeCloseTo(139.3, 1);
  });

  test('may be of any kind that Opus has', () => {
    for (const [head, milliseconds] of [
      [0x00, 10],
      [0x18, 60],
      [0x60, 10],
      [0x80, 2.5],
      [0xf9, 40],
      [0xfa, 40],
    ] as const)
      expect(seconds('webm', opusInWebm([Uint8Array.of(head)]))).toBeCloseTo(milliseconds / 1_000, 5);
    expect(seconds('webm', opusInWebm([new Uint8Array()]))).toBe(0);
  });
});

describe('of what could be longer than it seems the length is not known', () => {
  const webm = opusInWebm(many(opusPacket));
  test.each<[string, string, Uint8Array]>([
    ['another codec', 'webm', opusInWebm(many(opusPacket), { codec: 'A_FLAC' })],
    ['several packets in a block', 'webm', opusInWebm(many(opusPacket), { flags: 0x82 })],
    ['two tracks', 'webm', Buffer.concat([webm, webm])],
    [
      'beginnings of packets that stand elsewhere',
      'webm',
      Buffer.concat([webm, Buffer.from([0x6d, 0x80, 0x80])]),
    ],
    ['bytes that are no element', 'webm', Buffer.concat([webm, Buffer.alloc(9)])],
    ['an element that is cut', 'webm', webm.subarray(0, -1)],
    ['no sound', 'webm', Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0x80])],
    ['another codec', 'ogg', opusInOgg(many(opusPacket), { codec: 'vorbis..' })],
    ['a second stream', 'ogg', opusInOgg(many(opusPacket), { serial: 8 })],
    ['a stream after the first', 'ogg', Buffer.concat([opusInOgg([opusPacket]), opusInOgg([opusPacket])])],
    ['a page that is cut', 'ogg', opusInOgg([opusPacket]).subarray(0, -1)],
    ['another codec', 'mp4', aacInMp4([94], { format: 'fLaC' })],
    ['a rate of its own', 'mp4', aacInMp4([94], { rate: 15 })],
    ['two tracks', 'mp4', Buffer.concat([aacInMp4([94]), aacInMp4([94])])],
    ['a box that is cut', 'mp4', aacInMp4([94]).subarray(0, -1)],
    ['two channels', 'wav', Buffer.from(tone(100)).fill(2, 22, 23)],
    ['what browsers don’t record', 'flac', Buffer.from('fLaC')],
    ['what browsers don’t record', 'mpeg', Buffer.from('ID3')],
  ])('%s (%s)', (_name, type, bytes) => {
    expect(seconds(type, bytes)).toBe(Infinity);
  });
});
