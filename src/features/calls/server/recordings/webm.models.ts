/** Elements of Matroska (RFC 9559) that matter here, by their ids. */
const ids = {
  head: 0x1a45dfa3,
  segment: 0x18538067,
  seekHead: 0x114d9b74,
  info: 0x1549a966,
  scale: 0x2ad7b1,
  length: 0x4489,
};
const emptied = 0xec;

type Element = {
  id: number;
  /** Where it begins, where its content does, and where it ends; `end` is infinite where nobody wrote its size. */
  begin: number;
  from: number;
  end: number;
};

/** The number at a place whose length its first bits tell, with or without them; null where it does not fit. */
function numberAt(bytes: Uint8Array, at: number, isMarked: boolean): { value: number; next: number } | null {
  const first = bytes[at] ?? 0;
  const length = Math.clz32(first) - 23;
  if (length > 8 || at + length > bytes.length) return null;
  let value = isMarked ? first : first & (0xff >> length);
  let isUnknown = value === 0xff >> length;
  for (let place = 1; place < length; place++) {
    const next = bytes[at + place] ?? 0;
    value = value * 256 + next;
    isUnknown &&= next === 0xff;
  }
  return { value: !isMarked && isUnknown ? Infinity : value, next: at + length };
}

function elementAt(bytes: Uint8Array, begin: number): Element | null {
  const id = numberAt(bytes, begin, true);
  const size = id && numberAt(bytes, id.next, false);
  return size && { id: id.value, begin, from: size.next, end: size.next + size.value };
}

/** The elements between two places, as far as their heads are there. */
function* elementsIn(bytes: Uint8Array, from: number, end: number): Generator<Element> {
  for (let at = from; at < Math.min(end, bytes.length);) {
    const element = elementAt(bytes, at);
    if (!element) return;
    yield element;
    at = element.end;
  }
}

/** An element's size, in eight bytes. */
function sizeOf(length: number): Buffer {
  const written = Buffer.alloc(8);
  written.writeBigUInt64BE(BigInt(length) | (1n << 56n));
  return written;
}

/**
 * The beginning of a WebM file with how long it lasts, in ms. Browsers record without knowing that, and players let
 * nobody seek in what has no end. Gives the same where it is written in another way than browsers do.
 */
export function withLength(head: Buffer, lengthMs: number): Buffer {
  const segment = [...elementsIn(head, 0, head.length)].find(({ id }) => id === ids.segment);
  // Where the size is known the recorder has written the length as well.
  if (!segment || segment.end !== Infinity) return head;
  const parts = [...elementsIn(head, segment.from, head.length)];
  const info = parts.find(({ id }) => id === ids.info);
  if (!info || info.end > head.length) return head;
  const facts = [...elementsIn(head, info.from, info.end)];
  if (facts.some(({ id }) => id === ids.length)) return head;
  const scale = facts.find(({ id }) => id === ids.scale);
  const nanoseconds = scale ? head.readUIntBE(scale.from, Math.min(6, scale.end - scale.from)) : 1_000_000;
  const length = Buffer.alloc(11);
  length.set([0x44, 0x89, 0x88]);
  length.writeDoubleBE((lengthMs * 1_000_000) / nanoseconds, 3);

  // Places that it tells would be wrong afterwards, so it becomes a gap of the same size.
  const start = Buffer.from(head.subarray(0, info.begin));
  const seekHead = parts.find(({ id, end }) => id === ids.seekHead && end <= info.begin);
  if (seekHead && seekHead.end - seekHead.begin >= 9) {
    start[seekHead.begin] = emptied;
    sizeOf(seekHead.end - seekHead.begin - 9).copy(start, seekHead.begin + 1);
    start.fill(0, seekHead.begin + 9, seekHead.end);
  }
  return Buffer.concat([
    start,
    Buffer.from([0x15, 0x49, 0xa9, 0x66]),
    sizeOf(info.end - info.from + length.length),
    head.subarray(info.from, info.end),
    length,
    head.subarray(info.end),
  ]);
}
