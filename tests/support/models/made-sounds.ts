import { webmHead } from '#features/calls/server/recordings/__fixtures__/made-webm.ts';

/** A packet of Opus with one frame of 20 ms. */
export const opusPacket = Uint8Array.of(0x78, 1, 2, 3);
/** A packet of Opus with 120 ms of silence, in three bytes. */
export const silentPacket = Uint8Array.of(0x7b, 6, 0);

const unknownSize = [0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff];

/** A recording as Chromium makes it, with a packet in each block. */
export function opusInWebm(packets: readonly Uint8Array[], { codec = 'A_OPUS', flags = 0x80 } = {}): Buffer {
  return Buffer.concat([
    webmHead({ codec }),
    Buffer.from([0x1f, 0x43, 0xb6, 0x75, ...unknownSize, 0xe7, 0x81, 0x00]),
    ...packets.map((packet) =>
      Buffer.from([0xa3, 0x80 | (packet.length + 4), 0x81, 0x00, 0x00, flags, ...packet]),
    ),
  ]);
}

const page = (packets: readonly Uint8Array[], number: number, serial = 7): Buffer => {
  const head = Buffer.alloc(27);
  head.write('OggS');
  head[5] = number === 0 ? 2 : 0;
  head.writeUInt32LE(serial, 14);
  head[26] = packets.length;
  return Buffer.concat([head, Buffer.from(packets.map(({ length }) => length)), ...packets]);
};

/** A recording as Firefox makes it. `serials`: of the pages after the first. */
export function opusInOgg(packets: readonly Uint8Array[], { codec = 'OpusHead', serial = 7 } = {}): Buffer {
  const pages = [page([Buffer.from(`${codec}\u0001`)], 0), page([Buffer.from('OpusTags')], 1)];
  for (let at = 0; at < packets.length; at += 50) pages.push(page(packets.slice(at, at + 50), 2, serial));
  return Buffer.concat(pages);
}

const box = (name: string, ...content: Uint8Array[]): Buffer => {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + content.reduce((sum, { length }) => sum + length, 0));
  head.write(name, 4);
  return Buffer.concat([head, ...content]);
};
const numbers = (...all: number[]): Buffer =>
  Buffer.concat(
    all.map((each) => {
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32BE(each);
      return bytes;
    }),
  );

/** A recording as Safari makes it: so many packets of AAC in each piece. `rate`: the number of its rate in AAC's list. */
export function aacInMp4(pieces: readonly number[], { rate = 3, format = 'mp4a' } = {}): Buffer {
  const settings = (2 << 11) | (rate << 7) | (1 << 3);
  const descriptors = Buffer.concat([
    Buffer.from([0x03, 0x80, 0x80, 0x80, 0x22, 0, 0, 0, 0x04, 0x14]),
    Buffer.alloc(13),
    Buffer.from([0x05, 0x02, settings >> 8, settings & 0xff, 0x06, 0x01, 0x02]),
  ]);
  const esds = box('esds', numbers(0), descriptors);
  const stsd = box('stsd', numbers(0, 1), box(format, Buffer.alloc(28), esds));
  const stbl = box('stbl', stsd, box('stsz', numbers(0, 0, pieces[0] ?? 0)));
  return Buffer.concat([
    box('ftyp', Buffer.from('mp42')),
    box('moov', box('mvhd', Buffer.alloc(100)), box('trak', box('mdia', box('minf', stbl)))),
    ...pieces.slice(1).map((count) => box('moof', box('traf', box('trun', numbers(0, count))))),
    box('mdat', Buffer.alloc(40)),
  ]);
}
