const element = (id: number[], content: Uint8Array): Buffer => {
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE(BigInt(content.length) | (1n << 56n));
  return Buffer.concat([Buffer.from(id), size, content]);
};

/** The beginning of a recording as browsers write it: nobody knows yet how long it will be. */
export function webmHead(
  options: { codec?: string; withPlaces?: boolean; withLength?: boolean } = {},
): Buffer {
  const { codec = 'A_OPUS', withPlaces = false, withLength = false } = options;
  const length = Buffer.alloc(8);
  length.writeDoubleBE(5);
  return Buffer.concat([
    element([0x1a, 0x45, 0xdf, 0xa3], element([0x42, 0x82], Buffer.from('webm'))),
    Buffer.from([0x18, 0x53, 0x80, 0x67, 0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]),
    ...(withPlaces ? [element([0x11, 0x4d, 0x9b, 0x74], Buffer.alloc(20, 7))] : []),
    element(
      [0x15, 0x49, 0xa9, 0x66],
      Buffer.concat([
        element([0x2a, 0xd7, 0xb1], Buffer.from([0x0f, 0x42, 0x40])),
        ...(withLength ? [element([0x44, 0x89], length)] : []),
      ]),
    ),
    element([0x16, 0x54, 0xae, 0x6b], element([0x86], Buffer.from(codec))),
  ]);
}
